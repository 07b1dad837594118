"""Equipment: nobody uses what is sealed, untested, faulty or elsewhere; the rounds of each set of dice are known."""

import pytest
from people.making import BOSS, House, refused
from people.test_refusals import dice, placed_dice

from taisai.people.equipment_events import ItemKind
from taisai.people.equipment_state import ItemStanding, Use
from taisai.people.evolve_equipment import KEPT
from taisai.people.refusals import PeopleRefusal as No
from taisai.people.significant_events import Happening
from taisai.rules.vocabulary import Role


@pytest.fixture
def house():
    made = House().founded()
    made.employ("sue", Role.GAME_SUPERVISOR)
    made.employ("tec", Role.TECHNICIAN)
    made.employ("dee", Role.DEALER)
    return made


def test_a_set_of_dice_lives_from_its_seal_to_its_end(house):
    register = house.register
    register.add_item("sue", "D1", ItemKind.DICE, serials=("a", "b", "c"), seal="S1")
    assert register.item("D1").seal == "S1"
    register.open_item("sue", "D1", "S1")
    register.test_item("sue", "D1", "measured", passed=True)
    register.place_item("sue", "D1", "T1", 41)
    assert (register.item("D1").standing, register.item("D1").table) == (ItemStanding.IN_USE, "T1")
    register.remove_item("sue", "D1", "T1", 57)
    register.retire_item("sue", "D1", "end of the day")
    register.destroy_item("sue", "D1", "drilled")
    one = register.item("D1")
    assert (one.standing, one.uses, one.ended) == (ItemStanding.DESTROYED, (Use("T1", 42, 57),), "drilled")
    assert house.open().item("D1") == one, "a restart knows the same"


def test_the_rounds_of_damaged_dice_are_those_between_placing_and_removing_them(house):
    placed_dice(house)
    house.register.remove_item(BOSS, "D1", "T1", 12)
    house.register.test_item(BOSS, "D1", "", passed=True)
    house.register.place_item(BOSS, "D1", "T2", 7)
    house.register.report_fault(BOSS, "D1", "a corner is chipped")
    assert house.register.item("D1").uses == (Use("T1", 1, 12), Use("T2", 8))
    noted = house.register.last(Happening.EQUIPMENT_FAULT)
    assert (noted.table, noted.value, "a corner is chipped" in noted.words) == ("T2", "D1", True)


ACTS = {
    "seal": lambda register, item: register.seal_item(BOSS, item, "S9"),
    "open": lambda register, item: register.open_item(BOSS, item, "S1"),
    "test": lambda register, item: register.test_item(BOSS, item, "", passed=True),
    "place": lambda register, item: register.place_item(BOSS, item, "T1", 3),
    "remove": lambda register, item: register.remove_item(BOSS, item, "T1", 3),
    "fault": lambda register, item: register.report_fault(BOSS, item, "x"),
    "mend": lambda register, item: register.mend_item(BOSS, item, "x"),
    "retire": lambda register, item: register.retire_item(BOSS, item, "x"),
    "destroy": lambda register, item: register.destroy_item(BOSS, item, "x"),
}
MOMENTS = {
    # what was done before: what may follow
    (): {"open", "fault", "retire"},
    ("open",): {"seal", "test", "fault", "retire"},
    ("open", "test"): {"seal", "test", "place", "fault", "retire"},
    ("open", "test", "seal"): {"fault", "retire"},
    ("open", "test", "place"): {"test", "remove", "fault"},
    ("open", "test", "place", "remove"): {"seal", "test", "fault", "retire"},
    ("open", "test", "fault"): {"seal", "test", "fault", "retire"},
    ("open", "test", "fault", "test"): {"seal", "test", "fault", "retire"},
    ("retire",): {"destroy"},
    ("retire", "destroy"): set(),
}


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("before", MOMENTS, ids="-".join)
def test_each_act_has_its_moments_and_no_other(house, before, act):
    dice(house)
    for one in before:
        ACTS[one](house.register, "D1")
    known, entries = house.register.item("D1"), house.register.head.seq
    if act in MOMENTS[before]:
        ACTS[act](house.register, "D1")
        assert house.register.item("D1") != known
    else:
        refusal = refused(ACTS[act], house.register, "D1")
        assert refusal.code in (No.EQUIPMENT_UNFIT, No.SEAL_DIFFERS)
        assert house.register.item("D1") == known
        assert house.register.head.seq <= entries + (refusal.code is No.SEAL_DIFFERS)


def test_a_seal_that_reads_otherwise_is_told_at_once_and_opens_nothing(house):
    dice(house)
    assert refused(house.register.open_item, "sue", "D1", "S7").code is No.SEAL_DIFFERS
    assert house.register.item("D1").seal == "S1"
    (waits,) = (one for one in house.register.waiting() if one.code == Happening.SEAL_DIFFERS)
    assert (waits.by, waits.value) == ("sue", "D1")


def test_nothing_that_failed_its_test_is_used(house):
    dice(house)
    house.register.open_item(BOSS, "D1", "S1")
    house.register.test_item(BOSS, "D1", "one is heavy", passed=False)
    assert refused(house.register.place_item, BOSS, "D1", "T1", 0).code is No.EQUIPMENT_UNFIT


