"""Claims: locks on what may happen once only in all journals of a house. They decide nothing else."""

from collections.abc import Iterable

from taisai.table import events as e


def issued(voucher: str) -> str:
    return f"voucher issued {voucher}"


def claims_of(events: Iterable[e.Event]) -> list[str]:
    """Return the claims of events. Whether a voucher was redeemed is no claim: the table that issued it knows."""
    return [issued(event.voucher) for event in events if isinstance(event, e.VoucherIssued)]
