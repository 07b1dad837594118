"""The rows of a PostgreSQL database of journals, for a move: all of them arrive, or none."""

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any, Final

import psycopg

from taisai.journal.place import described
from taisai.journal.postgres_database import Database
from taisai.journal.refusals import JournalRefusal
from taisai.journal.rows import COLUMNS, ORDER, TEXTS, Digest, Reading, Row, check_same, digest_of
from taisai.rules.refusals import Refused

CHUNK: Final = 256  # rows read at a time
NUMBERED: Final = ("journal", "checkpoint")  # numbered by the server

Passed = Callable[[str], None]
"""Told each table that is through."""


def state_of(address: str) -> str:
    """Return `here`, or the state that a move left."""
    with closing(Database(address)) as database:
        ((state,),) = database.rows("SELECT state FROM taisai")
        return str(state)


def set_state(address: str, state: str) -> None:
    with closing(Database(address)) as database:
        database.change("UPDATE taisai SET state = %s", (state,))


def arrive(address: str, reading: Reading, passed: Passed) -> None:
    """Copy all rows, compare them, and leave the database `arriving`. Remains of an aborted move are replaced. If this
    is killed, nothing has changed."""
    with closing(Database(address)) as database, database.refusing(), psycopg.connect(address) as connection:
        connection.execute("LOCK TABLE journal")
        _make_room(connection, address)
        for table in COLUMNS:
            _arrive_in(connection, table, reading)
            passed(table)
        connection.execute("UPDATE taisai SET state = 'arriving'")


def _make_room(connection: "psycopg.Connection[Any]", address: str) -> None:
    ((state,),) = connection.execute("SELECT state FROM taisai").fetchall()
    known = connection.execute("SELECT name FROM journal").fetchall()
    if known and state != "arriving":
        words = f"{described(address)} already has {len(known)} journals, which are never overwritten"
        raise Refused(JournalRefusal.NOT_OURS, f"{words}; choose an empty database", len(known))
    connection.execute(f"TRUNCATE {', '.join((*COLUMNS, 'house_key'))}")


def _arrive_in(connection: "psycopg.Connection[Any]", table: str, reading: Reading) -> None:
    digest, columns = Digest(), COLUMNS[table]
    with connection.cursor() as cursor, cursor.copy(f"COPY {table} ({', '.join(columns)}) FROM STDIN") as copying:
        for row in digest.passing(reading(table)):
            copying.write_row(row)
    if table in NUMBERED:
        connection.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'number'), max(number)) FROM {table}")
    check_same(table, digest, digest_of(_rows_of(connection, table)))


def leave(address: str, take: Callable[[Reading], None]) -> None:
    """Read all rows as they are at one moment."""
    with closing(Database(address)) as database, database.refusing(), psycopg.connect(address) as connection:
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        take(lambda table: _rows_of(connection, table))


def _rows_of(connection: "psycopg.Connection[Any]", table: str) -> Iterator[Row]:
    order = ", ".join(f'{name} COLLATE "C"' if name in TEXTS else name for name in ORDER[table])
    with connection.cursor(f"rows of {table}") as cursor:
        cursor.itersize = CHUNK
        yield from cursor.execute(f"SELECT {', '.join(COLUMNS[table])} FROM {table} ORDER BY {order}")
