"""The reserve that a house needs so that a run of bad luck does not use it up."""

from fractions import Fraction
from math import ceil, exp, log
from typing import Final

import msgspec
import numpy as np
from scipy.optimize import brentq  # type: ignore[import-untyped]

from taisai.maths.chance.quantiles import checked_chance
from taisai.maths.chance.window import EXPONENT_MAX
from taisai.maths.hold.takings import house_side
from taisai.maths.plan import Plan
from taisai.maths.refusals import LabRefusal
from taisai.maths.ruin.bankroll import PLACES_MAX, Places, Walk, walk
from taisai.maths.ruin.elimination import eliminated
from taisai.maths.ruin.ending import leaving
from taisai.rules.html import loaded_by, pasted
from taisai.rules.refusals import Refused

FARTHER: Final = 40.0  # e^-40 is the chance beyond the largest reserve that is considered
WORK_MAX: Final = 2 * 10**9


class Reserve(msgspec.Struct, frozen=True, dict=True):
    """`enough` is sufficient by Lundberg's bound;

    `least` is the smallest sufficient one, 0 if finding it takes too long."""

    risk: float
    coefficient: float
    enough: Fraction
    least: Fraction

    def __repr__(self) -> str:
        return pasted(self, f"<Reserve for a risk of {self.risk:g}: enough {self.enough}, least {self.least}>")


def reserve(mix: Plan, risk: float) -> Reserve:
    """Return the reserve whose chance ever to be used up, in any number of rounds, is at most the risk.

    >>> reserve(plan(paytable("rws-6/2"), {"big": 1000}), risk=0.001).least
    Fraction(124000, 1)
    """
    checked_chance(risk)
    if mix.expected >= 0:
        words = f"players win {mix.expected} per round on average with this mix, so any reserve is used up"
        raise Refused(LabRefusal.NEVER, words, str(mix.expected))
    house = walk(house_side(mix))
    house = Walk(house.unit, Fraction(0), house.moves, house.ways)
    if house.moves[0] >= 0:
        raise Refused(LabRefusal.NEVER, "the house cannot lose with this mix, so it needs no reserve", mix.staked)
    slope = coefficient(house)
    enough = ceil(log(1 / risk) / slope) * house.unit
    found = Reserve(risk, slope / float(house.unit), enough, _least(house, risk, slope))
    return loaded_by(found, f"reserve({mix!r}, {risk!r})")


def coefficient(house: Walk) -> float:
    """Return Lundberg's coefficient R: the chance to lose u units is at most e^(-R u)."""
    moves = np.array(house.moves, dtype=np.float64)

    def grown(tilt: float) -> float:
        return float(house.chances @ np.expm1(-tilt * moves))

    high = 1e-12 / float(np.abs(moves).max())
    while grown(high) < 0 and high * -moves[0] < EXPONENT_MAX:
        high *= 2
    return float(brentq(grown, high / 2, high, xtol=1e-300, rtol=1e-15))


def _least(house: Walk, risk: float, slope: float) -> Fraction:
    count = ceil((log(1 / risk) + FARTHER) / slope) + 1
    if count > PLACES_MAX or count * -house.moves[0] * house.moves[-1] > WORK_MAX:
        return Fraction(0)
    reach = Places(house, Fraction(0), 0, count - 1)
    gone = np.stack([leaving(reach, above=True), leaving(reach, above=False)], axis=1)
    ruins = eliminated(house.moves, house.ways, gone, np.zeros((count, 0)))[:, 1]
    assert ruins[-1] <= risk * exp(-FARTHER / 2), "the farthest reserve is safe"
    return int(np.argmax(ruins <= risk)) * house.unit
