"""Quantiles of a sum, without its whole distribution."""

from collections.abc import Callable
from typing import Final

from scipy.special import ndtri  # type: ignore[import-untyped]

from taisai.maths.chance.bounded import EPSILON, Bounded
from taisai.maths.chance.sums import Sum
from taisai.maths.chance.tails import at_least, at_most
from taisai.maths.refusals import LabRefusal
from taisai.rules.refusals import Refused, shown

RARE: Final = 1e-9  # beyond it, only tilting is accurate
FARTHEST: Final = 40.0  # standard deviations


def quantile(summed: Sum, chance: float) -> int:
    """Return the smallest sum that is not exceeded with at least this chance.

    A chance that is reached exactly counts as reached, and so does one that is missed by no more than the error: a
    chance in decimals, such as 0.9, is never what a computer can store."""
    checked_chance(chance)
    lattice, rounds, wanted = summed.lattice, summed.rounds, _deviates(chance)

    def rare_low(steps: int) -> float:
        return _deviates(_most(at_most(lattice, rounds, steps))) - wanted

    def rare_high(steps: int) -> float:
        return _deviates(1 - chance) - _deviates(_least(at_least(lattice, rounds, steps + 1)))

    def common(steps: int) -> float:
        return _deviates(_most(summed.between(0, steps))) - wanted

    return _first(summed, wanted, rare_low if chance < RARE else rare_high if chance > 1 - RARE else common)


def _most(found: Bounded) -> float:
    return min(found.value + found.error + EPSILON, 1.0)


def _least(found: Bounded) -> float:
    return max(found.value - found.error, 0.0)


def checked_chance(chance: float) -> float:
    if not 0 < chance < 1:
        words = f"{shown(chance)} is not a chance; use a number between 0 and 1"
        raise Refused(LabRefusal.CHANCE_INVALID, words, shown(chance))
    return chance


def _deviates(chance: float) -> float:
    """Return the normal deviate of a chance. Sums of many steps are nearly normal, which makes guesses good."""
    return min(max(float(ndtri(chance)), -FARTHEST), FARTHEST)


def _first(summed: Sum, wanted: float, score: Callable[[int], float]) -> int:
    """Return the first sum whose score is not negative."""
    deviation = float(summed.rounds * summed.lattice.variance) ** 0.5
    guess, width = summed.middle + int(wanted * deviation), max(2, int(deviation / 64))
    low, high = guess - width, guess + width
    while low >= 0 and score(low) >= 0:
        low, high, width = low - 2 * width, low, 2 * width
    while score(high) < 0:
        low, high, width = high, high + 2 * width, 2 * width
    return max(_between(low, high, score), 0)


def _between(low: int, high: int, score: Callable[[int], float]) -> int:
    """Find the zero by the Illinois method: follow the chord, and halve the score of an end that stays."""
    under, over = score(low), score(high)
    while high - low > 1:
        place = low + round((high - low) * under / (under - over)) if under < over else (low + high) // 2
        place = min(max(place, low + 1), high - 1)
        found = score(place)
        if found < 0:
            low, under, over = place, found, over / 2
        else:
            high, over, under = place, found, under / 2
    return high
