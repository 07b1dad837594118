"""The journals of a house in a SQLite file."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_file import SqliteFile


class SqliteJournals:
    """One process opens it for writing, so it needs no lease, and whose journals they are its folder says."""

    lanes = 1

    def __init__(self, file: SqliteFile) -> None:
        self.file = file
        self.tables, self.together, self.close = file.tables, file.together, file.close

    def store(self, table: str) -> SqliteStore:
        return SqliteStore(self.file, table)

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        self.file.change("BEGIN")
        try:
            yield
        finally:
            self.file.change("COMMIT")

    def check_keys(self, keys: Mapping[str, bytes]) -> None:
        """They lie in the same folder."""

    def live_as(self, life: str) -> None:
        """The lock of the file is all that it takes."""

    def leases(self) -> None:
        return None

    def shared(self) -> None:
        return None

    def replica(self, address: str) -> None:
        """A file has none that could be asked."""

    def claims(self) -> set[str]:
        return {claim for (claim,) in self.file.rows("SELECT key FROM claim")}
