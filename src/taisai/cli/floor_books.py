"""The pay tables of the house in which a command is given: beside those that are shipped, those of its floor."""

import os
from pathlib import Path
from typing import Final

from taisai.books.load import paytable as any_paytable
from taisai.books.shelf import Shelved, shelf
from taisai.rules.paytable import PayTable
from taisai.rules.refusals import Refusal, Refused

FILE: Final = "taisai.toml"  # said here too, so that figures alone need no parts of a house


def refs_of(folder: Path) -> tuple[str, ...]:
    """What the settings of a house name; nothing where there is no house."""
    if not (folder / FILE).is_file():
        return ()
    from taisai.house.settings_reader import read  # noqa: PLC0415 - figures alone need no parts of a house

    settings, _ = read({"folder": str(folder)}, {})
    return tuple(dict.fromkeys(table.paytable for table in settings.tables))


def floor_refs() -> tuple[str, ...]:
    """Those of the house that is named by TAISAI_FOLDER, or is in this folder under its usual name."""
    return refs_of(Path(os.environ.get("TAISAI_FOLDER") or "taisai-house"))


def known_tables() -> tuple[Shelved, ...]:
    return tuple(shelf(floor_refs()).values())


def paytable(ref: str) -> PayTable:
    return any_paytable(located(ref))


def located(ref: str) -> str:
    """A reference that loads: as it was given, or the path of a pay table of the floor that has this id."""
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
