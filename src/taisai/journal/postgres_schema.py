"""The tables of a house in PostgreSQL."""

from typing import TYPE_CHECKING, Any, Final

from psycopg.errors import InsufficientPrivilege

from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused

if TYPE_CHECKING:
    import psycopg

KEPT: Final = """
CREATE TABLE IF NOT EXISTS taisai (only_one bool PRIMARY KEY DEFAULT true CHECK (only_one), version int NOT NULL,
    state text NOT NULL DEFAULT 'here')
"""
# Bodies arrive compressed and seals cannot be, so the server need not try.
SCHEMA: Final = """
CREATE TABLE journal (number int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE,
    digest bytea NOT NULL, epoch bigint NOT NULL DEFAULT 0, holder text NOT NULL DEFAULT '', since timestamptz);
CREATE TABLE batch (journal int, first bigint, epoch bigint NOT NULL, mac_key int NOT NULL, before bytea NOT NULL,
    mac bytea NOT NULL, seals bytea STORAGE EXTERNAL NOT NULL,
    bodies bytea STORAGE EXTERNAL NOT NULL, PRIMARY KEY (journal, first));
CREATE TABLE claim (key text PRIMARY KEY);
CREATE TABLE snapshot (journal int PRIMARY KEY, seq bigint NOT NULL, seal bytea NOT NULL, state bytea NOT NULL,
    digest bytea NOT NULL);
CREATE TABLE checkpoint (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, journal int NOT NULL,
    note bytea NOT NULL);
CREATE INDEX checkpoint_of ON checkpoint (journal, number);
CREATE TABLE pointer (journal int, what text, number bigint, seq bigint, PRIMARY KEY (journal, what, number, seq));
CREATE TABLE milestone (journal int, seq bigint, known bytea NOT NULL, PRIMARY KEY (journal, seq));
CREATE TABLE indexed (journal int PRIMARY KEY, upto bigint NOT NULL);
CREATE TABLE tile (journal int, level int, number bigint, root bytea NOT NULL, PRIMARY KEY (journal, level, number));
CREATE TABLE kept_checkpoint (journal int, kept text, note bytea NOT NULL, PRIMARY KEY (journal, kept));
CREATE TABLE node (id text PRIMARY KEY, name text NOT NULL, site text NOT NULL, version text NOT NULL,
    doing text NOT NULL, draining bool NOT NULL DEFAULT false, until timestamptz NOT NULL,
    hears_bus bool NOT NULL DEFAULT true, began timestamptz NOT NULL DEFAULT clock_timestamp(),
    renewed timestamptz NOT NULL DEFAULT clock_timestamp());
CREATE TABLE house_key (name text PRIMARY KEY, digest bytea NOT NULL);
CREATE TABLE shared (kind text, key text, version bigint NOT NULL, gone bool NOT NULL, body bytea NOT NULL,
    until timestamptz NOT NULL, PRIMARY KEY (kind, key));
CREATE INDEX shared_since ON shared (version);
CREATE TABLE shared_head (only_one bool PRIMARY KEY DEFAULT true CHECK (only_one), version bigint NOT NULL);
INSERT INTO shared_head (version) VALUES (0);
"""
VERSION: Final = 3
SETTINGS: Final = {"fsync": {"on"}, "full_page_writes": {"on"}, "synchronous_commit": {"on", "remote_apply"}}
"""Without these a commit is not durable."""

_LOCK = 0x7461697361690001  # held for a transaction, so that two processes do not both create the tables


def prepare(connection: "psycopg.Connection[Any]") -> None:
    """Create what is missing, all or nothing, and refuse what this taisai cannot use. If nothing is missing, no right
    to create anything is needed."""
    _check_durable(connection)
    if version_of(connection):
        return
    try:
        with connection.transaction():
            _make(connection)
    except InsufficientPrivilege as error:
        words = "the tables of taisai are missing, and this user may not create them; run taisai database first"
        raise Refused(JournalRefusal.READ_ONLY, words, version_of(connection)) from error


def check_made(connection: "psycopg.Connection[Any]") -> None:
    """Check the version for a process that only reads and creates nothing."""
    version = version_of(connection)
    if not version:
        words = "the database has no journals; check its name, or start taisai serve to create them"
        raise Refused(JournalRefusal.MISSING, words, version)


def made_already(_: "psycopg.Connection[Any]") -> None:
    """Do nothing, for further connections after a first check."""


def version_of(connection: "psycopg.Connection[Any]") -> int:
    """Return the version of the database; 0 if it has no tables yet."""
    if connection.execute("SELECT to_regclass('taisai')").fetchall() == [(None,)]:
        return 0
    version = int(connection.execute("SELECT coalesce(max(version), 0) FROM taisai").fetchall()[0][0])
    if version > VERSION:
        words = f"the database was made by a newer taisai (format {version}, known {VERSION}); update taisai"
        raise Refused(JournalRefusal.TOO_NEW, words, version)
    if 0 < version < VERSION:
        words = f"the database was made by a taisai of before its first release (format {version}); begin a new one"
        raise Refused(JournalRefusal.NOT_OURS, words, version)
    return version


def _make(connection: "psycopg.Connection[Any]") -> None:
    connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
    connection.execute(KEPT)  # whoever waited for the lock still sees no table until this
    if not version_of(connection):
        connection.execute(SCHEMA)
        connection.execute("INSERT INTO taisai (version) VALUES (%s)", (VERSION,))


def _check_durable(connection: "psycopg.Connection[Any]") -> None:
    for name, wanted in SETTINGS.items():
        value = str(connection.execute("SELECT current_setting(%s)", (name,)).fetchall()[0][0])
        if value not in wanted:
            words = f"the database has {name} = {value}, so committed data can be lost; set it to on and start again"
            raise Refused(JournalRefusal.NOT_DURABLE, words, value)
