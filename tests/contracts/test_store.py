"""What every store promises."""

from contextlib import closing
from threading import Thread

import pytest
from journal.making import batch, entry, grow, head_after

from taisai.journal.entry import Head, decode
from taisai.journal.index import Additions, Milestone, Pointer
from taisai.journal.memory import MemoryFile
from taisai.journal.postgres import PostgresStore
from taisai.journal.postgres_database import Database
from taisai.journal.refusals import JournalRefusal
from taisai.journal.seal import START, checked, checked_lines, last_of_lines, sealed, taken_apart
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_writing
from taisai.journal.store import Snapshot
from taisai.journal.tree import Kept, TileRoot
from taisai.keeping.mirror import Mirror
from taisai.rules.refusals import Refused


@pytest.fixture(params=["memory", "sqlite", "mirrored", "postgres"])
def open_table(request, tmp_path):
    """Opens the journals of several tables in one place."""
    if request.param == "memory":
        yield MemoryFile().store
        return
    if request.param == "postgres":
        with closing(Database(request.getfixturevalue("postgres").database("contract"))) as database:
            yield lambda table: PostgresStore(database, table)
        return
    file = open_for_writing(tmp_path / "floor.journal")
    if request.param == "sqlite":
        yield lambda table: SqliteStore(file, table)
    else:
        mirror = Mirror(tmp_path / "mirror.journal", must=True)
        yield lambda table: mirror.over(table, SqliteStore(file, table))
        mirror.close()
    file.close()


@pytest.fixture
def store(open_table):
    return open_table("t1")


def refused(action, *given):
    with pytest.raises(Refused) as caught:
        action(*given)
    return caught.value


def test_an_empty_journal_begins_at_the_start(store):
    assert store.head() == START
    assert list(store.read()) == []
    assert store.snapshot() is None
    assert list(store.checkpoints()) == []


def test_what_is_appended_is_read_back_to_the_byte(store):
    first = batch(3)
    second = batch(70, head_after(first))
    store.append(START, first)
    store.append(head_after(first), second)
    assert list(checked(store.read())) == first + second
    assert store.head() == head_after(second)
    assert decode(first[0].body) == entry(1)


def test_reading_may_start_anywhere(store):
    everything = list(grow(store, 1, 5, 1, 64, 200, 3).read())
    for after in range(len(everything) + 2):
        assert list(store.read(after)) == everything[after:]


def test_reading_many_at_a_time_gives_the_same_entries(store):
    everything = list(grow(store, 1, 5, 1, 64, 200, 3, *(1,) * 40).read())
    for after in range(len(everything) + 2):
        lines = list(store.lines(after))
        assert [entry for some in lines for entry in taken_apart(some)] == everything[after:]
        assert all(some.bodies for some in lines)
        assert all(some.head(0) == (some.first, everything[some.first - 1].seal) for some in lines)
    assert last_of_lines(checked_lines(store.lines())) == store.head()


@pytest.mark.parametrize("count", [1, 3])
def test_a_batch_that_does_not_follow_the_head_is_refused(store, count):
    first = batch(2)
    store.append(START, first)
    refusal = refused(store.append, START, batch(count))
    assert refusal.code is JournalRefusal.MOVED
    assert "ends with entry 2 (" in refusal.words
    assert "not with entry 0 (00000000)" in refusal.words
    assert list(store.read()) == first


def test_a_head_with_another_seal_is_refused(store):
    store.append(START, batch(2))
    other = Head(2, b"\1" * 32)
    assert refused(store.append, other, batch(1, other)).code is JournalRefusal.MOVED
    assert store.head().seq == 2


def test_a_claim_can_be_made_once(store):
    store.append(START, batch(1), ["voucher:1", "voucher:2"])
    head = store.head()
    refusal = refused(store.append, head, batch(2, head), ["voucher:3", "voucher:2"])
    assert (refusal.code, refusal.value) == (JournalRefusal.CLAIMED, "voucher:2")
    assert store.head() == head
    store.append(head, batch(2, head), ["voucher:3"])


def test_a_claim_twice_in_one_batch_is_refused(store):
    assert refused(store.append, START, batch(1), ["a", "a"]).code is JournalRefusal.CLAIMED
    store.append(START, batch(1), ["a"])


