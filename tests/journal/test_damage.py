"""Whatever befalls the file: nothing false is given out."""

import random
import sqlite3
from operator import methodcaller

import pytest
from journal import files
from journal.files import change_bodies, entries, refused

from taisai.journal.refusals import JournalRefusal
from taisai.journal.seal import checked, head_of
from taisai.journal.sqlite import SqliteStore
from taisai.journal.store import Snapshot
from taisai.rules.refusals import Refused


@pytest.fixture
def grown(tmp_path):
    return files.grown(tmp_path / "floor.journal")


def verified(path):
    store = SqliteStore.open_for_reading(path, "t1")
    try:
        return store.verify()
    finally:
        store.close()


BAD = (JournalRefusal.CORRUPT, JournalRefusal.FORGED)
DAMAGED = {
    *BAD,
    JournalRefusal.NOT_OURS,
    JournalRefusal.TOO_NEW,
    JournalRefusal.READ_ONLY,  # SQLite's own header holds a version that it may read but not write
}


def survives(path, original):
    """Either all is there, or the damage is refused: nothing false is ever given out."""
    try:
        store = SqliteStore.open(path, "t1")
    except Refused as refusal:
        assert refusal.code in DAMAGED
        return False
    try:
        is_whole = has_its_snapshot(store)
        found = list(checked(store.read()))
        assert store.verify() == store.head() == head_of(found[-1])
    except Refused as refusal:
        assert refusal.code in BAD
        assert refused(store.verify).code in BAD
        return False
    else:
        return is_whole and found == original
    finally:
        store.close()


def has_its_snapshot(store):
    """A snapshot that cannot be read says nothing of the entries."""
    try:
        assert store.snapshot() in (None, Snapshot(store.head(), b"state"))
    except Refused as refusal:
        assert refusal.code in BAD
        return False
    return True


def test_flipped_bytes_are_never_given_out_as_history(grown):
    original, content, generator = entries(grown), grown.read_bytes(), random.Random(3)
    filled = [place for place, byte in enumerate(content) if byte]
    places = generator.sample(filled, 250) + list(range(0, 200, 2))
    outcomes = []
    for place in places:
        damaged = bytearray(content)
        damaged[place] ^= 1 << generator.randrange(8)
        grown.write_bytes(damaged)
        outcomes.append(survives(grown, original))
    assert outcomes.count(False) > 200


def test_a_truncated_file_is_refused(grown):
    original, content = entries(grown), grown.read_bytes()
    for size in range(1, len(content), 4096 * 3 + 100):
        grown.write_bytes(content[:size])
        assert not survives(grown, original), size


def test_a_changed_body_is_named(grown):
    with sqlite3.connect(grown) as other:
        change = methodcaller("replace", b'"upto":173', b'"upto":973')
        change_bodies(other, change, "key & 0xFFFFFFFFFF = 71")
    other.close()
    for reading in (entries, verified):
        with pytest.raises(Refused, match="the seal of entry 73 does not match") as caught:
            reading(grown)
        assert (caught.value.code, caught.value.value) == (JournalRefusal.CORRUPT, 73)


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM batch WHERE key = (SELECT max(key) FROM batch)",
        "UPDATE snapshot SET state = 'other'",
        "UPDATE snapshot SET seq = seq - 1",
        "UPDATE snapshot SET seq = seq + 1",
    ],
)
def test_a_snapshot_that_does_not_belong_to_this_history_is_not_trusted(grown, damage):
    with sqlite3.connect(grown) as other:
        other.execute(damage.replace("'other'", "x'00'"))
    other.close()
    store = SqliteStore.open(grown, "t1")
    assert store.snapshot() is None
    store.close()


def test_a_batch_with_more_bodies_than_seals_is_named(grown):
    with sqlite3.connect(grown) as other:
        other.execute("UPDATE batch SET seals = substr(seals, 1, 32) WHERE key & 0xFFFFFFFFFF = 66")
    other.close()
    for reading in (entries, verified):
        assert refused(reading, grown).value == 66


def test_a_missing_batch_is_named(grown):
    with sqlite3.connect(grown) as other:
        other.execute("DELETE FROM batch WHERE key & 0xFFFFFFFFFF = 66")
    other.close()
    for reading in (entries, verified):
        with pytest.raises(Refused, match="entry 66 of t1 is missing"):
            reading(grown)
