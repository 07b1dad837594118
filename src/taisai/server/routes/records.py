"""Records: rounds, events, vouchers, disputes, reports, exports and self-tests."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Annotated, Literal, NamedTuple
from urllib.parse import urlencode

import msgspec

from taisai.house.clock import now
from taisai.house.floor import Floor
from taisai.house.floor_table import FloorTable, looked
from taisai.house.rotations import house_name
from taisai.house.seat_history import KEPT, Lived, ReadingBack
from taisai.house.settings import Settings
from taisai.house.signers import signer_of
from taisai.journal.place import Place
from taisai.people.event_log import Page, Sought
from taisai.people.rights import Right
from taisai.people.significant_events import Happening
from taisai.reports.formats import FORMATS
from taisai.reports.period import house_period
from taisai.reports.registry import report_kind
from taisai.reports.signatures import signed
from taisai.rules.refusals import Refusal, Refused
from taisai.server.call import Answer, Call, Route
from taisai.server.checks import SelfTestFailed
from taisai.server.felts import lit
from taisai.server.listing_pages import AfterQuery, first_page
from taisai.server.readings import (
    AskEvents,
    AskEvidence,
    AskExport,
    AskReport,
    AskRound,
    AskSeatRounds,
    AskSession,
    AskVouchers,
    Question,
    events_of,
    seat_rounds_of,
    session_of,
)
from taisai.server.routes.tables import RoundQuery
from taisai.server.version import VERSION
from taisai.table.parts import NUMBER_MOST
from taisai.table.state import Dispute
from taisai.wire import bodies as b
from taisai.wire.readings import Readings

Text = Annotated[str, msgspec.Meta(max_length=200)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class SeatQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rounds before round `before`; the last rounds if it is 0."""

    seat: Count = 0
    before: Count = 0


class AfterEntryQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`after` is the entry of the last item of the previous page; 0 for the first page."""

    after: Count = 0


class DisputeQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: Count


class EventsQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    since: Text = ""
    until: Text = ""
    code: Text = ""
    table: Text = ""
    text: Text = ""
    limit: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 100
    before: Count = 0


class PageQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    limit: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 100
    before: Count = 0


class ReportQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: Text = ""
    since: Text = ""
    until: Text = ""
    by: Text = ""
    day: Text = ""
    shift: Annotated[int, msgspec.Meta(ge=0, le=24)] = 0
    format: Literal["text", "json", "csv", "html", "pdf"] = "json"


async def asked(call: Call, question: Question) -> bytes:
    """Ask the reading process, so that a long question delays nobody."""
    return await call.house.reader.read(question, *call.asker)


async def readings(call: Call) -> Answer:
    """Return the progress of the caller's own questions, for a screen that waits."""
    return Answer(Readings(call.house.reader.readings(call.asker.name)))


async def round_recalled(call: Call) -> Answer:
    currency = call.table.desk.game.book.rulebook.currency
    question = AskRound(call.house.settings.place, call.table.settings.id, call.query.round, currency)
    return Answer(await asked(call, question))


async def seat_rounds(call: Call) -> Answer:
    """Return the rounds of the terminal's own seat, or of any seat for staff."""
    one = call.table
    name = one.settings.id
    seat = call.caller.seat_at(name) or call.query.seat
    if seat not in one.desk.table.seats:
        raise Refused(Refusal.SEAT_UNKNOWN, f"no seat {seat} at {name}; it has {len(one.desk.table.seats)} seats", seat)
    found, more = await _lived_before(call, one, seat) if call.query.before else await _lived_last(call, one, seat)
    lights = lit(one.settings.paytable).lit
    rounds = tuple(
        b.SeatRound(
            lived.round, lived.at, lived.roll, lights.get(lived.roll, ()), lived.opening, lived.wagers, lived.returned,
            lived.closing, lived.void,
        )
        for lived in found
    )  # fmt: skip
    return Answer(b.SeatRounds(name, seat, VERSION, one.desk.table.seats[seat].credit, rounds, more))


