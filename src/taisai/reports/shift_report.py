"""The report of a shift or gaming day: everything that its manager signs for."""

from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec

from taisai.reports import dice, floats, results, significant_events, table_results, theory, turnover, voids
from taisai.reports.report import Body, Section
from taisai.reports.sources import Sources

NO_EVENTS: Final = "Significant events are in the house's own journal, which is not in this file."


class _Part(NamedTuple):
    name: str
    title: str
    find: Callable[[Sources], Body]
    by: str = ""


PARTS: Final = (
    _Part("theory-table", "Theoretical and actual win by table", theory.theory, "table"),
    _Part("turnover-dealer", "Turnover, win and hold by dealer", turnover.turnover, "dealer"),
    _Part("theory-dealer", "Theoretical and actual win by dealer", theory.theory, "dealer"),
    _Part("turnover-shift", "Turnover, win and hold by shift", turnover.turnover, "shift"),
    _Part("float", "Fills and credits", floats.floats, "entry"),
    _Part("result", "Sessions that closed", results.results, "session"),
    _Part("table-result", "Result of each table", table_results.table_results, "table"),
    _Part("voids", "Voids, corrections and disputes", voids.voids, "entry"),
    _Part("dice", "Dice", dice.dice, "table"),
)
EVENTS: Final = _Part("events", "Significant events", significant_events.significant, "entry")


def shift_report(sources: Sources) -> Body:
    """Return the figures by table, then the other sections. A figure is the same in every section."""
    found = turnover.turnover(_by(sources, "table"))
    parts = PARTS if sources.noted is None else (*PARTS, EVENTS)
    notes = found.notes if sources.noted is not None else (*found.notes, NO_EVENTS)
    return msgspec.structs.replace(found, notes=notes, sections=tuple(_section(sources, part) for part in parts))


def _section(sources: Sources, part: _Part) -> Section:
    found = part.find(_by(sources, part.by))
    return Section(part.name, part.title, found.columns, found.rows, found.totals, found.notes)


def _by(sources: Sources, by: str) -> Sources:
    return msgspec.structs.replace(sources, by=by)
