import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing, contextmanager
from pathlib import Path

import apsw
import pytest
from journal import files
from journal.files import entries, refused
from journal.making import batch, grow

from taisai.journal.refusals import JournalRefusal
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import APPLICATION, VERSION, open_for_reading, open_for_writing
from taisai.journal.store import Snapshot


@pytest.fixture
def path(tmp_path):
    return tmp_path / "floor.journal"


@pytest.fixture
def grown(path):
    return files.grown(path)


def test_a_reopened_file_is_as_it_was(grown):
    before = entries(grown)
    store = SqliteStore.open(grown, "t1")
    assert store.head().seq == 327
    assert store.snapshot() == Snapshot(store.head(), b"state")
    grow(store, 2)
    store.close()
    assert entries(grown)[:-2] == before


def test_every_commit_waits_for_the_disk(path):
    file = open_for_writing(path)
    assert file.connection.pragma("journal_mode") == "wal"
    assert file.connection.pragma("synchronous") == 2
    file.close()


def test_the_file_closes_with_its_last_table(path):
    file = open_for_writing(path)
    one, other = SqliteStore(file, "t1"), SqliteStore(file, "t2")
    one.close()
    grow(other, 1)
    other.close()
    assert not path.with_name("floor.journal-wal").exists()
    SqliteStore.open(path, "t1").close()


# ---- who may write ----


def test_a_second_writer_is_refused_and_told_who_the_first_is(grown):
    file = open_for_writing(grown)
    refusal = refused(open_for_writing, grown)
    assert refusal.code is JournalRefusal.LOCKED
    assert f"process {os.getpid()} on " in refusal.words
    file.close()
    open_for_writing(grown).close()


SECOND = """
import sys
from pathlib import Path
from taisai.journal.sqlite_open import open_for_writing
try:
    open_for_writing(Path(sys.argv[1]))
except Exception as refusal:
    print(refusal.code.value)
"""


def test_a_second_process_is_refused(grown):
    file = open_for_writing(grown)
    done = subprocess.run([sys.executable, "-c", SECOND, str(grown)], capture_output=True, text=True, check=True)
    file.close()
    assert done.stdout.strip() == "journal-locked"


