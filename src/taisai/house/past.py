"""What the core cannot know by itself and is told: vouchers of other tables, rounds of long ago."""

from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec

from taisai.house.cage import Cage
from taisai.house.reading import recorded
from taisai.journal.entry import Head
from taisai.journal.store import Store
from taisai.rules.refusals import Refusal, Refused
from taisai.table import events as e
from taisai.table.commands import (
    BuyIn,
    CancelVoucher,
    CashOut,
    Command,
    CorrectRound,
    OpenDispute,
    PastRound,
    ReverseRounds,
)
from taisai.table.order import Order
from taisai.table.state import Table


class Facts(NamedTuple):
    """Where a table's house looks things up."""

    store: Store
    cage: Cage
    at: str
    head: Head


def informed(order: Order, table: Table, facts: Facts) -> Order:
    """The order with what only the house can look up, whatever its sender said of it; `WANTING` are those concerned."""
    return msgspec.structs.replace(order, command=_informed(order, table, facts))


def _informed(order: Order, table: Table, facts: Facts) -> Command:
    store, cage, at, head = facts
    command = order.command
    match command:
        case BuyIn():
            command = _voucher_looked_up(command, table, facts)
        case CashOut():
            number = command.voucher or cage.number(table.table, order.id)
            told = {"voucher": cage.digest(number), "ending": number[-4:], "expires": cage.expiry(at)}
            command = msgspec.structs.replace(command, **told)
        case CancelVoucher():
            _check_not_redeemed(command, table, store)
        case OpenDispute():
            evidence = command.evidence or f"entry {head.seq} {head.seal.hex()}"
            command = msgspec.structs.replace(command, evidence=evidence)
        case CorrectRound():
            command = msgspec.structs.replace(command, past=_past(table, store, (command.number,)))
        case ReverseRounds():
            command = msgspec.structs.replace(command, past=_past(table, store, command.rounds))
    return command


WANTING: Final = frozenset((BuyIn, CashOut, CancelVoucher, OpenDispute, CorrectRound, ReverseRounds))


def _voucher_looked_up(command: BuyIn, table: Table, facts: Facts) -> BuyIn:
    """A holder need not say what the voucher is worth."""
    store, cage, at, _ = facts
    if not command.voucher:
        return msgspec.structs.replace(command, issued_elsewhere=False)
    digest = cage.digest(command.voucher)
    known = table.vouchers.get(digest) or cage.find(digest)
    if known is not None and known.expires and at > known.expires:
        words = f"the voucher ending in {known.ending} expired on {known.expires[:10]}; take it to the cage"
        raise Refused(Refusal.VOUCHER_EXPIRED, words, known.expires)
    amount = command.amount or (known.amount if known else 0)
    is_spent, is_ours = store.has_claim(redeemed(digest)), digest in table.vouchers
    if is_spent and is_ours:
        raise Refused(Refusal.VOUCHER_UNKNOWN, "the voucher was redeemed at another table already", amount)
    issued = not is_ours and store.has_claim(worth(digest, amount))
    issued = issued and (known is None or known.amount == amount)  # whoever issued it knows better than a claim
    elsewhere = issued and not is_spent
    return msgspec.structs.replace(command, amount=amount, voucher=digest, issued_elsewhere=elsewhere)


def _check_not_redeemed(command: CancelVoucher, table: Table, store: Store) -> None:
    seat = table.seats.get(command.seat)
    if seat and seat.uncollected and store.has_claim(redeemed(seat.uncollected)):
        words = f"the voucher ending in {command.ending} was redeemed at another table, so it was printed"
        raise Refused(Refusal.VOUCHER_UNKNOWN, words, command.ending)


def worth(voucher: str, amount: int) -> str:
    """The claim that a voucher was issued for an amount."""
    return f"voucher worth {amount} {voucher}"


def redeemed(voucher: str) -> str:
    return f"voucher redeemed {voucher}"


def _past(table: Table, store: Store, numbers: Iterable[int]) -> tuple[PastRound, ...]:
    wanted = {number for number in numbers if number <= table.round and table.settled(number) is None}
    return tuple(_found(store, wanted).values()) if wanted else ()


def _found(store: Store, wanted: set[int]) -> dict[int, PastRound]:
    """One reading of the journal; the latest settlement of each round counts, or that it is void."""
    found: dict[int, PastRound] = {}
    for stored in store.read():
        match recorded(stored.body).event:
            case e.LosersCollected(round=number, roll=roll) as event if number in wanted:
                won = (award for awards in event.winners.values() for award in awards)
                found[number] = PastRound(number, roll, (*event.lost, *won))
            case e.RoundCorrected(round=number, roll=roll, awards=awards) if number in wanted:
                found[number] = PastRound(number, roll, awards)
            case e.RoundReversed(round=number) | e.RoundVoided(round=number) if number in wanted:
                found[number] = PastRound(number, "", (), void=True)
    return found
