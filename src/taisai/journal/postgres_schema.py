"""The tables of a house in PostgreSQL, and how an older database is brought up to date."""

from typing import TYPE_CHECKING, Any, Final

from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused

if TYPE_CHECKING:
    import psycopg

# Bodies are squeezed before they come here, and seals cannot be, so that the server need not try.
FIRST: Final = """
CREATE TABLE journal (number int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE,
    digest bytea NOT NULL, epoch bigint NOT NULL DEFAULT 0);
CREATE TABLE batch (journal int, first bigint, epoch bigint NOT NULL, seals bytea STORAGE EXTERNAL NOT NULL,
    bodies bytea STORAGE EXTERNAL NOT NULL, PRIMARY KEY (journal, first));
CREATE TABLE claim (key text PRIMARY KEY, value bytea NOT NULL);
CREATE TABLE snapshot (journal int PRIMARY KEY, seq bigint NOT NULL, seal bytea NOT NULL, state bytea NOT NULL,
    digest bytea NOT NULL);
CREATE TABLE anchor (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, journal int NOT NULL,
    anchor bytea NOT NULL);
CREATE INDEX anchor_of ON anchor (journal, number);
CREATE TABLE pointer (journal int, what text, number bigint, seq bigint, PRIMARY KEY (journal, what, number, seq));
CREATE TABLE milestone (journal int, seq bigint, known bytea NOT NULL, PRIMARY KEY (journal, seq));
CREATE TABLE indexed (journal int PRIMARY KEY, upto bigint NOT NULL);
"""
LOGS: Final = """
CREATE TABLE tile (journal int, level int, number bigint, root bytea NOT NULL, PRIMARY KEY (journal, level, number));
CREATE TABLE checkpoint (journal int, kept text, note bytea NOT NULL, PRIMARY KEY (journal, kept));
"""
STEPS: Final = (FIRST, LOGS)
"""What each version adds to the one before it."""
VERSION: Final = len(STEPS)
SETTINGS: Final = {"fsync": {"on"}, "full_page_writes": {"on"}, "synchronous_commit": {"on", "remote_apply"}}
"""Without these a commit is not durable."""

_KEPT = (
    "CREATE TABLE IF NOT EXISTS taisai (only_one bool PRIMARY KEY DEFAULT true CHECK (only_one), version int NOT NULL)"
)
_LOCK = 0x7461697361690001  # for the length of a transaction: two that come at once do not both make the tables


def prepare(connection: "psycopg.Connection[Any]") -> None:
    """Makes what is missing, whole or not at all, and refuses what this taisai cannot use."""
    _check_durable(connection)
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        version = _version(connection)
        if version < VERSION:
            for step in STEPS[version:]:
                connection.execute(step)
            connection.execute("UPDATE taisai SET version = %s", (VERSION,))


def _version(connection: "psycopg.Connection[Any]") -> int:
    connection.execute(_KEPT)
    connection.execute("INSERT INTO taisai (version) VALUES (0) ON CONFLICT DO NOTHING")
    version = int(connection.execute("SELECT version FROM taisai").fetchall()[0][0])
    if version > VERSION:
        words = f"the database was made by a newer taisai (format {version}, known {VERSION}); update taisai"
        raise Refused(JournalRefusal.TOO_NEW, words, version)
    return version


def _check_durable(connection: "psycopg.Connection[Any]") -> None:
    for name, wanted in SETTINGS.items():
        value = str(connection.execute("SELECT current_setting(%s)", (name,)).fetchall()[0][0])
        if value not in wanted:
            words = f"the database has {name} = {value}, so what is committed can be lost; set it to on and start again"
            raise Refused(JournalRefusal.NOT_DURABLE, words, value)
