"""Credits: buying in, vouchers, and what players owe."""

from taisai.rules.personal import Name, TypedText
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Act
from taisai.table import allow
from taisai.table.accounts import CASH, VOUCHERS, Account, Transfer, Transfers, owed_account, seat_account
from taisai.table.game import Game
from taisai.table.gates import CREDITS, MONEY, OPEN, TWO, By, Time, Two, When, Who
from taisai.table.handlers import applies, decides
from taisai.table.order import Order
from taisai.table.own_limits import Carried, carried_with
from taisai.table.parts import Command, Event, Money, Number, Text, Word
from taisai.table.sentences import with_second
from taisai.table.state import Outstanding, Table
from taisai.table.trades.own_limits import bring, carry, check_rested


class BuyIn(Command, frozen=True, tag="buy-in"):
    """`voucher` is the number that the holder types; the house replaces it by its digest. `issued_elsewhere`: the house
    confirms that another table issued it for this amount. `carried` are the player's own limits from there."""

    seat: Number
    amount: Number = 0
    voucher: Word = ""
    issued_elsewhere: bool = False
    carried: Carried | None = None


@decides(OPEN, By(Act.HANDLE_MONEY, or_player=True), CREDITS, When(Time.RUNNING))
def buy_in(game: Game, table: Table, order: Order, command: BuyIn) -> list[Event]:
    check_rested(command.seat, allow.unlocked(table, order, command.seat).own)
    if command.amount < 1:
        raise Refused(
            Refusal.STAKE_INVALID,
            f"{game.money(command.amount)} is not a buy-in; enter at least {game.money(1)}",
            command.amount,
        )
    if not command.voucher:
        return [CreditBought(command.seat, command.amount, "")]
    issued = table.vouchers.get(command.voucher)
    if (issued is None or issued.amount != command.amount) and not command.issued_elsewhere:
        words = "there is no outstanding voucher for that amount: it was already redeemed or never issued"
        raise Refused(Refusal.VOUCHER_UNKNOWN, words, command.amount)
    carried = None if issued else command.carried
    bought = CreditBought(command.seat, command.amount, command.voucher, carried)
    if issued and table.seats[issued.seat].uncollected == command.voucher:
        return [VoucherCollected(issued.seat, issued.amount, command.voucher, issued.ending), bought]
    return [bought]


class CashOut(Command, frozen=True, tag="cash-out"):
    """`voucher` is its number, which the house creates if it is empty. The table gets only the digest, its `ending` and
    the time when it `expires`."""

    seat: Number
    voucher: Word = ""
    ending: Word = ""
    expires: Word = ""


@decides(By(Act.HANDLE_MONEY, or_player=True), Two(or_player=True), CREDITS)
def cash_out(game: Game, table: Table, order: Order, command: CashOut) -> list[Event]:
    """Issue a voucher. Staff need a second person, because a voucher is as good as cash."""
    seat = allow.unlocked(table, order, command.seat)
    if not command.voucher or command.voucher in table.vouchers:
        words = f"the voucher ending in {command.ending} was issued before; a number is never used twice"
        raise Refused(Refusal.VOUCHER_UNKNOWN, words, command.ending)
    if seat.uncollected:
        ending = table.vouchers[seat.uncollected].ending
        words = f"the voucher ending in {ending} was not collected yet; take it, or have staff check the printer"
        raise Refused(Refusal.VOUCHER_UNCOLLECTED, words, ending)
    if not seat.credit:
        raise Refused(Refusal.CREDIT_SHORT, f"seat {command.seat} has no credit to cash out", 0)
    issued = (command.seat, seat.credit, command.voucher, command.ending, command.expires)
    carried = carried_with(seat.own, seat.loss_floor, seat.credit)
    return [VoucherIssued(*issued, second=order.agreed, carried=carried)]


class CollectVoucher(Command, frozen=True, tag="collect-voucher"):
    """The player took the voucher from the printer. Only now the seat's meter moves."""

    seat: Number
    ending: Word


@decides(By(Act.HANDLE_MONEY, or_player=True, or_house=True))
def collect_voucher(game: Game, table: Table, order: Order, command: CollectVoucher) -> list[Event]:
    """Record that the voucher was taken from the printer.

    The player or staff confirm it, or the house after it was redeemed at another table."""
    voucher = _uncollected(table, order, command)
    return [VoucherCollected(command.seat, table.vouchers[voucher].amount, voucher, command.ending)]


class CancelVoucher(Command, frozen=True, tag="cancel-voucher"):
    """The voucher was not printed: nobody can redeem it, and the amount returns to the credit. `procedure` says what
    was found and done."""

    seat: Number
    ending: Word
    procedure: Text


@decides(MONEY, TWO)
def cancel_voucher(game: Game, table: Table, order: Order, command: CancelVoucher) -> list[Event]:
    """Cancel a voucher.

    Players may not, because the voucher may be someone else's by now. Staff need two people: the holder loses money."""
    voucher = _uncollected(table, order, command)
    if not command.procedure.strip():
        raise Refused(Refusal.VOUCHER_UNCOLLECTED, "enter what was found at the printer", command.ending)
    amount = table.vouchers[voucher].amount
    return [VoucherCancelled(command.seat, amount, voucher, command.ending, command.procedure, order.agreed)]


def _uncollected(table: Table, order: Order, command: CollectVoucher | CancelVoucher) -> str:
    voucher = allow.seat(table, order, command.seat).uncollected
    if not voucher or table.vouchers[voucher].ending != command.ending:
        words = f"seat {command.seat} has no voucher ending in {command.ending!r} to collect"
        raise Refused(Refusal.VOUCHER_UNKNOWN, words, command.ending)
    return voucher


