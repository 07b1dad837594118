"""How many throws reveal that a face comes too often."""

from math import ceil
from typing import Final

from scipy.optimize import brentq  # type: ignore[import-untyped]
from scipy.stats import chi2, ncx2  # type: ignore[import-untyped]

from taisai.maths.chance.quantiles import checked_chance
from taisai.maths.refusals import LabRefusal
from taisai.rules.refusals import Refused

FREEDOM: Final = 5
FAIR: Final = 1 / 6
FARTHEST: Final = 10_000.0


def throws_to_see(excess: float, level: float = 0.01, power: float = 0.9, dice: int = 3) -> int:
    """Return how many throws let a chi-squared test at `level` see the `excess` of a face with a chance of `power`.

    The other faces come less often in equal parts. With 3 `dice`, all are biased and their faces are pooled; with 1, it
    is known which die it is, and only its faces are counted.

    >>> throws_to_see(0.01)
    10198
    """
    checked_chance(level)
    checked_chance(power)
    limit = chi2.isf(level, FREEDOM)
    needed = brentq(lambda away: ncx2.sf(limit, FREEDOM, away) - power, 1e-9, FARTHEST)
    return ceil(float(needed) / (dice * _away(excess)))


def power_to_see(excess: float, throws: int, level: float = 0.01, dice: int = 3) -> float:
    """Return the chance that this many throws reveal the bias."""
    limit = chi2.isf(checked_chance(level), FREEDOM)
    return float(ncx2.sf(limit, FREEDOM, throws * dice * _away(excess)))


def _away(excess: float) -> float:
    """Return the noncentrality per face seen, if one face's chance is off by `excess`."""
    if not 0 < abs(excess) < FAIR:
        words = (
            f"{excess:g} is not a bias; enter how much too often a face comes up, such as 0.01 for one percentage point"
        )
        raise Refused(LabRefusal.CHANCE_INVALID, words, str(excess))
    return (excess**2 + 5 * (excess / 5) ** 2) / FAIR
