"""Delays after wrong secrets: longer each time, never permanent, and counted per source."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from taisai.journal.shared import Shared
from taisai.people.times import DAY_S, MINUTE_S
from taisai.people.transient import Kept

FREE: Final = 3  # failures of one source at one account before it must wait
FREE_ATTACKED: Final = 1  # the same while the account is under attack
FREE_SOURCE: Final = 10  # failures of one source at all accounts together
FIRST_S: Final = 30
LONGEST_S: Final = 30 * MINUTE_S
DOUBLINGS_MOST: Final = 10
FORGOTTEN_S: Final = DAY_S
ATTACKED_FAILURES: Final = 10  # at one account, from all sources
ATTACKED_S: Final = 30 * MINUTE_S
KEPT: Final = 4_096  # of each kind, so that a flood cannot fill the memory

Key = tuple[str, ...]
Ticks = Callable[[], float]
"""Seconds of a monotonic clock."""


@dataclass
class Tried:
    failures: int = 0
    failed_s: float = 0.0
    until_s: float = 0.0


@dataclass
class FailedTimes:
    """The newest failures, from all sources."""

    times_s: list[float] = field(default_factory=list)


@dataclass
class Known:
    """Marks a source from which the person has signed in."""


class Waits:
    """The failures of each key, and its delay. `kind` names them for other processes."""

    def __init__(self, ticks: Ticks, kind: str = "", shared: Shared | None = None) -> None:
        self._ticks = ticks
        self.kept = Kept(kind, Tried, FORGOTTEN_S, shared)

    def left_s(self, key: Key) -> float:
        tried = self.kept.get(_text(key))
        return max(0.0, tried.until_s - self._ticks()) if tried else 0.0

    def fail(self, key: Key, free: int) -> None:
        """Count a failure. The first `free` - 1 cost nothing."""
        now, tried = self._ticks(), self.kept.pop(_text(key), Tried())
        failures = 1 if now - tried.failed_s >= FORGOTTEN_S else tried.failures + 1
        wait_s = FIRST_S << min(failures - free, DOUBLINGS_MOST) if failures >= free else 0
        self.kept[_text(key)] = Tried(failures, now, now + min(wait_s, LONGEST_S))
        _cut(self.kept)

    def forget(self, key: Key) -> int:
        """Forget a key; return how many failures it had."""
        tried = self.kept.get(_text(key))
        self.kept.drop(_text(key))
        return tried.failures if tried else 0

    def forgive(self, key: Key, failures: int) -> None:
        """Subtract failures; a delay that has begun continues."""
        tried = self.kept.get(_text(key))
        if tried:
            self.kept.change(_text(key), Tried(max(0, tried.failures - failures), tried.failed_s, tried.until_s))

    def waiting(self) -> list[Key]:
        return [key for key in map(_key, self.kept) if self.left_s(key)]


class Backoff:
    """The delays at sign-in. No journal keeps them: a restart forgets them, unless another process goes on.

    A source is a device, or an address if there is no device. Where a person has signed in before, only failures at
    their own account count against them."""

    def __init__(self, ticks: Ticks, shared: Shared | None = None) -> None:
        self._ticks = ticks
        self._pairs, self._sources = Waits(ticks, "wait-pair", shared), Waits(ticks, "wait-source", shared)
        self._known = Kept("known-source", Known, FORGOTTEN_S, shared)
        self._failed = Kept("failed-account", FailedTimes, ATTACKED_S, shared)

    def kept(self) -> tuple[Kept[Any], ...]:
        """Return what is shared with other processes."""
        return self._pairs.kept, self._sources.kept, self._known, self._failed

    def left_s(self, name: str, source: str) -> float:
        own = self._pairs.left_s((source, name))
        return own if _text((source, name)) in self._known else max(own, self._sources.left_s((source,)))

    def begin(self, name: str, source: str) -> None:
        """Count a failure until the attempt succeeds, so that many parallel attempts do not count as one."""
        attacked = self.is_attacked(name) and _text((source, name)) not in self._known
        self._pairs.fail((source, name), FREE_ATTACKED if attacked else FREE)

    def failed(self, name: str, source: str) -> None:
        self._sources.fail((source,), FREE_SOURCE)
        before = self._failed.pop(name, FailedTimes())
        self._failed[name] = FailedTimes([*before.times_s, self._ticks()][-ATTACKED_FAILURES:])
        _cut(self._failed)

    def succeeded(self, name: str, source: str) -> None:
        """Forget earlier failures here: they were slips of the same person."""
        slips = self._pairs.forget((source, name)) - 1
        self._sources.forgive((source,), slips)
        self._known.pop(_text((source, name)), None)
        self._known[_text((source, name))] = Known()
        _cut(self._known)

    def is_attacked(self, name: str) -> bool:
        times_s = self._failed[name].times_s if name in self._failed else []
        return len(times_s) == ATTACKED_FAILURES and self._ticks() - times_s[0] < ATTACKED_S

    def waiting(self) -> set[str]:
        """Return the accounts at which some source must wait."""
        return {name for _, name in self._pairs.waiting()}

    def clear(self, name: str) -> None:
        for key in self._pairs.waiting():
            if key[1] == name:
                self._pairs.forget(key)
        self._failed.drop(name)


def _text(key: Key) -> str:
    return json.dumps(key)


def _key(text: str) -> Key:
    return tuple(json.loads(text))


def _cut(kept: dict[Any, Any]) -> None:
    """Drop the oldest, in this process only."""
    if len(kept) > KEPT:
        del kept[next(iter(kept))]
