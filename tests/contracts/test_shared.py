"""What the processes of a house share: the same of every place that keeps it."""

from contextlib import closing

import psycopg
import pytest

from taisai.journal.postgres_place import PostgresJournals
from taisai.journal.shared import MemoryShared, SealedShared

SECRET = bytes(range(32))


@pytest.fixture(params=["memory", "postgres", "sealed"])
def shared(request):
    if request.param == "memory":
        yield MemoryShared()
        return
    address = request.getfixturevalue("postgres").database("shared")
    with closing(PostgresJournals(address)) as place:
        yield SealedShared(place.shared(), SECRET) if request.param == "sealed" else place.shared()


def told(shared, version=0, kinds=("a", "b")):
    return [(row.kind, row.key, row.gone, row.body) for row in shared.since(kinds, version)]


def newest(shared):
    return max((row.version for row in shared.since(("a", "b"), 0)), default=0)


def test_what_is_new_is_told_once_in_the_order_in_which_it_changed(shared):
    shared.put("a", "1", b"one", 60)
    shared.put("b", "1", b"other kind", 60)
    before = newest(shared)
    shared.put("a", "2", b"two", 60)
    shared.put("a", "1", b"anew", 60)
    assert told(shared, before) == [("a", "2", False, b"two"), ("a", "1", False, b"anew")]
    assert told(shared, newest(shared)) == []
    assert told(shared, kinds=("b",)) == [("b", "1", False, b"other kind")]


def test_what_is_gone_is_told_too_and_no_change_brings_it_back(shared):
    shared.put("a", "1", b"one", 60)
    before = newest(shared)
    shared.drop("a", "1")
    shared.change("a", "1", b"late")
    assert [(key, gone) for _, key, gone, _ in told(shared, before)] == [("1", True)]
    shared.change("a", "never", b"there")
    assert len(told(shared)) == 1


def test_of_two_who_put_something_new_both_get_what_the_first_put_until_it_is_gone(shared):
    assert shared.put_new("a", "1", b"first") == b"first"
    assert shared.put_new("a", "1", b"second") == b"first"
    shared.drop("a", "1")
    assert shared.put_new("a", "1", b"third") == b"third"


def test_whoever_reads_the_database_learns_neither_keys_nor_bodies(postgres):
    address = postgres.database("shared")
    with closing(PostgresJournals(address)) as place:
        SealedShared(place.shared(), SECRET).put("a", "the key", b"the body", 60)
        SealedShared(place.shared(), SECRET).drop("a", "another key", b"what is gone")
    with psycopg.connect(address) as connection:
        rows = connection.execute("SELECT shared::text, body FROM shared").fetchall()
    seen = b"".join(text.encode() + bytes(body) for text, body in rows)
    assert not any(secret in seen for secret in (b"the key", b"another key", b"the body", b"what is gone"))


def test_what_is_over_is_no_longer_kept(postgres):
    address = postgres.database("shared")
    with closing(PostgresJournals(address)) as place:
        place.shared().put("a", "1", b"short", 0)
    with closing(PostgresJournals(address)) as place:
        assert place.shared().since(("a",), 0) == []