def test_what_is_added_to_the_index_again_changes_nothing(store):
    """Whoever was stopped while they completed it may go on when the next writer has long gone on."""
    grow(store, 3)
    first = Additions([Pointer("round", 1, 1), Pointer("seat", 7, 2)], [Milestone(1, b"a")])
    second = Additions([Pointer("round", 2, 3)], [Milestone(3, b"b")])
    for additions, upto in ((first, 2), (second, 3), (first, 2)):
        store.index.add(additions, upto)
    assert sorted(store.index.pointers()) == sorted([*first.pointers, *second.pointers])
    assert [*store.index.milestones()] == [*first.milestones, *second.milestones]
    assert store.index.upto() == 3


def test_a_claim_of_one_table_is_seen_by_another(open_table):
    one, other = open_table("t1"), open_table("t2")
    one.append(START, batch(1), ["voucher:1", "voucher:2"])
    assert [other.claimed(key) for key in ("voucher:1", "voucher:2", "voucher:3")] == [True, True, False]


def test_a_refused_batch_leaves_no_claim_behind(store):
    store.append(START, batch(1), ["a"])
    head = store.head()
    refused(store.append, head, batch(1, head), ["b", "a"])
    refused(store.append, START, batch(1), ["b"])
    assert (store.claimed("a"), store.claimed("b")) == (True, False)


WRITES = {
    "append": lambda store, head: store.append(head, batch(1, head)),
    "append with a claim": lambda store, head: store.append(head, batch(1, head), ["a"]),
    "append where the head has moved too": lambda store, _: store.append(START, batch(1)),
    "snapshot": lambda store, head: store.save_snapshot(Snapshot(head, b"state")),
    "checkpoint": lambda store, _: store.add_checkpoint(b"checkpoint"),
    "take again": lambda store, _: store.take_again(),
    "add to the index": lambda store, _: store.index.add(Additions([Pointer("round", 1, 1)], [Milestone(1, b"x")]), 1),
    "clear the index": lambda store, _: store.index.clear(),
    "add to the tree": lambda store, _: store.tree.add([TileRoot(0, 1, bytes(32))]),
    "clear the tree": lambda store, _: store.tree.clear(),
    "save a checkpoint": lambda store, _: store.tree.save_checkpoint(Kept.SIGNED, b"of an old owner"),
    "drop checkpoints": lambda store, _: store.tree.drop_checkpoints(),
}


@pytest.mark.parametrize("write", WRITES)
def test_whoever_took_the_journal_before_writes_nothing_more(open_table, write):
    old, new = open_table("t1"), open_table("t1")
    first = old.take()
    grow(old, 2)
    assert new.take() > first
    new.index.add(Additions([Pointer("round", 2, 2)]), 2)
    new.tree.add([TileRoot(0, 0, bytes(32))])
    new.tree.save_checkpoint(Kept.SIGNED, b"of the new owner")
    head = old.head()
    refusal = refused(WRITES[write], old, head)
    assert (refusal.code, refusal.value) == (JournalRefusal.TAKEN, first)
    assert (new.head(), new.snapshot(), list(new.checkpoints()), new.claimed("a")) == (head, None, [], False)
    assert (list(new.index.pointers()), list(new.index.milestones())) == ([Pointer("round", 2, 2)], [])
    assert (new.tree.count(0), new.tree.checkpoint(Kept.SIGNED)) == (1, b"of the new owner")
    grow(new, 1)
    new.add_checkpoint(b"checkpoint")
    new.save_snapshot(Snapshot(new.head(), b"state"))
    assert list(checked(old.read())) == list(checked(new.read())), "who may not write may read"


def test_a_journal_that_somebody_took_is_written_by_nobody_else(open_table):
    one, never = open_table("t1"), open_table("t1")
    grow(never, 1)
    one.take()
    assert refused(grow, never, 1).code is JournalRefusal.TAKEN
    never.take()
    grow(never, 1)
    assert refused(grow, one, 1).code is JournalRefusal.TAKEN


def test_whoever_holds_a_journal_may_take_it_again_and_no_other_is_concerned(open_table):
    store, other = open_table("t1"), open_table("t2")
    epoch = store.take()
    other.take()
    assert store.take_again() == epoch + 1
    grow(store, 1)
    grow(other, 1)


