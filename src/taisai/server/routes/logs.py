"""Every journal as a log for outsiders: checkpoints, tiles, bundles of entries, and receipts for players."""

from io import BytesIO
from typing import Annotated
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec

from taisai.house.clock import now
from taisai.house.floor import FloorTable, looked
from taisai.house.receipts import last_of_round
from taisai.house.tables import SEATS_MOST
from taisai.log.receipts import Receipt
from taisai.people.refusals import PeopleRefusal
from taisai.people.rights import Right
from taisai.rules.refusals import Refusal, Refused
from taisai.server.call import Access, Answer, Call, Route
from taisai.server.log_readings import AskInclusion, AskRoundInclusion
from taisai.server.logs import Log, Wanted
from taisai.server.refusals import ServerRefusal
from taisai.wire import logs as w

TEXT = "text/plain; charset=utf-8"
BYTES = "application/octet-stream"
ZIP = "application/zip"


async def logs(call: Call) -> Answer:
    return Answer(w.Logs(tuple(_log(one) for one in call.house.logs.logs.values())))


def _log(one: Log) -> w.LogInfo:
    return w.LogInfo(one.name, one.key.name, str(one.key), one.told[0].size if one.told else 0)


async def checkpoint(call: Call) -> Answer:
    one = call.house.logs.log(call.path["log"])
    if one.told is None:
        words = f"the log {one.name} has no checkpoint yet; ask again in a moment"
        raise Refused(ServerRefusal.TILE_UNKNOWN, words, one.name)
    return Answer(str(one.told[1]).encode(), media=TEXT)


async def tile(call: Call) -> Answer:
    return await _tile(call, f"{call.path['level']}/{call.path['tile']}")


async def entries(call: Call) -> Answer:
    answer = await _tile(call, f"entries/{call.path['tile']}")
    call.house.logs.note_reader(call.caller.name, call.path["log"], now()[:10])
    return answer


async def _tile(call: Call, path: str) -> Answer:
    one = call.house.logs.log(call.path["log"])
    return Answer(await call.house.logs.tile(one, path, call.source), media=BYTES, lasts=True)


class EntryQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    entry: Annotated[int, msgspec.Meta(ge=1, le=2**53)]


class SeatRoundQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A terminal is told of its own seat; 0 is all of them."""

    round: Annotated[int, msgspec.Meta(ge=1, le=2**53)]
    seat: Annotated[int, msgspec.Meta(ge=0, le=SEATS_MOST)] = 0


async def receipt(call: Call) -> Answer:
    """An entry with the proof that it is in the log."""
    name, seq = call.table.settings.id, call.query.entry
    if seq > call.table.desk.head.seq:
        words = f"there is no entry {seq} at {name} yet; an order is answered with the numbers of its entries"
        raise Refused(Refusal.ROUND_UNKNOWN, words, seq)
    seat = call.caller.seat_at(name)

    def wanted(journal: str, log: str, size: int) -> AskInclusion:
        return AskInclusion(journal, log, seq, seat, size)

    found = await _receipts(call, wanted, seq)
    if not found:
        raise Refused(PeopleRefusal.RIGHT_MISSING, f"entry {seq} is not of seat {seat}; ask for your own", seq)
    return Answer(str(found[0]).encode(), media=TEXT, filename=f"{name}-{seq}.tlog-proof")


async def receipts(call: Call) -> Answer:
    """The pay table, and what a round was to a seat, as one archive."""
    one, number = call.table, call.query.round
    name = one.settings.id
    seat = call.caller.seat_at(name) or call.query.seat
    last = await looked(one, lambda: _last_of_round(one, number))
    if not last:
        raise Refused(ServerRefusal.RECEIPT_NOT_YET, f"round {number} is not over; ask again when it is", number)

    def wanted(journal: str, log: str, size: int) -> AskRoundInclusion:
        return AskRoundInclusion(journal, log, number, seat, size)

    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for each in await _receipts(call, wanted, last):
            archive.writestr(f"{name}-{each.place + 1:09}.tlog-proof", str(each))
    return Answer(packed.getvalue(), media=ZIP, filename=f"{name}-round-{number}.zip")


def _last_of_round(one: FloorTable, number: int) -> int:
    """0 for one that is not over."""
    table = one.desk.table
    is_over = number < table.round or (number == table.round and table.current is None)
    return last_of_round(one.desk.store, number, one.desk.head.seq) if is_over else 0


async def _receipts(call: Call, wanted: Wanted, seq: int) -> list[Receipt]:
    one = call.house.logs.log(call.table.settings.id)
    if one.covering(seq) is None:
        words = f"entry {seq} is in no checkpoint yet; ask again when the round is over"
        raise Refused(ServerRefusal.RECEIPT_NOT_YET, words, seq)
    return await call.house.logs.receipts(one, wanted, seq, call.source)


_one = "/api/logs/{log}"
_table = "/api/tables/{table}"
ROUTES = (
    Route("GET", "/api/logs", logs, "Every journal as a log, with the key that signs it", Access.ANYBODY, w.Logs),
    Route("GET", f"{_one}/checkpoint", checkpoint, "The newest checkpoint of a log", Access.ANYBODY, bytes,
          media=("text/plain",), acts=False),
    Route("GET", f"{_one}/tile/entries/{{tile}}", entries, "A bundle of entries", Right.READ_JOURNAL, bytes,
          media=(BYTES,), acts=False),
    Route("GET", f"{_one}/tile/{{level}}/{{tile}}", tile, "A tile of hashes", Access.ANYBODY, bytes, media=(BYTES,),
          acts=False),
    Route("GET", f"{_table}/receipt", receipt, "An entry with the proof that it is in the log", Right.READ_TABLES,
          bytes, query=EntryQuery, media=("text/plain",), besides_seat=Right.RECALL_ROUNDS, long=True),
    Route("GET", f"{_table}/receipts", receipts, "What a round was to a seat, with proofs, as one archive",
          Right.READ_TABLES, bytes, query=SeatRoundQuery, media=(ZIP,), besides_seat=Right.RECALL_ROUNDS, long=True),
)  # fmt: skip
