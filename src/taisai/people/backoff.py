"""How long a source waits after wrong secrets: longer each time, never for good, and nobody waits for another's."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from taisai.people.times import DAY_S, MINUTE_S

FREE: Final = 3  # failures of one source at one account before it waits
FREE_ATTACKED: Final = 1  # the same while the account is attacked
FREE_SOURCE: Final = 10  # failures of one source at all accounts together
FIRST_S: Final = 30
LONGEST_S: Final = 30 * MINUTE_S
DOUBLINGS_MOST: Final = 10
FORGOTTEN_S: Final = DAY_S
ATTACKED_FAILURES: Final = 10  # at one account, from all sources
ATTACKED_S: Final = 30 * MINUTE_S
KEPT: Final = 4_096  # of each kind, so that no flood fills the memory

Key = tuple[str, ...]
Ticks = Callable[[], float]
"""Seconds of a clock that is never set."""


@dataclass
class _Tried:
    failures: int = 0
    failed_s: float = 0.0
    until_s: float = 0.0


class Waits:
    """The failures of each key, and how long it waits for them."""

    def __init__(self, ticks: Ticks) -> None:
        self._ticks = ticks
        self._tried: dict[Key, _Tried] = {}

    def left_s(self, key: Key) -> float:
        tried = self._tried.get(key)
        return max(0.0, tried.until_s - self._ticks()) if tried else 0.0

    def fail(self, key: Key, free: int) -> None:
        """The first `free` - 1 failures cost nothing."""
        now, tried = self._ticks(), self._tried.pop(key, _Tried())
        failures = 1 if now - tried.failed_s >= FORGOTTEN_S else tried.failures + 1
        wait_s = FIRST_S << min(failures - free, DOUBLINGS_MOST) if failures >= free else 0
        self._tried[key] = _Tried(failures, now, now + min(wait_s, LONGEST_S))
        _cut(self._tried)

    def forget(self, key: Key) -> int:
        """How many failures there were."""
        tried = self._tried.pop(key, None)
        return tried.failures if tried else 0

    def forgive(self, key: Key, failures: int) -> None:
        """What it waits for already it goes on waiting for."""
        tried = self._tried.get(key)
        if tried:
            tried.failures = max(0, tried.failures - failures)

    def waiting(self) -> list[Key]:
        return [key for key in self._tried if self.left_s(key)]


class Backoff:
    """Kept in memory only: a restart forgets it. A source is a device, or an address where there is no device. Where
    somebody has proved who they are, only failures at their own account count for them."""

    def __init__(self, ticks: Ticks) -> None:
        self._ticks = ticks
        self._pairs, self._sources = Waits(ticks), Waits(ticks)
        self._known: dict[Key, None] = {}
        self._failed_s: dict[str, deque[float]] = {}

    def left_s(self, name: str, source: str) -> float:
        own = self._pairs.left_s((source, name))
        return own if (source, name) in self._known else max(own, self._sources.left_s((source,)))

    def begin(self, name: str, source: str) -> None:
        """Counts as a failure until it is a success, so that many tries at once are not one."""
        attacked = self.is_attacked(name) and (source, name) not in self._known
        self._pairs.fail((source, name), FREE_ATTACKED if attacked else FREE)

    def failed(self, name: str, source: str) -> None:
        self._sources.fail((source,), FREE_SOURCE)
        times = self._failed_s.pop(name, deque[float](maxlen=ATTACKED_FAILURES))
        times.append(self._ticks())
        self._failed_s[name] = times
        _cut(self._failed_s)

    def succeeded(self, name: str, source: str) -> None:
        """What went wrong here before was a slip of the same person."""
        slips = self._pairs.forget((source, name)) - 1
        self._sources.forgive((source,), slips)
        self._known.pop((source, name), None)
        self._known[source, name] = None
        _cut(self._known)

    def is_attacked(self, name: str) -> bool:
        times = self._failed_s.get(name)
        return times is not None and len(times) == ATTACKED_FAILURES and self._ticks() - times[0] < ATTACKED_S

    def waiting(self) -> set[str]:
        """The accounts at which some source waits."""
        return {name for _, name in self._pairs.waiting()}

    def clear(self, name: str) -> None:
        for key in self._pairs.waiting():
            if key[1] == name:
                self._pairs.forget(key)
        self._failed_s.pop(name, None)


def _cut(kept: dict[Any, Any]) -> None:
    """The oldest goes."""
    if len(kept) > KEPT:
        del kept[next(iter(kept))]
