"""How events about seats change the table: credit, vouchers, chips, terminals."""

from taisai.table import events as e
from taisai.table.evolve import boxes, own_limits
from taisai.table.state import Outstanding, Table


def credit_bought(table: Table, event: e.CreditBought) -> None:
    seat = table.seats[event.seat]
    seat.credit += event.amount
    seat.meter_in += event.amount
    seat.loss_floor += event.amount if seat.loss_floor else 0
    seat.away = False
    table.vouchers.pop(event.voucher, None)
    own_limits.bring(table, seat, event.voucher, event.carried)


def voucher_issued(table: Table, event: e.VoucherIssued) -> None:
    seat = table.seats[event.seat]
    own_limits.carry(table, seat, event.voucher, seat.credit)
    seat.credit -= event.amount
    table.vouchers[event.voucher] = Outstanding(event.seat, event.amount, event.ending, event.expires)
    seat.uncollected = event.voucher


def voucher_collected(table: Table, event: e.VoucherCollected) -> None:
    seat = table.seats[event.seat]
    seat.meter_out += event.amount
    seat.uncollected = ""


def voucher_cancelled(table: Table, event: e.VoucherCancelled) -> None:
    seat = table.seats[event.seat]
    seat.credit += event.amount
    seat.uncollected = ""
    del table.vouchers[event.voucher]
    own_limits.bring(table, seat, event.voucher)


def voucher_redeemed(table: Table, event: e.VoucherRedeemed) -> None:
    del table.vouchers[event.voucher]
    table.carried.pop(event.voucher, None)


def cash_changed(table: Table, event: e.CashChanged) -> None:
    seat = table.seats[event.seat]
    seat.credit += event.amount
    seat.meter_in += event.amount
    seat.away = False
    table.bank.now -= event.amount
    table.bank.drop += event.amount
    boxes.filled(table, event.box, event.amount)


def colour_assigned(table: Table, event: e.ColourAssigned) -> None:
    seat = table.seats[event.seat]
    seat.colour, seat.colour_value = event.colour, event.value


def float_filled(table: Table, event: e.FloatFilled) -> None:
    table.bank.now += event.amount
    table.bank.fills += event.amount


def float_credited(table: Table, event: e.FloatCredited) -> None:
    table.bank.now -= event.amount
    table.bank.credits += event.amount


def terminal_failed(table: Table, event: e.TerminalFailed) -> None:
    seat = table.seats[event.seat]
    seat.failed, seat.unregistered = True, event.unregistered


def terminal_mended(table: Table, event: e.TerminalMended) -> None:
    seat = table.seats[event.seat]
    seat.failed, seat.unregistered = False, {}


def seat_left(table: Table, event: e.SeatLeft) -> None:
    table.seats[event.seat].away = True


def seat_locked(table: Table, event: e.SeatLocked) -> None:
    table.seats[event.seat].locked = event.cause


def seat_released(table: Table, event: e.SeatReleased) -> None:
    seat = table.seats[event.seat]
    seat.locked = ""
    seat.credit -= event.paid
    seat.meter_hand_paid += event.paid


def owed_paid(table: Table, event: e.OwedPaid) -> None:
    table.seats[event.seat].owed -= event.amount
