"""Snapshots: small whatever the round, taken between rounds, of use only with the history that they were made of."""

import pytest
from house.script import CLAIM, Around, Counting, installed, orders, resumed
from machines.watch import same

from taisai.house import desk as desks
from taisai.house import desk_state, snapshots
from taisai.house.desk import Reply
from taisai.house.live import LiveTable
from taisai.house.writer import Writer
from taisai.journal.entry import Sealed
from taisai.journal.memory import MemoryStore
from taisai.journal.refusals import JournalRefusal
from taisai.journal.seal import START, seal
from taisai.journal.sqlite import SqliteStore
from taisai.journal.store import Snapshot
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.order import Order, Person

SCRIPT = tuple(orders())
OPEN, BUY = SCRIPT[:2]
DEALER, PLAYER = Person("d", Role.DEALER), Person("p", Role.PLAYER, 1)
SPOTS = ("big", "odd", "single-1", "single-2", "total-9", "total-10", "double-2", "domino-1-2")


@pytest.fixture(params=["memory", "sqlite"])
def store(request, tmp_path):
    made = MemoryStore() if request.param == "memory" else SqliteStore.open(tmp_path / "table.journal", "T1")
    yield made
    made.close()


@pytest.fixture
def all_is_long(monkeypatch):
    """Whatever a snapshot may leave to the journal, it does."""
    monkeypatch.setattr(snapshots, "ANSWERS_SHORT", 0)
    monkeypatch.setattr(snapshots, "AWARDS_SHORT", 0)


@pytest.fixture
def soon(monkeypatch):
    monkeypatch.setattr(desks, "SNAPSHOT_EVERY", 1)


def opened(store):
    desk = installed(store)
    for order in (OPEN, BUY):
        desk.do(order)
    return desk


def begun(number, wagers):
    yield Order(f"open {number}", DEALER, c.OpenBets(), number)
    for one in range(wagers):
        yield Order(f"w {number} {one}", PLAYER, c.PlaceWager(1, SPOTS[one % len(SPOTS)], 5), number)


def void(number):
    return Order(f"void {number}", DEALER, c.VoidRound(Trouble.DICE_EXPOSED), number)


def settled(number):
    ended = (c.CloseBets(), c.TumbleDice(3), c.RevealDice(), *map(c.PressButton, (1, 2, 6)), c.EnterRoll())
    for place, command in enumerate((*ended, c.CollectLosers(), c.PayArea())):
        yield Order(f"end {number} {place}", DEALER, command, number)


def played(desk, *orders_of):
    return [desk.do(order) for some in orders_of for order in some]


# ---- when ----


def test_no_round_is_held_up_by_a_snapshot_however_long_it_is(store, soon):
    desk = opened(store)
    before = store.snapshot().head
    played(desk, begun(1, 100))
    assert store.snapshot().head == before
    desk.do(void(1))
    assert store.snapshot().head == desk.head


def test_there_is_one_after_so_many_entries_and_not_before(store, monkeypatch):
    monkeypatch.setattr(desks, "SNAPSHOT_EVERY", 30)
    desk = opened(store)
    played(desk, begun(1, 10), [void(1)])
    assert store.snapshot() is None
    played(desk, begun(2, 10), [void(2)])
    assert store.snapshot().head == desk.head


@pytest.mark.parametrize("end", [lambda number: [void(number)], settled])
def test_a_table_that_never_rests_has_its_snapshot_all_the_same(store, soon, end):
    """Every batch would end in the middle of a round: the next is opened with the very batch that ends one."""
    desk = opened(store)
    played(desk, begun(1, 3))
    for number in range(1, 4):
        before = store.snapshot().head
        group = [*end(number), *begun(number + 1, 3)]
        batch = desk.prepare(group)
        desk.write(batch)
        assert len(batch.answers) == len(group) - 4, "what is left waits for the next batch"
        assert before.seq < store.snapshot().head.seq == desk.head.seq
        desk.write(desk.prepare(group[-4:]))
        assert desk.table.current.number == number + 1
        assert same(resumed(store), desk)


