"""From what a caller gives to an order, and from a table's answer to a receipt."""

from typing import Final

from taisai.house.clock import now
from taisai.house.desk import Reply
from taisai.house.floor import FloorTable
from taisai.house.vouchers import Voucher, figures, in_words, picture
from taisai.people.rights import Right
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Role
from taisai.server.approvals import Approvals
from taisai.server.callers import Caller
from taisai.server.house import House
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.order import Order
from taisai.wire.messages import Give, Taken

ID_LONGEST: Final = 64


def order_of(approvals: Approvals, caller: Caller, table: str, give: Give) -> Order:
    """An id counts for its device alone, so that nobody can use up another's."""
    caller.need(Right.ORDER)
    if not 1 <= len(give.id) <= ID_LONGEST:
        raise Refused(Refusal.COMMAND_CONFLICT, f"an order's id has 1 to {ID_LONGEST} characters", len(give.id))
    person = caller.person(table)
    order_id = f"{caller.device_id or caller.name} {give.id}"
    second = approvals.second(caller.name, table, order_id, give)
    return Order(order_id, person, _allowed(give.command, person.role), give.round, second)


def _allowed(command: c.Command, role: Role) -> c.Command:
    """Cash goes through staff, and a voucher's number is the house's to make."""
    match command:
        case c.BuyIn(voucher="") if role is Role.PLAYER:
            words = "a terminal takes vouchers; hand cash to a member of staff"
            raise Refused(Refusal.ROLE_NOT_ALLOWED, words, role.value)
        case c.CashOut(seat=seat):
            return c.CashOut(seat)
        case _:
            return command


def taken(house: House, table: FloorTable, order: Order, give_id: str, reply: Reply) -> Taken:
    seat, spots = _about(order)
    known = table.desk.table.seats.get(seat)
    current = table.desk.table.current
    stakes = {spot: current.stake(seat, spot) for spot in spots} if current else {}
    voucher = None
    if isinstance(order.command, c.CashOut):
        voucher = _voucher(house, table, order, reply)
    credit = known.credit if known else 0
    n = house.streams[table.settings.id].n
    return Taken(n, give_id, reply.first, reply.last, reply.events, credit, stakes, voucher)


def _about(order: Order) -> tuple[int, tuple[str, ...]]:
    match order.command:
        case c.MoveWager(seat=seat, spot=spot, to=to):
            return seat, (spot, to)
        case c.PlaceWager(seat=seat, spot=spot) | c.WithdrawWager(seat=seat, spot=spot):
            return seat, (spot,)
        case command:
            return getattr(command, "seat", 0), ()


def _voucher(house: House, table: FloorTable, order: Order, reply: Reply) -> Voucher | None:
    """Only the receipt carries the number; it is made anew from the order and kept nowhere."""
    issued = next((event for event in reply.events if isinstance(event, e.VoucherIssued)), None)
    if issued is None:
        return None
    name, currency = table.settings.id, table.desk.game.book.rulebook.currency
    number = house.floor.cage.number(name, order.id)
    return Voucher(
        house.settings.site or house.settings.name, name, order.by.name, issued.seat, now(), issued.amount, currency,
        figures(issued.amount, currency), in_words(issued.amount, currency), reply.first, number, "cash-out",
        issued.expires, picture(number),
    )  # fmt: skip
