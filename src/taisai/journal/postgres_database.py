"""A connection to the PostgreSQL database that holds the journals of a house."""

import socket
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from math import inf
from threading import Event, RLock, Thread
from typing import Any, Final

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict

from taisai.journal.batch_key import NO_HOUSE, BatchKeys
from taisai.journal.postgres_schema import check_made, prepare
from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused

CONNECT_S: Final = 5
ANSWER_S: Final = 2.0
READ_TIMES: Final = 5  # a read may take this many times longer
ALIVE: Final = {"keepalives_idle": 1, "keepalives_interval": 1, "keepalives_count": 2, "tcp_user_timeout": 2000}

Values = Sequence[Any] | Mapping[str, Any]
Ready = Callable[["psycopg.Connection[Any]"], None]
"""What is done with the first connection: made ready for writing, or looked at by whoever only reads."""

_FAULTS: tuple[tuple[type[psycopg.Error], JournalRefusal, str], ...] = (
    (
        errors.DiskFull,
        JournalRefusal.FULL,
        "could not be written because its disk is full; free disk space and try again",
    ),
    (errors.ReadOnlySqlTransaction, JournalRefusal.READ_ONLY, "is read-only; use the primary, not a replica"),
    (
        errors.InsufficientPrivilege,
        JournalRefusal.READ_ONLY,
        "cannot be written by this user; grant the user the rights",
    ),
    (errors.DataCorrupted, JournalRefusal.CORRUPT, "is damaged; restore it from a copy that verifies"),
    (errors.UndefinedTable, JournalRefusal.NOT_OURS, "is not a taisai database; choose another"),
    (psycopg.Error, JournalRefusal.FAILED, "could not be read or written; check the server and try again"),
)


_JOURNAL: Final = "SELECT number, digest FROM journal WHERE name = %s"


class Database:
    """One connection for one use at a time, reopened after it is lost, but not after `close`. Each write is one
    statement, so a process that stops in the middle holds no lock. `life` is the node's life, under whose lease
    journals are taken; `keys` tell what the house wrote."""

    def __init__(
        self, address: str, answer_s: float = ANSWER_S, ready: Ready = prepare, keys: BatchKeys = NO_HOUSE
    ) -> None:
        self.place = _without_password(address)
        self.life = ""
        self.keys = keys
        self._address, self._answer_s = address, answer_s
        self._only_reads = ready is check_made
        self._lock = RLock()
        self._connection: psycopg.Connection[Any] | None = None
        self._due_s, self._closed = inf, Event()
        try:
            with self.refusing():
                ready(self._connected())
        except BaseException:
            self.close()
            raise
        Thread(target=self._watch, name="database watch", daemon=True).start()

    def rows(self, query: str, values: Values = ()) -> list[Any]:
        with self._asking(READ_TIMES * self._answer_s) as connection:
            return connection.execute(query, values).fetchall()

    def change(self, statement: str, values: Values = ()) -> int:
        """Return how many rows the statement changed."""
        with self._asking(self._answer_s) as connection:
            return connection.execute(statement, values).rowcount

    def changed(self, statement: str, values: Values = ()) -> list[Any]:
        """Return what the statement returns of the rows that it changed."""
        with self._asking(self._answer_s) as connection:
            return connection.execute(statement, values).fetchall()

    def use(self, table: str) -> int:
        """Return the number of a table; a new one if the database does not know it yet."""
        digest = sha256(table.encode()).digest()
        found = self.rows(_JOURNAL, (table,))
        if not found and self._only_reads:
            words = f"{self.place} has no table {table}; its tables are: {', '.join(self.tables()) or 'none'}"
            raise Refused(JournalRefusal.TABLE_UNKNOWN, words, table)
        if not found:
            self.change("INSERT INTO journal (name, digest) VALUES (%s, %s) ON CONFLICT DO NOTHING", (table, digest))
        ((number, known),) = found or self.rows(_JOURNAL, (table,))
        if bytes(known) != digest:
            words = f"{self.place}: the name of table {table} is damaged; restore a copy that verifies"
            raise Refused(JournalRefusal.CORRUPT, words, table)
        return int(number)

    def tables(self) -> dict[str, int]:
        return dict(self.rows("SELECT name, number FROM journal ORDER BY number"))

    def close(self) -> None:
        self._closed.set()
        with self._lock:
            connection, self._connection = self._connection, None
            if connection is not None:
                connection.close()

    @contextmanager
    def refusing(self) -> Iterator[None]:
        try:
            yield
        except errors.UniqueViolation:
            raise
        except psycopg.Error as error:
            code, words = next((code, words) for kind, code, words in _FAULTS if isinstance(error, kind))
            told = str(error).partition("\n")[0]
            raise Refused(code, f"{self.place} {words} ({told})", self.place) from error

    def _connected(self) -> "psycopg.Connection[Any]":
        if self._closed.is_set():
            raise Refused(JournalRefusal.FAILED, f"{self.place} is closed in this process", self.place)
        if self._connection is None or self._connection.closed:
            wanted: dict[str, Any] = ALIVE | {"connect_timeout": CONNECT_S, "application_name": "taisai"}
            if self._only_reads:
                wanted["options"] = "-c default_transaction_read_only=on"
            elif "," in self._address:  # several servers, one of them the primary
                wanted["target_session_attrs"] = "read-write"
            self._connection = psycopg.connect(self._address, autocommit=True, **wanted)
        return self._connection

    @contextmanager
    def _asking(self, within_s: float) -> "Iterator[psycopg.Connection[Any]]":
        """Use the connection with a deadline. Without an answer in time the connection is cut: a cancel would end the
        wait but not the statement. Whether it was written is then unknown."""
        with self._lock, self.refusing():
            connection = self._connected()
            self._due_s = time.monotonic() + within_s
            try:
                yield connection
            finally:
                self._due_s = inf

    def _watch(self) -> None:
        while not self._closed.wait(self._answer_s / 8):
            connection = self._connection
            if connection is not None and time.monotonic() > self._due_s:
                with suppress(OSError, psycopg.Error), socket.socket(fileno=socket.dup(connection.fileno())) as line:
                    line.shutdown(socket.SHUT_RDWR)


def _without_password(address: str) -> str:
    """Describe the address for messages."""
    known = conninfo_to_dict(address)
    return f"the database {known.get('dbname', '')} at {known.get('host', 'this machine')}"
