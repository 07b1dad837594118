"""What a rulebook takes from elsewhere: the usual rules of play, and pay tables that its own are like.

It is added after what the file itself says, so that positions in the file do not change."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from taisai.books.files import REMEDIES, RULES, SHIPPED, layout_file, read_toml, shipped_folder

PRESETS: Final = SHIPPED.parent / "presets"
KEYED: Final = {"may": "act", "irregularity": "trouble"}
LIKE: Final = re.compile(r"(?P<book>.+)/(?P<number>[0-9]{1,4})")
DEEPEST: Final = 8


def filled(document: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Return the document with its preset and the wagers of pay tables that it is like.

    What does not fit is left to the checks."""
    return _with_likes(_with_preset(document), folder, DEEPEST)


def preset_remedies(document: dict[str, Any]) -> Path | None:
    """Return the file of the preset's remedies, if the document names a preset."""
    name = preset_of(document)
    return PRESETS / name / REMEDIES if name else None


def preset_of(document: dict[str, Any]) -> str:
    """Return the preset's name; empty if there is none or it is unknown."""
    identity = document.get("rulebook")
    name = identity.get("preset") if isinstance(identity, dict) else ""
    return name if isinstance(name, str) and name in _presets() else ""


def _presets() -> tuple[str, ...]:
    return tuple(path.name for path in PRESETS.iterdir() if path.is_dir())


def _with_preset(document: dict[str, Any]) -> dict[str, Any]:
    name = preset_of(document)
    if not name:
        return document
    made = dict(document)
    for key, usual in read_toml(PRESETS / name / RULES).items():
        own = made.get(key)
        if key in KEYED:
            made[key] = _joined(own, usual, KEYED[key])
        elif key == "phrases" and isinstance(own, dict):
            made[key] = usual | own
        else:
            made.setdefault(key, usual)
    return made


def _joined(own: Any, usual: list[dict[str, Any]], by: str) -> Any:
    if not isinstance(own, list | None):
        return own
    said = {str(one.get(by)) for one in own or () if isinstance(one, dict)}
    return [*(own or ()), *(one for one in usual if one[by] not in said)]


def like_folder(ref: str, folder: Path) -> tuple[Path, int] | None:
    """Return the rulebook and number that `like` names: a shipped one by its id, or a folder relative to this one."""
    found = LIKE.fullmatch(ref)
    if not found:
        return None
    book = found["book"]
    place = shipped_folder(book) or folder / book
    return (place, int(found["number"])) if (place / RULES).is_file() else None


def likes(document: dict[str, Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the tables that are like another one, with their positions."""
    tables = document.get("table")
    for place, table in enumerate(tables if isinstance(tables, list) else ()):
        if isinstance(table, dict) and isinstance(table.get("like"), str) and table["like"]:
            yield place, table


def layout_path(folder: Path, number: int, document: dict[str, Any]) -> Path:
    """Return the layout file of a pay table: its own, or that of the table it is like."""
    own = folder / layout_file(number)
    for _, table in likes(document) if not own.is_file() else ():
        found = like_folder(table["like"], folder)
        if table.get("number") == number and found and (found[0] / layout_file(found[1])).is_file():
            return found[0] / layout_file(found[1])
    return own


def _with_likes(document: dict[str, Any], folder: Path, depth: int) -> dict[str, Any]:
    wagers = document.get("wager", [])
    if not isinstance(wagers, list):
        return document
    taken = [wager for _, table in likes(document) for wager in _taken(table, wagers, folder, depth)]
    return document | {"wager": [*wagers, *taken]} if taken else document


def _taken(table: dict[str, Any], wagers: list[Any], folder: Path, depth: int) -> Iterator[dict[str, Any]]:
    """Yield the other table's wagers, except those that this one has itself or leaves out.

    Clauses of another document are dropped."""
    found, number = like_folder(table["like"], folder), table.get("number")
    if found is None or not depth:
        return
    own = {wager.get("name") for wager in wagers if isinstance(wager, dict) and _is_on(wager, number)}
    left_out = table.get("without")
    own.update(left_out if isinstance(left_out, list) and all(isinstance(one, str) for one in left_out) else ())
    for wager in like_wagers(found, depth - 1):
        if wager.get("name") not in own:
            yield {key: value for key, value in wager.items() if key != "clause"} | {"tables": [number]}


def like_wagers(found: tuple[Path, int], depth: int = DEEPEST) -> list[dict[str, Any]]:
    """Return the wagers of a pay table; none if its rulebook cannot be read."""
    folder, number = found
    try:
        document = _with_likes(read_toml(folder / RULES), folder, depth)
    except (OSError, ValueError):
        return []
    wagers = document.get("wager")
    return [one for one in wagers if isinstance(one, dict) and _is_on(one, number)] if isinstance(wagers, list) else []


def _is_on(wager: dict[str, Any], number: object) -> bool:
    tables = wager.get("tables")
    return isinstance(tables, list) and number in tables
