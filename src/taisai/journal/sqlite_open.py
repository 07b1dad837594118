"""Opens a file of journals, or says clearly why not."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import apsw

from taisai.journal.batch_key import NO_HOUSE, BatchKeys
from taisai.journal.faults import Refusing
from taisai.journal.lock import FileLock
from taisai.journal.refusals import JournalRefusal
from taisai.journal.sqlite_file import SqliteFile
from taisai.journal.sqlite_index import SCHEMA as INDEX_SCHEMA
from taisai.journal.sqlite_tree import SCHEMA as TREE_SCHEMA
from taisai.rules.refusals import Refused

APPLICATION: Final = int.from_bytes(b"TaiS")
BUSY_MS: Final = 1000

# A batch is one row, so a commit touches few pages. Its key combines the table's number and its first entry's, so
# that each table's batches lie together and need no separate index.
SCHEMA: Final = (
    """CREATE TABLE journal (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, digest BLOB NOT NULL,
    epoch INTEGER NOT NULL DEFAULT 0) STRICT""",
    """CREATE TABLE batch (key INTEGER PRIMARY KEY, epoch INTEGER NOT NULL, mac_key INTEGER NOT NULL,
    before BLOB NOT NULL, mac BLOB NOT NULL, seals BLOB NOT NULL, bodies BLOB NOT NULL) STRICT""",
    "CREATE TABLE claim (key TEXT PRIMARY KEY) STRICT, WITHOUT ROWID",
    "CREATE TABLE snapshot (journal INTEGER PRIMARY KEY, seq INT, seal BLOB, state BLOB, digest BLOB) STRICT",
    "CREATE TABLE checkpoint (number INTEGER PRIMARY KEY, journal INTEGER NOT NULL, note BLOB NOT NULL) STRICT",
    *INDEX_SCHEMA,
    *TREE_SCHEMA,
)
VERSION: Final = 3


def open_for_writing(path: Path, keys: BatchKeys = NO_HOUSE) -> SqliteFile:
    """Open a file as its only writer; create it if there is none. A link leads to the file, because the lock and
    SQLite's own files lie beside that."""
    path = Path(os.path.realpath(path))
    _check_place(path)
    with ExitStack() as opened:
        opened.callback(FileLock(path).release)
        with Refusing(path):
            if not path.exists():
                _create(path)
            connection = opened.enter_context(_connected(str(path), apsw.SQLITE_OPEN_READWRITE))
            _check_ours(path, connection)
            _check_writable(path, connection)
            connection.pragma("journal_mode", "wal")
            connection.pragma("synchronous", "full")
        return SqliteFile(path, connection, keys, opened.pop_all())


def open_for_reading(path: Path, keys: BatchKeys = NO_HOUSE) -> SqliteFile:
    """Open a file for reading. Other processes may keep writing it."""
    if not path.is_file():
        raise Refused(JournalRefusal.MISSING, f"there is no journal {path}; check the name", str(path))
    path = Path(os.path.realpath(path))
    with ExitStack() as opened, Refusing(path):
        connection = opened.enter_context(_connected(_address(path), apsw.SQLITE_OPEN_READONLY))
        _check_ours(path, connection)
        return SqliteFile(path, connection, keys, opened.pop_all())


@contextmanager
def _connected(name: str, flags: int) -> Iterator[apsw.Connection]:
    connection = apsw.Connection(name, flags=flags | apsw.SQLITE_OPEN_URI)
    connection.set_busy_timeout(BUSY_MS)
    try:
        yield connection
    finally:
        connection.close()


def _address(path: Path) -> str:
    """Return the address for reading. SQLite writes files beside one that it reads, unless told that it cannot
    change."""
    frozen = not os.access(path.parent, os.W_OK, effective_ids=True) and not _beside(path, "-wal").exists()
    return path.absolute().as_uri() + ("?immutable=1" if frozen else "")


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _check_place(path: Path) -> None:
    if not path.parent.is_dir():
        words = f"there is no folder {path.parent} for the journal {path.name}; create it first"
        raise Refused(JournalRefusal.MISSING, words, str(path))
    if path.exists() and not path.is_file():
        raise Refused(JournalRefusal.NOT_OURS, f"{path} is not a file; choose another place for the journal", str(path))
    if path.exists() and path.stat().st_nlink > 1:
        words = f"{path} has a second name (a hard link), so two processes could write to it; remove one name"
        raise Refused(JournalRefusal.LOCKED, words, str(path))
    if not path.exists() and _beside(path, "-wal").exists():
        words = f"{path} is missing but {path.name}-wal exists; restore it: the two belong together"
        raise Refused(JournalRefusal.CORRUPT, words, str(path))


