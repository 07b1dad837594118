"""What is on record: rounds, events, vouchers, disputes, reports, exports, self-tests."""

import asyncio
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from taisai.house.clock import now
from taisai.house.evidence import evidence
from taisai.house.floor import looked
from taisai.house.past import redeemed
from taisai.house.recall import history, recall
from taisai.house.tables import HOUSE
from taisai.house.tell import tell
from taisai.journal.export import export
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_reading
from taisai.journal.store import Store
from taisai.people.happenings import Happening
from taisai.people.rights import Right
from taisai.reports.formats import FORMATS
from taisai.reports.noted import noted
from taisai.reports.registry import ReportKind, report_kind
from taisai.reports.sources import Sources
from taisai.rules.refusals import Refusal, Refused
from taisai.server.call import Answer, Call, Route
from taisai.server.felts import lit
from taisai.server.house import VERSION, House, SelfTestFailed
from taisai.server.routes.tables import RoundQuery
from taisai.table import events as e
from taisai.wire import bodies as b

Text = Annotated[str, msgspec.Meta(max_length=200)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
VOUCHERS_SHOWN = 35
Found = TypeVar("Found")


class SeatQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: Count = 0


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
    format: Literal["text", "json", "csv", "html"] = "json"


async def reading(house: House, table: str, read: Callable[[Store], Found]) -> Found:
    """In a thread and with a connection of its own: a long reading holds nobody up."""

    def work() -> Found:
        file = open_for_reading(house.settings.journal)
        try:
            return read(SqliteStore(file, table))
        finally:
            file.close()

    return await asyncio.to_thread(work)


async def round_recalled(call: Call) -> Answer:
    name, number = call.table.settings.id, call.query.round
    told = await reading(call.house, name, lambda store: recall(store, number))
    entries = tuple(b.Entry(one.seq, one.at, one.by, tell(one.event), one.event) for one in told)
    return Answer(b.Recalled(name, number, entries))


async def seat_rounds(call: Call) -> Answer:
    """A terminal's own, or any seat's for staff."""
    one = call.table
    name = one.settings.id
    seat = call.caller.seat_at(name) or call.query.seat
    if seat not in one.desk.table.seats:
        raise Refused(Refusal.SEAT_UNKNOWN, f"no seat {seat} at {name}; there are {len(one.desk.table.seats)}", seat)
    if one.lived.is_short(seat):
        back = await looked(one, one.lived.start_reading_back)
        await reading(call.house, name, back.read)
        one.lived.has_read_back(back)
    lights = lit(one.settings.paytable).lit
    rounds = tuple(
        b.SeatRound(
            lived.round, lived.at, lived.roll, lights.get(lived.roll, ()), lived.opening, lived.wagers, lived.returned,
            lived.closing, lived.void,
        )
        for lived in one.lived.of(seat)
    )  # fmt: skip
    return Answer(b.SeatRounds(name, seat, VERSION, one.desk.table.seats[seat].credit, rounds))


async def happenings(call: Call) -> Answer:
    asked = call.query
    page = call.house.register.search(
        since=asked.since, until=asked.until, code=asked.code, table=asked.table, text=asked.text,
        limit=asked.limit, before_seq=asked.before,
    )  # fmt: skip
    return Answer(b.Happenings(page))


async def waiting(call: Call) -> Answer:
    return Answer(b.Waiting(call.house.register.waiting()))


async def acknowledge(call: Call) -> Answer:
    number = call.path["seq"]
    call.house.register.acknowledge(call.caller.name, int(number) if number.isascii() and number.isdecimal() else -1)
    call.house.tell_staff()
    return Answer()


async def vouchers(call: Call) -> Answer:
    """The newest of a terminal, or of the whole table for staff; never a number."""
    name = call.table.settings.id
    seat = call.caller.seat_at(name)
    found = await reading(call.house, name, lambda store: _vouchers(name, seat, store))
    return Answer(b.Vouchers(found))


def _vouchers(table: str, seat: int, store: Store) -> tuple[b.VoucherInfo, ...]:
    found: dict[str, b.VoucherInfo] = {}
    for told in history(store):
        match told.event:
            case e.VoucherIssued(voucher=voucher) as issued if seat in {0, issued.seat}:
                found[voucher] = b.VoucherInfo(
                    table, issued.seat, told.at, issued.amount, issued.ending, issued.expires, issued.collected
                )
            case e.VoucherCollected(voucher=voucher) if voucher in found:
                found[voucher] = replace(found[voucher], collected=True)
            case e.VoucherCancelled(voucher=voucher) if voucher in found:
                found[voucher] = replace(found[voucher], cancelled=True)
    newest = list(found.items())[-VOUCHERS_SHOWN if seat else 0 :]
    return tuple(replace(one, redeemed=_is_redeemed(store, voucher, one)) for voucher, one in newest)


def _is_redeemed(store: Store, voucher: str, one: b.VoucherInfo) -> bool:
    """A cancelled one is claimed too, so that nobody can."""
    return not one.cancelled and store.has_claim(redeemed(voucher))


async def disputes(call: Call) -> Answer:
    tables = call.house.floor.tables.items()
    return Answer(b.Disputes({name: tuple(one.desk.table.disputes.values()) for name, one in tables}))


async def dispute(call: Call) -> Answer:
    """With the table and the seat as they were when it was opened."""
    one, number = call.table, call.query.number
    found = await reading(call.house, one.settings.id, lambda store: evidence(store, one.desk.game, number))
    return Answer(b.DisputeInfo(one.settings.id, one.desk.table.disputes[number], found))


async def report(call: Call) -> Answer:
    kind, asked, house = report_kind(call.path["name"]), call.query, call.house
    tables = [asked.table] if asked.table else list(house.floor.tables)
    for name in tables:
        _ = call._replace(path={"table": name}).table
    return Answer(await asyncio.to_thread(_report, house, kind, tables, asked), media=FORMATS[asked.format].media)


def _report(house: House, kind: ReportKind, tables: list[str], asked: ReportQuery) -> bytes:
    file = open_for_reading(house.settings.journal)
    try:
        stores = {name: SqliteStore(file, name) for name in tables}
        happened = (one for one in noted(SqliteStore(file, HOUSE)) if not asked.table or one.table == asked.table)
        site = house.settings.site or house.settings.name
        sources = Sources(stores, site, VERSION, now(), asked.since, asked.until, asked.by, happened)
        return FORMATS[asked.format].text(kind.make(sources)).encode()
    finally:
        file.close()


async def exported(call: Call) -> Answer:
    name = call.table.settings.id

    def write(store: Store) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            export(store, name, Path(folder) / "export.jsonl")
            return (Path(folder) / "export.jsonl").read_bytes()

    call.house.register.note(Happening.DATA_EXPORTED, f"the journal of {name}", table=name, by=call.caller.name)
    return Answer(await reading(call.house, name, write), media="application/jsonl", filename=f"{name}.jsonl")


async def self_test(call: Call) -> Answer:
    """Told in full, whatever is found; a failure is noted too."""
    with suppress(SelfTestFailed):
        await call.house.test_whole()
    return Answer(b.SelfTest(tuple(call.house.checks)))


async def software(call: Call) -> Answer:
    known = call.house.register.software
    return Answer(b.Software(known.version, known.digest, call.house.register.software_changes()))


_one = "/api/tables/{table}"
ROUTES = (
    Route("GET", f"{_one}/recall", round_recalled, "Any round again, step by step", Right.RECALL_ROUNDS, b.Recalled,
          query=RoundQuery),
    Route("GET", f"{_one}/rounds", seat_rounds, "The last ten rounds of a seat", Right.READ_TABLES, b.SeatRounds,
          query=SeatQuery, besides_seat=Right.RECALL_ROUNDS),
    Route("GET", f"{_one}/vouchers", vouchers, "Vouchers, never with their numbers", Right.READ_TABLES, b.Vouchers,
          besides_seat=Right.READ_REPORTS),
    Route("GET", f"{_one}/export", exported, "The journal for an outsider to check", Right.READ_JOURNAL, bytes,
          media=("application/jsonl",)),
    Route("GET", f"{_one}/dispute", dispute, "A dispute, and what there was to see when it was opened",
          Right.RECALL_ROUNDS, b.DisputeInfo, query=DisputeQuery),
    Route("GET", "/api/disputes", disputes, "All disputes", Right.READ_EVENTS, b.Disputes),
    Route("GET", "/api/events", happenings, "Significant events", Right.READ_EVENTS, b.Happenings, query=EventsQuery),
    Route("GET", "/api/events/waiting", waiting, "What nobody has acknowledged", Right.READ_EVENTS, b.Waiting,
          acts=False),
    Route("POST", "/api/events/{seq}/acknowledge", acknowledge, "Acknowledge an event", Right.ACKNOWLEDGE_EVENTS),
    Route("GET", "/api/reports/{name}", report, "A report, in JSON, CSV, HTML or text", Right.READ_REPORTS, bytes,
          query=ReportQuery, media=tuple(one.media.partition(";")[0] for one in FORMATS.values())),
    Route("POST", "/api/self-test", self_test, "Test everything now", Right.RUN_SELF_TEST, b.SelfTest),
    Route("GET", "/api/software", software, "The accepted software and its changes", Right.READ_DEVICES, b.Software),
)  # fmt: skip
