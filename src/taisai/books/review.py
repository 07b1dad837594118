"""What a rulebook must mean, once its parts have the right shape."""

import re
from typing import Any, TypeVar

import msgspec

from taisai.books.files import RULES
from taisai.books.shape import known_part
from taisai.maths.exact import figures
from taisai.rules.compile import table_spots
from taisai.rules.fault import Faults, Path
from taisai.rules.paytable import PayTable
from taisai.rules.refusals import did_you_mean
from taisai.rules.rulebook import Limits, Play, Table
from taisai.rules.spot import Spot
from taisai.rules.vocabulary import Step
from taisai.rules.wager import Wager

_T = TypeVar("_T")


class Parts:
    """The parts of a rules file that have the right shape, so that one bad part does not hide the faults of others."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.tables = dict(_fitting(document.get("table"), Table))
        self.wagers = _fitting(document.get("wager"), Wager)
        self.compiled: dict[int, PayTable] = {}

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(table.number for table in self.tables.values()))

    def excused(self, faults: Faults) -> frozenset[str]:
        """The areas that faults kept from being compiled."""
        places = {fault.at[1] for fault in faults.found if fault.at[:1] == ("wager",) and len(fault.at) > 1}
        wagers = [wager for place, wager in enumerate(self.document["wager"]) if place in places] if places else []
        return frozenset(str(wager.get("name")) for wager in wagers if isinstance(wager, dict))


def _fitting(items: Any, wanted: type[_T]) -> list[tuple[int, _T]]:
    fitting = []
    for place, item in enumerate(items if isinstance(items, list) else []):
        try:
            fitting.append((place, msgspec.convert(known_part(item, wanted), wanted)))
        except msgspec.ValidationError:
            continue
    return fitting


def review_rules(parts: Parts, clause_ids: frozenset[str], faults: Faults) -> None:
    _review_tables(parts, faults)
    for place, wager in parts.wagers:
        _review_wager(wager, ("wager", place), parts.numbers, faults)
    identity = parts.document.get("rulebook")
    book_id = str(identity.get("id")) if isinstance(identity, dict) else RULES
    for place, table in parts.tables.items():
        placed = list(table_spots(table, parts.wagers, faults))
        compiled = PayTable(f"{book_id}/{table.number}", table.name, tuple(spot for _, spot in placed))
        parts.compiled.setdefault(table.number, compiled)
        if not any(table.number in wager.tables for _, wager in parts.wagers):
            fix = "name it in the tables of a [[wager]]"
            faults.add(("table", place), "a pay table without a wager", compiled.id, fix)
        for at, spot in placed:
            _review_edge(spot, compiled.id, at, faults)
    _review_clauses(parts.document, (), clause_ids, faults)
    _review_play(parts.document, faults)
    _review_limits(parts, faults)


def _review_tables(parts: Parts, faults: Faults) -> None:
    seen: set[int] = set()
    for place, table in parts.tables.items():
        if table.number < 1 or table.number in seen:
            faults.add(
                ("table", place, "number"),
                "pay tables are numbered 1, 2, 3, each once",
                table.number,
                "renumber",
            )
        seen.add(table.number)
    if not parts.document.get("table"):
        faults.add((), "no pay table", "table", "add a [[table]] with number = 1 and a name")


def _review_wager(wager: Wager, at: Path, numbers: tuple[int, ...], faults: Faults) -> None:
    for place, number in enumerate(wager.tables):
        if number not in numbers:
            known = ", ".join(map(str, numbers)) or "none"
            faults.add((*at, "tables", place), "no such pay table", number, f"known here: {known}")
    if not wager.tables:
        faults.add((*at, "tables"), "a wager on no pay table", wager.name, "name its pay tables: tables = [1]")


def _review_edge(spot: Spot, table_id: str, at: Path, faults: Faults) -> None:
    edge = figures(spot).edge
    if edge < 0:
        words = f"the odds of {spot.id} on {table_id} give the player an edge of {float(-edge):.4%}"
        faults.warn(at, words, spot.odds_words, "lower them, unless that is meant")


def _review_clauses(value: Any, at: Path, known: frozenset[str], faults: Faults) -> None:
    """Every clause that the rules cite is in the clauses file."""
    if isinstance(value, dict):
        for key, item in value.items():
            _review_clauses(item, (*at, key), known, faults)
    elif isinstance(value, list):
        for place, item in enumerate(value):
            _review_clauses(item, (*at, place), known, faults)
    elif _is_citation(at) and value and value not in known:
        faults.add(at, "no such clause", value, f"add it to clauses.toml{did_you_mean(str(value), known)}")


def _is_citation(at: Path) -> bool:
    return any(isinstance(key, str) and re.fullmatch(r"(\w+_)?clauses?", key) for key in at[-2:])


ORDER = (
    (Step.OPEN_BETS, Step.CLOSE_BETS),
    (Step.TUMBLE, Step.REVEAL),
    (Step.CLOSE_BETS, Step.REVEAL),
    (Step.REVEAL, Step.ENTER),
    (Step.ENTER, Step.COLLECT),
    (Step.COLLECT, Step.PAY),
)


def _review_play(document: dict[str, Any], faults: Faults) -> None:
    if "play" not in document:
        faults.warn((), "no order of play", "play", "figures work without one; a table cannot be run")
        return
    try:
        steps = [step.step for step in msgspec.convert(document["play"], Play).steps]
    except msgspec.ValidationError:
        return
    for step in Step:
        if steps.count(step) != 1 and step not in {Step.CALL, Step.LIGHT}:
            faults.add(("play", "steps"), "a step that is not taken exactly once", step.value, "take it once")
    for first, then in ORDER:
        if {first, then} <= set(steps) and steps.index(first) > steps.index(then):
            faults.add(("play", "steps"), f"{then} before {first}", then.value, f"put it after {first}")


def _review_limits(parts: Parts, faults: Faults) -> None:
    try:
        limits = msgspec.convert(parts.document.get("limits"), Limits | None)
    except msgspec.ValidationError:
        return
    known = {spot.id for table in parts.compiled.values() for spot in table.spots}
    for place, pair in enumerate(limits.differential if limits else ()):
        for spot in pair:
            if spot not in known:
                at = ("limits", "differential", place)
                faults.add(at, "no such spot", spot, f"name two spots of a pay table{did_you_mean(spot, known)}")
