"""Duties: one dealer and one supervisor a table, whoever comes relieves, and nobody is at two tables to deal."""

import pytest
from people.making import BOSS, House, refused

from taisai.people.duty_events import DutyKind
from taisai.people.refusals import PeopleRefusal as No
from taisai.rules.vocabulary import Role

DEAL, SUPERVISE, BREAK = DutyKind


@pytest.fixture
def house():
    made = House().founded()
    for name in ("ann", "bea", "cid", "dan"):
        made.employ(name, Role.DEALER)
    made.employ("sue", Role.GAME_SUPERVISOR)
    made.employ("tec", Role.TECHNICIAN)
    return made


def now(house):
    return {(one.name, str(one.duty), one.table) for one in house.register.duties()}


def deal(house, **tables):
    for name, table in tables.items():
        house.register.begin_duty("sue", name, DEAL, table)


def test_whoever_comes_relieves_whoever_was_there(house):
    deal(house, ann="T1")
    deal(house, bea="T1")
    assert now(house) == {("bea", "deal", "T1")}
    house.register.begin_duty("sue", "ann", BREAK, "")
    assert now(house) == {("bea", "deal", "T1"), ("ann", "break", "")}


def test_a_dealer_is_at_one_table_and_a_supervisor_at_several(house):
    deal(house, ann="T1")
    deal(house, ann="T2")
    for table in ("T1", "T2"):
        house.register.begin_duty(BOSS, "sue", SUPERVISE, table)
    assert now(house) == {("ann", "deal", "T2"), ("sue", "supervise", "T1"), ("sue", "supervise", "T2")}
    house.register.begin_duty(BOSS, "sue", BREAK, "")
    assert now(house) == {("ann", "deal", "T2"), ("sue", "break", "")}


def test_dealers_rotate_along_the_tables_in_one_entry_of_time(house):
    deal(house, ann="T1", bea="T2", cid="T3")
    house.register.begin_duty("sue", "dan", BREAK, "")
    house.wait(1200)
    house.register.rotate("sue", ("T1", "T2", "T3"), "dan")
    assert now(house) == {("dan", "deal", "T1"), ("ann", "deal", "T2"), ("bea", "deal", "T3"), ("cid", "break", "")}
    assert len({one.since for one in house.register.duties()}) == 1
    assert house.open().duties() == house.register.duties(), "a restart knows the same"


WRONG = {
    "no table": ((), "dan"),
    "a table twice": (("T1", "T1"), "dan"),
    "a table without a dealer": (("T1", "T9"), "dan"),
    "a relief who deals there": (("T1", "T2"), "ann"),
    "a relief who cannot deal": (("T1", "T2"), "tec"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_rotation_that_leaves_somebody_nowhere_changes_nothing(house, case):
    deal(house, ann="T1", bea="T2")
    before = now(house)
    assert refused(house.register.rotate, "sue", *WRONG[case]).code is No.DUTY_INVALID
    assert now(house) == before


NOBODYS = [("tec", DEAL, "T1"), ("ann", SUPERVISE, "T1"), ("ann", DEAL, ""), ("ann", BREAK, "T1")]


@pytest.mark.parametrize(("name", "duty", "table"), NOBODYS)
def test_a_duty_is_for_those_whose_role_it_is_and_has_its_place(house, name, duty, table):
    assert refused(house.register.begin_duty, "sue", name, duty, table).code is No.DUTY_INVALID
    assert not house.register.duties()


def test_nobody_who_deals_gives_out_duties(house):
    assert refused(house.register.begin_duty, "ann", "bea", DEAL, "T1").code is No.RIGHT_MISSING
    assert refused(house.register.end_duty, "ann", "bea").code is No.RIGHT_MISSING
    assert refused(house.register.rotate, "ann", ("T1",), "bea").code is No.RIGHT_MISSING


def test_whoever_leaves_the_house_has_no_duty(house):
    deal(house, ann="T1", bea="T2")
    house.register.deactivate(BOSS, "ann")
    house.register.end_duty("sue", "bea")
    assert not now(house)
    assert refused(house.register.begin_duty, "sue", "ann", DEAL, "T1").code is No.DUTY_INVALID
