"""State that lives for a shift at most and is in no journal: in memory, and shared between the processes of a house."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, Generic, TypeVar

import msgspec

from taisai.journal.shared import Shared, SharedRow
from taisai.people.events import DeviceInvited

TIMES: Final = ("at_s", "since_s", "seen_s", "told_s", "failed_s", "until_s")  # on this process's own clock
LISTS: Final = ("times_s",)  # lists of such times

One = TypeVar("One")


@dataclass
class Approval:
    number: int
    name: str
    bound: str
    at_s: float
    used: bool = False


@dataclass
class Opening:
    """A console where a dealer has signed in with a password: others may then take over by PIN.

    `names` are all who have dealt there since, last first; `failures` counts wrong PINs since the last right one."""

    name: str
    at_s: float
    names: list[str] = field(default_factory=list)
    failures: int = 0


@dataclass
class Invitation:
    """`by_two`: two people agreed to it."""

    invited: DeviceInvited
    at: str
    by_two: bool


class Kept(dict[str, One], Generic[One]):
    """Values by key. Changes are sent to the other processes, if there are any."""

    def __init__(self, kind: str, of: type[One], lasts_s: float, shared: Shared | None) -> None:
        super().__init__()
        self.kind, self._of, self._lasts_s, self._shared = kind, of, lasts_s, shared

    def __setitem__(self, key: str, value: One) -> None:
        if self._shared is not None:
            self._shared.put(self.kind, key, _told(value), self._lasts_s)
        super().__setitem__(key, value)

    def change(self, key: str, value: One) -> None:
        """Change a value. One that was dropped elsewhere stays dropped there."""
        if self._shared is not None:
            self._shared.change(self.kind, key, _told(value))
        super().__setitem__(key, value)

    def drop(self, key: str) -> None:
        if key in self and self._shared is not None:
            self._shared.drop(self.kind, key)
        super().pop(key, None)

    def forget(self, key: str) -> None:
        """Remove a value in this process only."""
        super().pop(key, None)

    def keep(self, fits: Callable[[One], bool]) -> None:
        """Drop all values that do not fit."""
        for key in [key for key, value in self.items() if not fits(value)]:
            self.drop(key)

    def hear(self, row: SharedRow) -> None:
        """Apply a change from another process."""
        if row.gone:
            super().pop(row.key, None)
        else:
            value = msgspec.msgpack.decode(row.body, type=self._of)
            super().__setitem__(row.key, _shifted(value, -_clock_s()))


def _told(value: object) -> bytes:
    return msgspec.msgpack.encode(_shifted(value, _clock_s()))


def _clock_s() -> float:
    """Return how far the wall clock, which all processes share, is ahead of this process's monotonic clock."""
    return time.time() - time.monotonic()


def _shifted(value: Any, by_s: float) -> Any:
    moments = {one.name: getattr(value, one.name) + by_s for one in fields(value) if one.name in TIMES}
    lists = {one.name: [at + by_s for at in getattr(value, one.name)] for one in fields(value) if one.name in LISTS}
    return replace(value, **moments, **lists)
