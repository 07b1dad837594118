"""Throws of three dice: collected from a tumbler, or written for a laboratory."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

import numpy as np

from taisai.maths.randomness import THROWS_MIN, Throws
from taisai.reports.refusals import ReportRefusal
from taisai.rules.refusals import Refused

Faces = tuple[int, int, int]
CHUNK: Final = 10_000
SHARED: Final = 24  # consecutive throws; two streams share so many by chance once in 216^24


def collected(thrown: Iterator[Faces], count: int, progress: Callable[[int], None]) -> Throws:
    """Collect throws; `progress` gets the number of new ones."""
    throws: Throws = np.empty((count, 3), dtype=np.int64)
    for start in range(0, count, CHUNK):
        part = throws[start : start + CHUNK]
        part[:] = list(islice(thrown, len(part)))
        progress(len(part))
    return throws


def check_enough(throws: Throws) -> None:
    if len(throws) < THROWS_MIN:
        words = f"{len(throws)} throws are too few; record {THROWS_MIN} or more"
        raise Refused(ReportRefusal.THROWS_FEW, words, len(throws))


def written(throws: Throws) -> str:
    return "".join(f"{one}-{two}-{three}\n" for one, two, three in throws.tolist())


def share_a_stretch(one: Throws, other: Throws) -> bool:
    """Return whether a run of throws occurs in both streams, at any position."""
    return not set(_stretches(one)).isdisjoint(_stretches(other))


def _stretches(throws: Throws) -> Iterator[bytes]:
    plain = throws.astype(np.int8).tobytes()
    return (plain[start : start + 3 * SHARED] for start in range(0, len(plain) - 3 * SHARED + 1, 3))
