"""A promise of speed: a ratio to a peer or a limit, and how its interval is judged."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from statistics import median
from typing import Final, NamedTuple

import msgspec

RESAMPLES: Final = 2_000
OUTSIDE: Final = 0.025  # on either side of the interval


class Pair(msgspec.Struct, frozen=True):
    """One comparison of a promise: our figure and the peer's, taken within moments of each other."""

    name: str
    ours: float
    peer: float


class Promise(NamedTuple):
    """What a user would notice. `ours / peer` is at least or at most a bound; a limit is a peer that never changes."""

    name: str
    what: str
    unit: str
    peer: str
    least: float = 0.0
    most: float = 0.0

    @property
    def wanted(self) -> str:
        return f"at least {self.least:g}" if self.least else f"at most {self.most:g}"


class Interval(NamedTuple):
    low: float
    middle: float
    high: float


def interval(processes: Sequence[Sequence[float]]) -> Interval:
    """Return the median of all figures, and the bounds of 95 % of the medians of resampled processes and figures.

    The figures of one process resemble one another, so processes are drawn first, and then figures within each."""
    random = Random(1)
    medians = sorted(median(_drawn(random, processes)) for _ in range(RESAMPLES))
    cut = round(RESAMPLES * OUTSIDE)
    return Interval(medians[cut], median(figure for some in processes for figure in some), medians[-1 - cut])


def _drawn(random: Random, processes: Sequence[Sequence[float]]) -> Iterator[float]:
    for some in random.choices(processes, k=len(processes)):
        yield from random.choices(some, k=len(some))


class Verdict(msgspec.Struct, frozen=True):
    """A promise as measured. `holds` is false only if the whole interval lies on the wrong side, or if nothing was
    measured."""

    what: str
    ours: str
    peer: str
    ratio: Interval | None
    wanted: str
    holds: bool
    why: str = ""


def judged(promise: Promise, processes: Iterable[Sequence[Pair]], why: str = "") -> Verdict:
    """`why` says what ended the measurement early: then the promise does not hold, whatever was measured."""
    found = [some for each in processes if (some := [pair for pair in each if pair.name == promise.name])]
    if not found:
        return Verdict(promise.what, "", promise.peer, None, promise.wanted, holds=False, why=why or "nothing measured")
    ratio = interval([[pair.ours / pair.peer for pair in some] for some in found])
    ours, peer = (median(getattr(pair, side) for some in found for pair in some) for side in ("ours", "peer"))
    holds = not why and (ratio.high >= promise.least if promise.least else ratio.low <= promise.most)
    told = f"{promise.peer}: {shown(peer, promise.unit)}"
    return Verdict(promise.what, shown(ours, promise.unit), told, ratio, promise.wanted, holds, why)


def shown(figure: float, unit: str) -> str:
    digits = 0 if figure >= 100 else 1 if figure >= 10 else 2
    return f"{figure:,.{digits}f} {unit}"
