"""The index of one table's journal, in the same SQLite file and the same commits."""

from collections.abc import Iterable
from typing import Final

from taisai.journal.index import Additions, Milestone, Pointer
from taisai.journal.sqlite_file import SqliteFile

SCHEMA: Final = (
    """CREATE TABLE pointer (journal INT, what TEXT, number INT, seq INT,
    PRIMARY KEY (journal, what, number, seq)) STRICT, WITHOUT ROWID""",
    "CREATE TABLE milestone (journal INT, seq INT, known BLOB, PRIMARY KEY (journal, seq)) STRICT, WITHOUT ROWID",
    "CREATE TABLE indexed (journal INTEGER PRIMARY KEY, upto INTEGER NOT NULL) STRICT",
)
TABLES: Final = ("pointer", "milestone", "indexed")

_UPTO = "SELECT upto FROM indexed WHERE journal = ?"
_FIND = "SELECT number, seq FROM pointer WHERE journal = ? AND what = ? AND number BETWEEN ? AND ? ORDER BY number, seq"
_BEFORE = (
    "SELECT what, number, seq FROM pointer WHERE journal = ? AND what = ? AND number < ?"
    " ORDER BY number DESC, seq DESC LIMIT 1"
)
_MILESTONE = "SELECT seq, known FROM milestone WHERE journal = ? AND seq <= ? ORDER BY seq DESC LIMIT 1"
_ADD_POINTER = "INSERT OR REPLACE INTO pointer VALUES (?, ?, ?, ?)"
_ADD_MILESTONE = "INSERT OR REPLACE INTO milestone VALUES (?, ?, ?)"
_ADD_UPTO = "INSERT INTO indexed VALUES (?, ?) ON CONFLICT DO UPDATE SET upto = max(upto, excluded.upto)"


class SqliteIndex:
    """Empty until all entries before it are indexed; a reader cannot add anything to it."""

    def __init__(self, file: SqliteFile, number: int) -> None:
        self._file, self._number = file, number

    def upto(self) -> int:
        return next((upto for (upto,) in self._file.rows(_UPTO, self._number)), 0)

    def find(self, what: str, low: int = 0, high: int | None = None) -> list[Pointer]:
        found = self._file.rows(_FIND, self._number, what, low, low if high is None else high)
        return [Pointer(what, number, seq) for number, seq in found]

    def before(self, what: str, number: int) -> Pointer | None:
        found = self._file.rows(_BEFORE, self._number, what, number)
        return Pointer(*found[0]) if found else None

    def milestone(self, seq: int) -> Milestone | None:
        found = self._file.rows(_MILESTONE, self._number, seq)
        return Milestone(*found[0]) if found else None

    def pointers(self) -> Iterable[Pointer]:
        query = "SELECT what, number, seq FROM pointer WHERE journal = ?"
        return (Pointer(*row) for row in self._file.rows(query, self._number))

    def milestones(self) -> Iterable[Milestone]:
        query = "SELECT seq, known FROM milestone WHERE journal = ? ORDER BY seq"
        return (Milestone(*row) for row in self._file.rows(query, self._number))

    def add(self, additions: Additions, upto: int) -> None:
        with self._file.mutex, self._file.refusing, self._file.transaction():
            self.insert(additions, upto)

    def insert(self, additions: Additions, upto: int) -> None:
        """Insert rows. The caller holds the mutex and is in a transaction."""
        run, number = self._file.connection, self._number
        run.executemany(_ADD_POINTER, [(number, *one) for one in additions.pointers])
        run.executemany(_ADD_MILESTONE, [(number, *one) for one in additions.milestones])
        run.execute(_ADD_UPTO, (number, upto))

    def clear(self) -> None:
        with self._file.mutex, self._file.refusing, self._file.transaction():
            for table in TABLES:
                self._file.connection.execute(f"DELETE FROM {table} WHERE journal = ?", (self._number,))  # noqa: S608
