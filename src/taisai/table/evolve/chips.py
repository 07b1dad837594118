"""How events about chips and counts change the table."""

from msgspec.structs import replace

from taisai.table import events as e
from taisai.table.own_limits import Own
from taisai.table.piles import FLOAT, VARIANCE
from taisai.table.state import Table
from taisai.table.tray import NOT_COUNTED, Count, Slip


def chips_moved(table: Table, event: e.ChipsMoved) -> None:
    """Move chips. A count is valid until chips of the float move, except for the moves that the count itself caused."""
    for one in event.moves:
        table.tray.move(one.source, one.target, one.chips)
    ends = [{one.source, one.target} for one in event.moves]
    if any(FLOAT in pair and VARIANCE not in pair for pair in ends):
        table.tray.count = NOT_COUNTED


def chips_brought(table: Table, event: e.ChipsBrought) -> None:
    seat = table.seats[event.seat]
    seat.credit += event.amount
    seat.meter_in += event.amount
    seat.away = False


def chips_taken(table: Table, event: e.ChipsTaken) -> None:
    """Remove the chips. The next player at the seat starts without a colour and without limits."""
    seat = table.seats[event.seat]
    seat.credit -= event.amount
    seat.meter_out += event.amount
    seat.colour, seat.colour_value, seat.away = "", 0, False
    seat.loss_floor, seat.own = 0, Own(break_until=seat.own.break_until)


def colour_written_off(table: Table, event: e.ColourWrittenOff) -> None:
    table.seats[event.seat].credit -= event.amount
    table.bank.now += event.amount


def float_counted(table: Table, event: e.FloatCounted) -> None:
    table.tray.count = Count(event.purpose, event.chips, event.amount, event.differs, (event.by, event.second))
    table.tray.count_due = ""


def duty_noted(table: Table, event: e.DutyNoted) -> None:
    table.tray.duties[event.duty] = event.name
    table.tray.count_due = event.duty if event.count_due else table.tray.count_due


def slip_requested(table: Table, event: e.SlipRequested) -> None:
    slip = Slip(event.slip, event.kind, event.chips, event.amount, "requested", (event.by,))
    table.tray.slips[event.slip], table.tray.slips_made = slip, event.slip


def slip_prepared(table: Table, event: e.SlipPrepared) -> None:
    _on_its_way(table, event, "prepared")


def slip_carried(table: Table, event: e.SlipCarried) -> None:
    _on_its_way(table, event, "carried")


def _on_its_way(table: Table, event: e.SlipPrepared | e.SlipCarried, step: str) -> None:
    slip = table.tray.slips[event.slip]
    table.tray.slips[event.slip] = replace(slip, step=step, people=(*slip.people, event.by))


def slip_done(table: Table, event: e.SlipReceived | e.SlipVoided) -> None:
    del table.tray.slips[event.slip]


def count_approved(table: Table, event: e.CountApproved) -> None:
    table.tray.count = Count(event.purpose, event.chips, event.amount)
    if event.purpose != "opening":
        table.bank.now += event.variance
