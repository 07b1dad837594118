"""A connection to the PostgreSQL database that holds the journals of a house."""

import socket
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from threading import Event, RLock, Thread
from typing import Any, Final

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict

from taisai.journal.postgres_schema import prepare
from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused

CONNECT_S: Final = 5
ANSWER_S: Final = 2.0
ALIVE: Final = {"keepalives_idle": 1, "keepalives_interval": 1, "keepalives_count": 2, "tcp_user_timeout": 2000}

Values = Sequence[Any] | Mapping[str, Any]

_FAULTS: tuple[tuple[type[psycopg.Error], JournalRefusal, str], ...] = (
    (errors.DiskFull, JournalRefusal.FULL, "has no room on its disk, so nothing was written; free some and try again"),
    (errors.ReadOnlySqlTransaction, JournalRefusal.READ_ONLY, "can only be read; name the primary, not a replica"),
    (errors.InsufficientPrivilege, JournalRefusal.READ_ONLY, "may not be written by this user; grant it the rights"),
    (errors.DataCorrupted, JournalRefusal.CORRUPT, "is damaged; restore it from a copy that verifies"),
    (errors.UndefinedTable, JournalRefusal.NOT_OURS, "is no database of taisai; name another"),
    (psycopg.Error, JournalRefusal.FAILED, "could not be read or written; look after the server and try again"),
)


class Database:
    """One connection, one use at a time, made anew after it was lost. Each write is one statement, so that whoever
    stops in the middle holds nothing."""

    def __init__(self, address: str, answer_s: float = ANSWER_S) -> None:
        self.place = _without_password(address)
        self._address, self._answer_s = address, answer_s
        self._lock = RLock()
        self._connection: psycopg.Connection[Any] | None = None
        self._asked_s, self._closed = 0.0, Event()
        try:
            with self.refusing():
                prepare(self._connected())
        except BaseException:
            self.close()
            raise
        Thread(target=self._watch, name="database watch", daemon=True).start()

    def rows(self, query: str, values: Values = ()) -> list[Any]:
        with self._lock, self.refusing():
            return self._connected().execute(query, values).fetchall()

    def change(self, statement: str, values: Values = ()) -> int:
        """How many rows it changed."""
        with self._changing() as connection:
            return connection.execute(statement, values).rowcount

    def changed(self, statement: str, values: Values = ()) -> list[Any]:
        """What it gives back of the rows that it changed."""
        with self._changing() as connection:
            return connection.execute(statement, values).fetchall()

    def use(self, table: str) -> int:
        """The table's number, a new one for a table that the database does not know yet."""
        digest = sha256(table.encode()).digest()
        self.change("INSERT INTO journal (name, digest) VALUES (%s, %s) ON CONFLICT DO NOTHING", (table, digest))
        ((number, known),) = self.rows("SELECT number, digest FROM journal WHERE name = %s", (table,))
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
        if self._connection is None or self._connection.closed:
            wanted: dict[str, Any] = ALIVE | {"connect_timeout": CONNECT_S, "application_name": "taisai"}
            self._connection = psycopg.connect(self._address, autocommit=True, **wanted)
        return self._connection

    @contextmanager
    def _changing(self) -> "Iterator[psycopg.Connection[Any]]":
        """Where no answer comes the connection is cut, for to cancel would only end the waiting, and not what is waited
        for: whether it was written is then unknown."""
        with self._lock, self.refusing():
            connection = self._connected()
            self._asked_s = time.monotonic()
            try:
                yield connection
            finally:
                self._asked_s = 0.0

    def _watch(self) -> None:
        while not self._closed.wait(self._answer_s / 8):
            connection, asked_s = self._connection, self._asked_s
            if connection is not None and asked_s and time.monotonic() - asked_s > self._answer_s:
                with suppress(OSError, psycopg.Error), socket.socket(fileno=socket.dup(connection.fileno())) as line:
                    line.shutdown(socket.SHUT_RDWR)


def _without_password(address: str) -> str:
    """For words that people read."""
    known = conninfo_to_dict(address)
    return f"the database {known.get('dbname', '')} at {known.get('host', 'this machine')}"
