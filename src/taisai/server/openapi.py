"""The OpenAPI page, built from the table of routes."""

import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from taisai.log.tiles import NUMBERED
from taisai.people.equipment import ITEM
from taisai.server.approvals import APPROVALS
from taisai.server.call import JSON, Access, Route
from taisai.server.callers import CALLER, DEVICE, SESSION
from taisai.server.version import VERSION
from taisai.wire import bodies as b
from taisai.wire.schema import published

TWO: Final = " A second person must agree at /api/approvals/acts."
REF: Final = "#/components/schemas/{name}"
PATTERNS: Final = {"item": ITEM, "tile": NUMBERED}
"""Of the parts of a path whose form is fixed."""
REFUSED: Final = {
    "400": "Invalid request",
    "401": "Not signed in",
    "403": "Not allowed for this caller",
    "404": "Not found",
    "409": "Refused in the current state",
    "413": "Too large",
    "429": "Too many requests",
    "503": "The journal cannot be written",
}


def page(routes: tuple[Route, ...]) -> dict[str, Any]:
    kinds = [kind for route in routes for kind in (route.takes, route.gives, route.query) if kind not in (None, bytes)]
    schemas, components = msgspec.json.schema_components([*kinds, b.Refusal], ref_template=REF)
    known = {id(kind): schema for kind, schema in zip([*kinds, b.Refusal], schemas, strict=True)}
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, known)
    cookie = {"type": "apiKey", "in": "cookie"}
    whole = {
        "openapi": "3.1.0",
        "info": {
            "title": "taisai", "version": VERSION, "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
            "description": "The HTTP API of the house. Money is in minor units. Table changes come over a WebSocket. "
            "A request that changes something has the content type application/json, with or without a body.",
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"session": cookie | {"name": SESSION}, "device": cookie | {"name": DEVICE}},
        },
    }  # fmt: skip
    return dict(published(whole))


def _operation(route: Route, known: dict[int, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": route.handler.__name__,
        "summary": route.summary,
        "tags": [route.path.removeprefix("/api").split("/")[1]],
        "security": [{}] if route.access is Access.ANYBODY else [{"session": []}, {"device": []}],
        "parameters": list(_parameters(route)),
        "responses": {"200": _content("Done", {media: _given(route, media, known) for media in route.media})}
        | {status: _content(words, {JSON: _schema(b.Refusal, known)}) for status, words in REFUSED.items()},
    }
    if not isinstance(route.access, Access):
        operation["description"] = f"Needs the right `{route.access}`.{TWO if route.two else ''}"
    if route.takes:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": _schema(route.takes, known)}}}
    return operation


def _parameters(route: Route) -> Iterator[dict[str, Any]]:
    for name in re.findall(r"{(\w+)}", route.path):
        yield {"name": name, "in": "path", "required": True, "schema": {"type": "string"} | _pattern(name)}
    if route.query:
        schema = msgspec.json.schema(route.query)
        fields = schema["$defs"][route.query.__name__] if "$defs" in schema else schema
        for name, field in fields["properties"].items():
            yield {"name": name, "in": "query", "required": name in fields.get("required", ()), "schema": field}
    if route.method != "GET" and route.access is not Access.ANYBODY:
        yield {"name": CALLER, "in": "header", "required": False, "schema": {"type": "string"}}
    if route.two:
        yield {"name": APPROVALS, "in": "header", "required": False, "schema": {"type": "string"}}


def _pattern(name: str) -> dict[str, str]:
    return {"pattern": f"^(?:{PATTERNS[name].pattern})$"} if name in PATTERNS else {}


def _given(route: Route, media: str, known: dict[int, Any]) -> Any:
    if route.gives is bytes:
        return {"type": "object"} if media == JSON else {"type": "string"}
    return _schema(route.gives, known)


def _schema(kind: Any, known: dict[int, Any]) -> Any:
    return known[id(kind)]


def _content(words: str, schemas: dict[str, Any]) -> dict[str, Any]:
    return {"description": words, "content": {media: {"schema": schema} for media, schema in schemas.items()}}