async def test_whoever_waits_behind_a_snapshot_is_answered_in_order(soon):
    with Writer() as writer:
        desk, answers = opened(MemoryStore()), []
        live = LiveTable(desk, writer)
        group = [*begun(1, 3), *settled(1), *begun(2, 3), void(2), *begun(3, 5)]
        for order in group:
            live.submit(order, lambda order, answer: answers.append((order.id, type(answer))))
        await live.stop()
        assert answers == [(order.id, Reply) for order in group]
        assert desk.store.snapshot().head.seq == next(
            entry.seq for entry in desk.store.read() if b'"round-voided"' in entry.body
        )
        assert same(resumed(desk.store), desk)


def test_a_snapshot_that_cannot_be_saved_makes_no_small_batches(monkeypatch):
    """A table between rounds goes on as it did, and the next batch tries again."""
    full = Refused(JournalRefusal.FULL, "no space", "")

    class Full(Around):
        def save_snapshot(self, _):
            raise full

    desk = opened(Full(MemoryStore()))
    monkeypatch.setattr(desks, "SNAPSHOT_EVERY", 1)
    batch = desk.prepare([Order(f"b {one}", PLAYER, c.BuyIn(1, 5)) for one in range(9)])
    assert len(batch.answers) == 9
    desk.write(batch)
    desk.store = desk.store.store
    desk.do(Order("b", PLAYER, c.BuyIn(1, 5)))
    assert desk.store.snapshot().head == desk.head


# ---- how much ----


def size_after(wagers, rounds=1):
    desk = opened(MemoryStore())
    desk.do(Order("more", PLAYER, c.BuyIn(1, 10**6)))
    for number in range(1, rounds + 1):
        played(desk, begun(number, wagers), settled(number))
    desk.save_snapshot()
    return len(desk.store.snapshot().state)


def test_its_size_does_not_grow_with_the_round(all_is_long):
    assert size_after(400) - size_after(8) < 20, "only numbers that have more digits"


def test_nor_does_it_hold_what_many_rounds_paid(all_is_long):
    assert (size_after(8, rounds=20) - size_after(8)) / 19 < 150, "where to look for it, no more"


def test_an_ordinary_table_needs_nothing_but_its_snapshot():
    """However many tables start together, none reads back."""
    desk = opened(MemoryStore())
    for number in range(1, 30):
        played(desk, begun(number, 8), settled(number))
    desk.save_snapshot()
    counting = Counting(desk.store)
    assert same(resumed(counting), desk)
    assert counting.read_count == 0


# ---- what ----


def whole_evening(store):
    desk = installed(store)
    return desk, [desk.do(order) for order in SCRIPT]


WHOLE, _ = whole_evening(MemoryStore())


def test_what_it_leaves_to_the_journal_is_the_same_after_a_start(store, all_is_long):
    desk, replies = whole_evening(store)
    desk.save_snapshot()
    again = resumed(store)
    assert same(again, desk)
    assert again.awarded == {1: desk.awarded[1], 3: desk.awarded[3]}
    assert [again.do(order) for order in SCRIPT] == replies


@pytest.mark.parametrize("place", range(1, len(SCRIPT)))
def test_it_can_be_taken_at_any_moment(place, all_is_long):
    """As it is when the house stops, in the middle of a round or of paying."""
    desk = installed(MemoryStore())
    for order in SCRIPT[:place]:
        desk.do(order)
    desk.save_snapshot()
    again = resumed(desk.store)
    assert same(again, desk)
    for order in SCRIPT[place:]:
        again.do(order)
    assert same(again, WHOLE)
    again.save_snapshot()
    assert same(resumed(again.store), WHOLE)