def test_a_link_elsewhere_leads_to_the_same_lock_and_the_same_entries(grown, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "elsewhere" / "link"
    link.symlink_to(grown)
    with closing(SqliteStore.open(grown, "t1")) as first:
        assert refused(open_for_writing, link).code is JournalRefusal.LOCKED
        grow(first, 2)
        with closing(SqliteStore.open_for_reading(link, "t1")) as reader:
            assert reader.head() == first.head()
    with closing(SqliteStore.open(link, "t1")) as second:
        assert refused(open_for_writing, grown).code is JournalRefusal.LOCKED
        assert second.verify() == second.head()
    assert list((tmp_path / "elsewhere").iterdir()) == [link], "nothing is written beside the link"


def test_a_file_with_two_names_is_not_written_and_can_be_read(grown, tmp_path):
    second = tmp_path / "second"
    second.hardlink_to(grown)
    for name in (grown, second):
        assert refused(open_for_writing, name).code is JournalRefusal.LOCKED
    open_for_reading(grown).close()
    second.unlink()
    open_for_writing(grown).close()


def test_a_program_that_holds_the_file_is_waited_for_and_then_named_as_the_reason(grown, monkeypatch):
    monkeypatch.setattr("taisai.journal.sqlite_open.BUSY_MS", 1)
    store = SqliteStore.open(grown, "t1")
    head = store.head()
    other = apsw.Connection(
        str(grown)
    )  # not sqlite3: two SQLite libraries in one process do not see each other's locks
    other.execute("BEGIN IMMEDIATE")
    assert refused(store.append, head, batch(1, head)).code is JournalRefusal.LOCKED
    other.close()
    store.append(head, batch(1, head))
    store.close()


def test_readers_see_what_is_durable_while_the_writer_goes_on(grown):
    writer = SqliteStore.open(grown, "t1")
    reader = SqliteStore.open_for_reading(grown, "t1")
    grow(writer, 3)
    assert reader.head() == writer.head()
    assert refused(reader.append, reader.head(), batch(1, reader.head())).code is JournalRefusal.READ_ONLY
    assert refused(reader.add_checkpoint, b"a").code is JournalRefusal.READ_ONLY
    reader.close()
    writer.close()


def test_a_reader_is_told_which_tables_there_are(grown):
    refusal = refused(SqliteStore.open_for_reading, grown, "t9")
    assert (refusal.code, refusal.value) == (JournalRefusal.TABLE_UNKNOWN, "t9")
    assert "its tables are: t1" in refusal.words


@contextmanager
def unprivileged():
    """Rights do not bind root, so it becomes somebody else for a while."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def public_folder():
    folder = Path(tempfile.mkdtemp(dir=tempfile.gettempdir()))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def test_a_read_only_folder_and_a_read_only_file_are_refused_but_can_be_read(grown, public_folder):
    path = public_folder / "floor.journal"
    shutil.copy(grown, path)
    path.chmod(0o444)
    public_folder.chmod(0o555)
    with unprivileged():
        folder = refused(open_for_writing, path)
        assert len(entries(path)) == 327
    public_folder.chmod(0o777)
    with unprivileged():
        file = refused(open_for_writing, path)
    assert (folder.code, file.code) == (JournalRefusal.READ_ONLY, JournalRefusal.READ_ONLY)
    assert "to its folder" in folder.words
    assert "write to it, or open it read-only" in file.words
    assert len(entries(path)) == 327


def test_a_file_that_this_user_may_not_read_is_refused(grown, public_folder):
    path = public_folder / "floor.journal"
    shutil.copy(grown, path)
    path.chmod(0o600)
    with unprivileged():
        assert refused(open_for_reading, path).code is JournalRefusal.READ_ONLY


# ---- not our file ----


def not_sqlite(path):
    path.write_bytes(b"anything " * 1000)


def another_database(path):
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE t (a)")
    other.close()


def a_newer_one(path):
    open_for_writing(path).close()
    with sqlite3.connect(path) as other:
        other.execute(f"PRAGMA user_version = {VERSION + 1}")
    other.close()


def an_older_one(path):
    open_for_writing(path).close()
    with sqlite3.connect(path) as other:
        other.execute(f"PRAGMA user_version = {VERSION - 1}")
    other.close()


def other_tables(path):
    with sqlite3.connect(path) as other:
        other.execute(f"PRAGMA application_id = {APPLICATION}")
        other.execute("CREATE TABLE t (a)")
    other.close()


def a_renamed_table(path):
    SqliteStore.open(path, "t1").close()
    with sqlite3.connect(path) as other:
        other.execute("UPDATE journal SET name = 't2'")
    other.close()


NOT_TAKEN = {
    not_sqlite: JournalRefusal.NOT_OURS,
    another_database: JournalRefusal.NOT_OURS,
    Path.mkdir: JournalRefusal.NOT_OURS,
    a_newer_one: JournalRefusal.TOO_NEW,
    an_older_one: JournalRefusal.NOT_OURS,
    other_tables: JournalRefusal.CORRUPT,
    a_renamed_table: JournalRefusal.CORRUPT,
    Path.touch: JournalRefusal.CORRUPT,
    lambda path: path.with_name("floor.journal-wal").touch(): JournalRefusal.CORRUPT,
    lambda path: path.parent.rmdir(): JournalRefusal.MISSING,
}


@pytest.mark.parametrize("make", NOT_TAKEN, ids=lambda make: make.__name__)
def test_what_is_no_sound_journal_of_ours_is_refused_and_left_alone(tmp_path, make):
    path = tmp_path / "folder" / "floor.journal"
    path.parent.mkdir()
    make(path)
    before = path.read_bytes() if path.is_file() else b""
    refusal = refused(open_for_writing, path)
    assert refusal.code is NOT_TAKEN[make]
    assert "; " in refusal.words, "what to do next"
    assert (path.read_bytes() if path.is_file() else b"") == before


def test_there_is_nothing_to_read_where_nothing_is(path):
    assert refused(open_for_reading, path).code is JournalRefusal.MISSING
    assert not path.exists()


def test_a_mistake_of_our_own_is_no_refusal(path):
    file = open_for_writing(path)
    with pytest.raises(apsw.SQLError):
        file.rows("SELECT nonsense")
    file.close()
