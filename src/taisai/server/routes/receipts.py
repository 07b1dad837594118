"""Receipts for players, of an entry, a round or a session: as files and by short links."""

from collections.abc import Iterable
from functools import partial
from io import BytesIO
from typing import Annotated
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec

from taisai.house.floor_table import FloorTable, looked
from taisai.house.receipts import last_of_round
from taisai.house.rotations import FILE as ROTATIONS
from taisai.house.rotations import encoded, lines_of
from taisai.house.tables import SEATS_MOST
from taisai.log.heads import SignedHead
from taisai.log.receipts import Receipt
from taisai.people.refusals import PeopleRefusal
from taisai.people.rights import Right
from taisai.rules.refusals import Refusal, Refused
from taisai.server.call import Access, Answer, Call, Route
from taisai.server.log_readings import AskInclusion, AskRoundInclusion, AskSessionInclusion
from taisai.server.logs import Log
from taisai.server.pages import NOT_BUILT
from taisai.server.receipt_links import Linked
from taisai.server.refusals import ServerRefusal
from taisai.server.verify_page import verify_page
from taisai.wire import logs as w

TEXT = "text/plain; charset=utf-8"
HTML = "text/html; charset=utf-8"
ZIP = "application/zip"
KEYS = "keys.txt"  # in each archive: the keys to check it with, which should be compared with another source

Number = Annotated[int, msgspec.Meta(ge=1, le=2**53)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=SEATS_MOST)]


class EntryQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    entry: Number


class SeatRoundQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A terminal gets its own seat; for others, seat 0 means all seats."""

    round: Number
    seat: Seat = 0


class SessionQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A terminal gets its own seat; staff must name one."""

    seat: Seat = 0


class LinkQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Either an entry or a round; staff must name the seat."""

    entry: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 0
    round: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 0
    seat: Seat = 0


async def receipt(call: Call) -> Answer:
    """Return an entry with the proof that it is in the log."""
    one, seq = _log(call), call.query.entry
    _check_written(call, seq)
    if one.covering(seq) is None:
        words = f"entry {seq} is in no checkpoint yet; request its signed head now, or try again after the round"
        raise Refused(ServerRefusal.RECEIPT_NOT_YET, words, seq)
    found = await _entry(call, seq, call.caller.seat_at(one.name))
    return Answer(str(found).encode(), media=TEXT, filename=f"{one.name}-{seq}.tlog-proof")


async def signed_head(call: Call) -> Answer:
    """Return a signed entry at once, without waiting for a checkpoint."""
    one, seq = _log(call), call.query.entry
    _check_written(call, seq)
    seat = call.caller.seat_at(one.name)
    found = await call.house.logs.signed_heads(one, partial(AskInclusion, seq=seq, seat=seat), call.asker)
    if not found:
        raise _anothers(seq, seat)
    return Answer(str(found[0]).encode(), media=TEXT, filename=f"{one.name}-{seq}.signed-head")


async def receipts(call: Call) -> Answer:
    """Return an archive with the pay table and a seat's receipts of a round."""
    name, number = call.table.settings.id, call.query.round
    archive = await _round(call, number, call.caller.seat_at(name) or call.query.seat)
    return Answer(archive, media=ZIP, filename=f"{name}-round-{number}.zip")


async def session_receipts(call: Call) -> Answer:
    """Return an archive with the pay table and a seat's receipts since it was last empty."""
    one = _log(call)
    seat = _seat(call)
    found = await call.house.logs.receipts(one, partial(AskSessionInclusion, seat=seat), call.asker, later=True)
    return Answer(_packed(call, one, found), media=ZIP, filename=f"{one.name}-seat-{seat}.zip")


async def link(call: Call) -> Answer:
    """Return a link that is short enough for a printed QR code."""
    asked, table = call.query, call.table.settings.id
    if bool(asked.entry) is bool(asked.round):
        raise Refused(ServerRefusal.MESSAGE_INVALID, "send either an entry or a round", "")
    if asked.entry:
        _check_written(call, asked.entry)
    what, number = ("entry", asked.entry) if asked.entry else ("round", asked.round)
    one, seat = _log(call), _seat(call)
    last = asked.entry or await looked(call.table, partial(_last_of_round, call.table, number))
    path = call.house.receipt_links.path(Linked(table, what, number, seat))
    return Answer(w.ReceiptLink(path, bool(last and one.covering(last)), str(one.key)))


async def linked(call: Call) -> Answer:
    """Return the page that verifies the receipt, with it inside; only the archive if the screens are not built."""
    found = call.house.receipt_links.read(call.path["table"], call.path["name"], call.path["mark"])
    if found.what == "round":
        archive = await _round(call, found.number, found.seat)
    else:
        _check_written(call, found.number)
        one = _log(call)
        archive = _packed(call, one, [await _entry(call, found.number, found.seat, later=True)])
    page = verify_page()
    if page is None:
        return Answer(archive, media=ZIP, filename=f"{found.table}-{found.name}.zip")
    return Answer(page.holding(archive), media=HTML, policy=page.policy)


