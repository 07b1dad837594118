"""The desk: every order is answered once, survives a restart, and nothing half-done is ever known."""

import msgspec
import pytest
from house.script import Counting, Failing, Fault, installed, orders, resumed
from machines.watch import photo, same

from taisai.house import desk as desks
from taisai.house import desk_state
from taisai.journal.memory import MemoryStore
from taisai.journal.refusals import JournalRefusal
from taisai.journal.sqlite import SqliteStore
from taisai.journal.store import Snapshot
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.order import Order, Person

SCRIPT = tuple(orders())
DEALER, PLAYER = Person("d", Role.DEALER), Person("p", Role.PLAYER, 1)


def whole_evening(store):
    desk = installed(store)
    return desk, [desk.do(order) for order in SCRIPT]


WHOLE, REPLIES = whole_evening(MemoryStore())


@pytest.fixture(params=["memory", "sqlite"])
def store(request, tmp_path):
    made = MemoryStore() if request.param == "memory" else SqliteStore.open(tmp_path / "table.journal", "T1")
    yield made
    made.close()


def as_it_is(desk):
    return desk


def restarted(desk):
    return resumed(desk.store)


def restarted_from_a_snapshot(desk):
    desk.save_snapshot()
    return resumed(desk.store)


def test_whoever_reads_the_ledger_of_a_decided_batch_changes_nothing_in_it():
    """The writing thread and the loop may read it at the same moment."""
    desk = installed(MemoryStore())
    for order in SCRIPT:
        desk.do(order)
        assert desk.ledger._wagers == [], order


def test_the_evening_has_everything():
    kinds = {type(event) for reply in REPLIES for event in reply.events}
    assert kinds >= {e.AreaPaid, e.RoundVoided, e.RoundCorrected, e.RoundReversed, e.DisputeDecided, e.VoucherIssued}
    assert [(seat.credit, seat.owed) for seat in WHOLE.table.seats.values()] == [
        (0, 1590),  # won 100 and 1550, took all out but 60
        (1000, 0),
        (1025, 0),
        (2650, 0),
    ]
    assert len(WHOLE.table.recent) == 2


@pytest.mark.parametrize("again", [as_it_is, restarted, restarted_from_a_snapshot])
def test_an_order_sent_again_gets_its_first_answer(store, again):
    desk = again(whole_evening(store)[0])
    seen = photo(desk)
    assert [desk.do(order) for order in SCRIPT] == REPLIES
    assert photo(desk) == seen


@pytest.mark.parametrize("again", [as_it_is, restarted, restarted_from_a_snapshot])
@pytest.mark.parametrize("changed", ["by", "command", "round"])
def test_an_id_used_for_something_else_is_refused(store, again, changed):
    desk = again(whole_evening(store)[0])
    seen = photo(desk)
    others = SCRIPT[::-1]
    for order, other in zip(SCRIPT, others, strict=True):
        value = order.round + 1 if changed == "round" else getattr(other, changed)
        conflict = msgspec.structs.replace(order, **{changed: value})
        if conflict == order:
            continue
        with pytest.raises(Refused) as refused:
            desk.do(conflict)
        assert refused.value.code is Refusal.COMMAND_CONFLICT
    assert photo(desk) == seen


@pytest.mark.parametrize("again", [as_it_is, restarted, restarted_from_a_snapshot])
def test_an_order_that_two_agreed_to_is_answered_again_whoever_agrees_now(store, again):
    desk = again(whole_evening(store)[0])
    seen, why = photo(desk), Refused(Refusal.DUAL_CONTROL, "nobody agrees", "")
    for order, reply in zip(SCRIPT, REPLIES, strict=True):
        for second in (None, order.by):
            assert desk.do(msgspec.structs.replace(order, second=second)) == reply
        assert desk.do(desks.Unapproved(order.id, order.by, order.command, order.round, why=why)) == reply
    assert photo(desk) == seen


def test_an_order_whose_approvals_do_not_hold_is_not_taken(store):
    desk = installed(store)
    seen, why = photo(desk), Refused(Refusal.DUAL_CONTROL, "nobody agrees", "")
    order = SCRIPT[0]
    with pytest.raises(Refused) as refused:
        desk.do(desks.Unapproved(order.id, order.by, order.command, order.round, why=why))
    assert (refused.value, photo(desk)) == (why, seen)
    assert desk.do(order) == REPLIES[0]


def test_start_up_reads_only_what_came_after_the_snapshot(store):
    desk = installed(store)
    for order in SCRIPT[:-5]:
        desk.do(order)
    desk.save_snapshot()
    later = sum(len(desk.do(order).events) for order in SCRIPT[-5:])
    counting = Counting(store)
    assert same(resumed(counting), desk)
    assert counting.read_count == later


def test_a_snapshot_is_kept_by_itself(store, monkeypatch):
    monkeypatch.setattr(desks, "SNAPSHOT_EVERY", 10)
    desk, _ = whole_evening(store)
    counting = Counting(store)
    assert same(resumed(counting), desk)
    assert counting.read_count < 10


def test_an_answer_given_again_reads_no_further_than_its_entries(store):
    whole_evening(store)
    counting = Counting(store)
    desk = resumed(counting)
    counting.read_count = 0
    desk.do(SCRIPT[0])
    assert counting.read_count <= 2


