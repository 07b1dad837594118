"""The house as a system: health, metrics, and API descriptions."""

import time
from typing import Annotated

import msgspec

from taisai.people.rights import Right
from taisai.server.call import Access, Answer, Call, Route
from taisai.server.version import VERSION
from taisai.wire import bodies as b
from taisai.wire.asyncapi import page as asyncapi_page


async def health(call: Call) -> Answer:
    house = call.house
    down = {name: one.live.down for name, one in house.floor.tables.items() if one.live.down}
    return Answer(b.Health(not down, VERSION, int(time.monotonic() - house.started_s), down))


class MetricsQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`node` names the node to report on; if empty, the one that answers."""

    node: Annotated[str, msgspec.Meta(max_length=80)] = ""


async def metrics(call: Call) -> Answer:
    return Answer(call.house.metrics.text(), media="text/plain; version=0.0.4; charset=utf-8")


async def asyncapi(_: Call) -> Answer:
    return Answer(asyncapi_page(VERSION))


ROUTES = (
    Route("GET", "/api/health", health, "Check whether the house can write its journals", Access.ANYBODY, b.Health),
    Route(
        "GET",
        "/api/metrics",
        metrics,
        "Get metrics for Prometheus",
        Right.READ_METRICS,
        bytes,
        query=MetricsQuery,
        media=("text/plain",),
        feed=True,
    ),
    Route("GET", "/api/asyncapi.json", asyncapi, "Get the AsyncAPI page of the socket", Access.ANYBODY, b.Anything),
)