async def _lived_last(call: Call, one: FloorTable, seat: int) -> tuple[Sequence[Lived], bool]:
    if one.lived.is_short(seat):
        back = await looked(one, one.lived.start_reading_back)
        back.take(seat_rounds_of(await asked(call, AskSeatRounds(*_back_to(call, one, back)))))
        one.lived.has_read_back(back)
    found = one.lived.of(seat)
    return found, len(found) == KEPT


async def _lived_before(call: Call, one: FloorTable, seat: int) -> tuple[Sequence[Lived], bool]:
    back = await looked(one, one.lived.look_back)
    question = AskSession(*_back_to(call, one, back), seat, call.query.before)
    return session_of(await asked(call, question))


def _back_to(call: Call, one: FloorTable, back: ReadingBack) -> tuple[Place, str, int, dict[str, int], str]:
    """Return where to read back from: place, table, entry, the balances there, and the bank."""
    balances = {str(account): balance for account, balance in back.balances.items()}
    return call.house.settings.place, one.settings.id, back.last, balances, str(back.book.bank)


async def happenings(call: Call) -> Answer:
    said, register = call.query, call.house.register
    sought = register.sought(Sought(said.since, said.until, said.code, said.table, said.text), said.limit, said.before)
    question = AskEvents(call.house.settings.place, sought, said.limit, said.before)
    page = register.as_of_now(events_of(await asked(call, question)))
    found, more = first_page(page.happenings)
    return Answer(b.Happenings(Page(found, found[-1].seq if more else page.before_seq)))


async def waiting(call: Call) -> Answer:
    """Return the oldest unacknowledged events; acknowledging them makes room for more."""
    return Answer(b.Waiting(*first_page(call.house.register.waiting())))


async def acknowledge(call: Call) -> Answer:
    number = call.path["seq"]
    call.house.register.acknowledge(call.caller.name, int(number) if number.isascii() and number.isdecimal() else -1)
    call.house.tell_staff()
    return Answer()


async def vouchers(call: Call) -> Answer:
    """Return the newest vouchers of a terminal, or of the whole table for staff; never their numbers."""
    name, before = call.table.settings.id, call.query.after or NUMBER_MOST
    question = AskVouchers(call.house.settings.place, name, call.caller.seat_at(name), before)
    return Answer(await asked(call, question))


async def disputes(call: Call) -> Answer:
    """Return all open disputes, and those decided last."""
    table, _, number = call.query.after.rpartition(":")
    after = (table, int(number) if number.isascii() and number.isdecimal() else 0)
    known = sorted((*_disputes(call.house.floor), *await _elsewhere(call)), key=_place)
    page, more = first_page(one for one in known if _place(one) > after)
    tables = dict.fromkeys(one.table for one in page)
    return Answer(b.Disputes({name: tuple(one.dispute for one in page if one.table == name) for name in tables}, more))


class Disputed(NamedTuple):
    table: str
    dispute: Dispute


def _place(one: Disputed) -> tuple[str, int]:
    return one.table, one.dispute.number


async def _elsewhere(call: Call) -> list[Disputed]:
    """Return disputes at other nodes. Each node returns as many as fit into one answer."""
    if call.house.beside is None or call.relayed:
        return []
    answers = await call.house.beside.gathered(call, "/api/disputes", urlencode({"after": call.query.after}))
    told = [msgspec.json.decode(answer, type=b.Disputes) for answer in answers]
    return [Disputed(table, one) for page in told for table, some in page.disputes.items() for one in some]


def _disputes(floor: Floor) -> Iterator[Disputed]:
    for name, one in sorted(floor.tables.items()):
        disputes = one.desk.table.disputes
        yield from (Disputed(name, disputes[number]) for number in sorted(disputes))


async def dispute(call: Call) -> Answer:
    """Return a dispute, with the table and the seat as they were when it was opened."""
    one, number = call.table, call.query.number
    question = AskEvidence(call.house.settings.place, one.settings.id, one.settings.paytable, number)
    return Answer(await asked(call, question))


