"""One table's journal in a SQLite file."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import apsw

from taisai.journal.entry import Fact, Head, Lines, Sealed, encode
from taisai.journal.index import NO_ADDITIONS, Additions
from taisai.journal.packing import DamagedError, packed, unpacked
from taisai.journal.refusals import JournalRefusal
from taisai.journal.seal import SEAL_BYTES, START, checked_lines, head_of, last_of_lines, taken_apart
from taisai.journal.sqlite_file import SqliteFile
from taisai.journal.sqlite_index import SqliteIndex
from taisai.journal.sqlite_open import open_for_reading, open_for_writing
from taisai.journal.sqlite_tree import SqliteTree
from taisai.journal.store import Snapshot, check_batch, check_follows, claimed
from taisai.rules.refusals import Refused

SEQ_BITS: Final = 40
CHUNK: Final = 32  # batches read at a time, so that a long reading never stands in the writer's way

_HEAD = "SELECT key, length(seals), substr(seals, -32) FROM batch WHERE key BETWEEN ? AND ? ORDER BY key DESC LIMIT 1"
_START = "SELECT max(key) FROM batch WHERE key BETWEEN ? AND ?"
_CHUNK = "SELECT key, seals, bodies FROM batch WHERE key BETWEEN ? AND ? ORDER BY key LIMIT ?"
_BATCH = "INSERT INTO batch VALUES (?, ?, ?)"
_SNAPSHOT = (
    "INSERT INTO snapshot VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
    " seq = excluded.seq, seal = excluded.seal, state = excluded.state, digest = excluded.digest"
    " WHERE excluded.seq >= seq OR seq > ?"  # one of an entry that never was gives way
)


_Row = tuple[int, bytes, bytes]
"""A batch: its first entry's number, the seals, the bodies as they are packed."""


