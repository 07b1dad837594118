"""Accounts, and transfers from one to another: all money has two ends."""

from collections.abc import Iterable
from functools import cache
from typing import Final, NewType

import msgspec

Account = NewType("Account", str)

LAYOUT: Final = Account("layout")
HOUSE: Final = Account("house")
CASH: Final = Account("cash")
VOUCHERS: Final = Account("vouchers")
FLOAT: Final = Account("float")
CAGE: Final = Account("cage")
ELSEWHERE: Final = Account("elsewhere")  # chips of the house that are in play or in pockets, but not at this table
VARIANCE: Final = Account("variance")
TIPS: Final = Account("tips")


@cache
def seat_account(seat: int) -> Account:
    return Account(f"seat:{seat}")


def owed_account(seat: int) -> Account:
    """Return the account of what a seat owes the house; negative while anything is owed."""
    return Account(f"owed:{seat}")


def box_account(box: str) -> Account:
    """Return the account of a drop box that is not counted yet."""
    return Account(f"box:{box}")


class Transfer(msgspec.Struct, frozen=True, gc=False):
    source: Account
    target: Account
    amount: int


Transfers = Iterable[Transfer]
