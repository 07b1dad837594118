"""Game performance: how much was played at each table and what was returned, in theory and in fact."""

from collections import defaultdict
from fractions import Fraction

import msgspec

from taisai.house.recall import Told
from taisai.reports.games import Played, played
from taisai.reports.money import TALLIED, Counted, Tally, Undone, counted, posted, settled
from taisai.reports.period import BY_PLACE_AND_TIME
from taisai.reports.report import Body, Row, columns, share
from taisai.reports.round_dealer import NOTE, dealt
from taisai.reports.sources import Journal, Sources, journals
from taisai.table import events as e

GROUPS = BY_PLACE_AND_TIME
NOTES = (
    "The return is returned divided by staked; corrections are not included, they are in the report of voids.",
    "A round in progress at the end of the period is unfinished: its funds do not count as staked or returned yet.",
)


class Performance(msgspec.Struct):
    tally: Tally = msgspec.field(default_factory=Tally)
    expected: Fraction = Fraction(0)
    voided_rounds: int = 0
    voided_stakes: int = 0
    unfinished: int = 0
    funds: int = 0

    def count(self, game: Played, event: Counted) -> None:
        self.tally.count(event)
        self.expected += game.expected(settled(event))
        if isinstance(event, e.RoundVoided):
            self.voided_rounds += 1
            self.voided_stakes += event.staked

    def add(self, other: "Performance") -> None:
        self.tally.add(other.tally)
        self.expected += other.expected
        self.voided_rounds += other.voided_rounds
        self.voided_stakes += other.voided_stakes
        self.unfinished += other.unfinished
        self.funds += other.funds


def performance(sources: Sources) -> Body:
    groups: defaultdict[tuple[str, str], Performance] = defaultdict(Performance)
    totals: defaultdict[str, Performance] = defaultdict(Performance)
    for journal in journals(sources):
        for group, found in _performances(sources, journal).items():
            groups[group, journal.currency].add(found)
            totals[journal.currency].add(found)
    return Body(
        columns(**{sources.by: "text"}, currency="text", **TALLIED, actual_return="share",
                theoretical_return="share", voided_rounds="count", voided_stakes="money",
                unfinished_rounds="count", funds_in_them="money"),
        tuple(_row(group, currency, found) for (group, currency), found in sorted(groups.items())),
        tuple(_row("total", currency, found) for currency, found in sorted(totals.items())),
        (*NOTES, NOTE) if sources.by == "dealer" else NOTES,
    )  # fmt: skip


def _performances(sources: Sources, journal: Journal) -> dict[str, Performance]:
    """Return the performances by group. An unfinished round is in the group in which it began."""
    found: defaultdict[str, Performance] = defaultdict(Performance)
    game, ledger, unfinished = played(sources, journal), journal.opening, ""
    if sources.by == "table":
        found[journal.table] = Performance()
    for told, event, dealer in dealt(counted(posted(journal.entries, ledger))):
        group = sources.group(journal.table, told.at, dealer)
        unfinished = _unfinished(told, group, unfinished)
        if sources.period.holds(told.at) and _counts(event):
            found[group].count(game, event)
    if unfinished:
        found[unfinished].unfinished = 1
        found[unfinished].funds = ledger.on_layout
    return found


def _unfinished(told: Told, group: str, before: str) -> str:
    match told.event:
        case e.RoundBegun():
            return group
        case e.RoundSettled() | e.RoundVoided():
            return ""
    return before


def _counts(event: Counted) -> bool:
    return bool(settled(event)) or isinstance(event, Undone | e.LosersCollected | e.RoundVoided)


def _row(group: str, currency: str, found: Performance) -> Row:
    tally = found.tally
    returns = share(tally.returned, tally.staked), share(tally.staked - found.expected, tally.staked)
    voided = found.voided_rounds, found.voided_stakes
    return (group, currency, *tally.cells, *returns, *voided, found.unfinished, found.funds)
