"""What a spot pays, to one: an exact number of units of 1/per."""

import re
from decimal import Decimal
from fractions import Fraction
from math import gcd
from typing import Self

import msgspec

from taisai.rules.refusals import Refusal, Refused, shown

FINEST = 100  # hundredths of a unit; a finer figure is taken for a slip of the pen
MOST = 1_000_000


class Odds(msgspec.Struct, frozen=True):
    """`Odds(17, 2)` is 8.5 to 1, in lowest terms."""

    units: int
    per: int = 1

    def __post_init__(self) -> None:
        assert self.units > 0, self
        assert self.per > 0, self
        assert gcd(self.units, self.per) == 1, self

    @classmethod
    def of(cls, value: object, *, for_one: bool = False) -> Self:
        """From a whole or decimal number, to one, or for one (which counts the stake in)."""
        if isinstance(value, bool) or not isinstance(value, int | Decimal) or not Decimal(value).is_finite():
            raise _invalid(value, "odds are a number, such as 62 or 8.5")
        if value <= for_one:
            raise _invalid(value, "odds must leave a winner with a gain" if for_one else "odds are above 0")
        if value > MOST + for_one:
            raise _invalid(value, f"odds are {MOST} at the most")
        exact = Fraction(value) - for_one if _is_short(Decimal(value)) else Fraction(1, FINEST + 1)
        if FINEST % exact.denominator:
            raise _invalid(value, "odds are no finer than hundredths of a unit")
        return cls(exact.numerator, exact.denominator)

    @classmethod
    def parse(cls, text: str) -> Self:
        if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text):
            raise _invalid(text, "odds are a number, such as 62 or 8.5")
        return cls.of(Decimal(text))

    @property
    def to_one(self) -> Fraction:
        return Fraction(self.units, self.per)

    def __str__(self) -> str:
        return exact_decimal(self.to_one)

    def __repr__(self) -> str:
        return f"Odds.parse('{self}')"


def exact_decimal(number: Fraction) -> str:
    """A fraction of hundredths at the finest, written out: 8.5, 62, -0.25."""
    whole = number * FINEST
    assert whole.denominator == 1, number
    sign, (units, rest) = ("-" if whole < 0 else ""), divmod(abs(whole.numerator), FINEST)
    return f"{sign}{units}.{rest:02d}".rstrip("0").rstrip(".") if rest else f"{sign}{units}"


def _is_short(number: Decimal) -> bool:
    """Not so many places behind the point that making a fraction of it would take long."""
    exponent = number.as_tuple().exponent
    return isinstance(exponent, int) and exponent > -FINEST


def _invalid(value: object, rule: str) -> Refused:
    return Refused(Refusal.ODDS_INVALID, f"{shown(value)} is no odds: {rule}", value)
