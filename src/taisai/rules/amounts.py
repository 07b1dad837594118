"""Amounts as people and programs give them: each is a number, and none is so large that a figure of it overflows."""

from enum import Enum
from fractions import Fraction
from typing import Any, Final

from taisai.rules.refusals import Refusal, Refused, shown

AMOUNT_MAX: Final = 10**24


def whole(value: Any) -> int | None:
    """Return a whole number, also one of NumPy's, as Python's own; None for anything else."""
    return None if isinstance(value, bool) or not hasattr(value, "__index__") else int(value.__index__())


def checked_stake(stake: Any, spot: str) -> int:
    """Return the stake if it is one."""
    number = whole(stake)
    if number is None or number < 1:
        words = f"{shown(stake)} on {spot!r} is not a stake; stakes are whole numbers from 1"
        raise Refused(Refusal.STAKE_INVALID, words, shown(stake) if number is None else number)
    if number > AMOUNT_MAX:
        words = f"{shown(number)} on {spot!r} is too large; stakes are whole numbers up to {AMOUNT_MAX:,}"
        raise Refused(Refusal.STAKE_TOO_LARGE, words, shown(number))
    return number


def checked_amount(amount: Any, code: Enum, what: str) -> Fraction:
    """Return an amount of either sign if it is one."""
    known = isinstance(amount, int | Fraction | float) and not isinstance(amount, bool)
    if not known or not -AMOUNT_MAX <= amount <= AMOUNT_MAX:
        words = f"{shown(amount)} is not {what}; use a number up to {AMOUNT_MAX:,}"
        raise Refused(code, words, shown(amount))
    return Fraction(amount)
