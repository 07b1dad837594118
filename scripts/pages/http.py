"""Pages about HTTP, from the table of routes."""

from collections import defaultdict
from collections.abc import Iterator
from enum import Enum
from importlib import import_module

from msgspec import Struct
from msgspec.structs import fields
from pages.socket import listed, received, sent
from pages.writing import as_json, codes, headed, table

from taisai.house.disputes import DisputeRefusal
from taisai.house.live import LiveRefusal
from taisai.house.outstanding import VoucherRefusal
from taisai.journal.refusals import JournalRefusal
from taisai.people.refusals import PeopleRefusal
from taisai.reports.refusals import ReportRefusal
from taisai.rules.refusals import Refusal
from taisai.server.call import Access, Route
from taisai.server.refusals import ServerRefusal
from taisai.server.routes import ROUTES, openapi_page
from taisai.server.statuses import status_of
from taisai.wire.messages import Said, Told
from taisai.wire.shapes import members, reached

RULES = """\
Everything that is not play. Bodies are JSON, 64 KiB at most. Cookies say who asks: `taisai_session` of a person
who signed in, `taisai_device` of an enrolled device; both are for this site alone and out of reach of scripts. What
changes something is a POST or a DELETE with the content type `application/json`, even without a body. From a browser
it must come from a page of the house: the house reads `Sec-Fetch-Site` and `Origin`, which browsers send and programs
need not. `X-Taisai-Caller` may name who is thought to be asking; it is then refused if someone else has signed in
since. How often an address may ask is [a setting](settings.md); where a secret is checked it is once a
second, 20 at once.

A refusal is a `Refusal` with a code that never changes its meaning; the codes are listed at the end.
[openapi.json](openapi.json) says the same for machines, and a running house serves it at `/api/openapi.json`. Rights
are explained in [rights](rights.md). Play itself goes over [the socket](socket.md).
"""
REFUSALS = (
    ServerRefusal, PeopleRefusal, Refusal, LiveRefusal, DisputeRefusal, VoucherRefusal, JournalRefusal, ReportRefusal,
)  # fmt: skip


def openapi_file() -> str:
    return as_json(openapi_page())


def http_page() -> str:
    groups: dict[str, list[Route]] = defaultdict(list)
    for route in ROUTES:
        groups[route.handler.__module__].append(route)
    lines = [RULES]
    for module, routes in groups.items():
        lines += [f"## {module.rpartition('.')[2].capitalize()}\n", f"{import_module(module).__doc__}\n"]
        lines += table(["route", "does", "for", "takes", "gives"], map(_row, routes))
    lines += ["## Bodies\n", *listed(_bodies()), "## Refusals\n", *table(["status", "codes"], _codes())]
    return headed("The house over HTTP", lines, source="the table of routes and the types in src/taisai/wire")


def _row(route: Route) -> tuple[str, ...]:
    query = codes(field.name for field in fields(route.query)) if route.query else ""
    takes = f"`{route.takes.__name__}`" if route.takes else f"query {query}" if query else ""
    gives = (
        f"`{route.media}`"
        if route.gives is bytes
        else f"`{route.gives.__name__ if isinstance(route.gives, type) else 'object'}`"
    )
    access = str(route.access.value)
    who = access.replace("-", " ") if isinstance(route.access, Access) else f"`{access}`"
    return f"`{route.method} {route.path}`", route.summary, who, takes, gives


def _bodies() -> list[type[Struct]]:
    messages = {*reached((Said, Told)), *members(Said), *members(Told)}
    kinds = reached((*sent(), *received()))
    return [kind for kind in kinds if kind not in messages and issubclass(kind, Struct)]


def _codes() -> Iterator[tuple[str, str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for enum in REFUSALS:
        for code in enum:
            found[_status(code)].append(code.value)
    for status in sorted(found):
        yield status, codes(found[status])


def _status(code: Enum) -> str:
    status = status_of(code)
    return f"{status.value} {status.phrase.lower()}"