def round_of(number, wagers):
    """A round in which seat 1 places so many wagers of ten, and gets them back."""
    yield Order(f"open {number}", DEALER, c.OpenBets(), number)
    yield from (Order(f"w {number} {one}", PLAYER, c.PlaceWager(1, "big", 10), number) for one in range(wagers))
    yield Order(f"void {number}", DEALER, c.VoidRound(Trouble.DICE_EXPOSED), number)


@pytest.mark.parametrize("again", [as_it_is, restarted, restarted_from_a_snapshot])
def test_an_order_is_remembered_as_long_as_it_could_be_taken_once_more(store, again, monkeypatch):
    monkeypatch.setattr(desk_state, "ENTRIES_KEPT", 5)
    desk = installed(store)
    for order in SCRIPT[:2]:
        desk.do(order)
    first, *others = [*round_of(1, 40)][:-1]
    replies = {order.id: desk.do(order) for order in (first, *others)}
    desk = again(desk)
    assert {order.id: desk.do(order) for order in others} == {order.id: replies[order.id] for order in others}
    assert desk.table.current.boxes == {"big": 400}, "each was taken once"


def test_orders_of_long_ago_are_forgotten(store, monkeypatch):
    monkeypatch.setattr(desk_state, "ENTRIES_KEPT", 5)
    desk = installed(store)
    for order in (*SCRIPT[:2], *(order for number in range(1, 30) for order in round_of(number, 3))):
        desk.do(order)
    assert 5 <= len(desk.answered) <= 20
    assert resumed(store).answered == desk.answered
    with pytest.raises(Refused) as refused:
        desk.do(next(iter(round_of(2, 0))))
    assert refused.value.code in (Refusal.ROUND_STALE, Refusal.STEP_OUT_OF_ORDER)


def test_two_desks_at_one_table_cannot_both_write():
    store = MemoryStore()
    one = installed(store)
    other = resumed(store)
    one.do(SCRIPT[0])
    seen = photo(one)
    with pytest.raises(Refused) as refused:
        other.do(SCRIPT[0])
    assert refused.value.code is JournalRefusal.MOVED
    assert photo(one) == seen


def until_the_fault(failing):
    """Plays until the store fails; gives back the desk and the orders from the one that failed."""
    desk = installed(failing)
    for place, order in enumerate(SCRIPT):
        try:
            assert desk.do(order) == REPLIES[place]
        except Fault:
            return desk, SCRIPT[place:]
    raise AssertionError("nothing failed")


def goes_on(desk, left):
    """To the very entries of the evening without a fault."""
    assert [desk.do(order) for order in left] == REPLIES[len(SCRIPT) - len(left) :]
    assert same(desk, WHOLE)
    assert list(desk.store.read()) == list(WHOLE.store.read())


@pytest.mark.parametrize("place", range(2, len(SCRIPT) + 2))
def test_a_write_that_fails_leaves_nothing(place):
    failing = Failing(MemoryStore(), place, written=False)
    desk, left = until_the_fault(failing)
    assert same(desk, resumed(failing))
    assert left[0].id not in desk.answered
    goes_on(resumed(failing), left)


@pytest.mark.parametrize("place", range(2, len(SCRIPT) + 2))
def test_a_desk_goes_on_after_a_write_that_failed(place):
    desk, left = until_the_fault(Failing(MemoryStore(), place, written=False))
    goes_on(desk, left)


@pytest.mark.parametrize("place", range(2, len(SCRIPT) + 2))
def test_a_write_whose_answer_was_lost_is_whole(place):
    failing = Failing(MemoryStore(), place, written=True)
    desk, left = until_the_fault(failing)
    assert same(desk, resumed(failing)), "it has read what was written after all"
    assert left[0].id in desk.answered
    goes_on(desk, left)


@pytest.mark.parametrize("written", [False, True])
def test_an_installation_that_fails_is_done_again_or_there(written):
    failing = Failing(MemoryStore(), 1, written=written)
    with pytest.raises(Fault):
        installed(failing)
    goes_on(resumed(failing) if written else installed(failing), SCRIPT)


def test_a_snapshot_that_fails_costs_no_order(store, monkeypatch):
    desk = installed(store)
    monkeypatch.setattr(desks, "SNAPSHOT_EVERY", 1)
    full = Refused(JournalRefusal.FULL, "no space", "")
    with monkeypatch.context() as disk:
        disk.setattr(desk.store, "save_snapshot", lambda _: (_ for _ in ()).throw(full))
        assert desk.do(SCRIPT[0]) == REPLIES[0]
    assert (same(desk, resumed(store)), store.snapshot()) == (True, None)
    assert desk.do(SCRIPT[1]) == REPLIES[1]
    assert store.snapshot().head == desk.head, "it is tried again with the next order"


def test_a_snapshot_of_another_version_is_passed_over(store):
    desk, _ = whole_evening(store)
    store.save_snapshot(Snapshot(desk.head, b'{"table":{"vouchers":7}}'))
    assert same(resumed(store), desk)


def test_orders_decided_together_are_written_together(store):
    desk = installed(store)
    batch = desk.prepare([*SCRIPT, SCRIPT[3]])
    assert store.head().seq == 2, "nothing is written yet but the installation"
    desk.write(batch)
    assert batch.answers == [*REPLIES, REPLIES[3]]
    assert same(desk, WHOLE)
