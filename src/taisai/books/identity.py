"""Checks a rulebook's identity: its currency, its id, its dice, and the tables that its own are like."""

from pathlib import Path
from typing import Any

from taisai.books.files import PUBLIC, RULES, SHIPPED, book_ids, public_ids, read_toml, shipped_folder
from taisai.books.preset import like_folder, like_wagers, likes
from taisai.rules.currencies import CURRENCIES, suggestion
from taisai.rules.fault import Faults
from taisai.rules.labels import PICTURE_FIX, PICTURE_MOST
from taisai.rules.refusals import did_you_mean


def review_identity(document: dict[str, Any], folder: Path, faults: Faults) -> None:
    identity = document.get("rulebook")
    if isinstance(identity, dict):
        _review_currency(identity.get("currency"), faults)
        _review_id(identity.get("id"), folder, faults)
    _review_dice(document.get("dice"), faults)
    _review_likes(document, folder, faults)


def _review_currency(currency: object, faults: Faults) -> None:
    if isinstance(currency, str) and currency not in CURRENCIES:
        meant = suggestion(currency)
        fix = f"did you mean {meant}?" if meant else "use an ISO 4217 code such as EUR or HKD"
        faults.add(("rulebook", "currency"), "not a currency", currency, fix)


def _review_id(book: object, folder: Path, faults: Faults) -> None:
    ours = {SHIPPED.resolve(), PUBLIC.resolve()}
    if isinstance(book, str) and shipped_folder(book) and folder.resolve().parent not in ours:
        at = ("rulebook", "id")
        faults.add(at, "a rulebook shipped with taisai already has this id", book, "choose another id")


def _review_dice(dice: object, faults: Faults) -> None:
    faces = dice.get("faces") if isinstance(dice, dict) else None
    sides = [face if isinstance(face, dict) else {} for face in faces] if isinstance(faces, list) else []
    names = [side.get("name") for side in sides]
    for place, (name, side) in enumerate(zip(names, sides, strict=True)):
        at, picture = ("dice", "faces", place), side.get("picture")
        if isinstance(picture, str) and len(picture) > PICTURE_MOST:
            faults.add((*at, "picture"), "too long for a picture", picture, PICTURE_FIX)
        if isinstance(name, str) and (not name.strip() or "{" in name):
            faults.add(at, "not a face name", name, "write what is on that side of the dice, such as Fish")
        elif isinstance(name, str) and name in names[:place]:
            faults.add(at, "two faces have this name", name, "name each side of the dice differently")


def _review_likes(document: dict[str, Any], folder: Path, faults: Faults) -> None:
    for place, table in likes(document):
        at = ("table", place)
        found = like_folder(table["like"], folder)
        if found and (found[0].resolve(), found[1]) == (folder.resolve(), table.get("number")):
            faults.add(
                (*at, "like"),
                "a pay table cannot be like itself",
                table["like"],
                "name another pay table, or remove like",
            )
            continue
        known = like_wagers(found) if found else []
        if not known:
            faults.add((*at, "like"), "no such pay table to be like", table["like"], _like_fix(table["like"]))
            continue
        names = {str(wager.get("name")) for wager in known}
        for index, name in enumerate(table.get("without") or ()):
            if isinstance(name, str) and name not in names:
                fix = f"name wagers of {table['like']}{did_you_mean(name, names)}"
                faults.add((*at, "without", index), "no such wager to leave out", name, fix)


def _like_fix(named: str) -> str:
    book = named.partition("/")[0]
    if folder := shipped_folder(book):
        tables = ", ".join(f"{book}/{table['number']}" for table in read_toml(folder / RULES)["table"])
        return f"name one of: {tables}"
    near = did_you_mean(book, (*book_ids(), *public_ids()))
    return f"name a pay table such as rws-6/1, or a folder beside this one, such as ../other/1{near}"
