"""What every store of rows promises of its batches: what somebody else wrote or moved is not read."""

from contextlib import closing

import pytest
from journal.files import refused
from journal.making import grow

from taisai.journal.batch_key import NO_HOUSE, BatchKeys, Retired
from taisai.journal.postgres import PostgresStore
from taisai.journal.postgres_database import Database
from taisai.journal.refusals import NOT_BELIEVED, JournalRefusal
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_writing

OURS = BatchKeys(b"k" * 32)


class Place:
    """Opens journals under keys, and lets somebody change rows behind their back."""

    def __init__(self, opened, store, change, moved):
        self._opened, self._store, self.change, self.moved = opened, store, change, moved

    def store(self, name="t1", keys=OURS):
        self._opened.keys = keys
        return self._store(self._opened, name)


@pytest.fixture(params=["sqlite", "postgres"])
def place(request, tmp_path):
    if request.param == "sqlite":
        with closing(open_for_writing(tmp_path / "floor.journal")) as file:

            def change(statement):
                file.heads.clear()
                file.change(statement)

            yield Place(file, SqliteStore, change, "UPDATE batch SET key = key + (1 << 40) WHERE key < 2 << 40")
    else:
        with closing(Database(request.getfixturevalue("postgres").database("batches"))) as database:
            yield Place(database, PostgresStore, database.change, "UPDATE batch SET journal = 2 WHERE journal = 1")


def readings(store, seq):
    return store.head, store.verify, store.take, lambda: next(store.read(seq - 1)), lambda: next(store.lines(seq - 1))


@pytest.mark.parametrize(
    "statement",
    ["mac = before", "epoch = epoch + 1", "epoch = -1", "mac_key = 2", "mac_key = 0", "mac = substr(mac, 2)"],
)
def test_a_batch_whose_row_was_changed_is_refused_wherever_it_is_read(place, statement):
    store = grow(place.store(), 2, 3)
    place.change(f"UPDATE batch SET {statement}")
    for reading in readings(store, 4):
        assert refused(reading).code is JournalRefusal.FORGED


def test_a_batch_is_of_its_house_and_of_its_journal(place):
    grow(place.store("t1"), 2)
    other = place.store("t2")
    for keys in (NO_HOUSE, BatchKeys(b"l" * 32)):
        assert refused(place.store("t1", keys).head).code is JournalRefusal.FORGED
    place.change(place.moved)
    for reading in readings(other, 1):
        assert refused(reading).code is JournalRefusal.FORGED


def test_a_seal_before_that_was_changed_is_damage(place):
    store = grow(place.store(), 2, 3)
    place.change("UPDATE batch SET before = mac")
    for reading in readings(store, 4)[3:]:
        assert refused(reading).code in NOT_BELIEVED


def test_epochs_and_keys_grow_along_a_journal(place):
    first = grow(place.store(), 2)
    first.take()
    grow(first, 1)
    second = place.store("t1", BatchKeys(b"l" * 32, (Retired(OURS.secret, {"t1": 3}),)))
    second.take()
    assert grow(second, 2).verify().seq == 5
    assert refused(first.verify).code is JournalRefusal.FORGED, "it has not heard of the new key"
    ended = place.store("t1", BatchKeys(b"l" * 32, (Retired(OURS.secret, {"t1": 2}),)))
    assert refused(ended.verify).code is JournalRefusal.FORGED, "the old key counted to entry 2"


def test_an_epoch_that_was_set_back_is_never_given_twice(place):
    store = place.store()
    assert store.take() == 1
    assert store.take() == 2
    grow(store, 1)
    place.change("UPDATE journal SET epoch = 0")
    again = place.store()
    getattr(place._opened, "epochs", {}).clear()
    assert again.take() == 3
    assert grow(again, 1).verify().seq == 2


def test_what_comes_before_a_forged_batch_can_still_be_read(place):
    store, found = grow(place.store(), 2, 3), []
    place.change("UPDATE batch SET mac = before WHERE length(seals) = 96")
    reading = store.read()
    found += [next(reading).seq, next(reading).seq]
    assert refused(next, reading).code is JournalRefusal.FORGED
    assert found == [1, 2]
