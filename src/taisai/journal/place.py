"""Where the journals of a house are, and all of them once they are open."""

from collections.abc import Mapping
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Final, Protocol
from urllib.parse import parse_qs, urlsplit

import msgspec

from taisai.journal.leases import Leases
from taisai.journal.refusals import JournalRefusal
from taisai.journal.shared import Shared
from taisai.journal.sqlite_open import open_for_reading, open_for_writing
from taisai.journal.sqlite_place import SqliteJournals
from taisai.journal.store import Store
from taisai.rules.refusals import Refused

DATABASE: Final = ("postgresql://", "postgres://")


class OpenPlace(Protocol):
    """All journals of a house. What one process opened for reading never stands in the way of whoever writes. Tables of
    different `lanes` may write at the same time."""

    lanes: int

    def tables(self) -> dict[str, int]:
        """The journals that there are, each with its number."""

    def store(self, table: str) -> Store:
        """A new journal, where this one is open for writing and has none of that name."""

    def together(self) -> AbstractContextManager[None]:
        """What is written meanwhile is durable at the end."""

    def at_one_moment(self) -> AbstractContextManager[None]:
        """What is read meanwhile was so at one moment; for a few short readings."""

    def claims(self) -> set[str]:
        """The keys of all that was claimed."""

    def check_keys(self, keys: Mapping[str, bytes]) -> None:
        """Refuses where digests of keys say that these are the journals of another house."""

    def live_as(self, life: str) -> None:
        """Under which lease journals are taken from now on."""

    def leases(self) -> Leases | None:
        """None where one process alone can open it for writing anyway."""

    def shared(self) -> Shared | None:
        """What its processes share besides; None where there is one."""

    def replica(self, address: str) -> "Replica | None":
        """The replica there, for whoever wants to read all that is written by now."""

    def close(self) -> None: ...


class Replica(msgspec.Struct, frozen=True):
    """A second server that has what the primary wrote, at some time after it. `position` is how far the primary was
    when somebody asked, `mark` whose house it is."""

    address: str
    position: str
    mark: str


class Place(msgspec.Struct, frozen=True):
    """`address` is the path of a SQLite file, or the address of a PostgreSQL database; `keys` is the folder of the keys
    that tell who people are. Where there is a `replica` that has all that was written, whoever reads does so there."""

    address: str
    keys: str = ""
    replica: Replica | None = None

    @property
    def is_database(self) -> bool:
        return self.address.startswith(DATABASE)

    def __str__(self) -> str:
        return described(self.address) if self.is_database else self.address

    def exists(self) -> bool:
        """Whether a house has its journals there."""
        if not self.is_database:
            return Path(self.address).exists()
        try:
            with closing(self.open_for_reading()) as journals:
                return bool(journals.tables())
        except Refused as refused:
            if refused.code is JournalRefusal.MISSING:
                return False
            raise

    def open_for_writing(self) -> OpenPlace:
        return _database(self.address) if self.is_database else SqliteJournals(open_for_writing(Path(self.address)))

    def open_for_reading(self) -> OpenPlace:
        if self.is_database:
            return _replica(self.replica) or _database(self.address, only_reads=True)
        return SqliteJournals(open_for_reading(Path(self.address)))


def described(address: str) -> str:
    """For people to read: without a password."""
    parts = urlsplit(address)
    host = parts.netloc.rpartition("@")[2] or parse_qs(parts.query).get("host", ["this machine"])[0]
    return f"the database {parts.path.lstrip('/')} at {host}"


def has_password(address: str) -> bool:
    parts = urlsplit(address)
    return bool(parts.password) or "password" in parse_qs(parts.query)


def _replica(wanted: Replica | None) -> OpenPlace | None:
    if wanted is None:
        return None
    from taisai.journal.postgres_replica import opened_replica  # noqa: PLC0415 - the driver is an extra

    return opened_replica(wanted)


def _database(address: str, *, only_reads: bool = False) -> OpenPlace:
    try:
        from taisai.journal.postgres_place import PostgresJournals  # noqa: PLC0415 - the driver is an extra
    except ImportError as error:
        words = f"this taisai has no driver for PostgreSQL ({error}); install taisai[cluster]"
        raise Refused(JournalRefusal.FAILED, words, "psycopg") from error
    return PostgresJournals(address, only_reads=only_reads)
