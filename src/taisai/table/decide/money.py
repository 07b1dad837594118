"""Decide about credits, vouchers, chips and the float."""

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Act, Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import allow
from taisai.table.decide.boxes import box_there
from taisai.table.decide.chips import check_colour, check_colour_back, check_not_left
from taisai.table.decide.own_limits import check_rested
from taisai.table.game import Game
from taisai.table.order import Order
from taisai.table.own_limits import carried_with
from taisai.table.state import Seat, Table


def buy_in(game: Game, table: Table, order: Order, command: c.BuyIn) -> list[e.Event]:
    allow.open_table(table)
    check_rested(command.seat, allow.money_handler(game, table, order, command.seat).own)
    _credits_only(table)
    if table.trouble:
        words = f"the table is stopped because of {table.trouble}, so no buy-in is possible; clear that first"
        raise Refused(Refusal.TABLE_STOPPED, words, table.trouble)
    if command.amount < 1:
        raise Refused(
            Refusal.STAKE_INVALID,
            f"{game.money(command.amount)} is not a buy-in; enter at least {game.money(1)}",
            command.amount,
        )
    if not command.voucher:
        return [e.CreditBought(command.seat, command.amount, "")]
    issued = table.vouchers.get(command.voucher)
    if (issued is None or issued.amount != command.amount) and not command.issued_elsewhere:
        words = "there is no outstanding voucher for that amount: it was already redeemed or never issued"
        raise Refused(Refusal.VOUCHER_UNKNOWN, words, command.amount)
    carried = None if issued else command.carried
    bought = e.CreditBought(command.seat, command.amount, command.voucher, carried)
    if issued and table.seats[issued.seat].uncollected == command.voucher:
        return [e.VoucherCollected(issued.seat, issued.amount, command.voucher, issued.ending), bought]
    return [bought]


def cash_out(game: Game, table: Table, order: Order, command: c.CashOut) -> list[e.Event]:
    """Issue a voucher. Staff need a second person, because a voucher is as good as cash."""
    seat = allow.money_handler(game, table, order, command.seat)
    second = "" if order.by.role is Role.PLAYER else allow.two(order)
    _credits_only(table)
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
    return [e.VoucherIssued(*issued, second=second, carried=carried)]


def collect_voucher(game: Game, table: Table, order: Order, command: c.CollectVoucher) -> list[e.Event]:
    """Record that the voucher was taken from the printer.

    The player or staff confirm it, or the house after it was redeemed at another table."""
    if order.by.role not in {Role.PLAYER, Role.AUTOMATION}:
        allow.act(game, order, Act.HANDLE_MONEY)
    voucher = _uncollected(table, order, command)
    return [e.VoucherCollected(command.seat, table.vouchers[voucher].amount, voucher, command.ending)]


def cancel_voucher(game: Game, table: Table, order: Order, command: c.CancelVoucher) -> list[e.Event]:
    """Cancel a voucher.

    Players may not, because the voucher may be someone else's by now. Staff need two people: the holder loses money."""
    allow.act(game, order, Act.HANDLE_MONEY)
    second = allow.two(order)
    voucher = _uncollected(table, order, command)
    if not command.procedure.strip():
        raise Refused(Refusal.VOUCHER_UNCOLLECTED, "enter what was found at the printer", command.ending)
    amount = table.vouchers[voucher].amount
    return [e.VoucherCancelled(command.seat, amount, voucher, command.ending, command.procedure, second)]


def note_redeemed(game: Game, table: Table, order: Order, command: c.NoteRedeemed) -> list[e.Event]:
    """Record that another table redeemed a voucher. This also proves that it was collected."""
    del game
    if order.by.role is not Role.AUTOMATION:
        words = f"the house records automatically what another table redeemed; a {order.by.role} cannot"
        raise Refused(Refusal.ROLE_NOT_ALLOWED, words, order.by.role.value)
    issued = table.vouchers.get(command.voucher)
    if issued is None:
        raise Refused(Refusal.VOUCHER_UNKNOWN, "this table has no such outstanding voucher", "")
    told = (issued.seat, issued.amount, command.voucher, issued.ending)
    collected = [e.VoucherCollected(*told)] if table.seats[issued.seat].uncollected == command.voucher else []
    return [*collected, e.VoucherRedeemed(*told)]


def _uncollected(table: Table, order: Order, command: c.CollectVoucher | c.CancelVoucher) -> str:
    voucher = allow.seat(table, order, command.seat).uncollected
    if not voucher or table.vouchers[voucher].ending != command.ending:
        words = f"seat {command.seat} has no voucher ending in {command.ending!r} to collect"
        raise Refused(Refusal.VOUCHER_UNKNOWN, words, command.ending)
    return voucher


