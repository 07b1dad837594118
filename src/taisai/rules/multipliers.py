"""Multipliers of winnings: how many spots are struck in a round, which ones, and by what each is multiplied."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Final

import msgspec

Weights = tuple[tuple[int, int], ...]
Struck = dict[str, int]
"""The multiplier of each spot that is struck."""


class Multipliers(msgspec.Struct, frozen=True, dict=True):
    """`spots` can be struck, all equally likely.

    `struck` is how many are, and `times` the multiplier, drawn for each by itself: ascending numbers with weights.
    All are empty if a pay table has none."""

    spots: tuple[str, ...] = ()
    struck: Weights = ()
    times: Weights = ()

    @cached_property
    def known(self) -> frozenset[str]:
        return frozenset(self.spots)

    @property
    def struck_most(self) -> int:
        return self.struck[-1][0] if self.struck else 0

    @property
    def times_most(self) -> int:
        return self.times[-1][0] if self.times else 1

    @cached_property
    def mean(self) -> Fraction:
        """The mean multiplier of a spot, counting 1 when it is not struck."""
        return 1 + self.struck_chance(1) * (_mean(self.times) - 1)

    @cached_property
    def square(self) -> Fraction:
        """The mean square of the multiplier."""
        return 1 + self.struck_chance(1) * (_mean((times * times, weight) for times, weight in self.times) - 1)

    @cached_property
    def product(self) -> Fraction:
        """The mean product of two spots' multipliers in one round."""
        one, both, times = self.struck_chance(1), self.struck_chance(2), _mean(self.times)
        return (1 - 2 * one + both) + 2 * (one - both) * times + both * times * times

    def struck_chance(self, many: int) -> Fraction:
        """Return the chance that `many` given spots are all struck."""
        among = comb(len(self.spots), many)
        return _mean((Fraction(comb(struck, many), among or 1), weight) for struck, weight in self.struck)

    @property
    def times_words(self) -> str:
        """For people to read: "times 2 to 50"."""
        least = self.times[0][0]
        return f"times {least}" if least == self.times_most else f"times {least} to {self.times_most}"


NONE: Final = Multipliers()


def _mean(weights: Iterable[tuple[int | Fraction, int]]) -> Fraction:
    pairs = tuple(weights)
    whole = sum(weight for _, weight in pairs)
    return sum((Fraction(number) * weight for number, weight in pairs), Fraction(0)) / whole if whole else Fraction(1)
