"""Fills and credits of floats, one by one."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from taisai.house.recall import Told
from taisai.reports.period import BY_PLACE_AND_TIME
from taisai.reports.report import Body, Row, columns
from taisai.reports.round_dealer import dealt
from taisai.reports.sources import Journal, Sources, journals
from taisai.table import events as e

GROUPS = ("entry", *BY_PLACE_AND_TIME)
NOTE = "A fill or credit counts for the dealer of the current round, or of the last round if none is in progress."


class Moved(NamedTuple):
    journal: Journal
    told: Told
    what: str
    amount: int
    dealer: str


def floats(sources: Sources) -> Body:
    return _listed(sources) if sources.by == "entry" else _grouped(sources)


def _listed(sources: Sources) -> Body:
    sums: Counter[tuple[str, str]] = Counter()
    rows: list[Row] = []
    for journal, told, what, amount, _ in _moved(sources):
        rows.append((told.at, journal.table, told.seq, what, told.by, journal.currency, amount))
        sums[what, journal.currency] += amount
    return Body(
        columns(time="time", table="text", entry="count", what="text", person="text", currency="text", amount="money"),
        tuple(sorted(rows, key=lambda row: str(row[0]))),
        tuple(("total", "", "", what, "", currency, amount) for (what, currency), amount in sorted(sums.items())),
    )


def _grouped(sources: Sources) -> Body:
    sums: Counter[tuple[str, str, str]] = Counter()
    for journal, told, what, amount, dealer in _moved(sources):
        sums[sources.group(journal.table, told.at, dealer), what, journal.currency] += amount
    return Body(
        columns(**{sources.by: "text"}, what="text", currency="text", amount="money"),
        tuple((*key, amount) for key, amount in sorted(sums.items())),
        notes=(NOTE,) if sources.by == "dealer" else (),
    )


def _moved(sources: Sources) -> Iterator[Moved]:
    for journal in journals(sources):
        for told, event, dealer in dealt((told, told.event) for told in journal.entries):
            if sources.period.holds(told.at):
                match event:
                    case e.FloatFilled(amount=amount):
                        yield Moved(journal, told, "fill", amount, dealer)
                    case e.FloatCredited(amount=amount):
                        yield Moved(journal, told, "credit", amount, dealer)
