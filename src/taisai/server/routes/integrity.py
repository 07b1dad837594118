"""Evidence of integrity: heads of the journals, sign-in attempts and settled rounds; also the list of reports."""

from taisai.house.clock import now
from taisai.house.floor_table import FloorTable, looked
from taisai.house.tables import HOUSE
from taisai.people.event_log import check_limit
from taisai.people.rights import Right
from taisai.reports.registry import REPORTS
from taisai.server.call import Answer, Call, Route
from taisai.server.readings import AskAttempts, AskJournals
from taisai.server.routes.records import PageQuery, asked
from taisai.table.state import RECENT_ROUNDS, LastVoid, SettledRound
from taisai.wire import bodies as b
from taisai.wire.reports import ReportInfo, Reports


async def journals(call: Call) -> Answer:
    settings = call.house.settings
    names = (HOUSE, *(table.id for table in settings.tables))
    return Answer(await asked(call, AskJournals(settings.place, names)))


async def attempts(call: Call) -> Answer:
    limit, before = call.query.limit, call.query.before
    check_limit(limit, before)
    return Answer(await asked(call, AskAttempts(call.house.settings.place, limit, before)))


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


async def reports(call: Call) -> Answer:
    """List the reports, with the shifts of the house and the current one."""
    days = call.house.settings.days
    day, _, shift = days.shift(now()).partition(" ")
    kinds = tuple(ReportInfo(name, kind.title, kind.groups) for name, kind in REPORTS.items())
    return Answer(Reports(kinds, days.zone, days.shifts, day, int(shift)))


ROUTES = (
    Route("GET", "/api/journals", journals, "List the head and newest checkpoint of every journal", Right.READ_JOURNAL,
          b.Journals),
    Route("GET", "/api/attempts", attempts, "List sign-in attempts", Right.READ_STAFF, b.Attempts,
          query=PageQuery),
    Route("GET", "/api/tables/{table}/settled", settled, "List the newest rounds, with void ones, and their money",
          Right.RECALL_ROUNDS, b.SettledRounds),
    Route("GET", "/api/reports", reports, "List the available reports", Right.READ_REPORTS, Reports),
)  # fmt: skip
