"""Designs: a pay table with changed odds and spots, and the rulebook file for it."""

import re
import tomllib
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

import msgspec

from taisai.books.files import RULES
from taisai.books.toml_text import lines
from taisai.rules.compile import compile_table
from taisai.rules.fault import Faults
from taisai.rules.layout import Arrangement
from taisai.rules.odds import Odds
from taisai.rules.paytable import PayTable
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.rulebook import MultipliersRule, Rulebook, Table
from taisai.rules.wager import Pays, Wager

ID = "my-design"


class Design(msgspec.Struct, frozen=True):
    """A designed pay table, the text of its rulebook file, and what that file says each spot pays.

    `odds` are by count as `1/2/12`, before any commission, without rows about single rolls."""

    table: PayTable
    text: str
    odds: dict[str, str]


def design(
    book: Rulebook, base: PayTable, odds: dict[str, str], added: tuple[dict[str, Any], ...], removed: Iterable[str] = ()
) -> Design:
    """Design a pay table.

    `odds` are by spot, added ones too, `1/2/12` if they depend on a count; `added` are wagers as in a file; `removed`
    are spots to leave out."""
    gone = frozenset(removed)
    for spot in (*(odds.keys() - {one["name"] for one in added}), *gone):
        base[spot]  # which refuses an unknown spot
    number = int(base.id.rpartition("/")[2])
    kept = (_plain(wager, base, odds, gone) for wager in book.wager if number in wager.tables)
    wagers = [one for one in kept if one] + [_changed(one, odds.get(one["name"])) | {"tables": [1]} for one in added]
    if not wagers:
        raise Refused(Refusal.WAGER_INVALID, "a design needs at least one spot; keep one", base.id)
    document: dict[str, Any] = {"rulebook": _identity(book, base), "table": [{"number": 1, "name": f"After {base.id}"}]}
    if book.dice:
        faces = [{key: value for key, value in msgspec.to_builtins(face).items() if value} for face in book.dice.faces]
        document["dice"] = {"faces": faces}
    drawn = _multipliers(book, number, {str(one["name"]) for one in wagers})
    document |= {"multipliers": drawn} if drawn else {}
    table = _compiled(book, wagers, drawn)
    told = {spot: words for one in wagers for spot, words in _odds_told(one, table)}
    return Design(table, _toml(document | {"wager": wagers}), told)


def odds_written(text: str) -> Any:
    """As a file writes odds that somebody typed: `6`, `8.5`, `7:6`, or by count as `2=3 3=20`."""
    if "=" not in text:
        return _number(Odds.parse(text.strip().replace(":", "/")))
    pairs = [part.partition("=") for part in re.split(r"[\s,;]+", text.strip())]
    if not all(re.fullmatch("[1-6]", count) for count, _, _ in pairs):
        raise Refused(Refusal.ODDS_INVALID, f"{text!r} is not odds by count; write them like 2=3 3=20", text)
    return {count: _number(Odds.parse(odds.replace(":", "/"))) for count, _, odds in pairs}


def _odds_told(made: dict[str, Any], table: PayTable) -> Iterable[tuple[str, str]]:
    names = {str(spot.id): spot for spot in table.spots if spot.area == made["name"]}
    rows = [row for row in made.get("pays", ()) if "when" not in row]
    for row in rows or [made]:
        for pick in row.get("selections", ()) or (None,):
            spot = made["name"] if pick is None else _spot_of(made["name"], pick, names)
            yield spot, _told(row)


def _told(row: dict[str, Any]) -> str:
    """To one, whichever of the two the file writes; nothing where only rows with `when` pay."""
    key = "odds" if row.get("odds") is not None else "for_one"
    value = row.get(key)
    parts = value.values() if isinstance(value, dict) else () if value is None else (value,)
    return "/".join(Odds.of(part, for_one=key == "for_one").words for part in parts)


def _multipliers(book: Rulebook, number: int, names: set[str]) -> dict[str, Any]:
    """Return the multipliers of the pay table for the remaining wagers. No more spots can be struck than exist."""
    rule = book.multipliers
    left = [name for name in rule.wagers if name in names] if rule and number in rule.tables else []
    return msgspec.to_builtins(rule) | {"tables": [1], "wagers": left} if left else {}


def _identity(book: Rulebook, base: PayTable) -> dict[str, Any]:
    said = book.rulebook
    return {
        "id": ID, "title": said.title, "house": "My house", "source": f"Designed in the lab after {base.id}",
        "edition": "draft", "currency": said.currency, "preset": "usual", "electronic": said.electronic,
    }  # fmt: skip


