"""What must hold of everybody's money over all tables, whatever befell the nodes."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from taisai.ledger.transfers import transfers
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.accounts import CASH, VOUCHERS


def vouchers(read: dict[str, list[Any]]) -> Iterator[str]:
    """Each is redeemed once, for what it was issued for; what is outstanding in all books together is what is."""
    issued: dict[str, int] = {}
    spent: Counter[str] = Counter()
    in_books = 0
    for entries in read.values():
        for event in (entry.event for entry in entries):
            if isinstance(event, e.VoucherIssued):
                issued[event.voucher] = event.amount
            elif isinstance(event, e.CreditBought) and event.voucher:
                spent[event.voucher] += 1
                if _issued_for(read, event.voucher) != event.amount:
                    yield f"a voucher was redeemed for {event.amount}"
            in_books += _moved(event, VOUCHERS)
    yield from (f"a voucher was redeemed {times} times" for times in spent.values() if times > 1)
    outstanding = sum(amount for voucher, amount in issued.items() if voucher not in spent)
    if in_books != outstanding:
        yield f"vouchers worth {outstanding} are outstanding, and all books together say {in_books}"
    promised = {voucher for entries in read.values() for voucher in _promised(entries)}
    if promised:
        yield f"{len(promised)} promises have no end"


def _promised(entries: list[Any]) -> set[str]:
    promised = set[str]()
    for event in (entry.event for entry in entries):
        if isinstance(event, e.VoucherPromised):
            promised.add(event.voucher)
        elif isinstance(event, e.VoucherReleased | e.VoucherRedeemed):
            promised.discard(event.voucher)
    return promised


def _issued_for(read: dict[str, list[Any]], voucher: str) -> int | None:
    events = (entry.event for entries in read.values() for entry in entries)
    return next((one.amount for one in events if isinstance(one, e.VoucherIssued) and one.voucher == voucher), None)


def _moved(event: Any, account: str) -> int:
    found = transfers(event, "house")  # type: ignore[arg-type]
    return sum(one.amount * ((one.target == account) - (one.source == account)) for one in found)


def cash(sent: list[Any], read: dict[str, list[Any]]) -> Iterator[str]:
    """All money came from the players: what they remember to have paid is what the journals say."""
    paid = 0
    for one in sent:
        if isinstance(one.order.command, c.BuyIn) and not one.order.command.voucher and one.receipts:
            paid += one.order.command.amount
    unclear = any(one.unanswered and not one.receipts for one in sent)
    in_books = -sum(_moved(entry.event, CASH) for entries in read.values() for entry in entries)
    if in_books != paid and not (unclear and in_books > paid):
        yield f"players paid {paid}, and all books together say {in_books}"
