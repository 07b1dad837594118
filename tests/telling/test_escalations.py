"""An event that nobody acknowledges is told to further receivers, once, and that is on record."""

import pytest
from msgspec.structs import replace
from people.making import House
from server.making import HAND, house, until
from telling.receiver import receiving

from taisai.house.receiver_settings import ReceiverSettings
from taisai.people.significant_events import Happening, Severity
from taisai.rules.vocabulary import Role
from taisai.server import alert_sender as running_telling
from taisai.telling.escalations import Escalations

MINUTES = 15
LONG_AGO, NOW = "2020-01-01T00:00:00.000+00:00", "2030-01-01T00:00:00.000+00:00"


@pytest.fixture(autouse=True)
def hurried(monkeypatch):
    monkeypatch.setattr(running_telling, "TURN_S", 0.01)


@pytest.fixture
def people():
    return House().founded()


def due(people, escalations, now_s, oldest_at=LONG_AGO):
    register = people.register
    return escalations.due(register.waiting(), register.is_escalated, now_s, oldest_at)


def test_it_is_due_by_the_clock_that_nobody_sets_even_where_the_other_was_set_back(people):
    number = people.register.note(Happening.DISK_LOW, "little is left", table="T1")
    escalations = Escalations(MINUTES)
    assert due(people, escalations, 100) == []
    assert due(people, escalations, 100 + MINUTES * 60 - 1) == []
    (note,) = due(people, escalations, 100 + MINUTES * 60)
    assert (note.code, note.table, note.value) == (Happening.ALERT_ESCALATED, "T1", str(number))
    assert "little is left" not in note.words


def test_it_is_due_by_its_own_time_after_a_restart(people):
    people.register.note(Happening.DISK_LOW, "little is left")
    assert len(due(people, Escalations(MINUTES), 100, NOW)) == 1


def test_what_is_not_critical_or_was_acknowledged_never_is(people):
    people.employ("gus", Role.GAME_SUPERVISOR)
    people.register.note(Happening.LARGE_WIN, "won")
    people.register.acknowledge("gus", people.register.note(Happening.DISK_LOW, "little is left"))
    assert due(people, Escalations(MINUTES), 100, NOW) == []


def test_each_is_escalated_once_after_a_restart_too(filed):
    people = filed().founded()
    people.register.note(Happening.DISK_LOW, "little is left")
    people.register.note_all(due(people, Escalations(MINUTES), 100, NOW))
    assert due(people, Escalations(MINUTES), 100, NOW) == []
    people.register.save_snapshot()
    assert due(filed(), Escalations(MINUTES), 100, NOW) == []


def test_acknowledging_what_was_escalated_settles_it(people):
    people.employ("gus", Role.GAME_SUPERVISOR)
    number = people.register.note(Happening.DISK_LOW, "little is left")
    people.register.note_all(due(people, Escalations(MINUTES), 100, NOW))
    assert people.register.is_escalated(number)
    people.register.acknowledge("gus", number)
    assert not people.register.is_escalated(number)
    assert due(people, Escalations(MINUTES), 100, NOW) == []


def receivers(first, second):
    boss = {"escalation": True, "severities": ()}
    return (
        ReceiverSettings("first", url=first.url, severities=(Severity.CRITICAL,)),
        ReceiverSettings("boss", url=second.url, **boss),
        ReceiverSettings("other-table", url=second.url, tables=("E",), **boss),
        ReceiverSettings("other-kind", url=second.url, kinds=("dice-alarm",), **boss),
    )


def made_old(server, monkeypatch):
    """As if the minutes had passed."""
    monkeypatch.setattr(running_telling, "_before", lambda _: NOW)


async def test_the_second_list_is_told_only_of_what_nobody_acknowledged(tmp_path, monkeypatch):
    with receiving() as first, receiving() as second:
        async with house(tmp_path, receiver=receivers(first, second)) as server:
            seen = server.register.note(Happening.DICE_ALARM, "odd dice", table="E")
            server.register.acknowledge("gus.supervisor", seen)
            number = server.register.note(Happening.DISK_LOW, "12 MB are left", table="H")
            await until(lambda: number in [one.data["number"] for one in first.taken])
            assert second.got == []
            made_old(server, monkeypatch)
            await until(lambda: second.taken)
            on_record = server.register.last(Happening.ALERT_ESCALATED)
            assert (on_record.value, on_record.table) == (str(number), "H")
            await until(lambda: server.register.told("boss").upto >= on_record.seq)
            await until(lambda: server.house.telling.told["other-kind"].box.seen >= on_record.seq)
            assert not server.house.telling.waiting()
        (got,) = second.got
        assert got.id.startswith("boss-")
        assert (got.data["code"], got.data["escalated"]["number"]) == ("alert-escalated", number)
        assert got.data["escalated"]["words"] == "12 MB are left"


async def test_without_a_second_list_nothing_escalates(tmp_path, monkeypatch):
    with receiving() as first:
        only = replace(receivers(first, first)[0], severities=())
        async with house(tmp_path, HAND, receiver=(only,)) as server:
            made_old(server, monkeypatch)
            number = server.register.note(Happening.DISK_LOW, "12 MB are left")
            await until(lambda: server.register.told("first").upto >= number)
            server.house.telling.turn()
            assert server.register.last(Happening.ALERT_ESCALATED) is None
