"""Every report by gaming day, shift, table and dealer, or a plain word why not; over midnight where the house is."""

import pytest
from reports.evenings import Evening, report, rows
from reports.test_rounds_by_dealer import ANN, BEA, Shifts

from taisai.house.gaming_days import GamingDays
from taisai.reports.refusals import ReportRefusal
from taisai.reports.registry import REPORTS
from taisai.reports.sources import Noted, Rated
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role
from taisai.table import commands as c

AUCKLAND = GamingDays("Pacific/Auckland", ("06:00", "14:00", "22:00"))  # 13 hours before UTC in March
LATE, PAST_MIDNIGHT = "2026-03-03T10:30:00.000+00:00", "2026-03-03T12:30:00.000+00:00"  # 23:30 and 01:30 there
DAWN = "2026-03-03T17:30:00.000+00:00"  # 06:30 there, on the 4th
NIGHT, MORNING = "2026-03-03 3", "2026-03-04 1"
WAYS = ("gaming-day", "shift", "table", "dealer")
NOT_BY_DEALER = {
    "result": "a float belongs to the table",
    "chip-result": "a float belongs to the table",
    "vouchers": "dealers do not handle vouchers",
    "meters": "a meter belongs to a seat",
}
HOUSE = {"noted": (), "days": AUCKLAND}


@pytest.fixture
def play():
    """A night at a table with chips: ann deals and has a fill before midnight, bea after it and at dawn, when ann is
    back for a fill but has not dealt."""
    played = Shifts(money="chips", seats=2)
    played.on(LATE).open()
    played.buy(1, 2000)
    played.round("4-5-6", (1, "big", 100))
    played.fill((100,) * 5)
    played.dealer = "bea"
    played.on(PAST_MIDNIGHT).round("1-2-3", (1, "big", 300))
    played.credit_float((100,) * 2)
    played.on(DAWN).round("1-2-3", (1, "big", 50))
    played.dealer = "ann"
    played.fill((25,) * 4)
    return played


@pytest.mark.parametrize("by", WAYS)
@pytest.mark.parametrize("name", [name for name in REPORTS if name != "shift"])
def test_every_report_is_made_by_it_or_says_why_not(play, name, by):
    if by == "dealer" and name in NOT_BY_DEALER:
        with pytest.raises(Refused) as refused:
            report(name, play, by=by, **HOUSE)
        assert refused.value.code is ReportRefusal.GROUPING_UNFIT
        assert NOT_BY_DEALER[name] in refused.value.words
    else:
        assert report(name, play, by=by, **HOUSE).columns[0].name == by


def test_the_report_of_a_shift_has_sections_by_dealer_instead(play):
    with pytest.raises(Refused) as refused:
        report("shift", play, by="dealer", **HOUSE)
    assert "a section for dealers" in refused.value.words


def test_fills_and_credits_count_for_whoever_dealt(play):
    found = {(one["dealer"], one["what"]): one["amount"] for one in rows("float", play, by="dealer")}
    assert found == {(ANN, "fill"): 500, (BEA, "credit"): 200, (BEA, "fill"): 100}


def test_midnight_ends_no_shift_and_no_gaming_day(play):
    found = [(one["shift"], one["what"], one["amount"]) for one in rows("float", play, by="shift", days=AUCKLAND)]
    assert found == [(NIGHT, "credit", 200), (NIGHT, "fill", 500), (MORNING, "fill", 100)]
    by_day = rows("turnover", play, by="gaming-day", days=AUCKLAND)
    assert [(one["gaming-day"], one["rounds"]) for one in by_day] == [("2026-03-03", 2), ("2026-03-04", 1)]


def test_events_count_for_the_dealer_of_their_table_at_their_time(play):
    noted = [
        Noted(1, "2026-03-03T10:00:00.000+00:00", "signed-in", "info", "T1", "", "", ""),
        Noted(2, LATE, "large-win", "warning", "T1", "", "", ""),
        Noted(3, DAWN, "large-win", "warning", "T1", "", "", ""),
        Noted(4, DAWN, "clock-set", "warning", "", "", "", ""),
        Noted(5, DAWN, "large-win", "warning", "elsewhere", "", "", ""),
    ]
    found = rows("events", play, by="dealer", noted=noted)
    assert [(one["dealer"], one["code"], one["times"]) for one in found] == [
        ("", "clock-set", 1), ("", "large-win", 1), ("", "signed-in", 1), (ANN, "large-win", 1), (BEA, "large-win", 1),
    ]  # fmt: skip


RATED = (Rated(1, "P1", "T1", 1, 1, LATE, 3, "2026-03-03T18:00:00.000+00:00"),)


def test_a_rating_is_split_where_a_shift_ends(play):
    found = rows("ratings", play, by="shift", rated=RATED, days=AUCKLAND)
    assert [(one["shift"], one["minutes"], one["rounds wagered"], one["staked"], one["win"]) for one in found] == [
        (NIGHT, 390, 2, 400, 200), (MORNING, 60, 1, 50, 50),
    ]  # fmt: skip
    by_day = rows("ratings", play, by="gaming-day", rated=RATED, days=AUCKLAND)
    assert [(one["gaming-day"], one["minutes"]) for one in by_day] == [("2026-03-03", 390), ("2026-03-04", 60)]


def test_a_rating_by_dealer_has_the_rounds_of_each_and_no_minutes(play):
    found = rows("ratings", play, by="dealer", rated=RATED)
    assert [(one["dealer"], one["rounds wagered"], one["staked"]) for one in found] == [(ANN, 1, 100), (BEA, 2, 350)]
    assert "minutes" not in found[0]


def test_minutes_of_a_rating_are_those_of_the_period(play):
    (night,) = rows("ratings", play, rated=RATED, since="2026-03-03T12:00:00", until="2026-03-03T17:00:00")
    assert (night["minutes"], night["rounds wagered"]) == (300, 1)


def test_the_result_of_a_table_goes_on_from_the_float_of_the_shift_before(play):
    night, morning = rows("chip-result", play, by="shift", days=AUCKLAND)
    assert (night["shift"], night["opening float"], night["fills"], night["credits"], night["drop"]) == (
        NIGHT, 100_000, 500, 200, 2000,
    )  # fmt: skip
    assert (night["result"], morning["result"]) == (200, 50)
    assert night["closing float"] == morning["opening float"] == play.balance("float") - 50 - 100
    (whole,) = rows("chip-result", play, by="table")
    assert whole["result"] == night["result"] + morning["result"]


def test_tables_of_a_shift_are_summed_up(play):
    other = Evening("rws-6/2", money="chips", seats=2)
    other.table.table = "T2"
    other.on(PAST_MIDNIGHT).open()
    other.buy(1, 1000)
    other.round("4-5-6", (1, "big", 100))
    other.do(Role.DEALER, c.ChangeCash(1, (100,)))
    (night, _) = rows("chip-result", play, other, by="shift", days=AUCKLAND)
    assert (night["opening float"], night["drop"], night["result"]) == (200_000, 3100, 100)
