"""Refusals of messages and bodies that cannot be decoded."""

import re
from typing import Final

from taisai.rules.refusals import Refused, shown
from taisai.server.refusals import ServerRefusal

_TOO_LONG: Final = re.compile(r"Expected `(str|array|object)` of length <= (\d+)(?: - at `\$\.?(.*)`)?")
_COUNTED: Final = {"str": "characters", "array": "items", "object": "items"}


def unreadable(what: str, error: Exception) -> Refused:
    """Return the refusal. If something is only too long, it says how long it may be."""
    long = _TOO_LONG.fullmatch(str(error))
    if long:
        kind, most, path = long.groups()
        words = f"{shown(path or what)}: at most {most} {_COUNTED[kind]} are allowed; shorten it"
        return Refused(ServerRefusal.TEXT_TOO_LONG, words, shown(path or what))
    return Refused(ServerRefusal.MESSAGE_INVALID, f"{what}: {shown(error)}", "")
