"""Odds to one: an exact number of units of 1/per."""

import re
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import Final, Self

import msgspec

from taisai.rules.refusals import Refusal, Refused, shown

FINEST = 100  # hundredths of a unit; a finer decimal is taken for a typing error
FINEST_RATIO = 1000
MOST = 1_000_000
TOO_FINE: Final = "odds cannot be finer than hundredths of a unit"
EXAMPLES: Final = 'odds are a number, such as 62 or 8.5, or a ratio such as "3/2"'


class Odds(msgspec.Struct, frozen=True):
    """`Odds(17, 2)` is 8.5 to 1, in lowest terms. `Odds(0)` returns the stake, `Odds(-1, 2)` half of it.

    >>> Odds(17, 2), Odds.parse("8.5") == Odds(17, 2)
    (Odds.parse('8.5'), True)
    """

    units: int
    per: int = 1

    def __post_init__(self) -> None:
        assert self.per > 0, self
        assert self.units > -self.per, self
        assert gcd(self.units, self.per) == 1, self

    @classmethod
    def of(cls, value: object, *, for_one: bool = False) -> Self:
        """Read a whole or decimal number or a ratio such as "3/2": to one, or for one, which includes the stake.

        >>> Odds.of("3/2"), Odds.of(12, for_one=True)
        (Odds.parse('1.5'), Odds.parse('11'))
        """
        exact = _ratio(value) if isinstance(value, str) else _number(value)
        if exact <= for_one:
            raise _invalid(value, "odds must leave a winner with a gain" if for_one else "odds must be above 0")
        return cls._exactly(exact - for_one, value)

    @classmethod
    def returning(cls, value: object) -> Self:
        """Read the share of a stake that is returned: 1 is a push, 0.5 or "1/2" is half back.

        >>> Odds.returning("1/2").words
        'half back'
        """
        share = _ratio(value, "a share") if isinstance(value, str) else _number(value, "a share")
        if not 0 < share <= 1:
            raise _invalid(value, "a share of the stake must be above 0 and at most 1", "a share")
        return cls._exactly(share - 1, value)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the printed form: 62, 8.5, 7/6; 0 or -0.5 if all or half of the stake is returned.

        >>> Odds.parse("8.5").to_one
        Fraction(17, 2)
        """
        if not re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,9}|/[0-9]{1,9})?", text) or text.endswith("/0"):
            raise _invalid(text, EXAMPLES)
        exact = Fraction(text)
        if "." in text and FINEST % exact.denominator:
            raise _invalid(text, TOO_FINE)
        return cls._exactly(exact, text)

    @classmethod
    def _exactly(cls, exact: Fraction, value: object) -> Self:
        if exact > MOST:
            raise _invalid(value, f"odds can be at most {MOST}")
        if exact <= -1:
            raise _invalid(value, EXAMPLES)
        if exact.denominator > FINEST_RATIO:
            raise _invalid(value, TOO_FINE)
        return cls(exact.numerator, exact.denominator)

    def less(self, commission: Fraction) -> Self:
        """Return the odds after a commission on the winnings.

        >>> from fractions import Fraction
        >>> Odds.parse("2").less(Fraction(5, 100))
        Odds.parse('1.9')
        """
        return self._exactly(self.to_one * (1 - commission), self)

    @property
    def to_one(self) -> Fraction:
        """What a unit staked wins.

        >>> Odds.parse("8.5").to_one
        Fraction(17, 2)
        """
        return Fraction(self.units, self.per)

    @property
    def wins(self) -> bool:
        """Whether more is returned than was staked.

        >>> Odds.parse("8.5").wins, Odds.parse("0").wins
        (True, False)
        """
        return self.units > 0

    @property
    def words(self) -> str:
        """The form on a felt: a ratio as 7:6, a share of the stake in words.

        >>> Odds.parse("7/6").words, Odds.parse("0").words
        ('7:6', 'push')
        """
        if self.wins:
            return str(self).replace("/", ":")
        back = 1 + self.to_one
        return _SHARES.get(back) or f"{str(Odds(back.numerator, back.denominator)).replace('/', ':')} back"

    def __str__(self) -> str:
        return _printed(self)

    def __repr__(self) -> str:
        return f"Odds.parse('{self}')"


_SHARES: Final = {Fraction(1): "push", Fraction(1, 2): "half back"}


@lru_cache(4096)
def _printed(odds: Odds) -> str:
    """Return the printed form, which a pay table needs for thousands of spots and rolls."""
    return exact_decimal(odds.to_one)


def exact_decimal(number: Fraction) -> str:
    """Write hundredths as a decimal (8.5, 62, -0.25) and any other number as a fraction (7/6)."""
    whole = number * FINEST
    if whole.denominator != 1:
        return str(number)
    sign, (units, rest) = ("-" if whole < 0 else ""), divmod(abs(whole.numerator), FINEST)
    return f"{sign}{units}.{rest:02d}".rstrip("0").rstrip(".") if rest else f"{sign}{units}"


def percent_of(value: object) -> Fraction:
    """Return a share from a percentage: 5 or 2.5, above 0 and below 100."""
    share = _number(value, "a percentage") / 100
    if not 0 < share < 1:
        raise _invalid(value, "a percentage must be above 0 and below 100", "a percentage")
    return share


def _number(value: object, what: str = "odds") -> Fraction:
    if isinstance(value, bool) or not isinstance(value, int | Decimal) or not Decimal(value).is_finite():
        raise _invalid(value, EXAMPLES if what == "odds" else "write a number", what)
    if value > MOST + 1:
        raise _invalid(value, f"odds can be at most {MOST}")
    if value <= 0:
        return Fraction(-1)  # the caller refuses it, with its own words
    exact = Fraction(value) if _is_short(Decimal(value)) else Fraction(1, FINEST + 1)
    if FINEST % exact.denominator:
        raise _invalid(value, TOO_FINE)
    return exact


def _ratio(text: str, what: str = "odds") -> Fraction:
    found = re.fullmatch(r"([0-9]{1,7})/([0-9]{1,4})", text)
    if not found or not 0 < int(found[2]) <= FINEST_RATIO:
        raise _invalid(text, EXAMPLES if what == "odds" else "write a number or a ratio such as 1/2", what)
    return Fraction(int(found[1]), int(found[2]))


def _is_short(number: Decimal) -> bool:
    """Return whether it has few enough decimal places to convert quickly."""
    exponent = number.as_tuple().exponent
    return isinstance(exponent, int) and exponent > -FINEST


def _invalid(value: object, rule: str, what: str = "odds") -> Refused:
    return Refused(Refusal.ODDS_INVALID, f"{shown(value)} is not {what}: {rule}", value)