def test_a_round_that_was_settled_again_is_remembered_as_it_is_now(store, all_is_long):
    desk = installed(store)
    for order in SCRIPT:
        desk.do(order)
        if isinstance(order.command, c.CorrectRound):
            break
    desk.save_snapshot()
    assert desk.table.recent[0].roll == "4-5-6"
    assert resumed(store).table == desk.table


def test_orders_that_are_no_longer_remembered_are_not_brought_back(store, monkeypatch, all_is_long):
    monkeypatch.setattr(desk_state, "ENTRIES_KEPT", 5)
    desk = opened(store)
    for number in range(1, 9):
        played(desk, begun(number, 3), [void(number)])
    assert "void 2" not in desk.answered
    desk.save_snapshot()
    again = resumed(store)
    assert list(again.answered.items()) == list(desk.answered.items())


# ---- what somebody did to the journal meanwhile ----


def forged(store, found, change, *, with_seal):
    """One entry says something else; with its own seal made to fit, which breaks the next."""
    entries = store.journal.entries
    place = next(place for place, entry in enumerate(entries) if found(entry.body))
    body = change(entries[place].body)
    assert body != entries[place].body
    made = seal(entries[place - 1].seal, body) if with_seal else entries[place].seal
    entries[place] = Sealed(entries[place].seq, body, made)


@pytest.mark.parametrize("with_seal", [False, True])
def test_awards_that_were_changed_are_not_taken_from_the_journal(all_is_long, with_seal):
    desk = opened(MemoryStore())
    played(desk, begun(1, 8), settled(1), begun(2, 8), settled(2))
    desk.save_snapshot()
    forged(desk.store, lambda body: b"losers-collected" in body, lambda body: body.replace(b",5,0,0]", b",5,9,0]", 1),
           with_seal=with_seal)  # fmt: skip
    with pytest.raises(Refused) as refused:
        resumed(desk.store)
    assert refused.value.code is JournalRefusal.CORRUPT


@pytest.mark.parametrize("with_seal", [False, True])
def test_nor_are_orders_that_would_then_be_taken_twice(all_is_long, with_seal):
    desk = opened(MemoryStore())
    played(desk, begun(1, 8), settled(1))
    desk.save_snapshot()
    forged(desk.store, lambda body: b'"w 1 3"' in body, lambda body: body.replace(b"w 1 3", b"w 1 x"),
           with_seal=with_seal)  # fmt: skip
    with pytest.raises(Refused) as refused:
        resumed(desk.store)
    assert refused.value.code is JournalRefusal.CORRUPT


def test_an_older_one_never_takes_the_place_of_a_newer(store):
    desk = opened(store)
    desk.save_snapshot()
    old = store.snapshot()
    played(desk, begun(1, 2), [void(1)])
    desk.save_snapshot()
    store.save_snapshot(old)
    assert store.snapshot().head == desk.head


# ---- a disk that failed ----


def test_what_is_written_to_try_a_disk_holds_nothing_of_the_round(store):
    desk = opened(store)
    desk.save_snapshot()
    kept = store.snapshot()
    played(desk, begun(1, 20))
    desk.write_again()
    assert store.snapshot() == kept
    assert same(resumed(store), desk)


def test_a_disk_can_be_tried_before_there_is_any_snapshot(store):
    desk = opened(store)
    played(desk, begun(1, 5))
    desk.write_again()
    assert store.snapshot() == Snapshot(START, b"")
    assert same(resumed(store), desk)
    played(desk, [void(1)])
    desk.save_snapshot()
    assert store.snapshot().head == desk.head


def test_the_evening_corrects_and_reverses():
    """Else the tests above prove less than they say."""
    desk, replies = whole_evening(MemoryStore())
    kinds = {type(event) for reply in replies for event in reply.events}
    assert kinds >= {e.RoundCorrected, e.RoundReversed, e.LosersCollected, e.AreaPaid}
    assert CLAIM in [order.command for order in SCRIPT]
    assert len(desk.table.recent) == 2
