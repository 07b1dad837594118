"""Every code is provoked, and says what to do next."""

import sqlite3
from contextlib import closing

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from engines.postgres import serving
from journal.making import batch, grow

from taisai.house.journal_checkpoints import checkpoint_at, signed
from taisai.house.rotations import verified
from taisai.journal.batch_key import BatchKeys
from taisai.journal.entry import Head
from taisai.journal.export import export, exported
from taisai.journal.keys import PRIVATE_FILE, load_private, make_keys
from taisai.journal.memory import MemoryFile, MemoryStore
from taisai.journal.postgres_database import Database
from taisai.journal.postgres_place import PostgresJournals
from taisai.journal.postgres_rows import set_state
from taisai.journal.refusals import JournalRefusal
from taisai.journal.seal import START, checked
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_reading, open_for_writing
from taisai.journal.store import check_reaches
from taisai.log.notes import key_of
from taisai.log.rotations import Term
from taisai.rules.refusals import Refused


def full(folder):
    file = open_for_writing(folder / "journal")
    store = SqliteStore(file, "t1")
    file.connection.pragma("max_page_count", 1)
    try:
        grow(store, 500)
    finally:
        store.close()


def failed(folder):
    (folder / "journal.new").mkdir()
    open_for_writing(folder / "journal")


def locked(folder):
    file = open_for_writing(folder / "journal")
    try:
        open_for_writing(folder / "journal")
    finally:
        file.close()


def read_only(folder):
    SqliteStore.open(folder / "journal", "t1").close()
    reader = SqliteStore.open_for_reading(folder / "journal", "t1")
    try:
        grow(reader, 1)
    finally:
        reader.close()


def too_new(folder):
    open_for_writing(folder / "journal").close()
    with sqlite3.connect(folder / "journal") as other:
        other.execute("PRAGMA user_version = 99")
    other.close()
    open_for_reading(folder / "journal")


def not_ours(folder):
    (folder / "journal").write_text("nothing of ours, and long enough to be a header" * 20)
    open_for_reading(folder / "journal")


def table_unknown(folder):
    open_for_writing(folder / "journal").close()
    SqliteStore.open_for_reading(folder / "journal", "t1")


def taken(_):
    file = MemoryFile()
    old = file.store("t1")
    file.store("t1").take()
    grow(old, 1)


def not_durable(_):
    with serving(fsync="off") as careless:
        Database(careless.database("one"))


def elsewhere(_):
    with serving() as server:
        PostgresJournals(server.database("one")).close()
        set_state(server.address("one"), "left")
        PostgresJournals(server.address("one"))


def claimed(_):
    store = MemoryStore()
    store.append(START, batch(1), ["voucher:1"])
    store.append(store.head(), batch(1, store.head()), ["voucher:1"])


def forged(folder):
    with closing(SqliteStore.open(folder / "journal", "t1", BatchKeys(b"k" * 32))) as store:
        grow(store, 1)
    SqliteStore.open_for_reading(folder / "journal", "t1", BatchKeys(b"l" * 32)).head()


def lost(_):
    store = grow(MemoryStore(), 1)
    check_reaches(store, Head(2, bytes(32)), store.head(), "t1")


def export_exists(folder):
    for _ in range(2):
        export(MemoryStore(), "t1", folder / "out")


def key_exists(folder):
    for _ in range(2):
        make_keys(folder)


def key_invalid(folder):
    (folder / PRIVATE_FILE).touch()
    load_private(folder)


def key_failed(folder):
    (folder / "file").touch()
    make_keys(folder / "file")


def checkpoint_invalid(_):
    """Signed with a key that was replaced before the journal was so long."""
    key = Ed25519PrivateKey.generate()
    named = key_of("h/T1", key)
    note = signed(checkpoint_at(named, Head(7, b"s" * 32), b"r" * 32, "2026"), named, key)
    verified(str(note).encode(), [Term(named, 0, 6)])


PROVOCATIONS = {
    JournalRefusal.MISSING: lambda folder: open_for_reading(folder / "none"),
    JournalRefusal.LOCKED: locked,
    JournalRefusal.READ_ONLY: read_only,
    JournalRefusal.NOT_OURS: not_ours,
    JournalRefusal.TOO_NEW: too_new,
    JournalRefusal.CORRUPT: lambda _: list(checked(batch(2)[1:])),
    JournalRefusal.FORGED: forged,
    JournalRefusal.LOST: lost,
    JournalRefusal.NOT_DURABLE: not_durable,
    JournalRefusal.ELSEWHERE: elsewhere,
    JournalRefusal.TABLE_UNKNOWN: table_unknown,
    JournalRefusal.TAKEN: taken,
    JournalRefusal.MOVED: lambda _: grow(MemoryStore(), 1).append(START, batch(1)),
    JournalRefusal.CLAIMED: claimed,
    JournalRefusal.FULL: full,
    JournalRefusal.FAILED: failed,
    JournalRefusal.EXPORT_EXISTS: export_exists,
    JournalRefusal.EXPORT_FAILED: lambda folder: export(MemoryStore(), "t1", folder / "none" / "out"),
    JournalRefusal.EXPORT_INVALID: lambda _: list(exported([b'{"seal":'])),
    JournalRefusal.KEY_EXISTS: key_exists,
    JournalRefusal.KEY_MISSING: load_private,
    JournalRefusal.KEY_INVALID: key_invalid,
    JournalRefusal.KEY_FAILED: key_failed,
    JournalRefusal.CHECKPOINT_INVALID: checkpoint_invalid,
}


def test_every_code_is_provoked():
    assert list(PROVOCATIONS) == list(JournalRefusal)


def provoked(code):
    marks = [pytest.mark.processes] if PROVOCATIONS[code] in (not_durable, elsewhere) else []
    return pytest.param(code, id=code.value, marks=marks)


@pytest.mark.parametrize("code", [provoked(code) for code in PROVOCATIONS])
def test_a_refusal_has_code_words_and_value_and_says_what_to_do(tmp_path, code):
    with pytest.raises(Refused) as caught:
        PROVOCATIONS[code](tmp_path)
    assert caught.value.code is code
    assert "; " in str(caught.value)
    assert caught.value.value != ""
