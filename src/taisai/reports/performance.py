"""Game performance: how much was played at each table and what came back, in theory and in fact."""

from collections import defaultdict
from fractions import Fraction

import msgspec

from taisai.reports.games import Played, played
from taisai.reports.money import Counted, Tally, counted, posted, settled, stakes_by_spot
from taisai.reports.report import Body, Row, columns, share
from taisai.reports.sources import Journal, Sources, journals
from taisai.table import events as e

NOTES = (
    "The return is what was won of what was wagered; corrections are not in it, they are in the report of voids.",
    "A round under way at the period's end is unfinished: its funds are neither wagered nor won yet.",
)


class Performance(msgspec.Struct):
    tally: Tally = msgspec.field(default_factory=Tally)
    expected: Fraction = Fraction(0)
    voided_rounds: int = 0
    voided_wagers: int = 0
    unfinished: int = 0
    funds: int = 0

    def count(self, game: Played, event: Counted) -> None:
        self.tally.count(event)
        self.expected += game.expected(stakes_by_spot(settled(event)))
        if isinstance(event, e.RoundVoided):
            self.voided_rounds += 1
            self.voided_wagers += event.staked

    def add(self, other: "Performance") -> None:
        for name in ("rounds", "staked", "returned", "corrected"):
            setattr(self.tally, name, getattr(self.tally, name) + getattr(other.tally, name))
        self.expected += other.expected
        self.voided_rounds += other.voided_rounds
        self.voided_wagers += other.voided_wagers
        self.unfinished += other.unfinished
        self.funds += other.funds


def performance(sources: Sources) -> Body:
    rows: list[Row] = []
    totals: defaultdict[str, Performance] = defaultdict(Performance)
    for journal in journals(sources):
        found = _performance(sources, journal)
        rows.append(_row(journal.table, journal.currency, found))
        totals[journal.currency].add(found)
    return Body(
        columns(table="text", currency="text", rounds="count", wagered="money", won="money", actual_return="share",
                theoretical_return="share", voided_rounds="count", voided_wagers="money", unfinished_rounds="count",
                funds_in_them="money"),
        tuple(rows),
        tuple(_row("total", currency, found) for currency, found in sorted(totals.items())),
        NOTES,
    )  # fmt: skip


def _performance(sources: Sources, journal: Journal) -> Performance:
    found, game, period = Performance(), played(sources, journal), sources.period
    ledger = journal.opening
    for at, event in counted(posted(journal.entries, ledger)):
        match event:
            case e.RoundBegun():
                found.unfinished = 1
            case e.RoundSettled() | e.RoundVoided():
                found.unfinished = 0
        if period.holds(at):
            found.count(game, event)
    found.funds = ledger.on_layout
    return found


def _row(table: str, currency: str, found: Performance) -> Row:
    tally = found.tally
    returns = share(tally.returned, tally.staked), share(tally.staked - found.expected, tally.staked)
    voided = found.voided_rounds, found.voided_wagers
    return (
        table, currency, tally.rounds, tally.staked, tally.returned, *returns, *voided, found.unfinished, found.funds
    )  # fmt: skip
