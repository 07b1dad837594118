"""The rows of a SQLite file of journals, for a move."""

from collections.abc import Iterable, Iterator
from typing import Final

from taisai.journal.rows import COLUMNS, ORDER, Row
from taisai.journal.sqlite import SEQ_BITS
from taisai.journal.sqlite_file import SqliteFile

_MASK: Final = (1 << SEQ_BITS) - 1
_BATCH: Final = (
    f"SELECT key >> {SEQ_BITS}, key & {_MASK}, epoch, mac_key, before, mac, seals, bodies FROM batch ORDER BY key"  # noqa: S608
)


def read_rows(file: SqliteFile, table: str) -> Iterator[Row]:
    if table == "batch":
        query = _BATCH
    else:
        query = f"SELECT {', '.join(COLUMNS[table])} FROM {table} ORDER BY {', '.join(ORDER[table])}"  # noqa: S608
    yield from file.connection.execute(query)


def add_rows(file: SqliteFile, table: str, rows: Iterable[Row]) -> None:
    """Insert rows. The caller is in a transaction."""
    if table == "batch":
        packed = ((number << SEQ_BITS | first, *rest) for number, first, *rest in rows)
        file.connection.executemany("INSERT INTO batch VALUES (?, ?, ?, ?, ?, ?, ?)", packed)
        return
    columns = COLUMNS[table]
    statement = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"  # noqa: S608
    file.connection.executemany(statement, rows)
