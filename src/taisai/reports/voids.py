"""Voids, corrections, troubles and disputes, each as it happened."""

from typing import NamedTuple

from taisai.house.recall import Told
from taisai.reports.report import Body, Row, columns
from taisai.reports.sources import Journal, Sources, journals
from taisai.table import events as e


class Said(NamedTuple):
    """What happened to which round, by which clause, in a word or two; `stakes` went back to the seats."""

    what: str
    round: int | str
    clause: str
    words: str
    stakes: int = 0


def voids(sources: Sources) -> Body:
    rows: list[Row] = []
    sums: dict[str, list[int]] = {}
    period = sources.period
    for journal in journals(sources):
        for told in journal.entries:
            said = _said(told.event) if period.holds(told.at) else None
            if said is not None:
                moved = _moved(told.event, said.stakes)
                rows.append(_row(journal, told, said, moved))
                before = sums.get(journal.currency, [0] * len(moved))
                sums[journal.currency] = [one + other for one, other in zip(before, moved, strict=True)]
    return Body(
        columns(time="time", table="text", entry="count", what="text", round="text", person="text", clause="text",
                currency="text", stakes_returned="money", to_players="money", to_house="money", owed="money",
                words="text"),
        tuple(sorted(rows, key=lambda row: str(row[0]))),
        tuple(("total", "", "", "", "", "", "", currency, *moved, "") for currency, moved in sorted(sums.items())),
    )  # fmt: skip


def _said(event: e.Event) -> Said | None:  # noqa: PLR0911 - one for each kind
    match event:
        case e.RoundVoided(round=number, trouble=trouble, clause=clause):
            called = "announced" if event.announced else "not announced"
            return Said("round void", number, clause, f"{trouble.value}, {called}", event.staked)
        case e.SettlementUndone(round=number):
            return Said("settlement undone", number, "", "collected and paid again")
        case e.EntryAmended(round=number, old=old, roll=roll, clause=clause):
            return Said("entry amended", number, clause, f"{old} to {roll}")
        case e.RoundReversed(round=number, trouble=trouble, clause=clause):
            return Said("round reversed", number, clause, trouble.value)
        case e.RoundCorrected(round=number, old=old, roll=roll, clause=clause):
            return Said("round corrected", number, clause, f"{old} to {roll}")
        case e.TroubleReported(trouble=trouble, clause=clause, note=note):
            stops = "the table stops" if event.stops else ""
            return Said("trouble reported", "", clause, ", ".join(filter(None, (trouble.value, note, stops))))
        case e.TroubleCleared(procedure=procedure):
            return Said("trouble cleared", "", "", procedure)
        case e.DisputeOpened(dispute=dispute, about=about, claim=claim):
            return Said("dispute opened", about, "", f"{dispute}: {claim}")
        case e.DisputeDecided(dispute=dispute, reason=reason, second=second):
            agreed = f" (with {second})" if second else ""
            return Said("dispute decided", "", "", f"{dispute}: {reason}{agreed}")
    return None


def _moved(event: e.Event, stakes: int) -> tuple[int, int, int, int]:
    found: tuple[e.Correction, ...] = getattr(event, "corrections", ())
    credited, debited, owed = (sum(getattr(one, name) for one in found) for name in ("credited", "debited", "owed"))
    return stakes, credited, debited, owed


def _row(journal: Journal, told: Told, said: Said, moved: tuple[int, ...]) -> Row:
    named = (told.at, journal.table, told.seq, said.what, str(said.round), told.by, said.clause, journal.currency)
    return (*named, *moved, said.words)