async def report(call: Call) -> Answer:
    """Return a report, signed by the house in every format."""
    said, house = call.query, call.house
    report_kind(call.path["name"])
    since, until = house_period(house.settings.days, said.day, said.shift, said.since, said.until)
    tables = (said.table,) if said.table else tuple(table.id for table in house.settings.tables)
    for name in tables:
        _ = call._replace(path={"table": name}).named
    question = AskReport(
        house.settings.place, call.path["name"], tables, said.table, house.settings.site or house.settings.name,
        VERSION, now(), since, until, said.by, said.format, house.settings.days,
        tuple(table.paytable for table in house.settings.tables),
    )  # fmt: skip
    content = await asked(call, question)
    told = await asyncio.to_thread(_signed, house.settings, content, said.format)
    return Answer(told, media=FORMATS[said.format].media)


def _signed(settings: Settings, content: bytes, form: str) -> bytes:
    signer = signer_of(settings)
    return signed(content, form, house_name(settings, signer.public_key().public_bytes_raw()), signer)


async def exported(call: Call) -> Answer:
    """Stream a journal. The export is recorded before anything is sent, and only if there is something to send."""
    name = call.named.id
    pieces = await call.house.reader.stream(AskExport(call.house.settings.place, name))
    call.house.register.note(Happening.DATA_EXPORTED, f"the journal of {name}", table=name, by=call.caller.name)
    return Answer(pieces=pieces, media="application/jsonl", filename=f"{name}.jsonl")


async def self_test(call: Call) -> Answer:
    """Run the full self-test and return all results; a failure is recorded, too."""
    with suppress(SelfTestFailed):
        await call.house.test_whole()
    return Answer(b.SelfTest(tuple(call.house.checks)))


async def software(call: Call) -> Answer:
    known = call.house.register.software
    return Answer(b.Software(known.version, known.digest, call.house.register.software_changes()))


_one = "/api/tables/{table}"
ROUTES = (
    Route("GET", f"{_one}/recall", round_recalled, "Replay a round step by step", Right.RECALL_ROUNDS, b.Recalled,
          query=RoundQuery, long=True),
    Route("GET", f"{_one}/rounds", seat_rounds, "List the rounds of a seat: the last ten, or a page before a round",
          Right.READ_TABLES, b.SeatRounds, query=SeatQuery, besides_seat=Right.RECALL_ROUNDS, long=True),
    Route("GET", f"{_one}/vouchers", vouchers, "List vouchers without their numbers, one page at a time",
          Right.READ_TABLES, b.Vouchers, query=AfterEntryQuery, besides_seat=Right.READ_REPORTS, long=True),
    Route("GET", f"{_one}/export", exported, "Export the journal for an independent check", Right.READ_JOURNAL, bytes,
          media=("application/jsonl",), long=True, anywhere=True),
    Route("GET", f"{_one}/dispute", dispute, "Get a dispute and the evidence from when it was opened",
          Right.RECALL_ROUNDS, b.DisputeInfo, query=DisputeQuery, long=True),
    Route("GET", "/api/disputes", disputes, "List open and recently decided disputes, one page at a time",
          Right.READ_EVENTS, b.Disputes, query=AfterQuery),
    Route("GET", "/api/events", happenings, "List significant events", Right.READ_EVENTS, b.Happenings,
          query=EventsQuery, long=True),
    Route("GET", "/api/events/waiting", waiting, "List events not yet acknowledged", Right.READ_EVENTS, b.Waiting,
          acts=False),
    Route("POST", "/api/events/{seq}/acknowledge", acknowledge, "Acknowledge an event", Right.ACKNOWLEDGE_EVENTS),
    Route("GET", "/api/reports/{name}", report, "Get a report in JSON, CSV, HTML, PDF or text, signed by the house",
          Right.READ_REPORTS, bytes, query=ReportQuery,
          media=tuple(one.media.partition(";")[0] for one in FORMATS.values()), long=True, anywhere=True),
    Route("GET", "/api/readings", readings, "Get the progress of the caller's pending readings", Right.READ_REPORTS,
          Readings, acts=False),
    Route("POST", "/api/self-test", self_test, "Run the full self-test now", Right.RUN_SELF_TEST, b.SelfTest),
    Route("GET", "/api/software", software, "Get the accepted software and changes", Right.READ_DEVICES, b.Software),
)  # fmt: skip
