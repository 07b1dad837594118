"""The result of each chip table in a period, calculated from its floats and from its play: both are equal."""

from collections import defaultdict
from typing import Final

import msgspec

from taisai.ledger.transfers import FLOAT
from taisai.reports.money import Counted, corrections, counted, settled
from taisai.reports.period import HOUSE_TIME
from taisai.reports.report import Body, columns
from taisai.reports.sources import Journal, Sources, journals
from taisai.table import events as e

GROUPS: Final = ("table", *HOUSE_TIME)
NOTES: Final = (
    "Result is closing float plus credits and drop, minus opening float and fills.",
    "It equals play with corrections, plus write-offs and the variances of floats and drop boxes.",
    "Opening and closing floats are those of sessions that began or ended, and those at both ends of the period.",
    "Drop is cash for chips; the variance of a drop box is included once its count is approved.",
    "Tips, chips that players bring or take away, and chips exchanged for other chips are not included.",
    "A shift or gaming day does not list a table at which nothing happened.",
)


class TableResult(msgspec.Struct):
    """`result` is calculated from the floats; the last four fields are from play and add up to the same."""

    opening_float: int = 0
    fills: int = 0
    credits: int = 0
    drop: int = 0
    closing_float: int = 0
    play: int = 0
    written_off: int = 0
    float_variance: int = 0
    drop_variance: int = 0

    @property
    def result(self) -> int:
        return self.closing_float + self.credits + self.drop - self.opening_float - self.fills

    @property
    def by_play(self) -> int:
        return self.play + self.written_off + self.float_variance + self.drop_variance

    def add(self, other: "TableResult") -> None:
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def post(self, event: Counted) -> None:
        match event:
            case e.TableOpened(opening_float=amount):
                self.opening_float += amount
            case e.TableClosed(closing_float=amount):
                self.closing_float += amount
            case e.FloatFilled(amount=amount):
                self.fills += amount
            case e.FloatCredited(amount=amount):
                self.credits += amount
            case e.CashChanged(amount=amount):
                self.drop += amount
            case e.ColourWrittenOff(amount=amount):
                self.written_off += amount
            case e.CountApproved(purpose="change" | "closing", variance=variance):
                self.float_variance += variance
            case e.SoftCountApproved(variance=variance):
                self.drop += variance
                self.drop_variance += variance
        self.play += sum(award.stake - award.returned for award in settled(event))
        self.play += sum(one.debited - one.credited for one in corrections(event))


def table_results(sources: Sources) -> Body:
    found: defaultdict[tuple[str, str], TableResult] = defaultdict(TableResult)
    for journal in journals(sources):
        if journal.installed.money == "chips":
            for group, result in _results(sources, journal).items():
                if sources.by == "table" or result != TableResult():
                    found[group, journal.currency].add(result)
    names = ("opening_float", "fills", "credits", "drop", "closing_float", "result", "play", "written_off",
             "float_variance", "drop_variance")  # fmt: skip
    rows = ((*key, *(getattr(result, name) for name in names)) for key, result in sorted(found.items()))
    named = columns(**{sources.by: "text"}, currency="text", **dict.fromkeys(names, "money"))
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
        found[group].closing_float += ledger.balances[FLOAT]
    return found


def _handed_over(found: dict[str, TableResult], group: str, following: str, amount: int) -> str:
    if group != following:
        found[following].opening_float += amount
        if group:
            found[group].closing_float += amount
    return following
