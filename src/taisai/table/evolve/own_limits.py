"""How events about players' own limits change the table."""

from typing import Final

from msgspec.structs import replace

from taisai.table import events as e
from taisai.table.own_limits import NO_LIMIT, Carried, Looser, Own, OwnLimit, carried_with, limits_in, stricter
from taisai.table.state import Seat, Table

_LIFTED: Final[dict[OwnLimit, dict[str, int | str | bool]]] = {
    OwnLimit.LOSS: {},
    OwnLimit.STAKE: {"stake_most": 0},
    OwnLimit.TIME: {"time_until": "", "time_over": False},
}


def loss_limited(table: Table, event: e.LossLimited) -> None:
    seat = table.seats[event.seat]
    seat.loss_floor = event.floor
    _chosen(seat, OwnLimit.LOSS)


def stake_limited(table: Table, event: e.StakeLimited) -> None:
    _chosen(table.seats[event.seat], OwnLimit.STAKE, stake_most=event.amount)


def time_limited(table: Table, event: e.TimeLimited) -> None:
    _chosen(table.seats[event.seat], OwnLimit.TIME, time_until=event.until, time_over=False)


def looser_asked(table: Table, event: e.LooserAsked) -> None:
    seat = table.seats[event.seat]
    asked = seat.own.asked | {event.limit.value: Looser(event.amount, event.due)}
    seat.own = replace(seat.own, asked=asked)


def limit_lifted(table: Table, event: e.LimitLifted) -> None:
    seat = table.seats[event.seat]
    if event.limit is OwnLimit.LOSS:
        seat.loss_floor = 0
    _chosen(seat, event.limit, **_LIFTED[event.limit])


def play_ended(table: Table, event: e.PlayEnded) -> None:
    seat = table.seats[event.seat]
    seat.own = replace(seat.own, time_over=True)


def break_taken(table: Table, event: e.BreakTaken) -> None:
    seat = table.seats[event.seat]
    seat.own = replace(seat.own, break_until=event.until)


def break_ended(table: Table, event: e.BreakEnded) -> None:
    seat = table.seats[event.seat]
    seat.own = replace(seat.own, break_until="")


def carry(table: Table, seat: Seat, voucher: str, credit: int) -> None:
    """Attach the player's own limits to the voucher. The next player at the seat starts without limits."""
    carried = carried_with(seat.own, seat.loss_floor, credit)
    if carried:
        table.carried[voucher] = carried
    seat.loss_floor, seat.own = 0, Own(break_until=seat.own.break_until)


def bring(table: Table, seat: Seat, voucher: str, elsewhere: Carried | None = None) -> None:
    """Apply the limits that came with a voucher. `elsewhere`: those of a voucher from another table."""
    carried = table.carried.pop(voucher, elsewhere)
    if carried is None:
        return
    is_loss = carried.loss_left != NO_LIMIT
    both = limits_in(seat.own, loss=seat.loss_floor > 0) & limits_in(carried.own, loss=is_loss)
    if is_loss:
        seat.loss_floor = max(seat.loss_floor, seat.credit - carried.loss_left)
    seat.own = stricter(seat.own, carried.own, both)


def _chosen(seat: Seat, limit: OwnLimit, **fields: int | str | bool) -> None:
    """Set fields now, and drop a looser limit that was requested before."""
    asked = {name: looser for name, looser in seat.own.asked.items() if name != limit}
    seat.own = replace(seat.own, asked=asked, **fields)
