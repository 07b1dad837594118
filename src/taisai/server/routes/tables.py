"""Tables: public information, and orders."""

from typing import Annotated

import msgspec

from taisai.house.floor_table import FloorTable, looked
from taisai.house.tables import SEATS_MOST
from taisai.house.views import SeatViews, pages, past_rounds, phase_name
from taisai.people.rights import Right
from taisai.people.significant_events import Happening
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Step
from taisai.server import felts
from taisai.server.call import Access, Answer, Call, Route
from taisai.server.orders import look_back, order_of, taken, told_of
from taisai.server.peers import Beside
from taisai.wire import bodies as b
from taisai.wire import felts as f
from taisai.wire.messages import Give, Taken, View
from taisai.wire.proof import Proof

RECENT = 12


async def tables(call: Call) -> Answer:
    found = {name: _info(one) for name, one in call.house.floor.tables.items()}
    if call.house.beside and not call.relayed:
        found = await _known_elsewhere(call, call.house.beside) | found
    settings = call.house.settings
    ordered = tuple(found[table.id] for table in settings.tables if table.id in found)
    return Answer(b.Tables(settings.name, settings.demo, settings.care.helpline, ordered, settings.shut))


async def _known_elsewhere(call: Call, beside: Beside) -> dict[str, b.TableInfo]:
    """Return tables at other nodes. A table that is moving is shown as it was."""
    for answer in await beside.gathered(call, "/api/tables"):
        told = msgspec.json.decode(answer, type=b.Tables)
        beside.infos.update({info.table: info for info in told.tables})
    return dict(beside.infos)


def _info(one: FloorTable) -> b.TableInfo:
    table, book, settings = one.desk.table, one.desk.game.book, one.settings
    recent = past_rounds(table)[-RECENT:]
    return b.TableInfo(
        settings.id, settings.title or settings.id, book.id, book.rulebook.title, table.paytable, table.fingerprint,
        book.rulebook.currency, table.money, len(table.seats), table.electronic, table.chips,
        table.limits, phase_name(table.phase), table.round, recent, table.trouble,
        settings.window_s if Step.CLOSE_BETS in table.automation else 0, felts.faces_of(book),
    )  # fmt: skip


async def table(call: Call) -> Answer:
    return Answer(_info(call.table))


async def felt(call: Call) -> Answer:
    return Answer(felts.felt(call.table.settings.paytable))


async def lit(call: Call) -> Answer:
    return Answer(felts.lit(call.table.settings.paytable))


async def play(call: Call) -> Answer:
    table = call.table.desk.table
    return Answer(felts.play(call.table.settings.paytable, table.money, electronic=table.electronic))


async def view(call: Call) -> Answer:
    """Return the first message that a socket gets when it joins. The other seats of a large table are under meters."""
    one, caller = call.table, call.caller
    stream = call.house.streams[one.settings.id]
    seat = caller.seat_at(one.settings.id)
    return Answer(await looked(one, lambda: stream.messages(seat, staff=caller.may(Right.READ_ALL_SEATS))[0]))


async def order(call: Call) -> Answer:
    house, one, give = call.house, call.table, call.body
    name, stream = one.settings.id, house.streams[one.settings.id]
    made = order_of(house.register, call.caller.giver(name), name, give)
    await look_back(house, one, made)
    answer = await one.live.do(made)
    if isinstance(answer, Refused):
        raise told_of(house, made, answer)
    if made.by.seat:
        stream.tell_seat(made.by.seat)
    return Answer(taken(house, stream, made, give.id, answer))


async def call_supervisor(call: Call) -> Answer:
    """Call a supervisor. The call stands until acknowledged; calling again meanwhile has no effect."""
    house, caller, name = call.house, call.caller, call.table.settings.id
    if not house.alerts(name).called:
        words = f"{caller.name} calls a supervisor to {name}"
        house.register.note(Happening.SUPERVISOR_CALLED, words, table=name, device=caller.device_id, by=caller.name)
        house.tell_staff()
    return Answer()


async def call_attendant(call: Call) -> Answer:
    """Call an attendant to the caller's seat.

    The call stands until acknowledged; calling again meanwhile has no effect."""
    house, caller, name = call.house, call.caller, call.table.settings.id
    seat = caller.seat_at(name)
    if not seat:
        raise Refused(Refusal.SEAT_UNKNOWN, f"this device serves no seat at {name}", name)
    if seat not in house.attendants(name):
        words = f"seat {seat} at {name} calls an attendant"
        house.register.note(Happening.ATTENDANT_CALLED, words, table=name, device=caller.device_id, value=str(seat))
        house.tell_staff()
    return Answer()


class SeatsQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    after: Annotated[int, msgspec.Meta(ge=0, le=SEATS_MOST)] = 0


async def meters(call: Call) -> Answer:
    one = call.table
    seats = SeatViews(one.desk)

    def seen() -> b.Meters:
        table = one.desk.table
        numbers = [number for number in table.seats if number > call.query.after]
        page = next(pages(seats.one(number) for number in numbers), ())
        return b.Meters(one.settings.id, page, table.bank, len(page) < len(numbers))

    return Answer(await looked(one, seen))


class RoundQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    round: Annotated[int, msgspec.Meta(ge=1, le=2**53)]


async def proof(call: Call) -> Answer:
    """Return an opened commitment, for anyone to verify."""
    one, number = call.table, call.query.round
    found = one.opened.get(number)
    if found is None:
        words = f"no revealed commitment for round {number}: not electronic, not over, or too old; see the export"
        raise Refused(Refusal.ROUND_UNKNOWN, words, number)
    return Answer(Proof(one.settings.id, number, **msgspec.structs.asdict(found)))


_one = "/api/tables/{table}"
ROUTES = (
    Route("GET", "/api/tables", tables, "List the tables of the house", Access.ANYBODY, b.Tables),
    Route("GET", _one, table, "Get one table", Access.ANYBODY, b.TableInfo),
    Route("GET", f"{_one}/felt", felt, "Get the layout with odds and exact chances", Access.ANYBODY, f.Felt),
    Route("GET", f"{_one}/lit", lit, "Get the spots that each roll lights", Access.ANYBODY, f.Lit),
    Route("GET", f"{_one}/play", play, "Get the rulebook's steps, roles and irregularities", Access.ANYBODY, f.Play),
    Route("GET", f"{_one}/view", view, "Get the table as this caller sees it now", Access.ANYBODY, View),
    Route("GET", f"{_one}/proof", proof, "Get the secret of a finished round", Access.ANYBODY, Proof,
          query=RoundQuery),
    Route("POST", f"{_one}/orders", order, "Send an order to a table", Right.ORDER, Taken, Give),
    Route("POST", f"{_one}/call", call_supervisor, "Call a supervisor to this table", Right.CALL_SUPERVISOR),
    Route("POST", f"{_one}/attendant", call_attendant, "Call an attendant to this seat", Right.ORDER),
    Route("GET", f"{_one}/meters", meters, "List the meters of every seat, one page at a time", Right.READ_ALL_SEATS,
          b.Meters, query=SeatsQuery),
)  # fmt: skip
