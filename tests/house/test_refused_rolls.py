"""Refused rolls of a flood: the first by themselves, the others counted to the last one, once a minute."""

import pytest
from people.making import CHEAP

from taisai.house.clock import now
from taisai.house.refused_rolls import EVERY_S, WAITING_MOST, RefusedRolls
from taisai.journal.memory import MemoryStore
from taisai.journal.refusals import JournalRefusal
from taisai.people.register import Register
from taisai.people.significant_events import Happening
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table.order import Order, Person

PIT, SHIFT = Person("pit.manager", Role.PIT_MANAGER), Person("shi.manager", Role.SHIFT_MANAGER)
REFUSED = Refused(Refusal.ROLL_COMMITTED, "the table has bound itself", "6-6-6")


class Scene:
    """A register in memory and a clock that is set by hand."""

    def __init__(self):
        self.store, self.time_s = MemoryStore(), 0.0
        self.register = Register.open(self.store, now, hasher=CHEAP)
        self.register.found("first.manager")
        self.rolls = RefusedRolls(self.register, lambda: self.time_s)

    def order(self, times, by=PIT, table="E", refused=REFUSED):
        for number in range(times):
            self.rolls.heard(table, Order(f"{number}", by, c.Resume("6-6-6"), 1), refused)

    def passed(self, seconds):
        self.time_s += seconds
        self.rolls.tell()

    def found(self, code):
        return self.register.search(code=code, limit=1000).happenings

    def counted(self):
        return [int(one.value) for one in self.found("more-rolls-refused")]

    def total(self):
        return len(self.found("roll-refused")) + sum(self.counted())


@pytest.fixture
def scene():
    return Scene()


def test_the_first_are_events_by_themselves_and_the_others_are_counted_once_a_minute(scene):
    scene.order(WAITING_MOST + 30)
    assert (len(scene.found("roll-refused")), scene.counted()) == (WAITING_MOST, [])
    scene.passed(EVERY_S - 1)
    assert scene.counted() == []
    scene.order(5)
    scene.passed(1)
    assert scene.counted() == [35]
    scene.passed(EVERY_S)
    assert scene.counted() == [35], "nothing is said where nothing was tried"


def test_an_hour_of_them_is_a_line_a_minute_and_not_one_is_lost(scene):
    before, given = scene.register.head.seq, 0
    for _ in range(3600):
        scene.order(3)
        given += 3
        scene.passed(1)
    scene.rolls.tell(all_of_them=True)
    assert scene.total() == given
    assert scene.register.head.seq - before <= WAITING_MOST + 60 + 1


def test_each_person_is_counted_by_themselves_and_by_table(scene):
    scene.order(WAITING_MOST)
    scene.order(2, PIT, "E")
    scene.order(3, PIT, "F")
    scene.order(4, SHIFT, "F")
    scene.passed(EVERY_S)
    of_shift, of_pit = scene.found("more-rolls-refused")
    assert (of_pit.value, of_pit.table, of_shift.value, of_shift.table) == ("5", "", "4", "F")
    assert "pit.manager (pit-manager) sent more rolls from another source, all refused: 2 at E, 3 at F" in of_pit.words
    assert of_pit.severity == "warning"
    assert not of_pit.waiting, "two hundred wait already"


def test_where_some_are_acknowledged_the_next_are_events_by_themselves_again(scene):
    scene.order(WAITING_MOST + 1)
    for one in scene.register.waiting()[:2]:
        scene.register.state.waiting.pop(one.seq)
    scene.order(3)
    scene.passed(EVERY_S)
    assert (len(scene.found("roll-refused")), scene.counted()) == (WAITING_MOST + 2, [2])


def test_what_cannot_be_written_is_told_when_it_can(scene, monkeypatch):
    with monkeypatch.context() as broken:

        def failing(*_):
            raise Refused(JournalRefusal.FULL, "the disk is full", "")

        broken.setattr(scene.store, "append", failing)
        scene.order(7)
        scene.passed(EVERY_S)
        assert scene.total() == 0
    scene.passed(1)
    assert scene.counted() == [7]


def test_other_refusals_are_no_rolls(scene):
    scene.order(3, refused=Refused(Refusal.ROLE_NOT_ALLOWED, "not yours", ""))
    scene.rolls.tell(all_of_them=True)
    assert scene.total() == 0


def test_a_count_is_a_warning_and_a_roll_is_critical():
    assert (Happening.ROLL_REFUSED.severity, Happening.MORE_ROLLS_REFUSED.severity) == ("critical", "warning")