class NoteRedeemed(Command, frozen=True, tag="note-redeemed"):
    """Only for the house: another table redeemed this table's voucher, named by its digest."""

    voucher: Word


@decides(By(Who.HOUSE))
def note_redeemed(game: Game, table: Table, order: Order, command: NoteRedeemed) -> list[Event]:
    """Record that another table redeemed a voucher. This also proves that it was collected."""
    issued = table.vouchers.get(command.voucher)
    if issued is None:
        raise Refused(Refusal.VOUCHER_UNKNOWN, "this table has no such outstanding voucher", "")
    told = (issued.seat, issued.amount, command.voucher, issued.ending)
    collected = [VoucherCollected(*told)] if table.seats[issued.seat].uncollected == command.voucher else []
    return [*collected, VoucherRedeemed(*told)]


class PayOwed(Command, frozen=True, tag="pay-owed"):
    """The player pays staff in cash what a correction could not debit."""

    seat: Number
    amount: Number


@decides(MONEY, TWO)
def pay_owed(game: Game, table: Table, order: Order, command: PayOwed) -> list[Event]:
    """Record a payment of a debt. Two people: no count would show a debt that was cleared without a payment."""
    owed = allow.seat(table, order, command.seat).owed
    if not 1 <= command.amount <= owed:
        words = f"seat {command.seat} owes {game.money(owed)}, so {game.money(command.amount)} cannot be paid"
        raise Refused(Refusal.CREDIT_SHORT, words, command.amount)
    return [OwedPaid(command.seat, command.amount, order.agreed)]


class CreditBought(Event, frozen=True, tag="credit-bought"):
    """`voucher` is the digest of the redeemed voucher's number, empty for cash. `carried` are the player's own limits,
    if another table issued it."""

    quiet = True
    seat: int
    amount: int
    voucher: str
    carried: Carried | None = None

    def transfers(self, bank: Account) -> Transfers:
        return (Transfer(VOUCHERS if self.voucher else CASH, seat_account(self.seat), self.amount),)

    def sentence(self, money: Money) -> str:
        return f"seat {self.seat} buys in {money(self.amount)} {'with a voucher' if self.voucher else 'in cash'}"


@applies
def credit_bought(table: Table, event: CreditBought) -> None:
    seat = table.seats[event.seat]
    seat.credit += event.amount
    seat.meter_in += event.amount
    seat.loss_floor += event.amount if seat.loss_floor else 0
    seat.away = False
    table.vouchers.pop(event.voucher, None)
    bring(table, seat, event.voucher, event.carried)


class VoucherIssued(Event, frozen=True, tag="voucher-issued"):
    """The meter moves with `voucher-collected`. `carried` are the player's own limits, for the table that
    redeems it."""

    quiet = True
    seat: int
    amount: int
    voucher: str
    ending: str
    expires: str = ""
    second: Name = ""
    carried: Carried | None = None

    def transfers(self, bank: Account) -> Transfers:
        return (Transfer(seat_account(self.seat), VOUCHERS, self.amount),)

    def sentence(self, money: Money) -> str:
        return (
            f"seat {self.seat} cashes out {money(self.amount)} to the voucher ending in "
            f"{self.ending}{with_second(self.second)}"
        )


@applies
def voucher_issued(table: Table, event: VoucherIssued) -> None:
    seat = table.seats[event.seat]
    carry(table, seat, event.voucher, seat.credit)
    seat.credit -= event.amount
    table.vouchers[event.voucher] = Outstanding(event.seat, event.amount, event.ending, event.expires)
    seat.uncollected = event.voucher


class VoucherCollected(Event, frozen=True, tag="voucher-collected"):
    quiet = True
    seat: int
    amount: int
    voucher: str
    ending: str

    def sentence(self, money: Money) -> str:
        return f"the voucher of seat {self.seat} ending in {self.ending}, worth {money(self.amount)}, is collected"


@applies
def voucher_collected(table: Table, event: VoucherCollected) -> None:
    seat = table.seats[event.seat]
    seat.meter_out += event.amount
    seat.uncollected = ""


class VoucherCancelled(Event, frozen=True, tag="voucher-cancelled"):
    noted = "voucher-cancelled"
    quiet = True
    seat: int
    amount: int
    voucher: str
    ending: str
    procedure: TypedText
    second: Name = ""

    def transfers(self, bank: Account) -> Transfers:
        return (Transfer(VOUCHERS, seat_account(self.seat), self.amount),)

    def sentence(self, money: Money) -> str:
        return (
            f"the voucher of seat {self.seat} ending in {self.ending} is cancelled{with_second(self.second)}: "
            f"{self.procedure}; {money(self.amount)} goes back to the credit"
        )


@applies
def voucher_cancelled(table: Table, event: VoucherCancelled) -> None:
    seat = table.seats[event.seat]
    seat.credit += event.amount
    seat.uncollected = ""
    del table.vouchers[event.voucher]
    bring(table, seat, event.voucher)


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


class OwedPaid(Event, frozen=True, tag="owed-paid"):
    """Paid in cash, which no seat held before."""

    seat: int
    amount: int
    second: Name = ""

    def transfers(self, bank: Account) -> Transfers:
        return (Transfer(CASH, owed_account(self.seat), self.amount),)

    def sentence(self, money: Money) -> str:
        return f"seat {self.seat} pays {money(self.amount)} of what it owes{with_second(self.second)}"


@applies
def owed_paid(table: Table, event: OwedPaid) -> None:
    table.seats[event.seat].owed -= event.amount
