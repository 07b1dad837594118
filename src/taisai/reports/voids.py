"""Voids, corrections, troubles and disputes, one by one."""

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from taisai.house.recall import Told
from taisai.reports.period import BY_PLACE_AND_TIME
from taisai.reports.report import Body, Row, columns
from taisai.reports.round_dealer import NOTE, dealt
from taisai.reports.sources import Journal, Sources, journals
from taisai.table import events as e

GROUPS = ("entry", *BY_PLACE_AND_TIME)
MOVED: Final = ("voided_stakes", "to_players", "to_house", "owed")


class Said(NamedTuple):
    """What happened to a round, and by which clause. `stakes` went back to the seats."""

    what: str
    round: int | str
    clause: str
    words: str
    stakes: int = 0


class Found(NamedTuple):
    journal: Journal
    told: Told
    said: Said
    group: str

    @property
    def moved(self) -> Counter[str]:
        return Counter(dict(zip(MOVED, _moved(self.told.event, self.said.stakes), strict=True)))


def voids(sources: Sources) -> Body:
    return _listed(sources) if sources.by == "entry" else _grouped(sources)


def _found(sources: Sources) -> Iterator[Found]:
    for journal in journals(sources):
        for told, event, dealer in dealt((told, told.event) for told in journal.entries):
            said = _said(event) if sources.period.holds(told.at) else None
            if said is not None:
                yield Found(journal, told, said, sources.group(journal.table, told.at, dealer))


def _listed(sources: Sources) -> Body:
    rows: list[Row] = []
    sums: dict[str, Counter[str]] = {}
    for one in _found(sources):
        rows.append(_row(one))
        sums.setdefault(one.journal.currency, Counter()).update(one.moved)
    return Body(
        columns(time="time", table="text", entry="count", what="text", round="text", person="text", clause="text",
                currency="text", **dict.fromkeys(MOVED, "money"), words="text"),
        tuple(sorted(rows, key=lambda row: str(row[0]))),
        tuple(("total", *("",) * 6, currency, *_sums(moved), "") for currency, moved in sorted(sums.items())),
    )  # fmt: skip


def _grouped(sources: Sources) -> Body:
    sums: dict[tuple[str, str, str], Counter[str]] = {}
    for one in _found(sources):
        key = one.group, one.said.what, one.journal.currency
        sums.setdefault(key, Counter()).update(one.moved | Counter(times=1))
    return Body(
        columns(**{sources.by: "text"}, what="text", currency="text", times="count", **dict.fromkeys(MOVED, "money")),
        tuple((*key, moved["times"], *_sums(moved)) for key, moved in sorted(sums.items())),
        notes=(NOTE,) if sources.by == "dealer" else (),
    )


def _sums(moved: Counter[str]) -> tuple[int, ...]:
    return tuple(moved[name] for name in MOVED)


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
            stops = "table stopped" if event.stops else ""
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


def _row(one: Found) -> Row:
    journal, told, said, _ = one
    named = (told.at, journal.table, told.seq, said.what, str(said.round), told.by, said.clause, journal.currency)
    return (*named, *_sums(one.moved), said.words)