def _create(path: Path) -> None:
    """Create the file under another name first, so that an empty or unfinished file is never taken for a new
    journal."""
    new = _beside(path, ".new")
    for ending in ("", "-journal", "-wal", "-shm"):
        _beside(new, ending).unlink(missing_ok=True)
    os.close(os.open(new, os.O_CREAT | os.O_EXCL, 0o600))
    with _connected(str(new), apsw.SQLITE_OPEN_READWRITE) as connection:
        connection.pragma("application_id", APPLICATION)
        _make(connection)
        connection.pragma("user_version", VERSION)
        connection.pragma("journal_mode", "wal")
    new.rename(path)
    sync_folder(path.parent)


def _make(connection: apsw.Connection) -> None:
    for statement in ("BEGIN", *SCHEMA, "COMMIT"):
        connection.execute(statement)


@cache
def _schema() -> list[bytes]:
    """Return the schema as SQLite reports it."""
    with _connected("", apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE) as connection:
        _make(connection)
        return _told(connection)


def _told(connection: apsw.Connection) -> list[bytes]:
    """Return the statements as bytes: those of a damaged file may be no text."""
    select = "SELECT CAST(sql AS BLOB) FROM sqlite_schema WHERE sql IS NOT NULL"
    found: list[Any] = connection.execute(select).fetchall()
    return [sql for (sql,) in found]


def sync_folder(folder: Path) -> None:
    """Make a new file name in a folder survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _check_ours(path: Path, connection: apsw.Connection) -> None:
    if path.stat().st_size == 0:
        words = f"{path} is empty, so its content is lost; restore it from a copy, or delete it to start again"
        raise Refused(JournalRefusal.CORRUPT, words, str(path))
    if connection.pragma("application_id") != APPLICATION:
        raise Refused(JournalRefusal.NOT_OURS, f"{path} is not a taisai journal; choose another file", str(path))
    version: Any = connection.pragma("user_version")
    if version > VERSION:
        words = f"{path} was written by a newer taisai (format {version}, known {VERSION}); update taisai"
        raise Refused(JournalRefusal.TOO_NEW, words, version)
    if 0 < version < VERSION:
        words = f"{path} was written by a taisai of before its first release (format {version}); begin a new one"
        raise Refused(JournalRefusal.NOT_OURS, words, version)
    if version != VERSION or _is_cut(path, connection) or not _is_sound(connection):
        raise Refused(JournalRefusal.CORRUPT, f"{path} is damaged; restore it from a copy that verifies", str(path))


def _is_sound(connection: apsw.Connection) -> bool:
    """Check the schema and names. A damaged name would let a table start over beside its own history, so names carry a
    digest."""
    if _told(connection) != _schema():
        return False
    names: list[Any] = connection.execute("SELECT CAST(name AS BLOB), digest FROM journal").fetchall()
    return all(sha256(name).digest() == digest for name, digest in names)


def _is_cut(path: Path, connection: apsw.Connection) -> bool:
    """Return whether part of the last page is missing and not in the WAL. SQLite itself detects other missing parts."""
    pages: Any = connection.pragma("page_count")
    page_bytes: Any = connection.pragma("page_size")
    waiting = _beside(path, "-wal")
    return path.stat().st_size < pages * page_bytes and not (waiting.exists() and waiting.stat().st_size)


def _check_writable(path: Path, connection: apsw.Connection) -> None:
    if connection.readonly("main"):
        words = f"{path} cannot be written; allow this user to write to it, or open it read-only"
        raise Refused(JournalRefusal.READ_ONLY, words, str(path))
