"""The journals of a house in a PostgreSQL database."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import Final

from taisai.journal.batch_key import NO_HOUSE, BatchKeys
from taisai.journal.keys import REPLACED
from taisai.journal.leases import lane_of
from taisai.journal.postgres import PostgresStore
from taisai.journal.postgres_database import Database
from taisai.journal.postgres_leases import PostgresLeases
from taisai.journal.postgres_schema import check_made, made_already, prepare
from taisai.journal.postgres_shared import PostgresShared
from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused

LANES: Final = 8  # tables that write at the same time; PostgreSQL flushes their commits together
STATES: Final = {
    "arriving": "a move of journals into {} is not finished; run the same taisai move again",
    "left": "the journals were moved out of {}; use the place where they are now",
}


class PostgresJournals:
    """Open for reading with one connection, or for writing with one connection per lane."""

    def __init__(
        self, address: str, keys: BatchKeys = NO_HOUSE, *, only_reads: bool = False, moving: bool = False
    ) -> None:
        self._address, self._keys = address, keys
        self._first = Database(address, ready=check_made if only_reads else prepare, keys=keys)
        self.lanes = 1 if only_reads else LANES
        self._databases: dict[int, Database] = {0: self._first}
        self._life = ""
        self._shared: PostgresShared | None = None
        try:
            if not moving:
                self._check_here()
        except BaseException:
            self.close()
            raise

    def _check_here(self) -> None:
        ((state,),) = self._first.rows("SELECT state FROM taisai")
        if state in STATES:
            raise Refused(JournalRefusal.ELSEWHERE, STATES[state].format(self._first.place), state)

    def tables(self) -> dict[str, int]:
        return self._first.tables()

    def store(self, table: str) -> PostgresStore:
        return PostgresStore(self._database(lane_of(table, self.lanes)), table)

    def _database(self, lane: int) -> Database:
        if lane not in self._databases:
            self._databases[lane] = Database(self._address, ready=made_already, keys=self._keys)
            self._databases[lane].life = self._life
        return self._databases[lane]

    def live_as(self, life: str) -> None:
        """Set the lease under which journals are taken from now on."""
        self._life = life
        for database in self._databases.values():
            database.life = life

    def leases(self) -> PostgresLeases:
        """Return the leases on their own connection, which never waits for a table."""
        return PostgresLeases(Database(self._address, ready=made_already))

    def shared(self) -> PostgresShared:
        if self._shared is None:
            self._shared = PostgresShared(Database(self._address, ready=made_already))
        return self._shared

    together = nullcontext

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        self._first.change("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        try:
            yield
        finally:
            self._first.change("COMMIT")

    def claims(self) -> set[str]:
        return {claim for (claim,) in self._first.rows("SELECT key FROM claim")}

    def check_keys(self, keys: Mapping[str, bytes]) -> None:
        """Compare the keys' digests with those of the house's first start, and refuse another house's journals."""
        known = {
            name: bytes(digest) for name, digest in self._first.rows("SELECT name, digest FROM house_key ORDER BY name")
        }
        other = [name for name, digest in known.items() if keys.get(name) not in (digest, REPLACED)]
        if other:
            words = f"{self._first.place} belongs to a house with another {', '.join(other)}"
            words = f"{words}; copy the keys of that house to this folder, or choose another database"
            raise Refused(JournalRefusal.NOT_OURS, words, other[0])
        for name, digest in keys.items():
            if name not in known and digest != REPLACED:
                self._first.change("INSERT INTO house_key VALUES (%s, %s) ON CONFLICT DO NOTHING", (name, digest))

    def close(self) -> None:
        if self._shared is not None:
            self._shared.close()
        for database in self._databases.values():
            database.close()
