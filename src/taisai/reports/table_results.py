"""The result of each table with chips in a period, by its floats and by its play: both come to the same."""

from typing import Final

import msgspec

from taisai.ledger.transfers import FLOAT
from taisai.reports.money import Counted, corrections, counted, settled
from taisai.reports.report import Body, columns
from taisai.reports.sources import Journal, Sources, journals
from taisai.table import events as e

NOTES: Final = (
    "Result is closing, credits and drop, less opening and fills.",
    "It is also play with its corrections, what was written off, and the variances of floats and drop boxes.",
    "Opening and closing have the floats of sessions that began or ended, and the float at the ends of the period.",
    "Drop is cash for chips; the variance of a drop box is in it once its count is approved.",
    "Tips, chips that players bring or take away, and chips changed for others are not in it.",
)


class TableResult(msgspec.Struct):
    """`result` is by the floats; the four after it are by the play, and add up to the same."""

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
    found = [
        (journal, _result(sources, journal)) for journal in journals(sources) if journal.installed.money == "chips"
    ]
    names = ("opening_float", "fills", "credits", "drop", "closing_float", "result", "play", "written_off",
             "float_variance", "drop_variance")  # fmt: skip
    rows = ((one.table, one.currency, *(getattr(result, name) for name in names)) for one, result in found)
    return Body(columns(table="text", currency="text", **dict.fromkeys(names, "money")), tuple(rows), notes=NOTES)


def _result(sources: Sources, journal: Journal) -> TableResult:
    ledger, result, begun = journal.opening, TableResult(), False
    last = 0
    for told, event in counted(journal.entries):
        if sources.period.holds(told.at):
            if not begun:
                result.opening_float, begun = ledger.balances[FLOAT], True
            result.post(event)
        if told.seq != last:
            ledger.post(told.event)
            last = told.seq
    result.closing_float += ledger.balances[FLOAT]
    result.opening_float += 0 if begun else ledger.balances[FLOAT]
    return result