class SqliteStore:
    def __init__(self, file: SqliteFile, table: str) -> None:
        self._file = file
        self._number = file.use(table)
        self._first = self._number << SEQ_BITS
        self._last = self._first | (1 << SEQ_BITS) - 1
        self.index = SqliteIndex(file, self._number)
        self.tree = SqliteTree(file, self._number)

    @staticmethod
    def open(path: Path, table: str) -> "SqliteStore":
        return _of(open_for_writing(path), table)

    @staticmethod
    def open_for_reading(path: Path, table: str) -> "SqliteStore":
        return _of(open_for_reading(path), table)

    def head(self) -> Head:
        return self._head(self._file.rows(_HEAD, self._first, self._last))

    def bodies(self, facts: Sequence[Fact]) -> list[bytes]:
        return encode(facts)

    def append(
        self,
        after: Head,
        entries: Sequence[Sealed],
        claims: Sequence[str] = (),
        additions: Additions = NO_ADDITIONS,
    ) -> None:
        check_batch(after, entries)
        file, number = self._file, self._number
        seals, bodies = b"".join([entry.seal for entry in entries]), packed([entry.body for entry in entries])
        row = (self._first + entries[0].seq, seals, bodies)
        with file.mutex, file.refusing:
            check_follows(after, file.heads.pop(number) if number in file.heads else self._stored_head())
            if claims or additions.pointers:
                with file.transaction():
                    self._insert(row, claims)
                    if additions.pointers:
                        self.index.insert(additions, entries[-1].seq)
            else:
                file.connection.execute(_BATCH, row)
            file.heads[number] = head_of(entries[-1])

    def has_claim(self, claim: str) -> bool:
        return bool(self._file.rows("SELECT 1 FROM claim WHERE key = ?", claim))

    def read(self, after: int = 0) -> Iterator[Sealed]:
        for some in self.lines(after):
            yield from taken_apart(some)

    def lines(self, after: int = 0) -> Iterator[Lines]:
        """What is read at a time as one: batches may be short."""
        for rows in self._rows(after):
            for run in _runs(rows):
                seals = b"".join([seals for _, seals, _ in run])
                bodies = [body for row in run for body in self._bodies(*row)]
                first = run[0][0]
                known = max(after + 1 - first, 0)
                if known < len(bodies):
                    yield Lines(first + known, seals[known * SEAL_BYTES :], bodies[known:])

    def verify(self) -> Head:
        return last_of_lines(checked_lines(self.lines()))

    def save_snapshot(self, snapshot: Snapshot) -> None:
        (seq, seal), state = snapshot
        assert self._seal_of(seq) == seal, seq
        digest = sha256(seal + state).digest()
        self._file.change(_SNAPSHOT, self._number, seq, seal, state, digest, self.head().seq)

    def snapshot(self) -> Snapshot | None:
        for _, seq, seal, state, digest in self._file.rows("SELECT * FROM snapshot WHERE journal = ?", self._number):
            if self._seal_of(seq) == seal and sha256(seal + state).digest() == digest:
                return Snapshot(Head(seq, seal), state)
        return None

    def save_anchor(self, anchor: bytes) -> None:
        self._file.change("INSERT INTO anchor (journal, anchor) VALUES (?, ?)", self._number, anchor)

    def anchors(self) -> Iterator[bytes]:
        query = "SELECT anchor FROM anchor WHERE journal = ? ORDER BY number"
        yield from (anchor for (anchor,) in self._file.rows(query, self._number))

    def newest_anchor(self) -> bytes:
        query = "SELECT anchor FROM anchor WHERE journal = ? ORDER BY number DESC LIMIT 1"
        return next((bytes(anchor) for (anchor,) in self._file.rows(query, self._number)), b"")

    def close(self) -> None:
        self._file.leave()

    def _head(self, rows: list[Any]) -> Head:
        for key, length, seal in rows:
            return Head(key - self._first + length // SEAL_BYTES - 1, seal)
        return START

    def _stored_head(self) -> Head:
        return self._head(self._file.connection.execute(_HEAD, (self._first, self._last)).fetchall())

    def _insert(self, row: tuple[int, bytes, bytes], claims: Sequence[str]) -> None:
        self._file.connection.execute(_BATCH, row)
        for claim in claims:
            try:
                self._file.connection.execute("INSERT INTO claim VALUES (?)", (claim,))
            except apsw.ConstraintError as error:
                raise claimed(claim) from error

    def _rows(self, after: int) -> Iterator[list[_Row]]:
        """From the batch on that holds the entry behind `after`."""
        start = self._file.rows(_START, self._first, self._first + after + 1)[0][0] or self._first
        many = 1  # whoever wants one entry reads one batch, and whoever wants a few does not read thousands
        while rows := self._file.rows(_CHUNK, start, self._last, many):
            if any(None in row for row in rows):
                words = f"{self._file.path} is cut short or damaged; restore it from a copy that verifies"
                raise Refused(JournalRefusal.CORRUPT, words, str(self._file.path))
            yield [(key - self._first, seals, bodies) for key, seals, bodies in rows]
            start, many = rows[-1][0] + 1, min(2 * many, CHUNK)

    def _bodies(self, first: int, seals: bytes, stored: bytes) -> list[bytes]:
        try:
            bodies = unpacked(stored)
        except DamagedError:
            bodies = []
        if len(seals) != len(bodies) * SEAL_BYTES:
            words = f"{self._file.path}: entry {first} or one soon after is damaged; restore a copy that verifies"
            raise Refused(JournalRefusal.CORRUPT, words, first)
        return bodies

    def _seal_of(self, seq: int) -> bytes:
        """Empty where there is no such entry."""
        return next((entry.seal for entry in self.read(seq - 1)), b"") if seq else START.seal


def _runs(rows: list[_Row]) -> Iterator[list[_Row]]:
    """Those that follow one another, together."""
    run: list[_Row] = []
    following = rows[0][0]
    for row in rows:
        if row[0] != following:
            yield run
            run = []
        run.append(row)
        following = row[0] + len(row[1]) // SEAL_BYTES
    yield run


def _of(file: SqliteFile, table: str) -> SqliteStore:
    try:
        return SqliteStore(file, table)
    except BaseException:
        file.close()
        raise
