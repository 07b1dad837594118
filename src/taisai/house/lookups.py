"""Facts that the core cannot know by itself and is told: promises of other tables and rounds of long ago."""

import secrets
from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec

from taisai.house.cage import Cage
from taisai.house.own_limits import LOOSEN_HOURS, timed
from taisai.house.table_entry import recorded
from taisai.journal.entry import Head
from taisai.journal.store import Store
from taisai.rules.refusals import Refusal, Refused
from taisai.table import events as e
from taisai.table.commands import (
    BuyIn,
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
    PromiseVoucher,
    ReverseRounds,
    TakeBreak,
)
from taisai.table.order import Order
from taisai.table.parts import NUMBER_MOST
from taisai.table.state import Table

NONCE_BYTES: Final = 16


class Redeeming(Order, frozen=True, kw_only=True):
    """An order that redeems a voucher of another table, with the promise of that table."""

    promise: e.VoucherPromised


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
    _, cage, at, head, loosen_hours = facts
    command = order.command
    match command:
        case BuyIn():
            command = _voucher_looked_up(order, command, table, facts)
        case PromiseVoucher(voucher=voucher) if voucher in table.vouchers:
            own = table.vouchers[voucher]
            _check_not_expired(own.ending, own.expires, at)
        case CashOut():
            number = command.voucher or cage.number(table.table, order.id)
            told = {"voucher": cage.digest(number), "ending": number[-4:], "expires": cage.expiry(at)}
            command = msgspec.structs.replace(command, **told)
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
    BuyIn, PromiseVoucher, CashOut, OpenDispute, CorrectRound, ReverseRounds,
    LimitLoss, LimitStake, LimitTime, LiftLimit, TakeBreak, ExchangeBox, EnterSoftCount,
))  # fmt: skip


def asks_store(command: Command) -> bool:
    """Return whether a command in `WANTING` needs the journals."""
    return isinstance(command, CorrectRound | ReverseRounds)


def _voucher_looked_up(order: Order, command: BuyIn, table: Table, facts: Facts) -> BuyIn:
    """Fill in the voucher's data, which only the table that issued it knows; its holder need not say what it is
    worth."""
    command = msgspec.structs.replace(command, issued_elsewhere=False, carried=None)
    if not command.voucher:
        return command
    digest = facts.cage.digest(command.voucher)
    own = table.vouchers.get(digest)
    if own is not None:
        _check_not_expired(own.ending, own.expires, facts.at)
        return msgspec.structs.replace(command, amount=command.amount or own.amount, voucher=digest)
    if isinstance(order, Redeeming) and _fits(order.promise, command.seat, table, digest):
        told = {"amount": order.promise.amount, "carried": order.promise.carried, "issued_elsewhere": True}
        return msgspec.structs.replace(command, voucher=digest, **told)
    return msgspec.structs.replace(command, voucher=digest)


def _fits(promise: e.VoucherPromised, seat: int, table: Table, voucher: str) -> bool:
    return (promise.voucher, promise.table, promise.by_seat) == (voucher, table.table, seat)


def _check_not_expired(ending: str, expires: str, at: str) -> None:
    if expires and at > expires:
        words = f"the voucher ending in {ending} expired on {expires[:10]}; take it to the cage"
        raise Refused(Refusal.VOUCHER_EXPIRED, words, expires)


def _hidden(command: EnterSoftCount, table: Table, cage: Cage) -> EnterSoftCount:
    """Fill in the key of this count, which both entries use."""
    box = table.tray.boxes.get(command.box)
    nonce = box.nonce if box and box.entries else secrets.token_hex(NONCE_BYTES)
    return msgspec.structs.replace(command, nonce=nonce, key=cage.count_key(table.table, command.box, nonce))


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