def pay_owed(game: Game, table: Table, order: Order, command: c.PayOwed) -> list[e.Event]:
    """Record a payment of a debt. Two people: no count would show a debt that was cleared without a payment."""
    allow.act(game, order, Act.HANDLE_MONEY)
    second = allow.two(order)
    owed = allow.seat(table, order, command.seat).owed
    if not 1 <= command.amount <= owed:
        words = f"seat {command.seat} owes {game.money(owed)}, so {game.money(command.amount)} cannot be paid"
        raise Refused(Refusal.CREDIT_SHORT, words, command.amount)
    return [e.OwedPaid(command.seat, command.amount, second)]


def change_cash(game: Game, table: Table, order: Order, command: c.ChangeCash) -> list[e.Event]:
    allow.act(game, order, Act.HANDLE_MONEY)
    allow.open_table(table)
    seat = allow.seat(table, order, command.seat)
    amount = _chips(game, table, command.chips)
    check_not_left(game, command.seat, seat)
    in_float(game, table, amount)
    return [e.CashChanged(command.seat, command.chips, amount, box_there(table))]


def assign_colour(game: Game, table: Table, order: Order, command: c.AssignColour) -> list[e.Event]:
    """Assign a colour to one seat. Its value is marked on the rack."""
    allow.act(game, order, Act.HANDLE_MONEY)
    allow.seat(table, order, command.seat)
    _chips(game, table, table.chips)
    if command.value < 1:
        words = f"{game.money(command.value)} is not a value for a chip; values start at {game.money(1)}"
        raise Refused(Refusal.CHIP_UNKNOWN, words, command.value)
    holder = next((n for n, seat in table.seats.items() if seat.colour == command.colour and n != command.seat), 0)
    if not command.colour or holder:
        words = f"seat {holder} has the colour {command.colour}; choose another" if command.colour else "name a colour"
        raise Refused(Refusal.COLOUR_TAKEN, words, command.colour)
    on_layout = table.current is not None and any(stake.seat == command.seat for stake in table.current.all_stakes())
    if on_layout:
        words = f"seat {command.seat} has wagers on the layout; change its colour between rounds"
        raise Refused(Refusal.ROUND_RUNNING, words, command.seat)
    check_colour_back(game, table, command.seat)
    check_colour(game, table, command)
    return [e.ColourAssigned(command.seat, command.colour, command.value)]


def colour_up(game: Game, table: Table, order: Order, command: c.ColourUp) -> list[e.Event]:
    allow.act(game, order, Act.HANDLE_MONEY)
    seat = allow.seat(table, order, command.seat)
    given = _exchanged(game, table, seat, command.given, command.colour_given)
    received = _exchanged(game, table, seat, command.received, command.colour_received)
    if given != received:
        words = (
            f"{game.money(given)} in chips is not worth {game.money(received)}; both sides of an exchange must be equal"
        )
        raise Refused(Refusal.CHIP_UNKNOWN, words, received)
    if given > seat.credit:
        words = f"seat {command.seat} holds {game.money(seat.credit)}, not {game.money(given)}"
        raise Refused(Refusal.CREDIT_SHORT, words, given)
    colours = (command.colour_given, command.colour_received)
    return [e.ChipsExchanged(command.seat, command.given, command.received, *colours)]


def _exchanged(game: Game, table: Table, seat: Seat, chips: tuple[int, ...], colour: int) -> int:
    """Return the value of one side of an exchange."""
    if not colour:
        return _chips(game, table, chips)
    if colour < 0 or not seat.colour:
        raise Refused(Refusal.CHIP_UNKNOWN, "this seat has no colour", colour)
    return (_chips(game, table, chips) if chips else 0) + colour * seat.colour_value


def in_float(game: Game, table: Table, amount: int) -> None:
    if amount > table.bank.now:
        words = f"the float holds {game.money(table.bank.now)}, not {game.money(amount)}; request a fill"
        raise Refused(Refusal.CREDIT_SHORT, words, amount)


def _credits_only(table: Table) -> None:
    if table.money != "credits":
        raise Refused(Refusal.CHIPS_NOT_HERE, f"table {table.table} plays with chips, not with credits", table.table)


def _chips(game: Game, table: Table, chips: tuple[int, ...]) -> int:
    """Return their value. All must be chips of this table."""
    if table.money != "chips":
        raise Refused(Refusal.CHIPS_NOT_HERE, f"table {table.table} plays with credits, not with chips", table.table)
    for chip in chips:
        if chip not in table.chips:
            known = ", ".join(map(game.money, table.chips))
            raise Refused(Refusal.CHIP_UNKNOWN, f"there is no chip of {game.money(chip)}; the chips are {known}", chip)
    if not chips:
        raise Refused(Refusal.CHIP_UNKNOWN, "name at least one chip", "")
    return sum(chips)
