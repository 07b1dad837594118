"""The register's journal has an index of its minutes: a day's events are found without reading years."""

import pytest
from house.script import Around, Counting
from people.making import BOSS, House

from taisai.journal import seal
from taisai.journal.index import Additions, Pointer
from taisai.journal.memory import MemoryStore
from taisai.journal.minutes import MINUTE
from taisai.people.minutes import complete, differs, made
from taisai.people.significant_events import Happening
from taisai.reports.house_records import noted
from taisai.reports.period import Period

DAY_S = 86_400
FIRST, SECOND, THIRD, FOURTH = (f"2026-11-{day}" for day in (15, 16, 17, 18))


def days(house):
    """Three of them, each with some events."""
    for day in range(3):
        for number in range(20):
            house.register.note(Happening.DISK_LOW, f"{day} {number}", value=str(day))
            house.wait(20)
        house.wait(DAY_S - 400)
    return house


def told(store, since="", until=""):
    period = Period.of(since, until)
    return [one.words for one in noted(store, period) if period.holds(one.at) and one.code == "disk-low"]


def words(*of):
    return [f"{day} {number}" for day in of for number in range(20)]


def test_every_minute_is_pointed_at_once_also_over_restarts(house):
    days(house)
    house.open()
    days(house)
    found = sorted(house.store.index.pointers())
    assert found == sorted(made(house.store))
    assert len({one.number for one in found}) == len(found)
    assert not differs(house.store)


@pytest.mark.parametrize(("since", "until", "of"), [
    ("", "", (0, 1, 2)), (SECOND, THIRD, (1,)), (SECOND, "", (1, 2)), ("", SECOND, (0,)), (FOURTH, "", ()),
])  # fmt: skip
def test_a_period_is_told_whole(house, since, until, of):
    assert told(days(house).store, since, until) == words(*of)


def test_a_day_costs_the_same_after_a_long_time_as_after_a_short_one(house, monkeypatch):
    monkeypatch.setattr(seal, "CHUNK", 16)  # entries whose seals are checked at once
    found = set()
    for _ in range(5):
        days(house)
        counted = Counting(house.store)
        assert told(counted, SECOND, THIRD) == words(1)
        found.add(counted.read_count)
    assert max(found) == min(found) < 40


def test_a_clock_that_was_set_back_hides_nothing(house):
    days(house)
    house.jump(-2 * DAY_S)
    house.register.note(Happening.DISK_LOW, "late", value="back")
    house.jump(DAY_S)
    house.register.note(Happening.DISK_LOW, "later", value="back")
    assert told(house.store, SECOND, THIRD) == [*words(1), "late"]


def test_a_journal_without_an_index_is_read_whole_and_gets_one_when_it_is_opened(house):
    days(house)
    house.store.index.clear()
    assert told(house.store, SECOND, THIRD) == words(1)
    house.open()
    assert sorted(house.store.index.pointers()) == sorted(made(house.store))
    assert told(house.store, SECOND, THIRD) == words(1)


def test_an_index_that_hides_a_minute_or_points_too_far_is_found(house):
    days(house)
    house.store.index.add(Additions([Pointer(MINUTE, 202611160000, 3)]), house.store.head().seq)
    assert differs(house.store)
    house.store.index.clear()
    complete(house.store)
    assert not differs(house.store)


def test_an_entry_that_was_not_written_is_not_pointed_at():
    house = House(Around(MemoryStore())).founded()
    before = sorted(house.store.index.pointers())
    real, house.store.append = house.store.append, refuse
    house.wait(120)
    with pytest.raises(OSError, match="no room"):
        house.register.note(Happening.DISK_LOW, "gone")
    house.store.append = real
    assert sorted(house.store.index.pointers()) == before
    house.register.note(Happening.DISK_LOW, "kept")
    assert len(list(house.store.index.pointers())) == len(before) + 1
    assert not differs(house.store)
    assert house.register.state.people[BOSS]


def refuse(*_, **__):
    raise OSError("no room")
