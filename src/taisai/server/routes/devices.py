"""Terminals, consoles and displays, and demo seats."""

from functools import partial

from taisai.house.floor_table import FloorTable
from taisai.people.devices import credit_held
from taisai.people.events import DeviceKind
from taisai.people.records import HOUSE
from taisai.people.rights import Right
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Act, Role
from taisai.server.call import Access, Answer, Call, Route
from taisai.server.callers import DEVICE, cookie
from taisai.server.house import House
from taisai.server.listing_pages import AfterQuery, first_page
from taisai.table import commands as c
from taisai.table.order import Order, Person
from taisai.wire import bodies as b

KEPT_DAYS = 3650
DEMO_LABEL = "demo"
DEMO_CREDIT = 100_000


async def devices(call: Call) -> Answer:
    return Answer(b.Devices(*first_page(call.house.register.devices_after(call.query.after))))


async def invite(call: Call) -> Answer:
    said = call.body
    table = call.house.floor.tables.get(said.table)
    if said.table and (table is None or said.seat > len(table.desk.table.seats)):
        raise Refused(Refusal.SEAT_UNKNOWN, f"there is no seat {said.seat} at a table {said.table!r}", said.seat)
    if not call.by_two and _holds_credit(call, said.table, said.seat):
        raise credit_held(said.table, said.seat)
    code = call.house.register.invite_device(
        call.caller.name, said.kind, table=said.table, seat=said.seat, label=said.label, by_two=call.by_two
    )
    return Answer(b.Code(code))


async def enrol(call: Call) -> Answer:
    enrolled = call.house.register.enrol(
        call.body.code, call.peer, source=call.source, holds_credit=partial(_holds_credit, call)
    )
    kept = cookie(DEVICE, enrolled.key, secure=call.secure, days=KEPT_DAYS)
    return Answer(b.Enrolled(enrolled.device), (kept,))


def _invited_to(house: House, said: b.Enrolment) -> str:
    """Return the table of an invitation: its node knows whether the seat holds money."""
    return house.register.invited_table(said.code)


def _holds_credit(call: Call, table: str, number: int) -> bool:
    """Return whether the seat holds money that its player could take: credit, or a stake that may win."""
    one = call.house.floor.tables.get(table)
    if one is None and call.house.beside:
        return bool(table)  # another node knows; a second person is always enough
    seat = one.desk.table.seats.get(number) if one else None
    current = one.desk.table.current if one else None
    staked = current is not None and any(stake.seat == number for stake in current.all_stakes())
    return seat is not None and (bool(seat.credit) or staked)


async def revoke(call: Call) -> Answer:
    call.house.register.revoke_device(call.caller.name, call.path["device"])
    call.house.hub.drop(call.path["device"], "this device was revoked")
    return Answer()


async def demo_seat(call: Call) -> Answer:
    """Assign a free seat with demo credit; a caller who has one gets more credit."""
    seat = call.caller.seat_at(call.body.table)
    if seat:
        await _credit(call, seat)
        return Answer(b.Seated(call.body.table, seat))
    seat = _free_seat(call)
    _cashier(call)
    code = call.house.register.invite_device(
        HOUSE.name, DeviceKind.TERMINAL, table=call.body.table, seat=seat, label=DEMO_LABEL
    )
    enrolled = call.house.register.enrol(code, call.peer, source=HOUSE.name)
    await _credit(call, seat)
    kept = cookie(DEVICE, enrolled.key, secure=call.secure, days=1)
    return Answer(b.Seated(call.body.table, seat), (kept,))


def _free_seat(call: Call) -> int:
    """Return a seat without a terminal, or one whose demo terminal has disconnected."""
    name = call.body.table
    table = _table(call).desk.table
    serving = {one.seat: one for one in call.house.register.devices() if one.table == name and not one.revoked}
    for seat in table.seats:
        if seat not in serving:
            return seat
    for seat, device in serving.items():
        if device.label == DEMO_LABEL and not call.house.hub.is_connected(device.id):
            call.house.register.revoke_device(HOUSE.name, device.id)
            return seat
    raise Refused(Refusal.SEAT_UNKNOWN, f"every seat at {name} is taken; try another table, or try again later", name)


def _table(call: Call) -> FloorTable:
    """Return the table that the body names, if this process runs it."""
    return call._replace(path={"table": call.body.table}).table


async def _credit(call: Call, seat: int) -> None:
    table = _table(call)
    missing = DEMO_CREDIT - table.desk.table.seats[seat].credit
    if missing > 0 and table.desk.table.money == "credits":
        cashier = Person("demo", _cashier(call))
        answer = await table.live.do(Order(f"demo-{table.desk.head.seq}-{seat}", cashier, c.BuyIn(seat, missing)))
        if isinstance(answer, Refused):
            raise answer


def _cashier(call: Call) -> Role:
    """Return a role that may handle money. Refuse before anything is done if the rulebook allows nobody to."""
    book = _table(call).desk.game.book
    permission = book.permission(Act.HANDLE_MONEY)
    if permission is None or not permission.by:
        words = f"the rulebook {book.id} lets no role handle money; see taisai check --to-run"
        raise Refused(Refusal.ROLE_NOT_ALLOWED, words, book.id)
    return permission.by[0]


ROUTES = (
    Route("GET", "/api/devices", devices, "List the devices, one page at a time", Right.READ_DEVICES, b.Devices,
          query=AfterQuery),
    Route("POST", "/api/devices", invite, "Create a one-time code for a device", Right.MANAGE_DEVICES, b.Code,
          b.Invitation, two=True),
    Route("POST", "/api/enrol", enrol, "Enrol this device with its code", Access.ANYBODY, b.Enrolled, b.Enrolment,
          proves=True, where=_invited_to),
    Route("DELETE", "/api/devices/{device}", revoke, "Revoke a device", Right.MANAGE_DEVICES, two=True),
    Route("POST", "/api/demo/seat", demo_seat, "Get a seat with demo credit", Access.ANYBODY, b.Seated, b.DemoSeat,
          demo=True),
)  # fmt: skip
