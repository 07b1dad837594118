"""How many throws reveal that a face comes too often."""

from collections.abc import Callable
from math import sqrt
from typing import Final

import numpy as np
from scipy.stats import binom, chi2, norm  # type: ignore[import-untyped]

from taisai.maths.chance.evening import ROUNDS_MAX
from taisai.maths.chance.lattice import Floats
from taisai.maths.chance.quantiles import checked_chance
from taisai.maths.dice.judgement import LEVEL, TESTS, tests_of
from taisai.maths.refusals import LabRefusal
from taisai.rules.refusals import Refused, shown

SIDES: Final = 6
DICE: Final = 3
OTHERS: Final = SIDES - 1
FAIR: Final = 1 / SIDES
COUNTED: Final = 2**20  # faces; of more, the count of one is as good as normal
FARTHEST: Final = 9.0  # deviations
NEVER: Final = 1e-9  # of a share that is nothing, so that nothing is divided by it
UNEVEN: Final = 12  # throws: as counts are whole, a few more may see a little less


def throws_to_see(excess: float, level: float = float(LEVEL), power: float = 0.9, dice: int = 3) -> int:
    """Return from how many throws on the verdict sees the `excess` of a face with a chance of at least `power`.

    The verdict is that of all tests of recorded throws together, by Holm's method: fair dice fail it with a chance of
    at most `level`. The other faces come less often in equal parts. With 3 `dice`, all are biased and their faces are
    pooled; with 1, it is known which die showed which face, and the biased die is seen by its own faces.

    >>> throws_to_see(0.01)
    13931
    """
    checked_chance(power)
    if dice not in range(1, DICE + 1):
        raise Refused(LabRefusal.THROWS_INVALID, f"{shown(dice)} is not a number of dice; use 1 to {DICE}", shown(dice))

    def sees(throws: int) -> bool:
        return power_to_see(excess, throws, level, dice) >= power

    least = min(one.least for one in TESTS)
    for low in sorted({one.least for one in TESTS if one.least > least}, reverse=True):
        if not sees(low):
            return _first(low, sees)
    return least if sees(least) else _first(least, sees)


def _first(low: int, sees: Callable[[int], bool]) -> int:
    """Return the first number of throws above `low` from which on the bias is seen."""
    high = 2 * low
    while not sees(high):
        low, high = high, 2 * high
        if high > ROUNDS_MAX:
            words = f"a bias so small takes more than {ROUNDS_MAX:,} throws to see; choose a larger one"
            raise Refused(LabRefusal.ROUNDS_INVALID, words, high)
    while high - low > 1:
        half = (low + high) // 2
        low, high = (low, half) if sees(half) else (half, high)
    return max((after + 1 for after in range(high, high + UNEVEN) if not sees(after)), default=high)


def power_to_see(excess: float, throws: int, level: float = float(LEVEL), dice: int = 3) -> float:
    """Return the least chance that the verdict on this many throws sees the bias.

    It is that of one of its tests, chi-squared of the faces of the biased dice, at the level that Holm's method leaves
    to each. Where the biased face comes a given number of times, the others are as even as chance makes them."""
    seen, chance = throws * dice, _chance(excess)
    if throws < min(one.least for one in TESTS):
        return 0.0
    limit = chi2.isf(checked_chance(level) / len(tests_of(throws, in_order=True)), OTHERS)
    counts, chances = _counts(seen, chance)
    over = counts - seen * FAIR
    left = limit - SIDES / seen * over**2 * SIDES / OTHERS
    others = np.maximum(SIDES * (seen - counts) / (OTHERS * seen), NEVER)
    return float(chances @ chi2.sf(left / others, OTHERS - 1))


def _counts(seen: int, chance: float) -> tuple[Floats, Floats]:
    """Return how often a face can come among those seen, and the chances of it."""
    middle, deviation = seen * chance, sqrt(seen * chance * (1 - chance))
    if seen > COUNTED:
        away = np.linspace(-FARTHEST, FARTHEST, 2_001)
        counts, chances = middle + deviation * away, norm.pdf(away)
    else:
        first, last = max(0.0, middle - FARTHEST * deviation - 1), min(seen, middle + FARTHEST * deviation + 1)
        counts = np.arange(int(first), int(last) + 1, dtype=np.float64)
        chances = binom.pmf(counts, seen, chance)
    return counts, chances / chances.sum()


def _chance(excess: float) -> float:
    if not 0 < abs(excess) < FAIR:
        words = (
            f"{shown(excess)} is not a bias; enter how much too often a face comes up, such as 0.01 for one percentage "
            "point"
        )
        raise Refused(LabRefusal.CHANCE_INVALID, words, shown(excess))
    return FAIR + excess
