"""What shows that nothing was changed: heads of the journals, attempts to sign in; and what there is to ask for."""

import asyncio

import msgspec

from taisai.house.floor import FloorTable, looked
from taisai.journal.anchor import SignedAnchor
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_reading
from taisai.journal.store import Store
from taisai.people import events as e
from taisai.people.reading import Recorded
from taisai.people.rights import Right
from taisai.reports.registry import REPORTS
from taisai.server.call import Answer, Call, Route
from taisai.server.house import House
from taisai.server.paging import first_page
from taisai.server.routes.records import PageQuery
from taisai.table.state import RECENT_ROUNDS, LastVoid, SettledRound
from taisai.wire import bodies as b


async def journals(call: Call) -> Answer:
    return Answer(b.Journals(await asyncio.to_thread(_journals, call.house)))


def _journals(house: House) -> tuple[b.JournalInfo, ...]:
    file = open_for_reading(house.settings.journal)
    try:
        return tuple(_journal(name, SqliteStore(file, name)) for name in house.stores())
    finally:
        file.close()


def _journal(name: str, store: Store) -> b.JournalInfo:
    head = store.head()
    line = store.newest_anchor()
    if not line:
        return b.JournalInfo(name, head.seq, head.seal.hex(), 0, "", "")
    anchor = msgspec.json.decode(line, type=SignedAnchor).anchor
    return b.JournalInfo(name, head.seq, head.seal.hex(), anchor.seq, anchor.at, anchor.key)


async def attempts(call: Call) -> Answer:
    page = call.house.register.attempts(limit=call.query.limit, before_seq=call.query.before)
    found, more = first_page(map(_attempt, page.attempts))
    return Answer(b.Attempts(found, found[-1].seq if more else page.before_seq))


def _attempt(entry: Recorded) -> b.Attempt:
    tried = entry.event
    assert isinstance(tried, e.AttemptRecorded)
    return b.Attempt(entry.seq, entry.at, tried.name, tried.device, tried.act, tried.ok)


async def settled(call: Call) -> Answer:
    one = call.table
    return Answer(await looked(one, lambda: _settled(one)))


def _settled(one: FloorTable) -> b.SettledRounds:
    table = one.desk.table
    rounds = sorted((*map(_round, table.recent), *map(_void, table.voids)), key=lambda past: past.round, reverse=True)
    return b.SettledRounds(one.settings.id, tuple(rounds[:RECENT_ROUNDS]))


def _round(past: SettledRound) -> b.SettledInfo:
    staked = sum(award.stake for award in past.awards)
    returned = sum(award.returned for award in past.awards)
    return b.SettledInfo(past.number, past.roll, staked, returned, past.reversed, "")


def _void(past: LastVoid) -> b.SettledInfo:
    return b.SettledInfo(past.number, "", past.returned, past.returned, False, past.trouble)


async def reports(_: Call) -> Answer:
    return Answer(b.Reports(tuple(b.ReportInfo(name, kind.title, kind.groups) for name, kind in REPORTS.items())))


ROUTES = (
    Route("GET", "/api/journals", journals, "The head and newest anchor of every journal", Right.READ_JOURNAL,
          b.Journals),
    Route("GET", "/api/attempts", attempts, "Attempts to prove who one is", Right.READ_STAFF, b.Attempts,
          query=PageQuery),
    Route("GET", "/api/tables/{table}/settled", settled, "The newest rounds, void ones too, and their money",
          Right.RECALL_ROUNDS, b.SettledRounds),
    Route("GET", "/api/reports", reports, "The reports that there are", Right.READ_REPORTS, b.Reports),
)  # fmt: skip