async def verify(_: Call) -> Answer:
    page = verify_page()
    if page is None:
        return Answer(NOT_BUILT.encode(), media=TEXT)
    return Answer(page.text.encode(), media=HTML, policy=page.policy)


def _log(call: Call) -> Log:
    return call.house.logs.log(call.table.settings.id)


def _seat(call: Call) -> int:
    """Return the terminal's own seat, or the one that staff name."""
    table = call.table
    seat: int = call.caller.seat_at(table.settings.id) or call.query.seat
    if seat not in table.desk.table.seats:
        words = f"there is no seat {seat} at {table.settings.id}; it has {len(table.desk.table.seats)} seats"
        raise Refused(Refusal.SEAT_UNKNOWN, words, seat)
    return seat


def _check_written(call: Call, seq: int) -> None:
    if seq > call.table.desk.head.seq:
        words = f"there is no entry {seq} at {call.table.settings.id} yet; the answer to an order names its entries"
        raise Refused(Refusal.ROUND_UNKNOWN, words, seq)


async def _entry(call: Call, seq: int, seat: int, *, later: bool = False) -> Receipt | SignedHead:
    question = partial(AskInclusion, seq=seq, seat=seat)
    found = await call.house.logs.receipts(_log(call), question, call.asker, later=later)
    if not found:
        raise _anothers(seq, seat)
    return found[0]


def _anothers(seq: int, seat: int) -> Refused:
    return Refused(PeopleRefusal.RIGHT_MISSING, f"entry {seq} does not belong to seat {seat}; request your own", seq)


async def _round(call: Call, number: int, seat: int) -> bytes:
    one, table = _log(call), call.table
    last = await looked(table, partial(_last_of_round, table, number))
    if not last:
        raise Refused(ServerRefusal.RECEIPT_NOT_YET, f"round {number} is not over yet; try again when it is", number)
    if one.covering(last) is None:
        words = f"round {number} is in no checkpoint yet; try again in a moment"
        raise Refused(ServerRefusal.RECEIPT_NOT_YET, words, number)
    question = partial(AskRoundInclusion, round=number, seat=seat)
    return _packed(call, one, await call.house.logs.receipts(one, question, call.asker))


def _last_of_round(one: FloorTable, number: int) -> int:
    """Return the last entry of a round, 0 if it is not over."""
    table = one.desk.table
    is_over = number < table.round or (number == table.round and table.current is None)
    return last_of_round(one.desk.store, number, one.desk.head.seq) if is_over else 0


def _packed(call: Call, one: Log, found: Iterable[Receipt | SignedHead]) -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for each in found:
            kind = "signed-head" if isinstance(each, SignedHead) else "tlog-proof"
            archive.writestr(f"{one.name}-{each.seq:09}.{kind}", str(each))
        keys = [f"log {one.key}", *(f"witness {each.key}" for each in call.house.settings.witness)]
        if lines := lines_of(call.house.settings, one.name):
            archive.writestr(ROTATIONS, encoded(lines))
        archive.writestr(KEYS, "".join(f"{line}\n" for line in keys))
    return packed.getvalue()


_table = "/api/tables/{table}"
ROUTES = (
    Route("GET", f"{_table}/receipt", receipt, "Get an entry with the proof that it is in the log", Right.READ_TABLES,
          bytes, query=EntryQuery, media=("text/plain",), besides_seat=Right.RECALL_ROUNDS, long=True),
    Route("GET", f"{_table}/signed-head", signed_head, "Get an entry, signed at once", Right.READ_TABLES,
          bytes, query=EntryQuery, media=("text/plain",), besides_seat=Right.RECALL_ROUNDS, long=True),
    Route("GET", f"{_table}/receipts", receipts, "Download the receipts of a seat for a round, as one archive",
          Right.READ_TABLES, bytes, query=SeatRoundQuery, media=(ZIP,), besides_seat=Right.RECALL_ROUNDS, long=True),
    Route("GET", f"{_table}/session-receipts", session_receipts,
          "Download the receipts of a seat for a session, as one archive", Right.READ_TABLES, bytes, query=SessionQuery,
          media=(ZIP,), besides_seat=Right.RECALL_ROUNDS, long=True),
    Route("GET", f"{_table}/receipt-link", link, "Get a short link to a receipt", Right.READ_TABLES, w.ReceiptLink,
          query=LinkQuery, besides_seat=Right.RECALL_ROUNDS),
    Route("GET", "/receipt/{table}/{name}/{mark}", linked, "Open a receipt by its short link, on the checking page",
          Access.ANYBODY, bytes, media=("text/html", ZIP), acts=False, long=True),
    Route("GET", "/verify", verify, "Get the page that checks receipts, as one file", Access.ANYBODY, bytes,
          media=("text/html", "text/plain"), acts=False),
)  # fmt: skip
