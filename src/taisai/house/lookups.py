"""Facts that the core cannot know by itself and is told: vouchers of other tables and rounds of long ago."""

import secrets
from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec

from taisai.house.cage import Cage
from taisai.house.claims import redeemed, worth
from taisai.house.own_limits import LOOSEN_HOURS, timed
from taisai.house.table_entry import recorded
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
    EnterSoftCount,
    ExchangeBox,
    LiftLimit,
    LimitLoss,
    LimitStake,
    LimitTime,
    OpenDispute,
    PastRound,
    ReverseRounds,
    TakeBreak,
)
from taisai.table.order import Order
from taisai.table.parts import NUMBER_MOST
from taisai.table.state import Table

NONCE_BYTES: Final = 16


class Facts(NamedTuple):
    """The sources in which a house looks things up for a table."""

    store: Store
    cage: Cage
    at: str
    head: Head
    loosen_hours: int = LOOSEN_HOURS


def informed(order: Order, table: Table, facts: Facts) -> Order:
    """Return the order with the facts that only the house can look up, replacing what its sender said. Applies to the
    commands in `WANTING`."""
    return msgspec.structs.replace(order, command=_informed(order, table, facts))


def _informed(order: Order, table: Table, facts: Facts) -> Command:
    store, cage, at, head, loosen_hours = facts
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
        case CorrectRound() | ReverseRounds():
            command = msgspec.structs.replace(command, past=())
        case EnterSoftCount():
            command = _hidden(command, table, cage)
        case LimitLoss() | LimitStake() | LimitTime() | LiftLimit() | TakeBreak():
            command = timed(command, at, loosen_hours)
    return command


WANTING: Final = frozenset((
    BuyIn, CashOut, CancelVoucher, OpenDispute, CorrectRound, ReverseRounds,
    LimitLoss, LimitStake, LimitTime, LiftLimit, TakeBreak, ExchangeBox, EnterSoftCount,
))  # fmt: skip


def asks_store(command: Command) -> bool:
    """Return whether a command in `WANTING` needs the journals."""
    match command:
        case BuyIn():
            return bool(command.voucher)
        case _:
            return isinstance(command, CancelVoucher | CorrectRound | ReverseRounds)


def _voucher_looked_up(command: BuyIn, table: Table, facts: Facts) -> BuyIn:
    """Fill in the voucher's data; its holder need not say what it is worth."""
    store, cage, at, *_ = facts
    if not command.voucher:
        return msgspec.structs.replace(command, issued_elsewhere=False, carried=None)
    digest = cage.digest(command.voucher)
    found = None if digest in table.vouchers else cage.find(digest, store)
    known = table.vouchers.get(digest) or found
    if known is not None and known.expires and at > known.expires:
        words = f"the voucher ending in {known.ending} expired on {known.expires[:10]}; take it to the cage"
        raise Refused(Refusal.VOUCHER_EXPIRED, words, known.expires)
    amount = command.amount or (known.amount if known else 0)
    is_spent, is_ours = store.claimed(redeemed(digest)) is not None, digest in table.vouchers
    if is_spent and is_ours:
        raise Refused(Refusal.VOUCHER_UNKNOWN, "the voucher was already redeemed at another table", amount)
    issued = not is_ours and store.claimed(worth(digest, amount)) is not None
    issued = issued and (known is None or known.amount == amount)  # the issuer's record wins over a claim
    elsewhere = issued and not is_spent
    carried = found.carried if found and elsewhere else None
    return msgspec.structs.replace(command, amount=amount, voucher=digest, issued_elsewhere=elsewhere, carried=carried)


def _hidden(command: EnterSoftCount, table: Table, cage: Cage) -> EnterSoftCount:
    """Fill in the key of this count, which both entries use."""
    box = table.tray.boxes.get(command.box)
    nonce = box.nonce if box and box.entries else secrets.token_hex(NONCE_BYTES)
    return msgspec.structs.replace(command, nonce=nonce, key=cage.count_key(table.table, command.box, nonce))


def _check_not_redeemed(command: CancelVoucher, table: Table, store: Store) -> None:
    seat = table.seats.get(command.seat)
    if seat and seat.uncollected and store.claimed(redeemed(seat.uncollected)) is not None:
        words = f"the voucher ending in {command.ending} cannot be cancelled: it was redeemed at another table"
        raise Refused(Refusal.VOUCHER_UNKNOWN, words, command.ending)


class LookedUp(msgspec.Struct, frozen=True):
    """What the journal says of rounds of long ago, up to the entry `last`. It is read before an order asks for it."""

    numbers: frozenset[int] = frozenset()
    last: int = 0
    found: dict[int, PastRound] = {}


def rounds_wanted(table: Table, command: Command) -> set[int]:
    """Return the rounds that the command needs and the table no longer has in memory."""
    match command:
        case CorrectRound(number=number):
            numbers: tuple[int, ...] = (number,)
        case ReverseRounds(rounds=numbers):
            pass
        case _:
            return set()
    return {number for number in numbers if 1 <= number <= table.round and table.settled(number) is None}


def with_past(order: Order, wanted: set[int], store: Store, known: LookedUp, events: Iterable[e.Event]) -> Order:
    """Return the order with its past rounds. `events` are decided but not written yet. Known rounds are not read
    again."""
    is_known = wanted <= known.numbers
    found = dict(known.found) if is_known else {}
    found |= found_in(store, wanted, after=known.last if is_known else 0)
    for event in events:
        _put(found, wanted, event)
    past = tuple(found[number] for number in sorted(wanted & found.keys()))
    assert isinstance(order.command, CorrectRound | ReverseRounds)
    return msgspec.structs.replace(order, command=msgspec.structs.replace(order.command, past=past))


def found_in(store: Store, wanted: set[int], after: int = 0, last: int = NUMBER_MOST) -> dict[int, PastRound]:
    """Find past rounds in one pass over the journal. The latest settlement of each round counts, or that it is void."""
    found: dict[int, PastRound] = {}
    named = [f'"round":{number}'.encode() for number in wanted]
    for stored in store.read(after):
        if stored.seq > last:
            break
        if any(name in stored.body for name in named):
            _put(found, wanted, recorded(stored.clear).event)
    return found


def _put(found: dict[int, PastRound], wanted: set[int], event: e.Event) -> None:
    match event:
        case e.LosersCollected(round=number, roll=roll) if number in wanted:
            won = (award for awards in event.winners.values() for award in awards)
            found[number] = PastRound(number, roll, (*event.lost, *won))
        case e.RoundCorrected(round=number, roll=roll, awards=awards) if number in wanted:
            found[number] = PastRound(number, roll, awards)
        case e.RoundReversed(round=number) | e.RoundVoided(round=number) if number in wanted:
            found[number] = PastRound(number, "", (), void=True)
