"""The PAR sheet of a pay table: returns, volatility, and bands of the return after many rounds, for every spot."""

from fractions import Fraction
from math import isqrt
from typing import Final

import msgspec

from taisai.maths.exact import Figures, figures
from taisai.rules.paytable import PayTable
from taisai.rules.spot import Spot

Z_90: Final = Fraction(1_644_854, 1_000_000)  # 90 % of a normal distribution lies within this many deviations
ROUNDS: Final = (10**3, 10**4, 10**5, 10**6, 10**7)
FINE: Final = 10**8


class Band(msgspec.Struct, frozen=True):
    """The range of the return in 90 of 100 cases, after `rounds` rounds of one unit; never below 0."""

    rounds: int
    low: Fraction
    high: Fraction


class ParLine(msgspec.Struct, frozen=True):
    """Spots that pay alike.

    `returns` is the mean return per unit staked, `volatility` 1.645 standard deviations of one round."""

    spots: tuple[Spot, ...]
    figures: Figures
    returns: Fraction
    volatility: Fraction
    bands: tuple[Band, ...]


def par_lines(table: PayTable) -> tuple[ParLine, ...]:
    """Return one line for all spots of an area with the same figures and odds, in the rulebook's order."""
    alike: dict[tuple[str, str, Figures], list[Spot]] = {}
    for spot in table.spots:
        alike.setdefault((spot.area, spot.odds_words, figures(spot)), []).append(spot)
    return tuple(_line(tuple(spots), exact) for (_, _, exact), spots in alike.items())


def _line(spots: tuple[Spot, ...], exact: Figures) -> ParLine:
    returns = 1 - exact.edge
    volatility = Z_90 * root(exact.variance)
    return ParLine(spots, exact, returns, volatility, tuple(_band(returns, volatility, many) for many in ROUNDS))


def _band(returns: Fraction, volatility: Fraction, rounds: int) -> Band:
    wide = volatility / root(Fraction(rounds))
    return Band(rounds, max(Fraction(0), returns - wide), returns + wide)


def root(number: Fraction) -> Fraction:
    """Return the square root, rounded down to eight decimals."""
    return Fraction(isqrt(number.numerator * FINE**2 // number.denominator), FINE)
