"""What the core cannot know by itself and is told: vouchers of other tables, rounds of long ago."""

from collections.abc import Iterable

import msgspec

from taisai.house.reading import recorded
from taisai.journal.store import Store
from taisai.table import events as e
from taisai.table.commands import BuyIn, Command, CorrectRound, PastRound, ReverseRounds
from taisai.table.decide.money import voucher_digest
from taisai.table.state import Table


def informed(command: Command, table: Table, store: Store) -> Command:
    """The command with the facts that only the house can look up, whatever its sender said of them."""
    match command:
        case BuyIn(voucher=voucher) if voucher:
            digest = voucher_digest(voucher)
            issued = digest not in table.vouchers and store.has_claim(worth(digest, command.amount))
            elsewhere = issued and not store.has_claim(redeemed(digest))
            return msgspec.structs.replace(command, issued_elsewhere=elsewhere)
        case BuyIn():
            return msgspec.structs.replace(command, issued_elsewhere=False)
        case CorrectRound():
            return msgspec.structs.replace(command, past=_past(table, store, (command.number,)))
        case ReverseRounds():
            return msgspec.structs.replace(command, past=_past(table, store, command.rounds))
        case _:
            return command


def worth(voucher: str, amount: int) -> str:
    """The claim that a voucher was issued for an amount."""
    return f"voucher worth {amount} {voucher}"


def redeemed(voucher: str) -> str:
    return f"voucher redeemed {voucher}"


def _past(table: Table, store: Store, numbers: Iterable[int]) -> tuple[PastRound, ...]:
    wanted = {number for number in numbers if number <= table.round and table.settled(number) is None}
    return tuple(_found(store, wanted).values()) if wanted else ()


def _found(store: Store, wanted: set[int]) -> dict[int, PastRound]:
    """One reading of the journal; the latest settlement of each round counts, and none of a reversed one."""
    found: dict[int, PastRound] = {}
    for stored in store.read():
        match recorded(stored.body).event:
            case e.LosersCollected(round=number, roll=roll) as event if number in wanted:
                won = (award for awards in event.winners.values() for award in awards)
                found[number] = PastRound(number, roll, (*event.lost, *won))
            case e.RoundCorrected(round=number, roll=roll, awards=awards) if number in wanted:
                found[number] = PastRound(number, roll, awards)
            case e.RoundReversed(round=number):
                found.pop(number, None)
    return found