def _plain(wager: Wager, base: PayTable, odds: dict[str, str], gone: frozenset[str]) -> dict[str, Any]:
    """Return a wager as a file writes it; empty if all its spots are gone.

    A family whose spots now differ in odds is split into rows."""
    made = _said(msgspec.to_builtins(wager, builtin_types=(Decimal,)))
    made["tables"] = [1]
    names = {str(spot.id): spot for spot in base.spots if spot.area == wager.name}
    if names.keys() <= gone:
        return {}
    if not (odds.keys() | gone) & names.keys():
        return made
    if not wager.is_family:
        return _changed(made, odds.get(wager.name))
    rows = [row for row in made.pop("pays", ()) if "when" in row]
    families = wager.families or (wager,)
    for row in families:
        for pick in row.selections:
            spot = _spot_of(wager.name, pick, names)
            if spot not in gone:
                rows.append(_row(row, pick, odds.get(spot)))
    for key in ("odds", "for_one", "returns", "selections"):
        made.pop(key, None)
    return made | {"pays": rows}


def _changed(made: dict[str, Any], told: str | None) -> dict[str, Any]:
    """A wager of one spot with other odds, which are to one whatever they were before."""
    if not told:
        return made
    before = made.get("odds", made.get("for_one"))
    return {key: value for key, value in made.items() if key != "for_one"} | {"odds": _odds(told, before)}


def _row(row: Pays, pick: int | str, told: str | None) -> dict[str, Any]:
    """Return the row of one spot, with new odds or its own."""
    before = row.odds if row.odds is not None else row.for_one
    key = "odds" if told or row.odds is not None else "for_one"
    made = {"selections": [pick], key: _odds(told, before) if told else _number(before)}
    return made | ({"returns": _number(row.returns)} if row.returns is not None else {})


def _said(record: dict[str, Any]) -> dict[str, Any]:
    """Return the record without defaults, and without references to another document."""
    kept = {key: [_said(row) for row in value] if key == "pays" else value for key, value in record.items()}
    silent: tuple[Any, ...] = ("", [], (), None)
    usual = {("triples", "win")}
    return {
        key: value
        for key, value in kept.items()
        if value not in silent and key not in {"clause", "inferred"} and (key, str(value)) not in usual
    }


def _spot_of(wager: str, pick: int | str, names: dict[str, Any]) -> str:
    """Return the spot of one selection; its name may have the faces in another order."""
    wanted = sorted(str(pick).split("-"))
    same = (name for name in names if sorted(name.removeprefix(f"{wager}-").split("-")) == wanted)
    return next(same, "")


def _odds(text: str, before: Any) -> Any:
    """Return the odds as the file wrote them: by count if they were by count."""
    parts = (
        [_number(Odds.parse(part.replace(":", "/"))) for part in text.split("/")] if isinstance(before, dict) else []
    )
    if not isinstance(before, dict):
        return _number(Odds.parse(text.replace(":", "/")))
    if len(parts) not in {1, len(before)}:
        words = f"{text!r} is not odds for {len(before)} counts; write them like 1/2/12"
        raise Refused(Refusal.ODDS_INVALID, words, text)
    return dict(zip(before, parts * (len(before) if len(parts) == 1 else 1), strict=True))


def _number(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _number(one) for key, one in value.items()}
    text = str(value)
    return int(text) if text.isdecimal() else text if "/" in text else Decimal(text)


def _compiled(book: Rulebook, wagers: list[dict[str, Any]], drawn: dict[str, Any]) -> PayTable:
    document = tomllib.loads(_toml({"wager": wagers}), parse_float=Decimal)
    faults = Faults(RULES)
    try:
        read = msgspec.convert(document["wager"], list[Wager])
    except msgspec.ValidationError as error:
        raise Refused(Refusal.WAGER_INVALID, f"this is not a wager: {error}", "") from None
    rule = msgspec.convert(drawn, MultipliersRule) if drawn else None
    named = msgspec.structs.replace(book.rulebook, id=ID)
    made = msgspec.structs.replace(book, rulebook=named, wager=tuple(read), multipliers=rule)
    table = compile_table(made, Table(1, "Design"), faults)
    if faults.found:
        first = faults.found[0]
        raise Refused(Refusal.WAGER_INVALID, f"{first.words}: {first.value} ({first.fix})", str(first.value))
    return table


def layout_text(arrangements: Iterable[Arrangement]) -> str:
    """Return the text of a layout file."""
    found: list[str] = []
    for one in arrangements:
        found += lines("[[arrangement]]", [("name", one.name), ("size", one.size)])
        for block in one.block:
            title = [("title", block.title)] if block.title else []
            found += lines("[[arrangement.block]]", [("at", block.at), *title, ("rows", block.rows)])
    return "\n".join(found[1:]) + "\n"


def _toml(document: dict[str, Any]) -> str:
    found: list[str] = []
    for key, value in document.items():
        for part in value if isinstance(value, list) else [value]:
            found += lines(f"[[{key}]]" if isinstance(value, list) else f"[{key}]", part.items())
    return "\n".join(found[1:]) + "\n"
