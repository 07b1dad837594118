"""What must hold of any history, whatever befell the nodes: told by the journals and by what players remember."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from machines.watch import same
from simulation.history_money import cash, vouchers
from simulation.node import SIGNING

from taisai.house.desk import Desk
from taisai.house.games import game
from taisai.house.journal_index import differs
from taisai.house.table_entry import recorded
from taisai.journal.export import export_lines
from taisai.journal.keys import key_name
from taisai.journal.memory import MemoryJournal, MemoryStore
from taisai.journal.verify_taisai import verify

PLAYED = "rws-6/2"


def problems(house: Any) -> list[str]:
    journals = house.database.file.journals
    read = {table: [recorded(one.body) for one in journal.entries] for table, journal in journals.items()}
    sent = [one for player in house.players for one in player.sent]
    checks = (
        _unexpected(house),
        _unanswered(sent),
        _receipts(sent, read),
        _refusals(sent, read),
        _once(read),
        _batches(house.database.appended),
        _epochs(house.database.taken, house.database.appended),
        vouchers(read),
        cash(sent, read),
        _snapshots(house.database),
        _indexes(journals),
        _exports(house.database),
    )
    return [problem for check in checks for problem in check]


def _unexpected(house: Any) -> Iterator[str]:
    yield from house.world.problems


def _unanswered(sent: list[Any]) -> Iterator[str]:
    for one in sent:
        if not one.is_over:
            yield f"{one.order.id} at {one.table} has no answer after {one.attempts} attempts, the last: {one.last}"


def _receipts(sent: list[Any], read: dict[str, list[Any]]) -> Iterator[str]:
    """What was acknowledged is where its receipt says."""
    for one in sent:
        for receipt in one.receipts:
            entries = read[one.table][receipt.first - 1 : receipt.last]
            found = tuple(entry.event for entry in entries if entry.cause == one.order.id)
            if found != receipt.events:
                yield f"{one.order.id} was acknowledged as entry {receipt.first} of {one.table} and is not there"


def _refusals(sent: list[Any], read: dict[str, list[Any]]) -> Iterator[str]:
    taken = {(table, entry.cause) for table, entries in read.items() for entry in entries}
    for one in sent:
        if one.is_refused and (one.table, one.order.id) in taken:
            yield f"{one.order.id} was refused ({one.refused.code.value}) and is in the journal of {one.table}"


def _once(read: dict[str, list[Any]]) -> Iterator[str]:
    for table, entries in read.items():
        causes = [entry.cause for place, entry in enumerate(entries) if _begins(entries, place)]
        for cause, times in Counter(causes).items():
            if times > 1:
                yield f"{cause} is in the journal of {table} {times} times"


def _begins(entries: list[Any], place: int) -> bool:
    return not place or entries[place - 1].cause != entries[place].cause


def _batches(appended: list[Any]) -> Iterator[str]:
    last: dict[str, int] = defaultdict(int)
    for one in appended:
        if one.first != last[one.table] + 1:
            yield f"a batch of {one.table} begins with entry {one.first} after entry {last[one.table]}"
        last[one.table] = one.last


def _epochs(taken: list[Any], appended: list[Any]) -> Iterator[str]:
    lives = {(table, epoch): life for table, life, epoch in taken}
    if len(lives) != len(taken):
        yield "an epoch was given twice"
    newest: dict[str, int] = defaultdict(int)
    for one in appended:
        if one.epoch < newest[one.table]:
            yield f"entry {one.first} of {one.table} is of epoch {one.epoch}, after one of {newest[one.table]}"
        newest[one.table] = max(one.epoch, newest[one.table])
        if lives.get((one.table, one.epoch)) != one.life:
            yield f"entry {one.first} of {one.table} was written by {one.life}, who had not taken epoch {one.epoch}"


def _snapshots(database: Any) -> Iterator[str]:
    """Whoever begins with any snapshot that was ever saved knows what they know who read it all."""
    for table, journal in database.file.journals.items():
        try:
            whole = _desk(journal, None)
            for one in dict.fromkeys(database.snapshots[table]):
                if not same(_desk(journal, one), whole):
                    yield f"the snapshot of {table} at entry {one.head.seq} is not what its journal tells"
        except Exception as error:  # noqa: BLE001 - whatever stops a reader is a problem
            yield f"{table} cannot be read: {error!r}"


def _indexes(journals: dict[str, MemoryJournal]) -> Iterator[str]:
    for table, journal in journals.items():
        if differs(MemoryStore(journal=journal)):
            yield f"the index of {table} is not what its journal tells"


def _desk(journal: MemoryJournal, snapshot: Any) -> Desk:
    copy = MemoryJournal()
    copy.entries, copy.snapshot, copy.index = journal.entries, snapshot, journal.index
    return Desk.resume(MemoryStore(journal=copy), game(PLAYED), lambda: "now")


def _exports(database: Any) -> Iterator[str]:
    for table in database.file.journals:
        _, lines = export_lines(database.store(table), table)
        report = verify(lines, key_name(SIGNING.public_key()))
        if not report.sound:
            yield f"the export of {table}: entry {report.bad_seq}: {report.bad_why}"
