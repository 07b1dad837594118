"""The result of each chip table in a period, calculated from its floats and from its play: both are equal."""

from collections import defaultdict
from typing import Final

import msgspec

from taisai.reports.float_sums import FLOAT_SUMS, FloatSums
from taisai.reports.money import Counted, counted, gained
from taisai.reports.period import HOUSE_TIME
from taisai.reports.report import Body, Cell, columns
from taisai.reports.sources import Journal, Sources, journals
from taisai.table import events as e
from taisai.table.accounts import FLOAT

GROUPS: Final = ("table", *HOUSE_TIME)
NOTES: Final = (
    "Result is closing float plus credits, drop and drop variance, minus opening float and fills.",
    "It equals play with corrections, plus write-offs and the variances of floats and drop boxes.",
    "Opening and closing floats are those of sessions that began or ended, and those at both ends of the period.",
    "Drop is cash for chips; the drop variance of a box counts once it is approved.",
    "Tips, chips that players bring or take away, and chips exchanged for other chips are not included.",
    "A shift or gaming day does not list a table at which nothing happened.",
)

PARTS: Final = ("play", "written_off", "float_variance", "drop_variance")


class TableResult(msgspec.Struct):
    """`result` is calculated from the floats and what was found in the drop boxes; `by_play` is the same from play."""

    floats: FloatSums = msgspec.field(default_factory=FloatSums)
    play: int = 0
    written_off: int = 0
    float_variance: int = 0
    drop_variance: int = 0

    @property
    def result(self) -> int:
        return self.floats.win + self.drop_variance

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The floats, the result and what it comes from."""
        floats, *found = msgspec.structs.astuple(self)
        return *msgspec.structs.astuple(floats), self.result, *found

    @property
    def by_play(self) -> int:
        return self.play + self.written_off + self.float_variance + self.drop_variance

    def add(self, other: "TableResult") -> None:
        self.floats.add(other.floats)
        for name in PARTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def post(self, event: Counted) -> None:
        match event:
            case e.ColourWrittenOff(amount=amount):
                self.written_off += amount
            case e.CountApproved(purpose="change" | "closing", variance=variance):
                self.float_variance += variance
            case e.SoftCountApproved(variance=variance):
                self.drop_variance += variance
        self.floats.post(event)
        self.play += gained(event)


def table_results(sources: Sources) -> Body:
    found: defaultdict[tuple[str, str], TableResult] = defaultdict(TableResult)
    for journal in journals(sources):
        if journal.installed.money == "chips":
            for group, result in _results(sources, journal).items():
                if sources.by == "table" or result != TableResult():
                    found[group, journal.currency].add(result)
    rows = ((*key, *result.cells) for key, result in sorted(found.items()))
    money = FLOAT_SUMS | dict.fromkeys(("result", *PARTS), "money")
    named = columns(**{sources.by: "text"}, currency="text", **money)
    return Body(named, tuple(rows), notes=NOTES)


def _results(sources: Sources, journal: Journal) -> dict[str, TableResult]:
    """Return the results by group. The closing float of one group is the opening float of the next."""
    found: defaultdict[str, TableResult] = defaultdict(TableResult)
    ledger, group, last = journal.opening, "", 0
    for told, event in counted(journal.entries):
        if sources.period.holds(told.at):
            group = _handed_over(found, group, sources.group(journal.table, told.at), ledger.balances[FLOAT])
            found[group].post(event)
        if told.seq != last:
            ledger.post(told.event)
            last = told.seq
    if not group and sources.by == "table":
        group = _handed_over(found, group, journal.table, ledger.balances[FLOAT])
    if group:
        found[group].floats.closing_float += ledger.balances[FLOAT]
    return found


def _handed_over(found: dict[str, TableResult], group: str, following: str, amount: int) -> str:
    if group != following:
        found[following].floats.opening_float += amount
        if group:
            found[group].floats.closing_float += amount
    return following
