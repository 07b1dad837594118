"""Opens a journal file for a command that reads it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from taisai.house.key_files import readable
from taisai.journal.batch_key import FILE as BATCH_KEY
from taisai.journal.batch_key import NO_HOUSE, BatchKeys, read_batch_keys
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_reading
from taisai.journal.store import Store
from taisai.rules.refusals import Refusal, Refused, did_you_mean

journal_argument = click.argument("journal", metavar="JOURNAL", type=click.Path(path_type=Path))


def table_option(command: Callable[..., Any]) -> Callable[..., Any]:
    words = "Which table's journal, where the file holds several."
    return click.option("--table", default="", metavar="NAME", help=words)(command)


def keys_beside(journal: Path) -> BatchKeys:
    """Return the keys of the house that a file of journals lies in, also if a link leads there. A file without a house
    has none: it is worth no more than whoever gave it."""
    keys = journal.resolve().parent / "keys"
    return read_batch_keys(keys) if (keys / BATCH_KEY).exists() else NO_HOUSE


def open_journal(path: Path, table: str) -> tuple[str, Store]:
    """Return the journal of the named table, or the only one in the file. Names are readable if the keys are beside
    it."""
    file = open_for_reading(path, keys_beside(path))
    tables = tuple(file.tables())
    if not table and len(tables) == 1:
        (table,) = tables
    if table not in tables:
        file.close()
        asked = (
            f"no table {table!r} in {path}{did_you_mean(table, tables)}"
            if table
            else f"{path} holds several tables and needs --table"
        )
        raise Refused(Refusal.TABLE_UNKNOWN, f"{asked}; there are {', '.join(tables) or 'none'}", table)
    return table, readable(SqliteStore(file, table), table, path.parent / "keys")
