"""The house tells a table who deals and supervises, where a change takes a count."""

from table.playing import opened

from taisai.house.duty_changes import duty_changes
from taisai.people.duty_events import DutyKind
from taisai.people.state import Duty
from taisai.rules.vocabulary import Role
from taisai.table import commands as c

BOTH = ("dealer", "supervisor")


def duty(name, kind, table="T1"):
    return Duty(name, kind, table, "2026-01-01T00:00:00Z")


ON_DUTY = (duty("ann", DutyKind.DEAL), duty("sue", DutyKind.SUPERVISE), duty("bea", DutyKind.DEAL, "T2"))


def changes(play, watched=BOTH, duties=ON_DUTY):
    return list(duty_changes(play.table, watched, duties))


def test_what_the_table_does_not_know_is_told_once():
    play = opened("rws-6/2", money="chips")
    told = changes(play)
    assert told == [c.NoteDuty("dealer", "ann"), c.NoteDuty("supervisor", "sue")]
    for command in told:
        play.do(Role.AUTOMATION, command)
    assert changes(play) == []


def test_only_what_the_settings_want_is_told():
    play = opened("rws-6/2", money="chips")
    assert changes(play, ()) == []
    assert changes(play, ("supervisor",)) == [c.NoteDuty("supervisor", "sue")]


def test_whoever_goes_for_a_break_and_comes_back_is_no_change():
    play = opened("rws-6/2", money="chips")
    for command in changes(play):
        play.do(Role.AUTOMATION, command)
    assert changes(play, duties=(duty("ann", DutyKind.BREAK, ""),)) == []
    assert changes(play) == []
