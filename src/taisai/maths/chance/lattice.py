"""A round's net results as whole steps above the worst one, and the distribution of such steps."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import NamedTuple, Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from taisai.maths.refusals import LabRefusal
from taisai.rules.refusals import Refused

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
STEPS_MAX = 10**6


class Steps(NamedTuple):
    """`sizes` are whole and ascending; `away` is their distance from the mean, each rounded once."""

    sizes: Integers
    chances: Floats
    away: Floats

    @property
    def variance(self) -> float:
        return float(self.chances @ self.away**2)


class Lattice(msgspec.Struct, frozen=True, dict=True):
    """Net results are `worst` + `step` times one of `sizes`, each with its `ways`.

    >>> Lattice.of({Fraction(-100): 111, Fraction(100): 105})
    <Lattice of 2 results from -100 in steps of 200>
    """

    worst: Fraction
    step: Fraction
    sizes: tuple[int, ...]
    ways: tuple[int, ...]

    def __repr__(self) -> str:
        return f"<Lattice of {len(self.sizes)} results from {self.worst} in steps of {self.step}>"

    @classmethod
    def of(cls, distribution: Mapping[Fraction, int]) -> Self:
        """Build it from the ways to each net result."""
        nets = sorted(distribution)
        above = [net - nets[0] for net in nets]
        per = lcm(*(rise.denominator for rise in above))
        whole = [int(rise * per) for rise in above]
        step = gcd(*whole) or 1
        sizes = tuple(rise // step for rise in whole)
        if sizes[-1] > STEPS_MAX:
            words = f"the results of this plan are {sizes[-1]:,} steps apart; use stakes with a larger common unit"
            raise Refused(LabRefusal.LATTICE_TOO_LARGE, words, sizes[-1])
        return cls(nets[0], Fraction(step, per), sizes, tuple(distribution[net] for net in nets))

    @property
    def top(self) -> int:
        return self.sizes[-1]

    @cached_property
    def all_ways(self) -> int:
        return sum(self.ways)

    @cached_property
    def mean(self) -> Fraction:
        """The mean step of one round."""
        return Fraction(sum(size * ways for size, ways in zip(self.sizes, self.ways, strict=True)), self.all_ways)

    @cached_property
    def variance(self) -> Fraction:
        square = sum(size * size * ways for size, ways in zip(self.sizes, self.ways, strict=True))
        return Fraction(square, self.all_ways) - self.mean**2

    @cached_property
    def steps(self) -> Steps:
        chances = np.array([ways / self.all_ways for ways in self.ways])
        away = np.array([float(size - self.mean) for size in self.sizes])
        return Steps(np.array(self.sizes, dtype=np.int64), chances, away)

    @cached_property
    def mirrored(self) -> "Lattice":
        """The same from the other side: steps below the best result."""
        best = self.worst + self.top * self.step
        return Lattice(-best, self.step, tuple(self.top - size for size in reversed(self.sizes)), self.ways[::-1])

    def net(self, steps: int, rounds: int) -> Fraction:
        """Return the net result after `rounds` rounds with this many steps in total."""
        return rounds * self.worst + steps * self.step

    def steps_for(self, net: Fraction, rounds: int) -> int:
        """Return the fewest steps that leave at least `net`."""
        return -((rounds * self.worst - net) // self.step)
