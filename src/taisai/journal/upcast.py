"""Upgrades old versions of events when they are read. What is stored and sealed stays as it is."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

Upcast = Callable[[dict[str, Any]], dict[str, Any]]
Upcasts = Mapping[str, Upcast]

# Maps an old version's name in "is" to the function that makes the next version, which has another name.
UPCASTS: Final[Upcasts] = {}


class _Named(msgspec.Struct):
    name: str = msgspec.field(name="is")


_named = msgspec.json.Decoder(_Named)


def upcast(event: msgspec.Raw, upcasts: Upcasts = UPCASTS) -> msgspec.Raw:
    if not upcasts or _named.decode(event).name not in upcasts:
        return event
    content, passed = msgspec.json.decode(event), set[str]()
    while (name := content["is"]) in upcasts:
        assert name not in passed, f"upcasting {name} leads back to itself"
        passed.add(name)
        content = upcasts[name](content)
    return msgspec.Raw(msgspec.json.encode(content))
