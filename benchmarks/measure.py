"""Timing by the best of several tries, because on a shared machine the fastest is the least disturbed. If the subject
itself varies, the median of many tries with its spread."""

import subprocess
from collections.abc import Callable, Hashable, Iterable, Mapping
from statistics import quantiles
from time import perf_counter
from typing import NamedTuple, Self, TypeVar

Name = TypeVar("Name", bound=Hashable)


class Claim(NamedTuple):
    """`ratio` is measured against `limit` in the same run; `holds` is None if nothing is promised."""

    what: str
    figure: str
    limit: str
    ratio: float
    wanted: str = ""
    holds: bool | None = None


class Spread(NamedTuple):
    """The median, and the bounds of the middle half."""

    low: float
    median: float
    high: float

    @classmethod
    def of(cls, figures: Iterable[float]) -> Self:
        low, median, high = quantiles(figures, n=4, method="inclusive")
        return cls(low, median, high)

    def __format__(self, spec: str) -> str:
        return f"{self.median:{spec}} ({self.low:{spec}} to {self.high:{spec}})"


def best(action: Callable[[], object], tries: int = 7, clock: Callable[[], float] = perf_counter) -> float:
    """Return the seconds of the fastest try."""
    times = []
    for _ in range(tries):
        start = clock()
        action()
        times.append(clock() - start)
    return min(times)


def best_each(
    actions: Mapping[Name, Callable[[], object]], tries: int = 15, clock: Callable[[], float] = perf_counter
) -> dict[Name, float]:
    """Return the fastest try of each, taken in turn so that a disturbance affects all."""
    times: dict[Name, list[float]] = {name: [] for name in actions}
    for _ in range(tries):
        for name, action in actions.items():
            times[name].append(best(action, 1, clock))
    return {name: min(taken) for name, taken in times.items()}


def command(*words: str) -> Callable[[], object]:
    return lambda: subprocess.run(words, check=True, stdout=subprocess.DEVNULL)


def rate(per_second: float) -> str:
    for size, name in ((1e9, "thousand million"), (1e6, "million"), (1e3, "thousand")):
        if per_second >= size:
            return f"{per_second / size:.1f} {name} a second"
    return f"{per_second:.0f} a second"