def test_other_equipment_is_mended_and_tested_before_it_is_used_again(house):
    register = house.register
    register.add_item("tec", "TU-3", ItemKind.TUMBLER, serials=("77",))
    register.test_item("tec", "TU-3", "", passed=True)
    register.report_fault("tec", "TU-3", "the motor hums")
    assert refused(register.place_item, "tec", "TU-3", "T1", 0).code is No.EQUIPMENT_UNFIT
    register.mend_item("tec", "TU-3", "a new bearing")
    assert refused(register.place_item, "tec", "TU-3", "T1", 0).code is No.EQUIPMENT_UNFIT, "not tested since"
    register.test_item("tec", "TU-3", "", passed=True)
    register.place_item("tec", "TU-3", "T1", 0)
    assert register.item("TU-3").faults[0].mended == "a new bearing"
    assert set(register.placed("T1")) == {ItemKind.TUMBLER}


def test_what_is_in_use_at_one_table_is_neither_placed_nor_removed_at_another(house):
    placed_dice(house)
    assert refused(house.register.place_item, BOSS, "D1", "T2", 0).code is No.EQUIPMENT_UNFIT
    assert refused(house.register.remove_item, BOSS, "D1", "T2", 0).code is No.EQUIPMENT_UNFIT


def test_a_table_has_one_of_each_kind(house):
    placed_dice(house)
    house.register.add_item(BOSS, "L1", ItemKind.LAYOUT)
    house.register.test_item(BOSS, "L1", "", passed=True)
    house.register.place_item(BOSS, "L1", "T1", 0)
    assert sorted(one.id for one in house.register.placed("T1").values()) == ["D1", "L1"]


WRONG = [
    ("D 1", ItemKind.DICE, ("a", "b", "c"), "S1"),
    ("", ItemKind.LAYOUT, (), ""),
    ("x" * 33, ItemKind.LAYOUT, (), ""),
    ("D1", ItemKind.DICE, ("a", "b"), "S1"),
    ("D1", ItemKind.DICE, ("a", "b", "b"), "S1"),
    ("D1", ItemKind.DICE, ("a", "b", ""), "S1"),
    ("D1", ItemKind.DICE, ("a", "b", "c"), " "),
    ("L1", ItemKind.LAYOUT, tuple("abcdefghi"), ""),
]


@pytest.mark.parametrize(("item", "kind", "serials", "seal"), WRONG)
def test_what_could_not_be_told_from_another_is_not_registered(house, item, kind, serials, seal):
    refusal = refused(house.register.add_item, BOSS, item, kind, serials=serials, seal=seal)
    assert refusal.code is No.EQUIPMENT_INVALID
    assert not house.register.items_after("")


@pytest.mark.parametrize("act", ACTS)
def test_a_dealer_keeps_their_hands_off_the_register(house, act, monkeypatch):
    dice(house)
    monkeypatch.setitem(globals(), "BOSS", "dee")
    assert refused(ACTS[act], house.register, "D1").code is No.RIGHT_MISSING


def test_the_newest_tests_are_kept_and_the_journal_has_them_all(house):
    house.register.add_item(BOSS, "L1", ItemKind.LAYOUT)
    for number in range(KEPT + 3):
        house.register.test_item(BOSS, "L1", str(number), passed=True)
    assert [one.words for one in house.register.item("L1").tests] == [str(number) for number in range(3, KEPT + 3)]


def test_an_event_carries_where_it_can_be_seen(house):
    register = house.register
    seq = register.note(Happening.LARGE_WIN, "seat 4 wins 9,000", table="T1")
    other = register.note(Happening.SUPERVISOR_CALLED, "at T1", table="T1")
    register.add_footage("sue", seq, "cam 12", "2026-11-15 06:10:04:11", "06:11:30:00", "the dealer pays twice")
    register.add_footage(BOSS, other, "cam 13", "06:12", "", "")
    (found,) = register.search(code=Happening.LARGE_WIN).happenings
    assert [(one.camera, one.since, one.note, one.by) for one in found.footage] == [
        ("cam 12", "2026-11-15 06:10:04:11", "the dealer pays twice", "sue")
    ]
    (waits,) = (one for one in register.waiting() if one.seq == other)
    assert waits.footage[0].camera == "cam 13"
    assert house.open().event(seq).footage == found.footage


def test_footage_belongs_to_an_event_that_there_is(house):
    for seq in (-1, 0, 1, 10**6):
        assert refused(house.register.add_footage, "sue", seq, "cam 1", "06:10", "", "").code is No.EVENT_UNKNOWN
    seq = house.register.note(Happening.LARGE_WIN, "seat 4")
    assert refused(house.register.add_footage, "dee", seq, "cam 1", "06:10", "", "").code is No.RIGHT_MISSING
    for _ in range(20):
        house.register.add_footage("sue", seq, "cam 1", "06:10", "", "")
    assert refused(house.register.add_footage, "sue", seq, "cam 1", "06:10", "", "").code is No.FOOTAGE_INVALID
