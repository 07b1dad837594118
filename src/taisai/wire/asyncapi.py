"""The AsyncAPI document of the socket: its messages, their direction, meaning and schema."""

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from taisai.wire.examples import SAID, TOLD
from taisai.wire.messages import Said, Told
from taisai.wire.schema import definitions, renamed
from taisai.wire.shapes import says

PATH: Final = "/socket"
CHANNEL: Final = "table"
DRAFT_7: Final = {"prefixItems": "items"}  # AsyncAPI's dialect
ABOUT: Final = """\
One socket per table. A client joins first; then it sends orders and receives what changes. Its cookies identify it. \
Messages are JSON in text frames, at most 16 KiB from a client. `n` is the number of the last change of the table that \
the server has sent; a client that reconnects sends it as `after`, with the `epoch` of the view that it had."""


def page(version: str) -> dict[str, Any]:
    _, schemas = definitions((Said, Told), "#/components/schemas/{name}")
    messages = {tag(message): _message(message) for message in (*SAID, *TOLD)}
    return {
        "asyncapi": "3.1.0",
        "info": {"title": "taisai", "version": version, "license": {"name": "Apache-2.0"}, "description": ABOUT},
        "servers": {"house": {"host": "127.0.0.1:8080", "protocol": "ws", "description": "wss behind TLS."}},
        "defaultContentType": "application/json",
        "channels": {
            CHANNEL: {"address": PATH, "messages": {name: _ref("components/messages", name) for name in messages}}
        },
        "operations": {
            "say": _operation("receive", "Messages that a client sends.", map(tag, SAID)),
            "tell": _operation("send", "Messages that a client receives.", map(tag, TOLD)),
        },
        "components": {"messages": messages, "schemas": renamed(schemas, DRAFT_7)},
    }


def tag(message: msgspec.Struct) -> str:
    return str(type(message).__struct_config__.tag)


def _ref(place: str, name: str) -> dict[str, str]:
    return {"$ref": f"#/{place}/{name}"}


def _operation(action: str, summary: str, names: Iterable[str]) -> dict[str, Any]:
    refs = [_ref(f"channels/{CHANNEL}/messages", name) for name in names]
    return {"action": action, "channel": _ref("channels", CHANNEL), "summary": summary, "messages": refs}


def _message(example: msgspec.Struct) -> dict[str, Any]:
    kind = type(example)
    about = {"name": tag(example), "title": kind.__name__}
    described = {"summary": says(kind)} if says(kind) else {}
    return (
        about
        | described
        | {
            "payload": _ref("components/schemas", kind.__name__),
            "examples": [{"payload": msgspec.to_builtins(example)}],
        }
    )
