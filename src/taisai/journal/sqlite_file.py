"""An open SQLite file that holds the journals of one or more tables."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path
from threading import RLock
from typing import Any

import apsw

from taisai.journal.batch_key import BatchKeys
from taisai.journal.entry import Head
from taisai.journal.faults import Refusing
from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused


class SqliteFile:
    """Tables that share the file share this object: one connection, one use at a time. `keys` tell what the house wrote
    in it."""

    heads: dict[int, Head]  # by table number; kept only from one successful append to the next
    epochs: dict[int, int]  # by table number; nobody else writes the file

    def __init__(self, path: Path, connection: apsw.Connection, keys: BatchKeys, opened: ExitStack) -> None:
        self.path, self.connection, self.keys, self._opened = path, connection, keys, opened
        self.mutex, self.refusing = RLock(), Refusing(path)
        self.heads, self.epochs = {}, {}
        self._users = 0

    def rows(self, query: str, *values: Any) -> list[Any]:
        with self.mutex, self.refusing:
            return self.connection.execute(query, values).fetchall()

    def change(self, statement: str, *values: Any) -> None:
        with self.mutex, self.refusing:
            self.connection.execute(statement, values)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Run a block as a transaction; the caller holds the mutex. A single statement needs none and is faster."""
        if self.connection.in_transaction:
            with self.connection:  # a savepoint within `together`, which can fail alone
                yield
                return
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.connection.execute("COMMIT")
        except BaseException:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            raise

    @contextmanager
    def together(self) -> Iterator[None]:
        """Make all appends inside the block durable at its end, or none of them."""
        with self.mutex, self.refusing:
            try:
                with self.transaction():
                    yield
            except BaseException:
                self.heads.clear()
                self.epochs.clear()
                raise

    def tables(self) -> dict[str, int]:
        """Return each table's number in the file."""
        return dict(self.rows("SELECT name, number FROM journal ORDER BY number"))

    def use(self, table: str) -> int:
        """Return the number of a table; a new one if the file does not know it yet."""
        known = self.tables()
        if table not in known and self.connection.readonly("main"):
            words = f"{self.path} has no table {table}; its tables are: {', '.join(known) or 'none'}"
            raise Refused(JournalRefusal.TABLE_UNKNOWN, words, table)
        if table not in known:
            self.change("INSERT INTO journal (name, digest) VALUES (?, ?)", table, sha256(table.encode()).digest())
        self._users += 1
        return self.tables()[table]

    def leave(self) -> None:
        """Release the file. It closes with the last table that uses it."""
        self._users -= 1
        if not self._users:
            self.close()

    def close(self) -> None:
        with self.mutex, self.refusing:
            self._opened.close()
