"""Vouchers that another table redeems: the table that issued one promises it first, and knows the end of it last."""

from taisai.rules.refusals import Refusal, Refused
from taisai.table.game import Game
from taisai.table.gates import By, Who
from taisai.table.handlers import applies, decides
from taisai.table.order import Order
from taisai.table.own_limits import Carried
from taisai.table.parts import Command, Event, Money, Number, Word
from taisai.table.state import Outstanding, Promise, Table
from taisai.table.trades.money import VoucherCollected, check_not_promised


class PromiseVoucher(Command, frozen=True, tag="promise-voucher"):
    """Only for the house: a seat of another table redeems this table's voucher, named by its digest. `amount` is 0 if
    the holder did not say it. `after` is the newest entry there."""

    voucher: Word
    amount: Number
    promise: Word
    table: Word
    seat: Number
    after: Number


@decides(By(Who.HOUSE))
def promise_voucher(game: Game, table: Table, order: Order, command: PromiseVoucher) -> list[Event]:
    """Promise a voucher to one seat of one table. Until that has an end, nobody else redeems or cancels it."""
    issued = _outstanding(table, command.voucher)
    if command.amount not in (0, issued.amount):
        words = "there is no outstanding voucher for that amount: it was already redeemed or never issued"
        raise Refused(Refusal.VOUCHER_UNKNOWN, words, command.amount)
    check_not_promised(table, command.voucher)
    told = (issued.seat, issued.amount, command.voucher, issued.ending, command.promise)
    there = (command.table, command.seat, command.after)
    return [VoucherPromised(*told, *there, issued.expires, table.carried.get(command.voucher))]


class ReleaseVoucher(Command, frozen=True, tag="release-voucher"):
    """Only for the house: the other table did not redeem the voucher and never will by this promise."""

    voucher: Word
    promise: Word


@decides(By(Who.HOUSE))
def release_voucher(game: Game, table: Table, order: Order, command: ReleaseVoucher) -> list[Event]:
    issued = _promised(table, command.voucher, command.promise)
    return [VoucherReleased(issued.seat, issued.amount, command.voucher, issued.ending, command.promise)]


class NoteRedeemed(Command, frozen=True, tag="note-redeemed"):
    """Only for the house: the other table redeemed the voucher by this promise."""

    voucher: Word
    promise: Word


@decides(By(Who.HOUSE))
def note_redeemed(game: Game, table: Table, order: Order, command: NoteRedeemed) -> list[Event]:
    """Record that another table redeemed a voucher. This also proves that it was collected."""
    issued = _promised(table, command.voucher, command.promise)
    told = (issued.seat, issued.amount, command.voucher, issued.ending)
    collected = [VoucherCollected(*told)] if table.seats[issued.seat].uncollected == command.voucher else []
    return [*collected, VoucherRedeemed(*told)]


def _promised(table: Table, voucher: str, promise: str) -> Outstanding:
    issued, standing = _outstanding(table, voucher), table.promised.get(voucher)
    if standing is None or standing.promise != promise:
        raise Refused(Refusal.VOUCHER_UNKNOWN, "the voucher is not promised like this to another table", "")
    return issued


def _outstanding(table: Table, voucher: str) -> Outstanding:
    issued = table.vouchers.get(voucher)
    if issued is None:
        raise Refused(Refusal.VOUCHER_UNKNOWN, "this table has no such outstanding voucher", "")
    return issued


class VoucherPromised(Event, frozen=True, tag="voucher-promised"):
    """What the other table needs to redeem this table's voucher, and nobody else's word: for `by_seat` of `table`,
    whose entries beyond `after` say whether it did. `promise` names this very promise."""

    quiet = True
    seat: int
    amount: int
    voucher: str
    ending: str
    promise: str
    table: str
    by_seat: int
    after: int
    expires: str = ""
    carried: Carried | None = None

    def sentence(self, money: Money) -> str:
        return (
            f"the voucher of seat {self.seat} ending in {self.ending}, worth {money(self.amount)}, is promised to "
            f"seat {self.by_seat} of table {self.table}"
        )


@applies
def voucher_promised(table: Table, event: VoucherPromised) -> None:
    table.promised[event.voucher] = Promise(event.promise, event.table, event.by_seat, event.after)


class VoucherReleased(Event, frozen=True, tag="voucher-released"):
    """The other table did not redeem the voucher, which is outstanding as before."""

    quiet = True
    seat: int
    amount: int
    voucher: str
    ending: str
    promise: str

    def sentence(self, money: Money) -> str:
        return (
            f"the voucher of seat {self.seat} ending in {self.ending}, worth {money(self.amount)}, was not redeemed at "
            f"the other table"
        )


@applies
def voucher_released(table: Table, event: VoucherReleased) -> None:
    del table.promised[event.voucher]


class VoucherRedeemed(Event, frozen=True, tag="voucher-redeemed"):
    """Another table redeemed this table's voucher. That table's `credit-bought` moves the money."""

    quiet = True
    seat: int
    amount: int
    voucher: str
    ending: str

    def sentence(self, money: Money) -> str:
        return (
            f"the voucher of seat {self.seat} ending in {self.ending}, worth {money(self.amount)}, is redeemed at "
            f"another table"
        )


@applies
def voucher_redeemed(table: Table, event: VoucherRedeemed) -> None:
    del table.vouchers[event.voucher]
    table.carried.pop(event.voucher, None)
    table.promised.pop(event.voucher, None)
