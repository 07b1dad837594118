"""Results of simulated rounds, one after the other, from sixteen bits each. They never decide real money.

Of the 65,536 numbers of sixteen bits, 65,448 are divided among the 216 ways, 303 each. The other 88 are drawn again,
so every way has exactly its chance."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from taisai.maths.plan import Plan
from taisai.maths.refusals import LabRefusal
from taisai.rules.amounts import whole
from taisai.rules.refusals import Refused, shown
from taisai.rules.roll import WAYS

NUMBERS: Final = 2**16
SHARE: Final = NUMBERS // WAYS
FAIR: Final = SHARE * WAYS
Words = NDArray[np.uint16]
Progress = Callable[[int], None]


class Draws(msgspec.Struct, frozen=True):
    """`nets` are the results of a round from the worst.

    A number is below the threshold of its own result and of better ones."""

    nets: tuple[Fraction, ...]
    thresholds: Words

    def labels(self, words: Words) -> NDArray[np.uint8]:
        """Return which result each number stands for."""
        return np.searchsorted(self.thresholds, words, side="right").astype(np.uint8)


def draws(plan: Plan) -> Draws:
    if plan.gains:
        words = "rounds with multipliers cannot be simulated; use the exact figures, which include both draws"
        raise Refused(LabRefusal.NOT_SIMULATED, words, ", ".join(plan.stakes))
    distribution = plan.distribution()
    thresholds = np.cumsum([SHARE * ways for ways in distribution.values()])
    return Draws(tuple(distribution), thresholds.astype(np.uint16))


def streams(seed: int) -> Iterator[np.random.SFC64]:
    """Yield independent generators, always the same for the same seed."""
    number = whole(seed)
    if number is None or number < 0:
        words = f"nothing can be simulated from the seed {shown(seed)}; use a whole number from 0"
        raise Refused(LabRefusal.NOT_SIMULATED, words, shown(seed))
    root = np.random.SeedSequence(number)
    while True:
        yield np.random.SFC64(root.spawn(1)[0])


def raw(source: np.random.SFC64, count: int) -> Words:
    """Return sixteen-bit numbers as drawn, including those that must be drawn again."""
    return np.asarray(source.random_raw(-(-count // 4))).view(np.uint16)[:count]


def fair(source: np.random.SFC64, count: int) -> Words:
    """Return only numbers that stand for a way."""
    words = raw(source, count)
    again = np.flatnonzero(words >= FAIR)
    while len(again):
        words[again] = raw(source, len(again))
        again = again[words[again] >= FAIR]
    return words
