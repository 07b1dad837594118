"""Who dealt and supervised where and when, as the house's journal has it."""

import pytest
from msgspec.structs import replace
from people.making import BOSS, House
from reports.evenings import as_dicts, sources

from taisai.house.gaming_days import GamingDays
from taisai.people.duty_events import DutyKind
from taisai.reports.house_records import served
from taisai.reports.period import Period
from taisai.reports.refusals import ReportRefusal
from taisai.reports.registry import REPORTS
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role

DAYS = GamingDays("UTC", ("06:00", "07:00"))
HOUR_S = 3600
NOW = "2026-11-15T09:10:00.000+00:00"


@pytest.fixture(scope="module")
def house():
    """From 06:10: ann deals at T1 for two hours, then bea; sue supervises; ann has a break that is not over."""
    made = House().founded()
    for name, role in (("ann", Role.DEALER), ("bea", Role.DEALER), ("sue", Role.GAME_SUPERVISOR)):
        made.employ(name, role)
    made.register.begin_duty(BOSS, "ann", DutyKind.DEAL, "T1")
    made.register.begin_duty(BOSS, "sue", DutyKind.SUPERVISE, "T1")
    made.wait(2 * HOUR_S)
    made.register.begin_duty("sue", "bea", DutyKind.DEAL, "T1")
    made.register.begin_duty("sue", "ann", DutyKind.BREAK, "")
    return made


def told(house, *, by="entry", since="", until=""):
    found = served(house.store, Period.of(since, until))
    asked = replace(sources(by=by, since=since, until=until, days=DAYS, served=found), made_at=NOW)
    made = REPORTS["duties"].make(asked)
    return as_dicts(made.rows, made)


def dealt(rows, name):
    return {(one[name], one["person"]): one["minutes"] for one in rows if one["duty"] == "deal"}


def test_each_duty_has_its_beginning_and_its_end(house):
    found = {(one["person"], one["duty"]): (one["table"], one["minutes"], bool(one["ended"])) for one in told(house)}
    assert found == {
        ("ann", "deal"): ("T1", 120, True), ("sue", "supervise"): ("T1", 180, False),
        ("bea", "deal"): ("T1", 60, False), ("ann", "break"): ("", 60, False),
    }  # fmt: skip


def test_a_duty_that_began_before_the_period_counts_from_its_beginning_on(house):
    rows = told(house, since="2026-11-15T07:40:00", until="2026-11-15T08:00:00")
    assert {(one["person"], one["duty"]): one["minutes"] for one in rows} == {
        ("ann", "deal"): 20, ("sue", "supervise"): 20,
    }  # fmt: skip


def test_minutes_are_told_by_table_person_and_shift(house):
    assert dealt(told(house, by="table"), "table") == {("T1", "ann"): 120, ("T1", "bea"): 60}
    by_dealer = {(one["dealer"], one["duty"]): one["minutes"] for one in told(house, by="dealer")}
    assert by_dealer["ann", "break"] == 60
    assert dealt(told(house, by="shift"), "shift") == {
        ("2026-11-15 1", "ann"): 50, ("2026-11-15 2", "ann"): 70, ("2026-11-15 2", "bea"): 60,
    }  # fmt: skip


def test_without_the_journal_of_the_house_nobody_knows():
    with pytest.raises(Refused) as refused:
        REPORTS["duties"].make(sources())
    assert refused.value.code is ReportRefusal.SOURCE_MISSING
