"""The stored part of the Merkle tree of one table's journal, in the same SQLite file."""

from collections.abc import Sequence
from typing import Final

from taisai.journal.sqlite_file import SqliteFile
from taisai.journal.tree import Kept, TileRoot

SCHEMA: Final = (
    """CREATE TABLE tile (journal INT, level INT, number INT, root BLOB,
    PRIMARY KEY (journal, level, number)) STRICT, WITHOUT ROWID""",
    """CREATE TABLE kept_checkpoint (journal INT, kept TEXT, note BLOB, PRIMARY KEY (journal, kept)) STRICT,
    WITHOUT ROWID""",
)
_COUNT = "SELECT count(*), max(number) FROM tile WHERE journal = ? AND level = ?"
_ROOTS = "SELECT root FROM tile WHERE journal = ? AND level = ? AND number >= ? ORDER BY number LIMIT ?"
_ADD = "INSERT OR REPLACE INTO tile VALUES (?, ?, ?, ?)"
_SAVE = "INSERT OR REPLACE INTO kept_checkpoint VALUES (?, ?, ?)"
_CHECKPOINT = "SELECT note FROM kept_checkpoint WHERE journal = ? AND kept = ?"


class SqliteTree:
    """A reader cannot add anything to it."""

    def __init__(self, file: SqliteFile, number: int) -> None:
        self._file, self._number = file, number

    def count(self, level: int) -> int:
        """Return the number of stored tiles; 0 if some are missing in between, because then all are rebuilt."""
        count, last = self._file.rows(_COUNT, self._number, level)[0]
        return count if count and count == last + 1 else 0

    def roots(self, level: int, first: int, count: int) -> list[bytes]:
        return [bytes(root) for (root,) in self._file.rows(_ROOTS, self._number, level, first, count)]

    def add(self, roots: Sequence[TileRoot]) -> None:
        with self._file.mutex, self._file.refusing, self._file.transaction():
            self._file.connection.executemany(_ADD, [(self._number, *one) for one in roots])

    def clear(self) -> None:
        self._file.change("DELETE FROM tile WHERE journal = ?", self._number)

    def save_checkpoint(self, kept: Kept, note: bytes) -> None:
        self._file.change(_SAVE, self._number, kept.value, note)

    def drop_checkpoints(self) -> None:
        self._file.change("DELETE FROM kept_checkpoint WHERE journal = ?", self._number)

    def checkpoint(self, kept: Kept) -> bytes:
        found = self._file.rows(_CHECKPOINT, self._number, kept.value)
        return bytes(found[0][0]) if found else b""
