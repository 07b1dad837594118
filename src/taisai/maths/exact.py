"""Exact figures of a spot: what a unit staked on it does, as fractions."""

from fractions import Fraction

import msgspec

from taisai.rules.roll import ROLLS, WAYS, Roll
from taisai.rules.spot import Spot


class Figures(msgspec.Struct, frozen=True):
    """For one unit staked: `edge` is what the house expects to keep, `variance` that of the player's net."""

    ways: int
    hit: Fraction
    edge: Fraction
    variance: Fraction


def figures(spot: Spot) -> Figures:
    per = spot.stake_step
    units = [(roll.ways, odds.units * (per // odds.per)) for roll, odds in spot.wins]
    ways = spot.ways
    gain = sum(times * paid for times, paid in units) - (WAYS - ways) * per
    square = sum(times * paid * paid for times, paid in units) + (WAYS - ways) * per * per
    expected = Fraction(gain, WAYS * per)
    return Figures(ways, Fraction(ways, WAYS), -expected, Fraction(square, WAYS * per * per) - expected**2)


def net(spot: Spot, roll: Roll) -> Fraction:
    """What a unit staked gains or loses on a roll."""
    odds = spot.odds(roll)
    return odds.to_one if odds else Fraction(-1)


def covariance(one: Spot, other: Spot) -> Fraction:
    """Between the nets of a unit on each in the same round."""
    joint = sum((roll.ways * net(one, roll) * net(other, roll) for roll in ROLLS), Fraction(0)) / WAYS
    return joint - figures(one).edge * figures(other).edge
