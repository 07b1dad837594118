"""One table's journal in a SQLite file."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import apsw

from taisai.journal.batch_key import NO_HOUSE, Batch, BatchKeys
from taisai.journal.batches import CHUNK, Batches
from taisai.journal.entry import Fact, Head, Sealed, encode
from taisai.journal.fenced import FencedIndex, FencedTree
from taisai.journal.index import NO_ADDITIONS, Additions
from taisai.journal.packed_bodies import packed
from taisai.journal.seal import head_of
from taisai.journal.sqlite_file import SqliteFile
from taisai.journal.sqlite_index import SqliteIndex
from taisai.journal.sqlite_open import open_for_reading, open_for_writing
from taisai.journal.sqlite_tree import SqliteTree
from taisai.journal.store import Snapshot, check_batch, check_follows, check_held, claimed_before

SEQ_BITS: Final = 40

_NEWEST = (
    "SELECT key, epoch, mac_key, before, mac, seals, x'' FROM batch WHERE key BETWEEN ? AND ? ORDER BY key DESC LIMIT 1"
)
_START = "SELECT max(key) FROM batch WHERE key BETWEEN ? AND ?"
_CHUNK = "SELECT * FROM batch WHERE key BETWEEN ? AND ? ORDER BY key LIMIT ?"
_BATCH = "INSERT INTO batch VALUES (?, ?, ?, ?, ?, ?, ?)"
_SNAPSHOT = (
    "INSERT INTO snapshot VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
    " seq = excluded.seq, seal = excluded.seal, state = excluded.state, digest = excluded.digest"
    " WHERE excluded.seq >= seq OR seq > ?"  # a snapshot of an entry that does not exist is replaced
)


class SqliteStore(Batches):
    def __init__(self, file: SqliteFile, table: str) -> None:
        self._file, self.place = file, str(file.path)
        self.key = file.keys.of(table)
        self._number = file.use(table)
        self._first = self._number << SEQ_BITS
        self._last = self._first | (1 << SEQ_BITS) - 1
        self._index = SqliteIndex(file, self._number)
        self.index = FencedIndex(self._index, self._held)
        self.tree = FencedTree(SqliteTree(file, self._number), self._held)
        self._epoch = 0

    @staticmethod
    def open(path: Path, table: str, keys: BatchKeys = NO_HOUSE) -> "SqliteStore":
        return _of(open_for_writing(path, keys), table)

    @staticmethod
    def open_for_reading(path: Path, table: str, keys: BatchKeys = NO_HOUSE) -> "SqliteStore":
        return _of(open_for_reading(path, keys), table)

    def take(self) -> int:
        with self._file.mutex, self._file.refusing:
            self.head()  # refuses what this house did not write
            newest = self._newest()
            epoch = max(self._current_epoch(), newest.epoch if newest else 0) + 1
            self._file.change("UPDATE journal SET epoch = ? WHERE number = ?", epoch, self._number)
            self._epoch = self._file.epochs[self._number] = epoch
            return epoch

    def take_again(self) -> int:
        with self._held():
            return self.take()

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
        first, last = entries[0].seq, entries[-1]
        seals, bodies = b"".join([entry.seal for entry in entries]), packed([entry.body for entry in entries])
        mac = self.key.mac(self._epoch, first, len(entries), after.seal, last.seal)
        row = (self._first + first, self._epoch, self.key.number, after.seal, mac, seals, bodies)
        with file.mutex, file.refusing:  # as in `_held`, but faster
            check_held(self._epoch, self._current_epoch())
            check_follows(after, file.heads.pop(number) if number in file.heads else self.head())
            if claims or additions.pointers:
                with file.transaction():
                    self._insert(row, claims)
                    if additions.pointers:
                        self._index.insert(additions, entries[-1].seq)
            else:
                file.connection.execute(_BATCH, row)
            file.heads[number] = head_of(last)

    def claimed(self, key: str) -> bool:
        return bool(self._file.rows("SELECT 1 FROM claim WHERE key = ?", key))

    def save_snapshot(self, snapshot: Snapshot) -> None:
        (seq, seal), state = snapshot
        digest = sha256(seal + state).digest()
        with self._held():
            assert self._seal_of(seq) == seal, seq
            self._file.change(_SNAPSHOT, self._number, seq, seal, state, digest, self.head().seq)

    def snapshot(self) -> Snapshot | None:
        for _, seq, seal, state, digest in self._file.rows("SELECT * FROM snapshot WHERE journal = ?", self._number):
            if self._seal_of(seq) == seal and sha256(seal + state).digest() == digest:
                return Snapshot(Head(seq, seal), state)
        return None

    def add_checkpoint(self, note: bytes) -> None:
        with self._held():
            self._file.change("INSERT INTO checkpoint (journal, note) VALUES (?, ?)", self._number, note)

    def checkpoints(self) -> Iterator[bytes]:
        query = "SELECT note FROM checkpoint WHERE journal = ? ORDER BY number"
        yield from (note for (note,) in self._file.rows(query, self._number))

    def newest_checkpoint(self) -> bytes:
        query = "SELECT note FROM checkpoint WHERE journal = ? ORDER BY number DESC LIMIT 1"
        return next((bytes(note) for (note,) in self._file.rows(query, self._number)), b"")

    def close(self) -> None:
        self._file.leave()

    @contextmanager
    def _held(self) -> Iterator[None]:
        with self._file.mutex, self._file.refusing:
            check_held(self._epoch, self._current_epoch())
            yield

    def _current_epoch(self) -> int:
        file, number = self._file, self._number
        if number not in file.epochs:
            file.epochs[number] = file.rows("SELECT epoch FROM journal WHERE number = ?", number)[0][0]
        return file.epochs[number]

    def _newest(self) -> Batch | None:
        rows = self._file.rows(_NEWEST, self._first, self._last)
        return self._batch(*rows[0]) if rows else None

    def _batch(self, key: int, *rest: Any) -> Batch:
        return Batch(key - self._first, *rest)

    def _insert(self, row: tuple[Any, ...], claims: Sequence[str]) -> None:
        self._file.connection.execute(_BATCH, row)
        for claim in claims:
            try:
                self._file.connection.execute("INSERT INTO claim VALUES (?)", (claim,))
            except apsw.ConstraintError as error:
                raise claimed_before(claim) from error

    def _rows(self, after: int) -> Iterator[list[Batch]]:
        """Yield rows from the batch that holds the entry after `after`."""
        start = self._file.rows(_START, self._first, self._first + after + 1)[0][0] or self._first
        many = 1  # to read one entry, one batch is enough; a few do not need thousands
        while rows := self._file.rows(_CHUNK, start, self._last, many):
            yield [self._batch(*row) for row in rows]
            start, many = rows[-1][0] + 1, min(2 * many, CHUNK)


def _of(file: SqliteFile, table: str) -> SqliteStore:
    try:
        return SqliteStore(file, table)
    except BaseException:
        file.close()
        raise
