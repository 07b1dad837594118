"""How play ends: goal or ruin, and how long it takes, for every bankroll at once."""

from fractions import Fraction
from functools import cached_property
from typing import Final

import msgspec
import numpy as np

from taisai.maths.chance.bounded import EPSILON, LEAST, Bounded
from taisai.maths.chance.html import rows_html
from taisai.maths.chance.lattice import Floats
from taisai.maths.plan import Plan
from taisai.maths.ruin.bankroll import Places, checked_bankroll, checked_goal, places, walk, written
from taisai.maths.ruin.elimination import eliminated

ROUNDING: Final = 8.0


class Ending(msgspec.Struct, frozen=True, dict=True):
    """The end of a bankroll that is played with one plan until goal or ruin, however long it takes.

    >>> from taisai import paytable, plan
    >>> table = paytable("rws-6/2")
    >>> end = ending(plan(table, [(table.spots[0].id, 100)]), bankroll=1000, goal=2000)
    >>> print(end.goal)
    0.364543324132 ± 1e-14
    >>> print(f"{end.rounds.value:.3f}")
    97.529
    """

    plan: Plan
    places: Places

    @cached_property
    def _solved(self) -> Floats:
        """For each place, the chances of goal and ruin, and the rounds until then."""
        gone = np.stack([leaving(self.places, above=True), leaving(self.places, above=False)], axis=1)
        rounds = np.full((self.places.count, 1), sum(self.places.walk.ways), dtype=np.float64)
        return eliminated(self.places.walk.moves, self.places.walk.ways, gone, rounds)

    def _bounded(self, column: int) -> Bounded:
        """Return the value with its error: each place takes a few operations, and passes its error on."""
        value = float(self._solved[self.places.start, column])
        return Bounded(value, max(value * EPSILON * ROUNDING * (self.places.count + 1), LEAST))

    @cached_property
    def goal(self) -> Bounded:
        """The chance to reach the goal.

        >>> end = ending(plan(paytable("rws-6/2"), {"big": 100}), bankroll=1000, goal=2000)
        >>> print(end.goal)
        0.364543324132 ± 1e-14
        """
        return self._bounded(0)

    @cached_property
    def ruin(self) -> Bounded:
        """The chance that the bankroll no longer covers the plan.

        >>> end = ending(plan(paytable("rws-6/2"), {"big": 100}), bankroll=1000, goal=2000)
        >>> print(end.ruin)
        0.635456675868 ± 2e-14
        """
        return self._bounded(1)

    @cached_property
    def rounds(self) -> Bounded:
        """The expected rounds until goal or ruin.

        >>> end = ending(plan(paytable("rws-6/2"), {"big": 100}), bankroll=1000, goal=2000)
        >>> print(f"{end.rounds.value:.3f}")
        97.529
        """
        return self._bounded(2)

    @property
    def staked(self) -> Bounded:
        """The expected total of stakes.

        >>> end = ending(plan(paytable("rws-6/2"), {"big": 100}), bankroll=1000, goal=2000)
        >>> print(f"{end.staked.value:.1f}")
        9752.9
        """
        rounds = self.rounds
        return Bounded(rounds.value * self.plan.staked, rounds.error * self.plan.staked)

    @property
    def cost(self) -> Bounded:
        """The expected loss.

        >>> end = ending(plan(paytable("rws-6/2"), {"big": 100}), bankroll=1000, goal=2000)
        >>> print(f"{end.cost.value:.1f}")
        270.9
        """
        edge = float(self.plan.edge)
        return Bounded(self.staked.value * edge, abs(self.staked.error * edge))

    def __repr__(self) -> str:
        end = self.places.bankroll + (self.places.last + 1) * self.places.walk.unit
        return f"ending({self.plan!r}, {written(self.places.bankroll)}, {written(end)})"

    def _repr_html_(self) -> str:
        rows = {"cost": self.cost, "goal": self.goal, "ruin": self.ruin, "rounds": self.rounds}
        return rows_html(f"from {self.places.bankroll} until goal or ruin", rows)


def ending(plan: Plan, bankroll: int | Fraction, goal: int | Fraction) -> Ending:
    """Return how play ends.

    >>> end = ending(plan(paytable("rws-6/2"), {"big": 100}), bankroll=1000, goal=2000)
    >>> print(end.goal)
    0.364543324132 ± 1e-14
    """
    return Ending(plan, places(walk(plan), checked_bankroll(bankroll), checked_goal(goal)))


def leaving(places: Places, *, above: bool) -> Floats:
    """Return the ways in which one round leads from each place to the goal, or to ruin."""
    gone = np.zeros(places.count)
    for move, times in zip(places.walk.moves, places.walk.ways, strict=True):
        if above and move > 0:
            gone[max(0, places.count - move) :] += times
        if not above and move < 0:
            gone[:-move] += times
    return gone
