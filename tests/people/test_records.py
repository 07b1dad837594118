"""What the register knows survives whatever happens to the process, and nothing is known that is not written."""

import msgspec
import pytest
from house.script import Around, Counting, Failing, Fault
from people.making import BOSS, CHEAP, PIN, WORD, House, refused, wrong

from taisai.journal.memory import MemoryStore
from taisai.journal.refusals import JournalRefusal
from taisai.journal.seal import checked
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_writing
from taisai.journal.store import Snapshot
from taisai.people import records
from taisai.people.events import DeviceKind
from taisai.people.refusals import PeopleRefusal as No
from taisai.people.register import Register
from taisai.people.significant_events import Happening
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role


def evening(house):
    """Something of everything."""
    register = house.register
    house.founded()
    yield lambda: house.employ("ann", Role.GAME_SUPERVISOR)
    yield lambda: house.sign_in("ann")
    yield lambda: house.sign_in("ann")
    yield lambda: wrong(house, "ann")
    yield lambda: house.employ("dee")
    yield lambda: house.use(house.approve("ann"))
    yield lambda: register.enrol(register.invite_device(BOSS, DeviceKind.TERMINAL, table="T1", seat=1))
    yield lambda: register.invite_device(BOSS, DeviceKind.DISPLAY)
    yield lambda: refused(register.enrol, "WRONG")
    yield lambda: register.revoke_device(BOSS, "terminal-1")
    yield lambda: register.note(Happening.DISK_LOW, "1 GB is left", table="T1", seq=7)
    yield lambda: register.acknowledge(BOSS, register.waiting()[0].seq)
    yield lambda: register.accept_software(BOSS, "0.1", "d1", {"a.py": "1"})
    yield lambda: register.use_settings({"hand_pay": "0"}, "hand_pay was nothing, is 0", "live 1")
    yield lambda: register.change_role(BOSS, "ann", Role.DEALER)
    yield lambda: wrong(house, "ann", 3)
    yield lambda: register.unlock(BOSS, "ann")
    yield lambda: register.reset(BOSS, "ann")
    yield lambda: register.deactivate(BOSS, "ann")


def whole_evening(house):
    for act in evening(house):
        act()
    return house


def photo(register):
    return msgspec.json.encode(register.state)


@pytest.fixture(params=["memory", "sqlite"])
def store(request, tmp_path):
    made = MemoryStore() if request.param == "memory" else SqliteStore.open(tmp_path / "floor.journal", "house")
    yield made
    made.close()


def reopened(store):
    return Register.open(store, House().clock, hasher=CHEAP)


@pytest.mark.parametrize("snapshot", [False, True])
def test_a_restart_knows_all_that_was_known(store, snapshot):
    house = whole_evening(House(store))
    if snapshot:
        house.register.save_snapshot()
        house.register.note(Happening.STARTED, "started")
    again = reopened(store)
    assert photo(again) == photo(house.register)
    assert again.head == house.register.head == store.verify()
    assert list(checked(store.read()))


def test_a_restart_signs_everybody_out(filed):
    token = filed().founded().sign_in(BOSS).token
    again = filed()
    assert refused(again.session, token).code is No.SESSION_UNKNOWN
    assert again.sign_in(BOSS)


def test_a_real_file_keeps_accounts_devices_and_pins_that_rest(filed):
    house = filed().founded()
    house.employ("ann")
    key = house.register.enrol(house.register.invite_device(BOSS, DeviceKind.CONSOLE, table="T1")).key
    for _ in range(10):
        refused(house.approve, "ann", "000001")
        house.wait(1800)
    house = filed()
    assert house.register.device(key).id == "console-1"
    assert refused(house.approve, "ann").code is No.SIGN_IN_FAILED
    house.register.unlock(BOSS, "ann")
    house = filed()
    assert house.reenter(house.sign_in("ann", WORD).token, "ann", PIN).name == "ann"


def test_what_was_told_is_in_the_file_at_once(tmp_path):
    store = SqliteStore.open(tmp_path / "floor.journal", "house")
    house = House(store)
    for act in evening(house):
        act()
        reader = SqliteStore.open_for_reading(tmp_path / "floor.journal", "house")
        assert photo(reopened(reader)) == photo(house.register)
        reader.close()
    store.close()


