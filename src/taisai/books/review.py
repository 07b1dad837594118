"""Checks of a rulebook's meaning, once its parts have the right shape."""

import re
from fractions import Fraction
from typing import Any, TypeVar

import msgspec

from taisai.books.files import RULES
from taisai.books.shape import known_part
from taisai.maths.exact import Figures, figures
from taisai.rules.compile import table_spots
from taisai.rules.fault import Faults, Path
from taisai.rules.multiplier_reader import check_multiplied, multiplied, read_multipliers
from taisai.rules.paytable import PayTable
from taisai.rules.refusals import did_you_mean
from taisai.rules.rulebook import Dice, Expect, Limits, MultipliersRule, Play, Table
from taisai.rules.spot import Spot
from taisai.rules.vocabulary import Step
from taisai.rules.wager import Wager

_T = TypeVar("_T")


class Parts:
    """The parts of a rules file that have the right shape, so that one bad part does not hide the faults of others."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.dice = _dice(document.get("dice"))
        self.multipliers = _multipliers(document.get("multipliers"))
        self.tables = dict(_fitting(document.get("table"), Table))
        self.wagers = _fitting(document.get("wager"), Wager)
        self.compiled: dict[int, PayTable] = {}

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(table.number for table in self.tables.values()))

    def excused(self, faults: Faults) -> frozenset[str]:
        """Return the areas that were not compiled because of faults."""
        places = {fault.at[1] for fault in faults.found if fault.at[:1] == ("wager",) and len(fault.at) > 1}
        wagers = [wager for place, wager in enumerate(self.document["wager"]) if place in places] if places else []
        return frozenset(str(wager.get("name")) for wager in wagers if isinstance(wager, dict))


def _dice(item: Any) -> Dice | None:
    try:
        return msgspec.convert(item, Dice | None)
    except msgspec.ValidationError:
        return None


def _multipliers(item: Any) -> MultipliersRule | None:
    try:
        return msgspec.convert(known_part(item, MultipliersRule), MultipliersRule | None)
    except msgspec.ValidationError:
        return None


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
        placed = list(table_spots(table, parts.wagers, faults, parts.dice))
        drawn = read_multipliers(parts.multipliers, table, tuple(spot for _, spot in placed), faults)
        placed = [(at, multiplied(spot, drawn)) for at, spot in placed]
        compiled = PayTable(f"{book_id}/{table.number}", table.name, tuple(spot for _, spot in placed), drawn)
        parts.compiled.setdefault(table.number, compiled)
        if not any(table.number in wager.tables for _, wager in parts.wagers):
            fix = "name it in the tables of a [[wager]]"
            faults.add(("table", place), "a pay table without a wager", compiled.id, fix)
        _review_edges(placed, compiled.id, faults)
    _review_expected(parts, faults)
    permitted = isinstance(identity, dict) and identity.get("electronic", "no") != "no"
    check_multiplied(parts.multipliers, parts.numbers, permitted, faults)
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


def _review_edges(placed: list[tuple[Path, Spot]], table_id: str, faults: Faults) -> None:
    """Warn once for all spots of a wager whose odds favour the player equally."""
    families: dict[tuple[Path, Fraction, str], list[str]] = {}
    for at, spot in placed:
        edge = figures(spot).edge
        if edge < 0:
            families.setdefault((at, edge, spot.odds_words), []).append(str(spot.id))
    for (at, edge, odds), spots in families.items():
        named = spots[0] if len(spots) == 1 else f"{spots[0]} and {len(spots) - 1} more like it"
        words = f"the odds of {named} on {table_id} give the player an edge of {float(-edge):.4%}"
        faults.warn(at, words, odds, "lower them, unless this is intended")


def _review_expected(parts: Parts, faults: Faults) -> None:
    """Check that the mathematician's figures equal ours."""
    for place, wanted in _fitting(parts.document.get("expect"), Expect):
        at = ("expect", place)
        table = parts.compiled.get(wanted.table)
        if table is None:
            known = ", ".join(map(str, parts.numbers)) or "none"
            faults.add(
                (*at, "table"), "expected figures for an unknown pay table", wanted.table, f"known here: {known}"
            )
            continue
        spot = table.by_id.get(wanted.spot)
        if spot is None:
            near = did_you_mean(wanted.spot, table.by_id)
            faults.add(at, "expected figures for an unknown spot", wanted.spot, f"name a spot of a pay table{near}")
            continue
        _review_figures(wanted, figures(spot), at, faults)


FIGURES = {"edge": "edge", "hit": "hit frequency", "variance": "variance", "ways": "number of ways"}


def _review_figures(wanted: Expect, exact: Figures, at: Path, faults: Faults) -> None:
    given = {key: getattr(wanted, key) for key in FIGURES if getattr(wanted, key) not in ("", None)}
    if not given:
        faults.add(at, "no expected figure for this spot", wanted.spot, f"add one of: {', '.join(FIGURES)}")
    for key, figure in given.items():
        _review_figure(key, figure, Fraction(getattr(exact, key)), at, faults)


def _review_figure(key: str, wanted: object, exact: Fraction, at: Path, faults: Faults) -> None:
    text = str(wanted)
    if not re.fullmatch(r"-?[0-9]{1,18}(/[0-9]{1,18}|\.[0-9]{1,18})?", text) or re.search(r"/0+$", text):
        faults.add((*at, key), "not a figure", wanted, 'write a fraction such as "5/36" or a decimal such as "0.0278"')
    elif not _is_rounded(Fraction(text), text, exact):
        about = "" if exact.denominator == 1 else f", about {float(exact):.8g}"
        faults.add((*at, key), f"the {FIGURES[key]} is wrong", wanted, f"it is {exact}{about}")


def _is_rounded(given: Fraction, text: str, exact: Fraction) -> bool:
    """Return whether a figure is exact, or correctly rounded to its decimal places."""
    places = len(text.partition(".")[2])
    return given == exact or (places > 0 and abs(given - exact) * 2 * 10**places <= 1)


def _review_clauses(value: Any, at: Path, known: frozenset[str], faults: Faults) -> None:
    """Check that every cited clause is in the clauses file."""
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
            faults.add(("play", "steps"), "a step must be listed exactly once", step.value, "list it once")
    for first, then in ORDER:
        if {first, then} <= set(steps) and steps.index(first) > steps.index(then):
            faults.add(("play", "steps"), f"{then} before {first}", then.value, f"put it after {first}")


def _review_limits(parts: Parts, faults: Faults) -> None:
    try:
        limits = msgspec.convert(parts.document.get("limits"), Limits | None)
    except msgspec.ValidationError:
        return
    for scope in limits.scopes if limits else ():
        if limits and scope not in limits.excess_noticed:
            words = "what does not fit is neither rejected nor refused"
            faults.add(("limits", "excess_noticed"), words, scope, f'add {scope} = "reject" or "refuse-whole"')
    known = {spot.id for table in parts.compiled.values() for spot in table.spots}
    for place, pair in enumerate(limits.differential if limits else ()):
        for spot in pair:
            if spot not in known:
                at = ("limits", "differential", place)
                faults.add(at, "no such spot", spot, f"name two spots of a pay table{did_you_mean(spot, known)}")