def test_tables_share_claims_and_nothing_else(open_table):
    one, other = open_table("t1"), open_table("t2")
    one.append(START, batch(2), ["voucher:1"])
    one.add_checkpoint(b"checkpoint")
    one.save_snapshot(Snapshot(one.head(), b"state"))
    assert (other.head(), list(other.read()), list(other.checkpoints()), other.snapshot()) == (START, [], [], None)
    assert refused(other.append, START, batch(1), ["voucher:1"]).code is JournalRefusal.CLAIMED
    grow(other, 3)
    grow(one, 1)
    assert (one.head().seq, other.head().seq) == (3, 3)
    assert [sealed.seq for sealed in checked(one.read())] == [1, 2, 3]
    assert open_table("t1").head() == one.head()


def test_a_whole_journal_verifies_to_its_head(store):
    assert store.verify() == START
    assert grow(store, 1, 64, 7).verify() == store.head()


def test_the_newest_snapshot_is_kept(store):
    heads = [grow(store, 2).head() for _ in range(3)]
    for head, state in ((heads[0], b"one"), (heads[2], b"three"), (heads[1], b"two")):
        store.save_snapshot(Snapshot(head, state))
    assert store.snapshot() == Snapshot(heads[2], b"three")


def test_a_snapshot_of_nothing_is_a_snapshot(store):
    store.save_snapshot(Snapshot(START, b"closed"))
    assert store.snapshot() == Snapshot(START, b"closed")


def test_a_snapshot_of_another_history_is_our_own_mistake(store):
    grow(store, 2)
    for head in (Head(2, b"\1" * 32), Head(3, b"\1" * 32)):
        with pytest.raises((AssertionError, IndexError)):
            store.save_snapshot(Snapshot(head, b"state"))


def test_checkpoints_come_back_in_order(store):
    assert store.newest_checkpoint() == b""
    for note in (b"b", b"a", b"c"):
        store.add_checkpoint(note)
        assert store.newest_checkpoint() == note
    assert list(store.checkpoints()) == [b"b", b"a", b"c"]


def test_a_batch_with_a_gap_is_our_own_mistake(store):
    for entries in ([], batch(3)[1:], [batch(3)[0], batch(3)[2]]):
        with pytest.raises(AssertionError):
            store.append(START, entries)


def test_an_event_is_opaque(store):
    odd = {"is": "Ünïcode\n\t", "nested": [{"a": None}, 1.5, "骰"], "long": "x" * 100_000}
    store.append(START, sealed(START, [entry(1, odd)]))
    (back,) = checked(store.read())
    assert decode(back.body) == entry(1, odd)


def test_reading_goes_on_while_another_thread_appends(store):
    grow(store, *[3] * 40)
    thread = Thread(target=lambda: grow(store, *[3] * 40))
    thread.start()
    seen = [sealed.seq for sealed in checked(store.read())]
    thread.join()
    assert seen == list(range(1, len(seen) + 1))
    assert len(seen) >= 120
    assert sum(1 for _ in checked(store.read())) == 240


def test_the_roots_of_full_tiles_are_kept_in_order_and_none_is_trusted_beside_a_gap(store):
    roots = [TileRoot(0, number, bytes([number]) * 32) for number in range(5)]
    assert store.tree.count(0) == 0
    store.tree.add(roots[:2])
    store.tree.add(roots[2:])
    store.tree.add([TileRoot(1, 0, b"x" * 32), roots[3]])
    store.tree.add([])
    assert (store.tree.count(0), store.tree.count(1), store.tree.count(2)) == (5, 1, 0)
    assert store.tree.roots(0, 1, 3) == [one.root for one in roots[1:4]]
    store.tree.add([TileRoot(0, 7, bytes(32))])
    assert store.tree.count(0) == 0
    store.tree.clear()
    assert (store.tree.count(0), store.tree.count(1)) == (0, 0)


def test_the_newest_checkpoints_are_kept_until_somebody_answers_for_their_loss(open_table):
    store, other = open_table("t1"), open_table("t2")
    assert store.tree.checkpoint(Kept.SIGNED) == b""
    store.tree.save_checkpoint(Kept.SIGNED, b"one")
    store.tree.save_checkpoint(Kept.SIGNED, b"two")
    other.tree.save_checkpoint(Kept.COSIGNED, b"three")
    store.tree.clear()
    assert (store.tree.checkpoint(Kept.SIGNED), store.tree.checkpoint(Kept.COSIGNED)) == (b"two", b"")
    store.tree.drop_checkpoints()
    assert (store.tree.checkpoint(Kept.SIGNED), other.tree.checkpoint(Kept.COSIGNED)) == (b"", b"three")
