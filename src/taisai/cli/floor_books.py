"""The pay tables of the house in the current folder, besides the shipped ones."""

import os
from pathlib import Path
from typing import Final

from taisai.books.load import paytable as any_paytable
from taisai.books.shelf import Shelved, shelf
from taisai.rules.paytable import PayTable
from taisai.rules.refusals import Refusal, Refused

FILE: Final = "taisai.toml"  # repeated here, so that figures alone need no house packages


def refs_of(folder: Path) -> tuple[str, ...]:
    """Return the pay tables that the settings of a house name; none if there is no house."""
    if not (folder / FILE).is_file():
        return ()
    from taisai.house.settings_reader import read  # noqa: PLC0415 - figures alone need no house packages

    settings, _ = read({"folder": str(folder)}, {})
    return tuple(dict.fromkeys(table.paytable for table in settings.tables))


def floor_refs() -> tuple[str, ...]:
    """Return those of the house that TAISAI_FOLDER names, or of the one in this folder under its usual name."""
    return refs_of(Path(os.environ.get("TAISAI_FOLDER") or "taisai-house"))


def known_tables() -> tuple[Shelved, ...]:
    return tuple(shelf(floor_refs()).values())


def paytable(ref: str) -> PayTable:
    return any_paytable(located(ref))


def located(ref: str) -> str:
    """Return a reference that loads: as given, or the path of a floor's pay table with this id."""
    try:
        any_paytable(ref)
    except Refused as refused:
        if refused.code not in {Refusal.BOOK_UNKNOWN, Refusal.TABLE_UNKNOWN}:
            raise
        found = shelf(floor_refs()).get(ref)
        if found is None:
            raise
        return found.ref
    return ref
