"""Events that may happen only once in all journals of a house: issuing a voucher and redeeming it."""

from collections.abc import Iterable

import msgspec

from taisai.table import events as e
from taisai.table.own_limits import Carried


class Issued(msgspec.Struct, frozen=True, array_like=True):
    """What a table that did not issue a voucher is told about it; `carried` moves with the voucher."""

    table: str
    seat: int
    amount: int
    ending: str
    expires: str
    carried: Carried | None = None


def issued(voucher: str) -> str:
    return f"voucher issued {voucher}"


def worth(voucher: str, amount: int) -> str:
    return f"voucher worth {amount} {voucher}"


def redeemed(voucher: str) -> str:
    return f"voucher redeemed {voucher}"


def claims_of(events: Iterable[e.Event]) -> list[str]:
    """Return the keys of the claims, without their values."""
    claims: list[str] = []
    for event in events:
        if (isinstance(event, e.CreditBought) and event.voucher) or isinstance(event, e.VoucherCancelled):
            claims.append(redeemed(event.voucher))  # a cancelled voucher cannot be redeemed either
        elif isinstance(event, e.VoucherIssued):
            claims += [issued(event.voucher), worth(event.voucher, event.amount)]
    return claims
