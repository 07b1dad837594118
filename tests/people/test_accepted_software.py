"""Which software was accepted, by whom, and what changed."""

import pytest
from people.making import BOSS, refused

from taisai.people import events as e
from taisai.people.refusals import PeopleRefusal as No
from taisai.people.state import Change, Software
from taisai.rules.vocabulary import Role

FILES = {"a.py": "1", "b.py": "1"}


def test_a_house_for_trying_things_out_accepts_software_by_itself(house):
    assert house.register.software == Software("", "", {})
    house.register.accept_software("taisai", "0.1", "d1", FILES)
    assert house.register.software == Software("0.1", "d1", FILES)
    house.register.accept_software("taisai", "0.2", "d2", FILES)
    assert house.register.software_changes()[0].by == "taisai"


@pytest.mark.parametrize("by", ["", "nobody", "ann"])
def test_nobody_else_accepts_software(house, by):
    house.employ("ann", Role.PIT_MANAGER)
    assert refused(house.register.accept_software, by, "0.1", "d1", FILES).code is No.RIGHT_MISSING


def test_a_change_names_what_came_went_or_changed(house):
    house.employ("tom", Role.TECHNICIAN)
    house.register.accept_software("taisai", "0.1", "d1", FILES | {"same.py": "1"})
    house.wait(60)
    house.register.accept_software("tom", "0.2", "d2", {"same.py": "1", "b.py": "2", "c.py": "1"})
    newest, first = house.register.software_changes()
    assert newest == Change(house.clock(), "tom", "0.2", "d2", ("a.py", "b.py", "c.py"))
    assert (first.by, first.items) == ("taisai", ("a.py", "b.py", "same.py"))
    assert [found.code for found in house.register.waiting()] == ["software-changed"]


def test_the_first_software_of_a_house_alarms_nobody_and_every_change_does(house):
    house.register.accept_software("taisai", "0.1", "d1", FILES)
    assert house.register.waiting() == ()
    assert [found.code for found in house.register.search(code="software-first").happenings] == ["software-first"]
    house.register.accept_software(BOSS, "0.1", "d2", FILES | {"a.py": "2"})
    house.register.accept_software(BOSS, "0.1", "d1", FILES)
    assert [found.code for found in house.register.waiting()] == ["software-changed"] * 2


def test_the_same_software_is_not_accepted_twice(house):
    house.register.accept_software(BOSS, "0.1", "d1", FILES)
    assert refused(house.register.accept_software, BOSS, "0.1", "d1", FILES).code is No.SOFTWARE_SAME


def test_at_least_ten_changes_are_at_hand_and_all_in_the_journal(house):
    for number in range(25):
        house.register.accept_software(BOSS, f"0.{number}", f"d{number}", {"a.py": str(number)})
    assert [change.version for change in house.register.software_changes()] == [f"0.{n}" for n in range(24, 4, -1)]
    assert len(house.events(e.SoftwareAccepted)) == 25
