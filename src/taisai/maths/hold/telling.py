"""How many rounds it takes until an actual hold shows that something has changed."""

from fractions import Fraction
from typing import Final

from scipy.special import ndtri  # type: ignore[import-untyped]

from taisai.maths.chance.evening import ROUNDS_MAX
from taisai.maths.chance.quantiles import checked_chance
from taisai.maths.hold.takings import Takings
from taisai.maths.plan import Plan
from taisai.maths.refusals import LabRefusal
from taisai.rules.amounts import checked_amount
from taisai.rules.refusals import Refused

LEVEL: Final = 0.99
POWER: Final = 0.9


def rounds_to_tell(mix: Plan, difference: Fraction | float, level: float = LEVEL, power: float = POWER) -> int:
    """Return the rounds until a hold lower by `difference` is below the band of `level` with a chance of `power`.

    The lower hold is assumed to have the same spread. Bands are exact, so results in steps may satisfy this a few
    rounds earlier and then not again; the bisection returns a number from which it holds.

    >>> rounds_to_tell(plan(paytable("rws-6/2"), {"big": 1000}), 0.005)
    595152
    """
    checked_chance(level)
    checked_chance(power)
    exact = checked_amount(difference, LabRefusal.CHANCE_INVALID, "a difference")
    if exact <= 0:
        raise Refused(LabRefusal.CHANCE_INVALID, f"{difference} is not a difference; use one above 0", str(difference))
    lost = exact * mix.staked
    deviates = float(ndtri((1 + level) / 2) + ndtri(power))
    guess = int(deviates**2 * float(mix.variance / lost**2)) + 1
    if guess > ROUNDS_MAX // 4:
        words = f"a difference of {float(difference):g} takes more than {ROUNDS_MAX:,} rounds to detect"
        raise Refused(LabRefusal.ROUNDS_INVALID, words, guess)
    low, high = max(1, guess // 4), 4 * guess + 4
    while high - low > max(1, guess // 1000):
        half = (low + high) // 2
        low, high = (low, half) if _told(mix, half, lost, level, power) else (half, high)
    return high


def _told(mix: Plan, rounds: int, lost: Fraction, level: float, power: float) -> bool:
    taken = Takings(mix, rounds)
    low, _ = taken.band(level)
    return taken.quantile(power) - rounds * lost < low
