"""An evening: many rounds of the same plan, and the player's result."""

from fractions import Fraction
from functools import cached_property
from typing import Final

import msgspec
import numpy as np

from taisai.maths.chance.bounded import Bounded
from taisai.maths.chance.html import rows_html
from taisai.maths.chance.lattice import Floats, Lattice
from taisai.maths.chance.quantiles import checked_chance, quantile
from taisai.maths.chance.sums import Sum
from taisai.maths.chance.tails import at_least, at_most
from taisai.maths.plan import Plan
from taisai.maths.refusals import LabRefusal
from taisai.rules.refusals import Refused, shown

ROUNDS_MAX: Final = 10**12


class Spread(msgspec.Struct, frozen=True):
    """The chances of `first`, `first` + `step` and so on;

    `error` bounds the total variation distance from the truth."""

    first: Fraction
    step: Fraction
    chances: Floats
    error: float

    def net(self, place: int) -> Fraction:
        return self.first + place * self.step

    @property
    def nets(self) -> Floats:
        """All results, rounded, for drawing."""
        return np.asarray(float(self.first) + float(self.step) * np.arange(len(self.chances)), dtype=np.float64)


class Evening(msgspec.Struct, frozen=True, dict=True):
    """Many rounds of one plan. A `Fraction` is exact; a `Bounded` states its error.

    >>> from taisai import paytable, plan
    >>> table = paytable("rws-6/2")
    >>> night = evening(plan(table, [(table.spots[0].id, 100)]), 200)
    >>> night.expected, night.staked
    (Fraction(-5000, 9), 20000)
    >>> print(f"{night.ahead.value:.6f}")
    0.321292
    >>> night.interval(0.9)
    (Fraction(-2800, 1), Fraction(1800, 1))
    """

    plan: Plan
    rounds: int

    @property
    def lattice(self) -> Lattice:
        return self.plan.lattice

    @cached_property
    def sum(self) -> Sum:
        return Sum(self.lattice, self.rounds)

    @property
    def staked(self) -> int:
        return self.rounds * self.plan.staked

    @property
    def expected(self) -> Fraction:
        return self.rounds * self.plan.expected

    @property
    def variance(self) -> Fraction:
        return self.rounds * self.plan.variance

    def at_least(self, net: Fraction | int) -> Bounded:
        """Return the chance to win `net` or more; a negative `net` is a loss."""
        return at_least(self.lattice, self.rounds, self.lattice.steps_for(Fraction(net), self.rounds))

    def at_most(self, net: Fraction | int) -> Bounded:
        steps = self.lattice.steps_for(Fraction(net), self.rounds)
        beyond = self.lattice.net(steps, self.rounds) > net
        return at_most(self.lattice, self.rounds, steps - beyond)

    def above(self, net: Fraction | int) -> Bounded:
        """Return the chance to win more than `net`."""
        return at_least(self.lattice, self.rounds, self.lattice.steps_for(Fraction(net), self.rounds) + self._hits(net))

    def below(self, net: Fraction | int) -> Bounded:
        return at_most(self.lattice, self.rounds, self.lattice.steps_for(Fraction(net), self.rounds) - 1)

    def _hits(self, net: Fraction | int) -> bool:
        """Return whether it is a possible result."""
        return self.lattice.net(self.lattice.steps_for(Fraction(net), self.rounds), self.rounds) == net

    @cached_property
    def ahead(self) -> Bounded:
        return self.above(0)

    @cached_property
    def behind(self) -> Bounded:
        return self.below(0)

    @cached_property
    def even(self) -> Bounded:
        """The chance to be neither ahead nor behind."""
        steps = self.lattice.steps_for(Fraction(0), self.rounds)
        return self.sum.between(steps, steps) if self._hits(0) else Bounded(0.0, 0.0)

    def quantile(self, chance: float) -> Fraction:
        """Return the smallest net result that is not exceeded with at least this chance."""
        return self.lattice.net(quantile(self.sum, chance), self.rounds)

    def interval(self, level: float) -> tuple[Fraction, Fraction]:
        """Return two results that enclose, inclusively, at least `level` of all evenings, with equal tails."""
        outside = (1 - checked_chance(level)) / 2
        return self.quantile(outside), self.quantile(1 - outside)

    @cached_property
    def spread(self) -> Spread:
        """The whole distribution, unless it is too long."""
        points = self.sum.points
        first = self.lattice.net(points.first, self.rounds)
        return Spread(first, self.lattice.step, points.chances, points.error)

    def _repr_html_(self) -> str:
        low, high = self.interval(0.9)
        return rows_html(
            f"{self.rounds:,} rounds of {dict(self.plan.stakes)}",
            {"expected": self.expected, "staked": self.staked, "ahead": self.ahead, "neither": self.even,
             "behind": self.behind, "90 % from": low, "90 % to": high},
        )  # fmt: skip


def evening(plan: Plan, rounds: int) -> Evening:
    return Evening(plan, checked_rounds(rounds))


def checked_rounds(rounds: int, most: int = ROUNDS_MAX) -> int:
    if not 1 <= rounds <= most:
        words = f"{shown(rounds)} is not a number of rounds; choose one from 1 to {most:,}"
        raise Refused(LabRefusal.ROUNDS_INVALID, words, shown(rounds))
    return rounds
