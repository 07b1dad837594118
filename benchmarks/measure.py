"""Timing by the best of several tries: on a shared machine the fastest is the least disturbed."""

import subprocess
from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple


class Claim(NamedTuple):
    """`ratio` is measured against `limit` in the same run; `holds` is None where nothing is promised."""

    what: str
    figure: str
    limit: str
    ratio: float
    wanted: str = ""
    holds: bool | None = None


def best(action: Callable[[], object], tries: int = 7) -> float:
    """Seconds of the fastest try."""
    times = []
    for _ in range(tries):
        start = perf_counter()
        action()
        times.append(perf_counter() - start)
    return min(times)


def best_each(actions: dict[str, Callable[[], object]], tries: int = 15) -> dict[str, float]:
    """The fastest try of each, taken in turns so that a disturbance hits all alike."""
    times: dict[str, list[float]] = {name: [] for name in actions}
    for _ in range(tries):
        for name, action in actions.items():
            times[name].append(best(action, 1))
    return {name: min(taken) for name, taken in times.items()}


def command(*words: str) -> Callable[[], object]:
    return lambda: subprocess.run(words, check=True, stdout=subprocess.DEVNULL)


def rate(per_second: float) -> str:
    for size, name in ((1e9, "thousand million"), (1e6, "million"), (1e3, "thousand")):
        if per_second >= size:
            return f"{per_second / size:.1f} {name} a second"
    return f"{per_second:.0f} a second"
