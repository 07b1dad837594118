"""How many throws reveal that a face comes too often."""

from math import ceil
from typing import Final

from scipy.optimize import brentq  # type: ignore[import-untyped]
from scipy.stats import chi2, ncx2  # type: ignore[import-untyped]

from taisai.maths.chance.quantiles import checked_chance
from taisai.maths.dice.judgement import LEVEL, TESTS, tests_of
from taisai.maths.refusals import LabRefusal
from taisai.rules.refusals import Refused

FREEDOM: Final = 5
FAIR: Final = 1 / 6
FARTHEST: Final = 10_000.0


def throws_to_see(excess: float, level: float = float(LEVEL), power: float = 0.9, dice: int = 3) -> int:
    """Return from how many throws on the verdict sees the `excess` of a face with a chance of at least `power`.

    The verdict is that of all tests of recorded throws together, by Holm's method: fair dice fail it with a chance of
    at most `level`. The other faces come less often in equal parts. With 3 `dice`, all are biased and their faces are
    pooled; with 1, it is known which die showed which face, and the biased die is seen by its own faces.

    >>> throws_to_see(0.01)
    13773
    """
    checked_chance(level)
    checked_chance(power)
    away = dice * _away(excess)
    for least in sorted({one.least for one in TESTS}, reverse=True):
        limit = _limit(level, least)
        needed = brentq(lambda far, limit=limit: ncx2.sf(limit, FREEDOM, far) - power, 1e-9, FARTHEST)
        if needed / away >= least:
            return ceil(float(needed) / away)
    return least


def power_to_see(excess: float, throws: int, level: float = float(LEVEL), dice: int = 3) -> float:
    """Return the least chance that the verdict on this many throws sees the bias.

    It is that of one of its tests, on the faces of the biased dice, at the level that Holm's method leaves to each."""
    if throws < min(one.least for one in TESTS):
        return 0.0
    return float(ncx2.sf(_limit(checked_chance(level), throws), FREEDOM, throws * dice * _away(excess)))


def _limit(level: float, throws: int) -> float:
    """Return from which statistic on a test of faces fails alone, if the order of the dice is known."""
    return float(chi2.isf(level / len(tests_of(throws, in_order=True)), FREEDOM))


def _away(excess: float) -> float:
    """Return the noncentrality per face seen, if one face's chance is off by `excess`."""
    if not 0 < abs(excess) < FAIR:
        words = (
            f"{excess:g} is not a bias; enter how much too often a face comes up, such as 0.01 for one percentage point"
        )
        raise Refused(LabRefusal.CHANCE_INVALID, words, str(excess))
    return (excess**2 + 5 * (excess / 5) ** 2) / FAIR
