"""An evening: many rounds of the same plan, and the player's result."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import Final

import msgspec
import numpy as np

from taisai.maths.chance.bounded import Bounded
from taisai.maths.chance.html import distribution_html, rows_html
from taisai.maths.chance.lattice import Floats, Lattice
from taisai.maths.chance.quantiles import checked_chance, quantile
from taisai.maths.chance.sums import Sum
from taisai.maths.chance.tails import at_least, at_most
from taisai.maths.plan import Plan
from taisai.maths.refusals import LabRefusal
from taisai.rules.amounts import checked_amount, whole
from taisai.rules.html import loaded_by, pasted
from taisai.rules.refusals import Refused, shown

ROUNDS_MAX: Final = 10**12
DRAWN_MAX: Final = 10**5  # results


class Spread(msgspec.Struct, frozen=True, dict=True):
    """The chances of `first`, `first` + `step` and so on;

    `error` bounds the total variation distance from the truth."""

    first: Fraction
    step: Fraction
    chances: Floats
    error: float

    def __iter__(self) -> Iterator[tuple[Fraction, float]]:
        """Iterate over the results with their chances."""
        return ((self.net(place), float(chance)) for place, chance in enumerate(self.chances))

    def __len__(self) -> int:
        return len(self.chances)

    def __repr__(self) -> str:
        return pasted(self, f"<Spread of {len(self):,} results from {self.first} to {self.net(len(self) - 1)}>")

    def _repr_html_(self) -> str:
        return distribution_html(f"{len(self):,} results", list(self))

    def net(self, place: int) -> Fraction:
        """Return the result at a place."""
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
        """A round's net results as whole steps above the worst one.

        >>> night = evening(plan(paytable("rws-6/2"), {"big": 100}), 200)
        >>> night.lattice.sizes
        (0, 1)
        """
        return self.plan.lattice

    @cached_property
    def sum(self) -> Sum:
        """The sum of all rounds' steps.

        >>> night = evening(plan(paytable("rws-6/2"), {"big": 100}), 200)
        >>> night.sum.middle
        97
        """
        return Sum(self.lattice, self.rounds)

    @property
    def staked(self) -> int:
        """The total of all stakes.

        >>> night = evening(plan(paytable("rws-6/2"), {"big": 100}), 200)
        >>> night.staked
        20000
        """
        return self.rounds * self.plan.staked

    @property
    def expected(self) -> Fraction:
        """The expected net result.

        >>> night = evening(plan(paytable("rws-6/2"), {"big": 100}), 200)
        >>> night.expected
        Fraction(-5000, 9)
        """
        return self.rounds * self.plan.expected

    @property
    def variance(self) -> Fraction:
        """The variance of the net result.

        >>> night = evening(plan(paytable("rws-6/2"), {"big": 100}), 200)
        >>> night.variance
        Fraction(161875000, 81)
        """
        return self.rounds * self.plan.variance

    def at_least(self, net: Fraction | int) -> Bounded:
        """Return the chance to win `net` or more; a negative `net` is a loss.

        >>> night = evening(plan(paytable("rws-6/2"), {"big": 100}), 200)
        >>> print(night.at_least(1000))
        0.151595284888 ± 3e-15
        """
        return at_least(self.lattice, self.rounds, self._steps(net))

    def at_most(self, net: Fraction | int) -> Bounded:
        """Return the chance to win `net` or less.

        >>> night = evening(plan(paytable("rws-6/2"), {"big": 100}), 200)
        >>> print(night.at_most(-1000))
        0.40402629029 ± 9e-15
        """
        return at_most(self.lattice, self.rounds, self._steps(net) - (not self._hits(net)))

    def above(self, net: Fraction | int) -> Bounded:
        """Return the chance to win more than `net`.

        >>> night = evening(plan(paytable("rws-6/2"), {"big": 100}), 200)
        >>> night.above(0) == night.ahead
        True
        """
        return at_least(self.lattice, self.rounds, self._steps(net) + self._hits(net))

    def below(self, net: Fraction | int) -> Bounded:
        """Return the chance to win less than `net`.

        >>> night = evening(plan(paytable("rws-6/2"), {"big": 100}), 200)
        >>> night.below(0) == night.behind
        True
        """
        return at_most(self.lattice, self.rounds, self._steps(net) - 1)

    def _hits(self, net: Fraction | int) -> bool:
        """Return whether it is a possible result."""
        return self.lattice.net(self._steps(net), self.rounds) == net

    def _steps(self, net: Fraction | float) -> int:
        """Return the fewest steps that leave at least the net result."""
        if not isinstance(net, int | Fraction):
            net = checked_amount(net, LabRefusal.GOAL_INVALID, "a net result")
        return self.lattice.steps_for(Fraction(net), self.rounds)

    @cached_property
    def ahead(self) -> Bounded:
        """The chance to win something.

        >>> night = evening(plan(paytable("rws-6/2"), {"big": 100}), 200)
        >>> print(f"{night.ahead.value:.6f}")
        0.321292
        """
        return self.above(0)

    @cached_property
    def behind(self) -> Bounded:
        """The chance to lose something.

        >>> night = evening(plan(paytable("rws-6/2"), {"big": 100}), 200)
        >>> print(f"{night.behind.value:.6f}")
        0.626546
        """
        return self.below(0)

    @cached_property
    def even(self) -> Bounded:
        """The chance to be neither ahead nor behind.

        >>> night = evening(plan(paytable("rws-6/2"), {"big": 100}), 200)
        >>> print(f"{night.even.value:.6f}")
        0.052163
        """
        steps = self.lattice.steps_for(Fraction(0), self.rounds)
        return self.sum.between(steps, steps) if self._hits(0) else Bounded(0.0, 0.0)

    def quantile(self, chance: float) -> Fraction:
        """Return the smallest net result that is not exceeded with at least this chance.

        >>> night = evening(plan(paytable("rws-6/2"), {"big": 100}), 200)
        >>> night.quantile(0.5)
        Fraction(-600, 1)
        """
        return self.lattice.net(quantile(self.sum, chance), self.rounds)

    def interval(self, level: float) -> tuple[Fraction, Fraction]:
        """Return two results that enclose, inclusively, at least `level` of all evenings, with equal tails.

        >>> night = evening(plan(paytable("rws-6/2"), {"big": 100}), 200)
        >>> night.interval(0.9)
        (Fraction(-2800, 1), Fraction(1800, 1))
        """
        outside = (1 - checked_chance(level)) / 2
        return self.quantile(outside), self.quantile(1 - outside)

    @cached_property
    def spread(self) -> Spread:
        """The whole distribution, unless it is too long.

        >>> night = evening(plan(paytable("rws-6/2"), {"big": 100}), 200)
        >>> len(night.spread), night.spread.first
        (201, Fraction(-20000, 1))
        """
        points = self.sum.points
        first = self.lattice.net(points.first, self.rounds)
        return loaded_by(Spread(first, self.lattice.step, points.chances, points.error), f"{self!r}.spread")

    def __repr__(self) -> str:
        return f"evening({self.plan!r}, {self.rounds})"

    def _repr_html_(self) -> str:
        low, high = self.interval(0.9)
        return rows_html(
            f"{self.rounds:,} rounds of {dict(self.plan.stakes)}",
            {"expected": self.expected, "staked": self.staked, "ahead": self.ahead, "neither": self.even,
             "behind": self.behind, "90 % from": low, "90 % to": high},
        ) + self._drawn()  # fmt: skip

    def _drawn(self) -> str:
        """Draw the middle of the distribution, unless it is too long."""
        if self.sum.window[1] - self.sum.window[0] > DRAWN_MAX:
            return ""
        low, high = self.interval(0.999)
        return distribution_html("net results", [(net, chance) for net, chance in self.spread if low <= net <= high])


def evening(plan: Plan, rounds: int) -> Evening:
    """Return an evening of this many rounds of the same plan.

    >>> evening(plan(paytable("rws-6/2"), {"big": 100}), 200).expected
    Fraction(-5000, 9)
    """
    return Evening(plan, checked_rounds(rounds))


def checked_rounds(rounds: int, most: int = ROUNDS_MAX, what: str = "rounds") -> int:
    number = whole(rounds)
    if number is None or not 1 <= number <= most:
        words = f"{shown(rounds)} is not a number of {what}; choose one from 1 to {most:,}"
        raise Refused(LabRefusal.ROUNDS_INVALID, words, shown(rounds))
    return number
