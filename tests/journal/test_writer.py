from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock

import pytest
from journal.making import batch, head_after

from taisai.journal.memory import MemoryStore
from taisai.journal.refusals import JournalRefusal
from taisai.journal.seal import START, checked
from taisai.journal.sqlite import SqliteStore
from taisai.journal.writer import Writer
from taisai.rules.refusals import Refused


class Gate(MemoryStore):
    """A slow disk: appends wait until the gate is open; some fail."""

    def __init__(self):
        super().__init__()
        self.open, self.entered, self.sizes, self.faults = Event(), Event(), [], []

    def append(self, after, entries, claims=()):
        self.entered.set()
        assert self.open.wait(5)
        self.sizes.append(len(entries))
        if self.faults:
            raise self.faults.pop()
        super().append(after, entries, claims)


def chained(*sizes):
    """Batches that follow one another, each with the head it follows."""
    after, made = START, []
    for size in sizes:
        made.append((after, batch(size, after)))
        after = head_after(made[-1][1])
    return made


@pytest.fixture
def store():
    return Gate()


@pytest.fixture
def writer(store):
    with Writer(store) as writer:
        yield writer
        store.open.set()


def submit_behind(store, writer, submissions, claims=()):
    """The first is being written while the others wait and so become one group."""
    claims = {**dict.fromkeys(range(len(submissions)), ()), **dict(claims)}
    futures = [writer.submit(*submissions[0], claims[0])]
    assert store.entered.wait(5)
    return futures + [writer.submit(*given, claims[place]) for place, given in enumerate(submissions[1:], 1)]


def codes(futures):
    return [getattr(getattr(future.exception(5), "code", None), "value", "") for future in futures]


def test_what_waits_is_committed_together(store, writer):
    submissions = chained(2, 1, 3, 5)
    futures = submit_behind(store, writer, submissions)
    assert not any(future.done() for future in futures)
    store.open.set()
    assert [future.result(5) for future in futures] == [head_after(entries) for _, entries in submissions]
    assert store.sizes == [2, 9]
    assert list(checked(store.read())) == [entry for _, entries in submissions for entry in entries]


def test_acknowledgements_come_in_order_and_after_the_commit(store, writer):
    seen, lock = [], Lock()
    submissions = chained(*[1] * 50)

    def told(future):
        with lock:
            seen.append((future.result().seq, store.head().seq >= future.result().seq))

    for future in submit_behind(store, writer, submissions):
        future.add_done_callback(told)
    store.open.set()
    writer.stop()
    assert seen == [(seq, True) for seq in range(1, 51)]


def test_a_failing_commit_fails_its_own_submissions_and_those_decided_upon_it(store, writer):
    full = Refused(JournalRefusal.FULL, "no room; free some", 0)
    store.faults = [full]
    first, second, third = chained(1, 1, 1)
    futures = submit_behind(store, writer, [first, second, third])
    store.open.set()
    assert codes(futures) == ["journal-full", "journal-moved", "journal-moved"]
    assert writer.submit(*first).result(5).seq == 1


def test_an_unforeseen_error_is_passed_on_and_the_writer_lives(store, writer):
    store.faults = [ZeroDivisionError()]
    store.open.set()
    (first,) = chained(1)
    assert isinstance(writer.submit(*first).exception(5), ZeroDivisionError)
    assert writer.submit(*first).result(5).seq == 1


def test_a_claim_fails_only_the_submission_that_made_it(store, writer):
    first, second, third, fourth = chained(1, 1, 1, 1)
    futures = submit_behind(
        store, writer, [first, second, third, fourth], {0: ["a"], 1: ["b"], 2: ["a"], 3: ["c"]}.items()
    )
    store.open.set()
    assert codes(futures) == ["", "", "journal-claimed", "journal-moved"]
    assert store.head().seq == 2
    assert writer.submit(*third, ["c"]).result(5).seq == 3


def test_a_submission_that_follows_nothing_is_refused_alone(store, writer):
    first, second, third = chained(1, 1, 1)
    futures = submit_behind(store, writer, [first, third, second])
    store.open.set()
    assert codes(futures) == ["", "journal-moved", ""]


def test_stopping_answers_all_that_was_submitted(store):
    writer = Writer(store)
    futures = submit_behind(store, writer, chained(*[1] * 20))
    store.open.set()
    writer.stop()
    assert all(future.done() for future in futures)
    assert store.head().seq == 20
    with pytest.raises(Refused) as caught:
        writer.submit(*chained(1)[0])
    assert caught.value.code is JournalRefusal.STOPPED
    writer.stop()


def test_what_was_submitted_cannot_be_cancelled(store, writer):
    future = writer.submit(*chained(1)[0])
    assert not future.cancel()
    store.open.set()
    assert future.result(5).seq == 1


def test_a_group_has_a_limit(store, writer, monkeypatch):
    monkeypatch.setattr("taisai.journal.writer.GROUP_MOST", 8)
    futures = submit_behind(store, writer, chained(*[1] * 20))
    store.open.set()
    assert futures[-1].result(5).seq == 20
    assert store.sizes == [1, 8, 8, 3]


def test_many_threads_submit_at_once(tmp_path):
    """Each decides upon the head that the last submission leads to, as a desk does."""
    store = SqliteStore.open(tmp_path / "floor.journal", "t1")
    deciding, head = Lock(), START

    def desk(_):
        nonlocal head
        for _ in range(40):
            with deciding:
                entries = batch(3, head)
                future = writer.submit(head, entries)
                head = head_after(entries)
            assert future.result(10) == head_after(entries)

    with Writer(store) as writer, ThreadPoolExecutor(8) as pool:
        list(pool.map(desk, range(8)))
    assert sum(1 for _ in checked(store.read())) == 8 * 40 * 3
    store.close()