def test_the_register_lives_beside_the_tables(tmp_path):
    file = open_for_writing(tmp_path / "floor.journal")
    SqliteStore(file, "T1")
    house = House(SqliteStore(file, "house")).founded()
    assert set(file.tables()) == {"T1", "house"}
    assert house.store.verify() == house.register.head
    file.close()


def test_start_up_reads_only_what_came_after_the_snapshot(store):
    house = whole_evening(House(store))
    house.register.save_snapshot()
    house.register.note(Happening.STARTED, "started")
    counting = Counting(store)
    reopened(counting)
    assert counting.read_count == 1


def test_a_snapshot_is_kept_by_itself(store, monkeypatch):
    monkeypatch.setattr(records, "SNAPSHOT_EVERY", 10)
    house = whole_evening(House(store))
    counting = Counting(store)
    assert photo(reopened(counting)) == photo(house.register)
    assert counting.read_count < 10


def test_a_snapshot_of_another_shape_is_not_used(store):
    house = whole_evening(House(store))
    store.save_snapshot(Snapshot(house.register.head, b"\0" * 32 + b"{}"))
    assert photo(reopened(store)) == photo(house.register)


class NoSnapshots(Around):
    saves = 0

    def save_snapshot(self, snapshot):
        self.saves += 1
        raise Refused(JournalRefusal.FULL, "the disk is full", "")


def test_a_snapshot_that_cannot_be_kept_stops_nothing(monkeypatch):
    monkeypatch.setattr(records, "SNAPSHOT_EVERY", 10)
    house = whole_evening(House(NoSnapshots(MemoryStore())))
    assert house.store.saves > 10, "it is tried again with the next entry"
    assert photo(reopened(house.store)) == photo(house.register)


def appends():
    counting = Failing(MemoryStore(), 0, written=False)
    whole_evening(House(counting))
    return range(1, counting.appends + 1)


@pytest.mark.parametrize("written", [False, True])
@pytest.mark.parametrize("fails_at", appends())
def test_an_append_that_fails_leaves_all_as_before(fails_at, written):
    """Where it had come through after all, the register finds out with the next, and goes on from there."""
    house = House(Failing(MemoryStore(), fails_at, written=written))
    with pytest.raises(Fault):
        whole_evening(house)
    if written:
        assert house.store.head() != house.register.head
        house.register.note(Happening.STARTED, "goes on")
    assert photo(reopened(house.store)) == photo(house.register)
    house.register.note(Happening.STARTED, "goes on")
    assert photo(reopened(house.store)) == photo(house.register)


class Full(Around):
    def append(self, *batch):
        raise Refused(JournalRefusal.FULL, "the disk is full", "")


def test_a_full_disk_signs_nobody_out(house):
    token, before = house.sign_in(BOSS).token, photo(house.register)
    house.register.store = Full(house.store)
    assert refused(house.register.note, Happening.STARTED, "x").code is JournalRefusal.FULL
    assert refused(house.sign_in, BOSS).code is JournalRefusal.FULL
    assert refused(house.sign_in, BOSS, "wrong").code is JournalRefusal.FULL
    assert house.session(token).name == BOSS
    assert photo(house.register) == before


def test_a_session_does_not_outlive_a_leaving_that_had_come_through(house):
    token = house.sign_in(house.employ("ann")).token
    house.register.store = Failing(house.store, 1, written=True)
    with pytest.raises(Fault):
        house.register.deactivate(BOSS, "ann")
    assert house.session(token).name == "ann"
    assert refused(house.register.deactivate, BOSS, "ann").code is JournalRefusal.MOVED
    assert refused(house.session, token).code is No.SESSION_UNKNOWN
    assert refused(house.register.deactivate, BOSS, "ann").code is No.PERSON_INACTIVE


