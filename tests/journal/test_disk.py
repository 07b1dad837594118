"""Disks that are full or fail: nothing is lost, and the journal works again afterwards."""

import os
import resource
import subprocess
from contextlib import contextmanager, suppress

import pytest
from journal import files
from journal.files import entries, refused
from journal.making import batch, grow

from taisai.journal.refusals import JournalRefusal
from taisai.journal.seal import START, checked
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_writing
from taisai.rules.refusals import Refused


@pytest.fixture
def path(tmp_path):
    return tmp_path / "floor.journal"


@pytest.fixture
def grown(path):
    return files.grown(path)


def sound_length(store):
    return sum(1 for _ in checked(store.read()))


def test_a_full_file_takes_nothing_of_the_batch_and_works_again_with_room(grown):
    file = open_for_writing(grown)
    store = SqliteStore(file, "t1")
    head = store.head()
    file.connection.pragma("max_page_count", file.connection.pragma("page_count"))
    refusal = refused(store.append, head, batch(500, head), ["voucher:1"])
    assert refusal.code is JournalRefusal.FULL
    assert "free disk space" in refusal.words
    assert (store.head(), sound_length(store)) == (head, 327)
    file.connection.pragma("max_page_count", 10**6)
    store.append(head, batch(500, head), ["voucher:1"])
    assert sound_length(store) == 827
    store.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk")
def test_a_full_disk_takes_nothing_of_the_batch_and_works_again_with_room(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", disk], check=False)
    if mounted.returncode:
        pytest.skip("no right to mount")
    try:
        store = SqliteStore.open(disk / "floor.journal", "t1")
        assert refused(grow, store, *[64] * 100).code is JournalRefusal.FULL
        length = sound_length(store)
        assert length == store.head().seq
        subprocess.run(["mount", "-o", "remount,size=4m", disk], check=True)
        assert sound_length(grow(store, 64)) == length + 64
        store.close()
    finally:
        subprocess.run(["umount", disk], check=True)


@contextmanager
def files_end_at(size):
    """Writing fails beyond this many bytes of any file, after what still fits: a disk in the middle of failing."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_failure_at_any_write_leaves_the_journal_as_it_was(path):
    store = SqliteStore.open(path, "t1")
    grow(store, 5, 64)
    behind, taken = path.with_name("floor.journal-wal"), 69
    for room in (*range(0, 30_000, 997), 100_000):
        head = store.head()
        with files_end_at(behind.stat().st_size + room):
            try:
                store.append(head, batch(64, head), [f"claim-{room}"])
            except Refused as refusal:
                assert refusal.code is JournalRefusal.FAILED
                assert (store.head(), room < 30_000) == (head, True)
                taken -= 64
        taken += 64
        head = store.head()
        store.append(head, batch(2, head), [f"again-{room}"])
        taken += 2
    assert sound_length(store) == taken
    store.close()
    assert len(entries(path)) == taken


def test_a_checkpoint_that_fails_loses_nothing(path):
    file = open_for_writing(path)
    store = SqliteStore(file, "t1")
    grow(store, 9)
    file.connection.pragma("wal_autocheckpoint", 1)
    wal = path.with_name("floor.journal-wal").stat().st_size
    with files_end_at(wal + 60_000):
        file.connection.pragma("wal_checkpoint(truncate)")
        size = path.stat().st_size
    with files_end_at(size):
        grow(store, 3, 3)
    assert path.stat().st_size == size
    grow(store, 300)
    store.close()
    assert len(entries(path)) == 315


def test_making_a_file_is_whole_or_absent(path):
    absent = 0
    for size in range(0, 60_000, 1500):
        with files_end_at(size), suppress(Refused):
            open_for_writing(path).close()
        absent += not path.exists()
        if path.exists():
            open_for_writing(path).close()
            path.unlink()
    assert 5 < absent < 35
    store = SqliteStore.open(path, "t1")
    assert store.head() == START
    store.close()
