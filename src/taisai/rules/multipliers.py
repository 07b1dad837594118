"""Multipliers of winnings: how many spots are struck in a round, which, and by what each of them is multiplied."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Final

import msgspec

Weights = tuple[tuple[int, int], ...]
Struck = dict[str, int]
"""By what the winnings of each spot that is struck are multiplied."""


class Multipliers(msgspec.Struct, frozen=True, dict=True):
    """`spots` can be struck, each as likely as another. `struck` is how many are, `times` by what each is multiplied
    for itself: numbers that rise, each with its weight. All empty where a pay table has none."""

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
        """Of what a spot is multiplied by, 1 where it is not struck."""
        return 1 + self.struck_chance(1) * (_mean(self.times) - 1)

    @cached_property
    def square(self) -> Fraction:
        """The mean of its square."""
        return 1 + self.struck_chance(1) * (_mean((times * times, weight) for times, weight in self.times) - 1)

    @cached_property
    def product(self) -> Fraction:
        """The mean of the product of what two spots are multiplied by in one round."""
        one, both, times = self.struck_chance(1), self.struck_chance(2), _mean(self.times)
        return (1 - 2 * one + both) + 2 * (one - both) * times + both * times * times

    def struck_chance(self, many: int) -> Fraction:
        """That so many spots, which somebody names, are all struck."""
        among = comb(len(self.spots), many)
        return _mean((Fraction(comb(struck, many), among or 1), weight) for struck, weight in self.struck)

    @property
    def times_words(self) -> str:
        """As people read it: "times 2 to 50"."""
        least = self.times[0][0]
        return f"times {least}" if least == self.times_most else f"times {least} to {self.times_most}"


NONE: Final = Multipliers()


def _mean(weights: Iterable[tuple[int | Fraction, int]]) -> Fraction:
    pairs = tuple(weights)
    whole = sum(weight for _, weight in pairs)
    return sum((Fraction(number) * weight for number, weight in pairs), Fraction(0)) / whole if whole else Fraction(1)