@pytest.mark.parametrize("kind", ["note", "change role", "deactivate"])
def test_no_session_ends_before_it_is_written(kind, house):
    house.employ("ann", Role.GAME_SUPERVISOR)
    token = house.sign_in("ann").token
    house.register.store = Failing(house.store, 1, written=False)
    before = photo(house.register)
    acts = {
        "note": lambda: house.register.note(Happening.STARTED, "x"),
        "change role": lambda: house.register.change_role(BOSS, "ann", Role.DEALER),
        "deactivate": lambda: house.register.deactivate(BOSS, "ann"),
    }
    with pytest.raises(Fault):
        acts[kind]()
    assert photo(house.register) == before
    assert house.session(token).name == "ann"


def test_an_invitation_is_not_used_up_by_an_enrolment_that_was_not_written(house):
    code = house.register.invite_device(BOSS, DeviceKind.CONSOLE, table="T1")
    house.register.store = Failing(house.store, 1, written=False)
    with pytest.raises(Fault):
        house.register.enrol(code)
    assert house.register.enrol(code).device.id == "console-1"


def test_an_approval_is_not_used_up_by_a_use_that_was_not_written(house):
    house.employ("sue", Role.GAME_SUPERVISOR)
    token = house.approve("sue")
    house.register.store = Failing(house.store, 1, written=False)
    with pytest.raises(Fault):
        house.use(token)
    assert house.use(token)


def test_a_damaged_journal_is_not_believed():
    house = House().founded()
    first = house.store.journal.entries[0]
    changed = first.body.replace(b"shift-manager", b"pit-manager")
    house.store.journal.entries[0] = msgspec.structs.replace(first, body=changed)
    assert refused(house.open).code is JournalRefusal.CORRUPT


def of_two_processes():
    """One house, whose register two processes write."""
    store = MemoryStore()
    one = House(store).founded()
    one.employ("ann", Role.GAME_SUPERVISOR)
    return one, House(store)


def test_what_two_processes_note_is_all_there_in_one_order():
    one, two = of_two_processes()
    for number in range(5):
        one.register.note(Happening.DISK_LOW, f"one {number}")
        two.register.note(Happening.DISK_LOW, f"two {number}")
    one.register.follow()
    assert photo(one.register) == photo(two.register) == photo(reopened(one.store))
    words = [found.words for found in one.register.waiting() if found.code == Happening.DISK_LOW]
    assert words == [f"{who} {number}" for number in range(5) for who in ("one", "two")]


def test_a_note_of_another_process_signs_nobody_out():
    one, two = of_two_processes()
    token = one.sign_in("ann").token
    two.register.note(Happening.STARTED, "the other one")
    one.register.note(Happening.STARTED, "this one")
    assert one.session(token).name == "ann"


@pytest.mark.parametrize("act", ["deactivate", "reset", "change_role"])
def test_a_session_ends_here_when_the_account_was_changed_elsewhere(act):
    one, two = of_two_processes()
    token = one.sign_in("ann").token
    two.register.follow()
    getattr(two.register, act)(*(BOSS, "ann", Role.DEALER)[: 3 if act == "change_role" else 2])
    assert one.session(token).name == "ann", "it is not known here yet"
    one.register.follow()
    assert refused(one.session, token).code is No.SESSION_UNKNOWN


def test_what_was_decided_on_old_knowledge_is_not_written():
    """Two add the same name at once: the second is told, and decides again on what there is now."""
    one, two = of_two_processes()
    two.register.follow()
    one.register.add_staff(BOSS, "dee", "Dee", Role.DEALER)
    assert refused(two.register.add_staff, BOSS, "dee", "Dee", Role.DEALER).code is JournalRefusal.MOVED
    assert refused(two.register.add_staff, BOSS, "dee", "Dee", Role.DEALER).code is No.NAME_TAKEN


def test_an_invitation_that_was_used_elsewhere_is_used_here_too():
    one, two = of_two_processes()
    code = one.register.invite_device(BOSS, DeviceKind.CONSOLE, table="T1")
    two.register.follow()
    two.register.invitations.update(one.register.invitations)
    two.register.enrol(code)
    one.register.follow()
    assert refused(one.register.enrol, code).code is No.CODE_INVALID
