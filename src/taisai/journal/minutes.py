"""Where each minute begins in a journal, so that a day is found without reading years."""

from collections.abc import Iterable
from typing import Final

from taisai.journal.index import Pointer

MINUTE: Final = "minute"
SHOWN: Final = len("2026-11-15T06:10")


def minute_of(at: str) -> int:
    """Return a number that grows with time, such as 202611160815; 0 for text that is not a time."""
    digits = at[:4] + at[5:7] + at[8:10] + at[11:13] + at[14:16]
    return int(digits) if digits.isdecimal() else 0


class Minutes:
    """Follows a journal; `at` is the time of the entry before."""

    def __init__(self, at: str = "") -> None:
        self._minute = at[:SHOWN]

    def begun(self, seq: int, at: str) -> Iterable[Pointer]:
        """Return a pointer to the entry if a new minute begins with it. A minute can begin twice if the clock was
        set."""
        if at[:SHOWN] == self._minute:
            return ()
        self._minute = at[:SHOWN]
        return (Pointer(MINUTE, minute_of(at), seq),)
