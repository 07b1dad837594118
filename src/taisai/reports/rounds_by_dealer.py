"""Rounds by dealer: who dealt which round, and how many."""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from taisai.house.dealers import STEPS, dealers
from taisai.house.recall import Told
from taisai.reports.period import HOUSE_TIME
from taisai.reports.report import Body, Row, columns
from taisai.reports.sources import Journal, Sources, journals
from taisai.table import events as e

GROUPS = ("dealer", "round", "table", *HOUSE_TIME)
NOTES = (
    "A round counts for every dealer who did one of its steps; a round that was handed over counts for both.",
    "A round counts when it is settled or void; a round in progress does not count yet.",
)


class Dealt(NamedTuple):
    """A finished round. `roll` is empty if it is void; `amended`: its first entry was wrong."""

    number: int
    began: str
    ended: str
    roll: str
    amended: bool
    by: tuple[str, ...]


class Share(msgspec.Struct):
    """The rounds of one dealer at one table, or of all dealers."""

    rounds: int = 0
    shared: int = 0
    void: int = 0
    amended: int = 0
    first: str = ""
    last: str = ""

    def add(self, dealt: Dealt) -> None:
        self.rounds += 1
        self.shared += len(dealt.by) > 1
        self.void += not dealt.roll
        self.amended += dealt.amended
        self.first = min(self.first or dealt.began, dealt.began)
        self.last = max(self.last, dealt.ended)


def dealing(sources: Sources) -> Body:
    return _by_round(sources) if sources.by == "round" else _grouped(sources)


def _by_round(sources: Sources) -> Body:
    rows = [
        (journal.table, dealt.number, dealt.began, dealt.ended, dealt.roll or "void", ", ".join(dealt.by))
        for journal in journals(sources)
        for dealt in rounds_dealt(journal)
    ]
    named = columns(table="text", round="count", began="time", ended="time", roll="text", dealt_by="text")
    return Body(named, tuple(rows), notes=NOTES)


def _grouped(sources: Sources) -> Body:
    """Group by dealer and table; or by table, gaming day or shift, and then dealer."""
    shares: defaultdict[tuple[str, str], Share] = defaultdict(Share)
    total = Share()
    for journal in journals(sources):
        for dealt in rounds_dealt(journal):
            total.add(dealt)
            for name in dealt.by:
                shares[_key(sources, journal.table, dealt.ended, name)].add(dealt)
    named = {"dealer": "text", "table": "text"} if sources.by == "dealer" else {sources.by: "text", "dealer": "text"}
    return Body(
        columns(**named, rounds_dealt="count", handed_over="count", void="count", entries_amended="count",
                first_round_began="time", last_round_ended="time"),
        tuple(_row(*key, share) for key, share in sorted(shares.items())),
        (_row("total", "", total),) if shares else (),
        NOTES,
    )  # fmt: skip


def _key(sources: Sources, table: str, ended: str, dealer: str) -> tuple[str, str]:
    return (dealer, table) if sources.by == "dealer" else (sources.group(table, ended), dealer)


def _row(one: str, other: str, share: Share) -> Row:
    return one, other, *msgspec.structs.astuple(share)


def rounds_dealt(journal: Journal) -> Iterator[Dealt]:
    """Yield the rounds that ended in the period."""
    steps: list[Told] = []
    for told in journal.entries:
        if isinstance(told.event, e.RoundBegun):
            steps = [told]
        elif isinstance(told.event, (*STEPS, e.EntryAmended)):
            steps.append(told)
        elif isinstance(told.event, e.RoundSettled | e.RoundVoided) and steps:
            if journal.period.holds(told.at):
                yield _dealt(steps, told.at, told.event)
            steps = []


def _dealt(steps: list[Told], ended: str, event: e.RoundSettled | e.RoundVoided) -> Dealt:
    roll = event.roll if isinstance(event, e.RoundSettled) else ""
    amended = any(isinstance(told.event, e.EntryAmended) for told in steps)
    return Dealt(event.round, steps[0].at, ended, roll, amended, dealers(steps))
