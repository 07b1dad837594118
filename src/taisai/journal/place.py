"""Where the journals of a house are, and access to all of them once open."""

from collections.abc import Mapping
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Final, Protocol
from urllib.parse import parse_qs, urlsplit

import msgspec

from taisai.journal.batch_key import UNCHECKED, BatchKeys, read_batch_keys
from taisai.journal.leases import Leases
from taisai.journal.refusals import JournalRefusal
from taisai.journal.shared import Shared
from taisai.journal.sqlite_open import open_for_reading, open_for_writing
from taisai.journal.sqlite_place import SqliteJournals
from taisai.journal.store import Store
from taisai.rules.refusals import Refused

DATABASE: Final = ("postgresql://", "postgres://")


class OpenPlace(Protocol):
    """All journals of a house. A reading process never blocks a writer. Tables in different `lanes` may write at the
    same time."""

    lanes: int

    def tables(self) -> dict[str, int]:
        """Return the journals with their numbers."""

    def store(self, table: str) -> Store:
        """Return the journal of a table. Create it if there is none and the place is open for writing."""

    def together(self) -> AbstractContextManager[None]:
        """Make all writes inside the block durable at its end."""

    def at_one_moment(self) -> AbstractContextManager[None]:
        """Read one consistent state inside the block. Use it for a few short reads only."""

    def claims(self) -> set[str]:
        """Return the keys of all claims."""

    def check_keys(self, keys: Mapping[str, bytes]) -> None:
        """Refuse if digests of keys show that these are the journals of another house."""

    def live_as(self, life: str) -> None:
        """Set the lease under which journals are taken from now on."""

    def leases(self) -> Leases | None:
        """Return the leases; None if only one process can open the place for writing anyway."""

    def shared(self) -> Shared | None:
        """Return what processes share besides journals; None if there is only one process."""

    def close(self) -> None: ...


class Place(msgspec.Struct, frozen=True):
    """`address` is the path of a SQLite file or the address of a PostgreSQL database; `keys` is the folder with the
    house's keys: to its batches, without which nothing is believed, and to people's names."""

    address: str
    keys: str

    @property
    def is_database(self) -> bool:
        return self.address.startswith(DATABASE)

    def __str__(self) -> str:
        return described(self.address) if self.is_database else self.address

    def exists(self) -> bool:
        """Return whether a house has its journals there."""
        if not self.is_database:
            return Path(self.address).exists()
        try:
            with closing(_database(self.address, UNCHECKED, only_reads=True)) as journals:
                return bool(journals.tables())
        except Refused as refused:
            if refused.code is JournalRefusal.MISSING:
                return False
            raise

    def open_for_writing(self) -> OpenPlace:
        keys = read_batch_keys(Path(self.keys))
        if self.is_database:
            return _database(self.address, keys)
        return SqliteJournals(open_for_writing(Path(self.address), keys))

    def open_for_reading(self) -> OpenPlace:
        keys = read_batch_keys(Path(self.keys))
        if self.is_database:
            return _database(self.address, keys, only_reads=True)
        return SqliteJournals(open_for_reading(Path(self.address), keys))


def described(address: str) -> str:
    """Return the address in words for people, without a password."""
    parts = urlsplit(address)
    host = parts.netloc.rpartition("@")[2] or parse_qs(parts.query).get("host", ["this machine"])[0]
    return f"the database {parts.path.lstrip('/')} at {host}"


def has_password(address: str) -> bool:
    parts = urlsplit(address)
    return bool(parts.password) or "password" in parse_qs(parts.query)


def _database(address: str, keys: BatchKeys, *, only_reads: bool = False) -> OpenPlace:
    try:
        from taisai.journal.postgres_place import PostgresJournals  # noqa: PLC0415 - the driver is an extra
    except ImportError as error:
        words = f"this taisai has no driver for PostgreSQL ({error}); install taisai[cluster]"
        raise Refused(JournalRefusal.FAILED, words, "psycopg") from error
    return PostgresJournals(address, keys, only_reads=only_reads)
