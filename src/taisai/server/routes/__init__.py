"""Every route of the house. The matrix of rights and the OpenAPI page use this table."""

from functools import cache
from typing import Any

import msgspec

from taisai.server.call import Access, Answer, Call, Route
from taisai.server.openapi import page
from taisai.server.routes import (
    alerts,
    devices,
    duties,
    equipment,
    feeds,
    floor_plan,
    integrity,
    lab,
    logs,
    nodes,
    people,
    ratings,
    receipts,
    records,
    system,
    tables,
)
from taisai.wire.bodies import Anything


async def openapi(_: Call) -> Answer:
    return Answer(_openapi_json())


ROUTES: tuple[Route, ...] = (
    *system.ROUTES,
    Route("GET", "/api/openapi.json", openapi, "Get this OpenAPI page", Access.ANYBODY, Anything),
    *people.ROUTES,
    *devices.ROUTES,
    *duties.ROUTES,
    *equipment.ROUTES,
    *ratings.ROUTES,
    *floor_plan.ROUTES,
    *tables.ROUTES,
    *records.ROUTES,
    *alerts.ROUTES,
    *feeds.ROUTES,
    *integrity.ROUTES,
    *nodes.ROUTES,
    *logs.ROUTES,
    *receipts.ROUTES,
    *lab.ROUTES,
)


@cache
def _openapi_json() -> bytes:
    """As all answers share it: it has some 330 kB."""
    return msgspec.json.encode(openapi_page())


@cache
def openapi_page() -> dict[str, Any]:
    return page(ROUTES)
