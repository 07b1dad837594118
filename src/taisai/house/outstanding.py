"""Limits how many vouchers of one seat may be outstanding: a table remembers each until it is redeemed."""

from enum import Enum
from typing import Final

from taisai.rules.refusals import Refused
from taisai.table.commands import CashOut, Command
from taisai.table.state import Table

SEAT_MOST: Final = 1_000  # not redeemed and not expired


class VoucherRefusal(Enum):
    TOO_MANY = "vouchers-too-many"


def check_outstanding(table: Table, command: Command, at: str) -> None:
    """Refuse a cash-out if the seat has too many outstanding vouchers. Other commands pass."""
    if isinstance(command, CashOut) and len(table.vouchers) >= SEAT_MOST:
        own = (one for one in table.vouchers.values() if one.seat == command.seat)
        found = sum(not one.expires or at <= one.expires for one in own)
        if found >= SEAT_MOST:
            words = f"seat {command.seat} has {found} outstanding vouchers; redeem some first"
            raise Refused(VoucherRefusal.TOO_MANY, words, found)
