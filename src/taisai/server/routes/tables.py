"""Tables: what anybody may know of them, and orders to them."""

from typing import Annotated

import msgspec

from taisai.house.floor import FloorTable, looked
from taisai.house.tables import SEATS_MOST
from taisai.house.views import SeatViews, pages, past_rounds, phase_name
from taisai.people.happenings import Happening
from taisai.people.rights import Right
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Step
from taisai.server import felts
from taisai.server.call import Access, Answer, Call, Route
from taisai.server.orders import look_back, order_of, taken, told_of
from taisai.wire import bodies as b
from taisai.wire import felts as f
from taisai.wire.messages import Give, Taken, View

RECENT = 12


async def tables(call: Call) -> Answer:
    found = tuple(_info(one) for one in call.house.floor.tables.values())
    return Answer(b.Tables(call.house.settings.name, call.house.settings.demo, call.house.settings.help, found))


def _info(one: FloorTable) -> b.TableInfo:
    table, book, settings = one.desk.table, one.desk.game.book, one.settings
    recent = past_rounds(table)[-RECENT:]
    return b.TableInfo(
        settings.id, settings.title or settings.id, book.id, book.rulebook.title, table.paytable, table.fingerprint,
        book.rulebook.currency, table.money, len(table.seats), table.electronic, table.chips,
        table.limits, phase_name(table.phase), table.round, recent, table.trouble,
        settings.window_s if Step.CLOSE_BETS in table.automation else 0,
    )  # fmt: skip


async def table(call: Call) -> Answer:
    return Answer(_info(call.table))


async def felt(call: Call) -> Answer:
    return Answer(felts.felt(call.table.settings.paytable))


async def lit(call: Call) -> Answer:
    return Answer(felts.lit(call.table.settings.paytable))


async def play(call: Call) -> Answer:
    electronic = call.table.desk.table.electronic
    return Answer(felts.play(call.table.settings.paytable, electronic=electronic))


async def view(call: Call) -> Answer:
    """The first message that a socket gets when it joins; the other seats of a large table are with the meters."""
    one, caller = call.table, call.caller
    stream = call.house.streams[one.settings.id]
    seat = caller.seat_at(one.settings.id)
    return Answer(await looked(one, lambda: stream.messages(seat, staff=caller.may(Right.READ_ALL_SEATS))[0]))


async def order(call: Call) -> Answer:
    house, name, give = call.house, call.table.settings.id, call.body
    made = order_of(house.register, call.caller.giver(name), name, give)
    await look_back(house, call.table, made)
    answer = await call.table.live.do(made)
    if isinstance(answer, Refused):
        raise told_of(house, made, answer)
    if made.by.seat:
        house.streams[name].tell_seat(made.by.seat)
    return Answer(taken(house, house.streams[name], made, give.id, answer))


async def call_supervisor(call: Call) -> Answer:
    """Stands until a supervisor acknowledges it; calling again meanwhile changes nothing."""
    house, caller, name = call.house, call.caller, call.table.settings.id
    if not house.alerts(name).called:
        words = f"{caller.name} calls a supervisor to {name}"
        house.register.note(Happening.SUPERVISOR_CALLED, words, table=name, device=caller.device_id, by=caller.name)
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
    """A commitment that was opened, for anybody to check."""
    one, number = call.table, call.query.round
    found = one.opened.get(number)
    if found is None:
        words = f"no opened commitment of round {number}: not electronic, not over, or long ago; see the export"
        raise Refused(Refusal.ROUND_UNKNOWN, words, number)
    return Answer(b.Proof(one.settings.id, number, found.commitment, found.throw, found.nonce))


_one = "/api/tables/{table}"
ROUTES = (
    Route("GET", "/api/tables", tables, "The lobby", Access.ANYBODY, b.Tables),
    Route("GET", _one, table, "One table", Access.ANYBODY, b.TableInfo),
    Route("GET", f"{_one}/felt", felt, "The layout with odds and exact chances", Access.ANYBODY, f.Felt),
    Route("GET", f"{_one}/lit", lit, "What each roll lights", Access.ANYBODY, f.Lit),
    Route("GET", f"{_one}/play", play, "The rulebook's steps, roles and irregularities", Access.ANYBODY, f.Play),
    Route("GET", f"{_one}/view", view, "The table as this caller sees it now", Access.ANYBODY, View),
    Route("GET", f"{_one}/proof", proof, "The secret of a round that is over", Access.ANYBODY, b.Proof,
          query=RoundQuery),
    Route("POST", f"{_one}/orders", order, "Give a table an order", Right.ORDER, Taken, Give),
    Route("POST", f"{_one}/call", call_supervisor, "Call a supervisor to this table", Right.CALL_SUPERVISOR),
    Route("GET", f"{_one}/meters", meters, "Meters of every seat, a page at a time", Right.READ_ALL_SEATS,
          b.Meters, query=SeatsQuery),
)  # fmt: skip
