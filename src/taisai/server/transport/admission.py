"""Admits requests before anything else is done for them, and tells those that must wait from those that are cut off."""

from collections.abc import Callable
from enum import Enum, auto

from starlette.responses import PlainTextResponse

Heads = list[tuple[bytes, bytes]]


class Admission(Enum):
    ADMITTED = auto()
    LATER = auto()
    CUT_OFF = auto()


Admitting = Callable[[Heads, str], Admission]
"""Judges a request by its head and the address of its connection."""


def admit_all(_: Heads, __: str) -> Admission:
    return Admission.ADMITTED


LATER = PlainTextResponse("too many requests; wait a moment and try again", 429, {"retry-after": "1"})
