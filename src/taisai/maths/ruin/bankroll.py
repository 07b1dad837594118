"""A bankroll with which a plan is played, round after round, until a goal or ruin."""

from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import Final

import msgspec
import numpy as np

from taisai.maths.chance.lattice import Floats, Integers
from taisai.maths.plan import Plan
from taisai.maths.refusals import LabRefusal
from taisai.rules.amounts import checked_amount
from taisai.rules.refusals import Refused

PLACES_MAX: Final = 2 * 10**5


class Walk(msgspec.Struct, frozen=True, dict=True):
    """A bankroll that moves by one of `moves` units per round, with these `ways`, as long as it covers `stake`.

    The unit is the largest that divides all moves."""

    unit: Fraction
    stake: Fraction
    moves: tuple[int, ...]
    ways: tuple[int, ...]

    @cached_property
    def chances(self) -> Floats:
        whole = sum(self.ways)
        return np.array([ways / whole for ways in self.ways])

    @property
    def drift(self) -> Fraction:
        """The expected change per round, in units."""
        return Fraction(sum(m * w for m, w in zip(self.moves, self.ways, strict=True)), sum(self.ways))

    @property
    def turned(self) -> "Walk":
        """The other side of the table, which plays as long as it can pay any result."""
        moves = tuple(-move for move in reversed(self.moves))
        return Walk(self.unit, -moves[0] * self.unit, moves, self.ways[::-1])


def walk(plan: Plan) -> Walk:
    distribution = plan.distribution()
    per = lcm(*(net.denominator for net in distribution))
    whole = [int(net * per) for net in distribution]
    unit = gcd(*whole)
    if not unit:
        raise Refused(LabRefusal.NEVER, "this plan always comes out even, so a bankroll never changes", plan.staked)
    moves = tuple(net // unit for net in whole)
    return Walk(Fraction(unit, per), Fraction(plan.staked), moves, tuple(distribution.values()))


class Places(msgspec.Struct, frozen=True, dict=True):
    """The bankrolls from which another round is played: `bankroll`, plus or minus whole units.

    Below the first, the plan's stakes are no longer covered, which is ruin; above the last, the goal is reached."""

    walk: Walk
    bankroll: Fraction
    first: int
    last: int

    @property
    def count(self) -> int:
        return self.last - self.first + 1

    @property
    def start(self) -> int:
        return -self.first

    @cached_property
    def offsets(self) -> Integers:
        return np.arange(self.count)


def lowest(walk: Walk, bankroll: Fraction) -> int:
    """Return the last place, counted from the bankroll, from which another round is played."""
    if bankroll < walk.stake:
        words = f"a bankroll of {bankroll} does not cover the {walk.stake} staked in a round"
        raise Refused(LabRefusal.BANKROLL_INVALID, words, str(bankroll))
    return -((bankroll - walk.stake) // walk.unit)


def places(walk: Walk, bankroll: Fraction, goal: Fraction) -> Places:
    first = lowest(walk, bankroll)
    if goal <= bankroll:
        words = f"the goal of {goal} is not above the bankroll of {bankroll}"
        raise Refused(LabRefusal.GOAL_INVALID, words, str(goal))
    last = -((bankroll - goal) // walk.unit) - 1
    if last - first >= PLACES_MAX:
        words = f"there are {last - first + 1:,} steps between ruin and goal; use rounder stakes or a nearer goal"
        raise Refused(LabRefusal.LATTICE_TOO_LARGE, words, last - first + 1)
    return Places(walk, bankroll, first, last)


def written(amount: Fraction) -> str:
    """Return an amount as it is typed."""
    return str(amount) if amount.denominator == 1 else repr(amount)


def checked_bankroll(bankroll: int | Fraction) -> Fraction:
    return checked_amount(bankroll, LabRefusal.BANKROLL_INVALID, "a bankroll")


def checked_goal(goal: int | Fraction) -> Fraction:
    return checked_amount(goal, LabRefusal.GOAL_INVALID, "a goal")
