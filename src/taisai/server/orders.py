"""Builds orders from requests, and receipts from a table's replies."""

from typing import Final

from taisai.house.clock import now
from taisai.house.desk import Desk, Reply
from taisai.house.floor_table import FloorTable
from taisai.house.lookups import LookedUp
from taisai.house.vouchers import Voucher
from taisai.people.event_log import Note
from taisai.people.refusals import PeopleRefusal
from taisai.people.register import Register
from taisai.people.significant_events import Happening
from taisai.rules.currency import figures
from taisai.rules.refusals import Refusal, Refused, shown
from taisai.rules.vocabulary import Role
from taisai.server.approvals import agreed
from taisai.server.callers import Giver
from taisai.server.house import House
from taisai.server.readings import AskPast, past_of
from taisai.server.turns import Rank
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.order import Order
from taisai.table.state import Table
from taisai.wire.messages import Give, Taken
from taisai.wire.stream import Stream

_PARTLY_OURS: Final = frozenset((c.BuyIn, c.CashOut, c.OpenDispute))
WAGERS: Final = (c.PlaceWager, c.WithdrawWager, c.MoveWager)
VOUCHER_REFUSED: Final = (Refusal.VOUCHER_UNKNOWN, Refusal.STAKE_INVALID)


def order_of(register: Register, giver: Giver, table: str, give: Give) -> Order:
    command = give.command
    if type(command) in _PARTLY_OURS:
        command = _allowed(command, giver.person.role)
    if type(command) is c.AssignPost and command.post and not register.is_on_staff(command.name):
        words = f"there is no staff member called {shown(command.name)}; check the name"
        raise Refused(PeopleRefusal.PERSON_UNKNOWN, words, command.name)
    order = Order(giver.prefix + give.id, giver.person, command, give.round)
    wants = bool(give.approvals) or order.by.role is not Role.PLAYER
    return agreed(register, table, give, order) if wants else order


def _allowed(command: c.Command, role: Role) -> c.Command:
    """Return the command without fields that only the house sets: voucher numbers and dispute evidence.

    Players cannot buy in with cash."""
    if isinstance(command, c.CashOut):
        return c.CashOut(command.seat)
    if isinstance(command, c.OpenDispute):
        return c.OpenDispute(command.seat, command.about, command.claim)
    if isinstance(command, c.BuyIn) and not command.voucher and role is Role.PLAYER:
        words = "a terminal accepts only vouchers; hand cash to a member of staff"
        raise Refused(Refusal.ROLE_NOT_ALLOWED, words, role.value)
    return command


async def look_back(house: House, one: FloorTable, order: Order) -> None:
    """Look up old rounds that an order refers to, before the table decides: a table never reads its journal itself."""
    wanted = one.desk.asks_for(order)
    if wanted:
        last = one.desk.head.seq
        question = AskPast(house.settings.place, one.settings.id, tuple(wanted), last)
        found = past_of(await house.reader.read(question, order.by.name, Rank.STAFF))  # players cannot correct
        one.desk.past = LookedUp(frozenset(wanted), last, found)


def told_of(house: House, order: Order, refused: Refused) -> Refused:
    """Return the refusal to show. All invalid vouchers look alike, so that guessing numbers reveals nothing."""
    voucher = isinstance(order.command, c.BuyIn) and order.command.voucher
    if voucher and refused.code in VOUCHER_REFUSED:
        words = "there is no outstanding voucher like this: it was already redeemed or never issued; check the number"
        house.caretaker.note_soon(Note(Happening.VOUCHER_REFUSED, "a voucher was refused", device=order.by.name))
        return Refused(Refusal.VOUCHER_UNKNOWN, words, "")
    return refused


def taken(house: House, stream: Stream, order: Order, give_id: str, reply: Reply) -> Taken:
    """Return the receipt. Credit and stakes are current: an order sent again does not get the old ones."""
    desk, command = stream.live.desk, order.command
    seat = desk.table.seats.get(getattr(command, "seat", 0))
    voucher = _voucher(house, desk, order, reply) if type(command) is c.CashOut else None
    stakes = _stakes(desk.table, command) if isinstance(command, WAGERS) else {}
    credit = seat.credit if seat else 0
    return Taken(stream.n, give_id, reply.first, reply.last, reply.events, credit, stakes, voucher)


def _stakes(table: Table, wager: c.PlaceWager | c.WithdrawWager | c.MoveWager) -> dict[str, int]:
    """Return the seat's stakes on the spots of the order."""
    current = table.phase.round
    if current is None:
        return {}
    stakes = {wager.spot: current.stake(wager.seat, wager.spot)}
    if type(wager) is c.MoveWager:
        stakes[wager.to] = current.stake(wager.seat, wager.to)
    return stakes


def _voucher(house: House, desk: Desk, order: Order, reply: Reply) -> Voucher | None:
    """Return the voucher. Only this receipt shows the number; it is derived from the order and stored nowhere."""
    issued = next((event for event in reply.events if isinstance(event, e.VoucherIssued)), None)
    if issued is None:
        return None
    name, currency = desk.table.table, desk.game.book.rulebook.currency
    number = house.floor.cage.number(name, order.id)
    return Voucher(
        house.settings.site or house.settings.name, name, order.by.name, issued.seat, now(), issued.amount, currency,
        figures(issued.amount, currency), reply.first, number, "cash-out", issued.expires, desk.table.electronic,
        desk.table.paytable, house.settings.care.helpline,
    )  # fmt: skip
