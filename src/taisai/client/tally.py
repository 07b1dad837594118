"""Measurements of a load test: response times, refusals, and how far apart terminals learned of a roll."""

import math
import time
from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

BUCKETS_MS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000)


class Bucket(msgspec.Struct, frozen=True):
    """Answers that took at most `ms` milliseconds and more than the previous bucket; 0 stands for any longer time."""

    ms: int
    count: int


class Times(msgspec.Struct, frozen=True):
    """In milliseconds."""

    count: int
    p50: float
    p90: float
    p99: float
    max: float


class Tally:
    """Counts for all players of a load test."""

    def __init__(self) -> None:
        self.taken_s: list[float] = []
        self.refusals: Counter[str] = Counter()
        self._rolls: dict[int, list[float]] = {}
        self._answers: dict[int, list[float]] = {}

    def taken(self, number: int, took_s: float) -> None:
        self.taken_s.append(took_s)
        now = time.monotonic()
        self._answers.setdefault(number, [now - took_s, now])[1] = now

    def refused(self, code: str) -> None:
        self.refusals[code] += 1

    def told_roll(self, number: int) -> None:
        """Record that a terminal has just learned of a round's roll."""
        now = time.monotonic()
        self._rolls.setdefault(number, [now, now])[1] = now

    def spreads_s(self) -> list[float]:
        """Return, for each round, the time between the first and the last terminal informed."""
        return [last - first for first, last in self._rolls.values()]

    def open_s(self) -> float:
        """Return the time from first order to last answer, summed over all rounds."""
        return sum(last - first for first, last in self._answers.values())


def times(seconds: Sequence[float]) -> Times:
    """Return percentiles by nearest rank, so that every figure is one that was measured."""
    ranked = sorted(seconds)

    def at(share: float) -> float:
        return round(ranked[max(0, math.ceil(share * len(ranked)) - 1)] * 1000, 2) if ranked else 0.0

    return Times(len(ranked), at(0.5), at(0.9), at(0.99), at(1))


def buckets(seconds: Sequence[float]) -> list[Bucket]:
    counted = Counter(next((ms for ms in BUCKETS_MS if one * 1000 <= ms), 0) for one in seconds)
    return [Bucket(ms, counted[ms]) for ms in (*BUCKETS_MS, 0) if counted[ms]]
