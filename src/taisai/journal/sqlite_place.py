"""The journals of a house in a SQLite file."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_file import SqliteFile


class SqliteJournals:
    """Only one process opens it for writing, so it needs no lease. Its folder says whose journals they are."""

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
        """Do nothing: the keys are in the same folder."""

    def live_as(self, life: str) -> None:
        """Do nothing: the file's lock is enough."""

    def leases(self) -> None:
        return None

    def shared(self) -> None:
        return None

    def claims(self) -> set[str]:
        return {claim for (claim,) in self.file.rows("SELECT key FROM claim")}
