"""One table's journal in PostgreSQL, where several processes may want to write it but only one does."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any, Final

from psycopg import errors

from taisai.journal.batch_key import Batch
from taisai.journal.batches import CHUNK, Batches
from taisai.journal.entry import Fact, Head, Sealed, encode
from taisai.journal.index import NO_ADDITIONS, Additions
from taisai.journal.postgres_database import Database
from taisai.journal.postgres_fence import HELD, Fence
from taisai.journal.postgres_index import ADDING, PostgresIndex, values
from taisai.journal.postgres_tree import PostgresTree
from taisai.journal.store import Snapshot, check_batch, check_follows, claimed_before

# Two batches after the same head have the same key, so one of them fails.
_FITS = f"""{HELD},
    fits AS (SELECT number FROM held WHERE %(after)s = 0 OR EXISTS (
        SELECT FROM (SELECT first, seals FROM batch WHERE journal = %(n)s ORDER BY first DESC LIMIT 1) AS last
        WHERE first + length(seals) / 32 - 1 = %(after)s AND substr(seals, length(seals) - 31) = %(seal)s)),"""
_CLAIMING: Final = """
    claiming AS (INSERT INTO claim SELECT key FROM fits, unnest(%(keys)s::text[]) AS one(key)),"""
_BATCH: Final = """INSERT INTO batch SELECT number, %(first)s, %(epoch)s, %(mac_key)s, %(seal)s, %(mac)s, %(seals)s,
    %(bodies)s FROM fits"""
_APPEND: Final = {
    (claims, indexed): f"{_FITS}{_CLAIMING if claims else ''}{ADDING if indexed else ''}".rstrip(",") + f"\n{_BATCH}"
    for claims in (False, True)
    for indexed in (False, True)
}
_SNAPSHOT: Final = f"""{HELD} INSERT INTO snapshot SELECT number, %(seq)s, %(seal)s, %(state)s, %(digest)s FROM held
    ON CONFLICT (journal) DO UPDATE SET seq = excluded.seq, seal = excluded.seal, state = excluded.state,
        digest = excluded.digest WHERE excluded.seq >= snapshot.seq OR snapshot.seq > %(last)s"""
_CHECKPOINT: Final = f"{HELD} INSERT INTO checkpoint (journal, note) SELECT number, %(note)s FROM held"
_NEWEST: Final = """SELECT first, epoch, mac_key, before, mac, seals, ''::bytea FROM batch WHERE journal = %s
    ORDER BY first DESC LIMIT 1"""
_CHUNK: Final = """SELECT first, epoch, mac_key, before, mac, seals, bodies FROM batch
    WHERE journal = %s AND first >= %s ORDER BY first LIMIT %s"""


class PostgresStore(Batches):
    def __init__(self, database: Database, table: str) -> None:
        self._database, self.place = database, database.place
        self.key = database.keys.of(table)
        self._number = database.use(table)
        fence = self._fence = Fence(database, self._number)
        self.take_again = fence.take_again
        self.index = PostgresIndex(database, self._number, fence)
        self.tree = PostgresTree(database, self._number, fence)

    def take(self) -> int:
        self.head()  # refuses what this house did not write
        return self._fence.take()

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
        made = self._made(self._fence.epoch, after, entries)
        told = {"after": after.seq, "seal": after.seal, "first": made.first, "mac_key": made.mac_key, "mac": made.mac}
        told |= {"seals": made.seals, "bodies": made.bodies}
        if claims:
            told |= {"keys": list(claims)}
        if additions.pointers:
            told |= values(additions, entries[-1].seq)
        try:
            written = self._fence.change(_APPEND[bool(claims), bool(additions.pointers)], told)
        except errors.UniqueViolation as error:
            self._check_claims(claims)
            check_follows(after, self.head())
            raise AssertionError(after) from error
        if not written:
            self._fence.check()
            check_follows(after, self.head())

    def claimed(self, key: str) -> bool:
        return bool(self._database.rows("SELECT 1 FROM claim WHERE key = %s", (key,)))

    def save_snapshot(self, snapshot: Snapshot) -> None:
        (seq, seal), state = snapshot
        assert self._seal_of(seq) == seal, seq
        digest = sha256(seal + state).digest()
        told = {"seq": seq, "seal": seal, "state": state, "digest": digest, "last": self.head().seq}
        self._fence.change_held(_SNAPSHOT, told)

    def snapshot(self) -> Snapshot | None:
        query = "SELECT seq, seal, state, digest FROM snapshot WHERE journal = %s"
        for seq, seal, state, digest in self._database.rows(query, (self._number,)):
            if self._seal_of(seq) == seal and sha256(seal + state).digest() == digest:
                return Snapshot(Head(seq, bytes(seal)), bytes(state))
        return None

    def add_checkpoint(self, note: bytes) -> None:
        self._fence.change_held(_CHECKPOINT, {"note": note})

    def checkpoints(self) -> Iterator[bytes]:
        query = "SELECT note FROM checkpoint WHERE journal = %s ORDER BY number"
        yield from (bytes(note) for (note,) in self._database.rows(query, (self._number,)))

    def newest_checkpoint(self) -> bytes:
        query = "SELECT note FROM checkpoint WHERE journal = %s ORDER BY number DESC LIMIT 1"
        return next((bytes(note) for (note,) in self._database.rows(query, (self._number,))), b"")

    def close(self) -> None:
        """Do nothing: the connection is closed once, for all tables."""

    def _check_claims(self, claims: Sequence[str]) -> None:
        made: set[str] = set()
        for key in claims:
            if key in made or self.claimed(key):
                raise claimed_before(key)
            made.add(key)

    def _newest(self) -> Batch | None:
        rows = self._database.rows(_NEWEST, (self._number,))
        return _batch(*rows[0]) if rows else None

    def _rows(self, after: int) -> Iterator[list[Batch]]:
        query = "SELECT coalesce(max(first), 1) FROM batch WHERE journal = %s AND first <= %s"
        start = self._database.rows(query, (self._number, after + 1))[0][0]
        many = 1  # to read one entry, one batch is enough
        while rows := self._database.rows(_CHUNK, (self._number, start, many)):
            yield [_batch(*row) for row in rows]
            start, many = rows[-1][0] + 1, CHUNK


def _batch(first: int, epoch: int, mac_key: int, *stored: Any) -> Batch:
    return Batch(first, epoch, mac_key, *map(bytes, stored))
