"""The report of a shift: its own rounds and nobody else's, by table and by dealer, against what theory expects."""

import json
import re

import pytest
from reports.evenings import as_dicts, evening, report, rows, sources, total
from reports.test_rounds_by_dealer import ANN, BEA, shifts

from taisai.house.gaming_days import GamingDays
from taisai.reports.formats import FORMATS
from taisai.reports.period import house_period
from taisai.reports.refusals import ReportRefusal
from taisai.reports.registry import REPORTS
from taisai.reports.sources import Noted
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Trouble
from taisai.table import commands as c

SINGAPORE = GamingDays("Asia/Singapore", ("06:00", "18:00"))
NIGHT = "2026-03-02T21:59:00.000+00:00"  # 05:59 there, on the 3rd: the second shift of the 2nd
MORNING = "2026-03-02T22:00:00.000+00:00"
EVENING = "2026-03-03T10:00:00.000+00:00"


@pytest.fixture
def play():
    """A round at night by ann; in the morning one by bea, a void one, a fill and a credit; one in the evening."""
    played = shifts()
    played.on(NIGHT)
    played.round("2-2-5", (1, "small", 100))
    played.on(MORNING)
    played.dealer = "bea"
    played.round("4-5-6", (1, "small", 50))
    played.begin()
    played.rightly(c.VoidRound(Trouble.DICE_EXPOSED))
    played.on(EVENING)
    played.dealer = "ann"
    played.round("4-5-6", (2, "big", 30))
    return played


def shift(*plays, day="2026-03-03", number=1, **more):
    since, until = house_period(SINGAPORE, day, number, "", "")
    return report("shift", *plays, since=since, until=until, days=SINGAPORE, **more)


def section(made, name):
    (found,) = (one for one in made.sections if one.name == name)
    return as_dicts(found.rows, found)


def test_a_shift_has_its_own_rounds_and_says_which_it_is(play):
    made = shift(play)
    assert made.house_time == "2026-03-03 1"
    ((row),) = as_dicts(made.rows, made)
    assert (row["table"], row["rounds"], row["win"]) == ("T1", 1, 50)
    assert [one["dealer"] for one in section(made, "turnover-dealer")] == [BEA]
    assert [one["what"] for one in section(made, "voids")] == ["round void"]
    assert section(made, "dice")[0]["throws"] == 1


def test_the_shifts_of_a_gaming_day_add_up_to_it(play):
    whole = shift(play, number=0)
    assert whole.house_time == "2026-03-03"
    by_shift = section(whole, "turnover-shift")
    assert [one["shift"] for one in by_shift] == ["2026-03-03 1", "2026-03-03 2"]
    assert sum(one["win"] for one in by_shift) == as_dicts(whole.totals, whole)[0]["win"] == 50 - 30
    assert {one["dealer"]: one["win"] for one in section(whole, "theory-dealer")} == {ANN: -30, BEA: 50}


def test_a_moment_before_a_shift_begins_is_not_in_it_and_its_first_second_is(play):
    night = shift(play, day="2026-03-02", number=2)
    assert as_dicts(night.rows, night)[0]["win"] == -100
    assert [one["dealer"] for one in section(night, "turnover-dealer")] == [ANN]


def test_theory_by_dealer_is_that_of_the_rounds_that_they_dealt(play):
    by_dealer = rows("theory", play, by="dealer")
    whole = total("theory", play, by="table")
    for figure in ("rounds wagered", "staked", "win", "theoretical win"):
        assert sum(one[figure] for one in by_dealer) == whole[figure]
    assert {one["dealer"]: one["rounds wagered"] for one in by_dealer} == {ANN: 2, BEA: 1}


def test_a_round_counts_for_whoever_entered_its_roll_even_if_another_began_and_paid_it(play):
    play.bets((1, "big", 10)).close()
    play.dealer = "bea"
    play.roll("4-5-6")
    play.dealer = "ann"
    play.settle()
    assert {one["dealer"]: one["win"] for one in rows("turnover", play, by="dealer")} == {ANN: -130, BEA: 40}


def test_a_correction_stands_by_itself_and_the_sum_stays(play):
    play.rightly(c.CorrectRound(1, (6, 6, 6)))
    found = {one["dealer"]: one["win"] for one in rows("turnover", play, by="dealer")}
    assert found["corrections"] == 200
    assert sum(found.values()) == total("turnover", play)["win"]


def test_fills_and_credits_of_the_shift_are_listed(play):
    chips = evening(money="chips")
    chips.on(MORNING)
    chips.fill((100,) * 5)
    chips.on(EVENING)
    chips.credit_float((100,) * 2)
    assert [(one["what"], one["amount"]) for one in section(shift(chips), "float")] == [("fill", 500)]
    grouped = rows("float", chips, by="shift", days=SINGAPORE, since=MORNING[:19])
    assert [(one["shift"], one["what"], one["amount"]) for one in grouped] == [
        ("2026-03-03 1", "fill", 500), ("2026-03-03 2", "credit", 200),
    ]  # fmt: skip


def test_events_of_the_shift_are_there_where_the_house_tells_them(play):
    noted = [
        Noted(7, MORNING, "large-win", "warning", "T1", "", "bea", "seat 1"),
        Noted(8, EVENING, "dispute-opened", "warning", "T1", "", "ann", "seat 2"),
    ]
    assert [one["code"] for one in section(shift(play, noted=noted), "events")] == ["large-win"]
    made = shift(play)
    assert "events" not in {one.name for one in made.sections}
    assert any("Significant events" in note for note in made.notes)


WRONG = [
    ({"day": "2026-03-03", "shift": 3}, "no shift 3; a gaming day has 2"),
    ({"day": "2026-03-03", "shift": -1}, "no shift -1"),
    ({"day": "yesterday", "shift": 1}, "'yesterday' is not a gaming day"),
    ({"day": "9999-12-31", "shift": 0}, "is not a gaming day"),
    ({"day": "", "shift": 1}, "enter the day"),
    ({"day": "2026-03-03", "shift": 1, "since": "2026-03-01"}, "no other times"),
]


@pytest.mark.parametrize(("asked", "words"), WRONG)
def test_a_shift_that_is_none_is_refused(asked, words):
    with pytest.raises(Refused) as refused:
        house_period(SINGAPORE, **{"since": "", "until": ""} | asked)
    assert refused.value.code is ReportRefusal.PERIOD_INVALID
    assert words in refused.value.words


def test_any_other_period_is_no_shift(play):
    made = report("shift", play, since="2026-03-02T22:00:00", until="2026-03-03T10:00:01", days=SINGAPORE)
    assert made.house_time == ""


def test_a_shift_that_a_clock_change_shortens_is_as_long_as_it_was():
    auckland = GamingDays("Pacific/Auckland", ("00:00", "12:00"))
    begun, ended = auckland.bounds("2026-09-27", 1)
    assert (begun, ended) == ("2026-09-26T12:00:00+00:00", "2026-09-26T23:00:00+00:00"), "eleven hours"


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_has_every_section_with_the_same_figures(play, form):
    made = shift(play, noted=())
    content = FORMATS[form].content(made)
    if form == "json":
        assert [one["title"] for one in json.loads(content)["sections"]] == [one.title for one in made.sections]
        return
    text = content.decode("latin-1")
    for one in made.parts:
        assert one.title in text
    assert "2026-03-03, shift 1" in text


def test_a_pdf_has_the_figures_as_text(play):
    content = FORMATS["pdf"].content(shift(play))
    assert content.startswith(b"%PDF-1.4")
    shown = b" ".join(re.findall(rb"\((.*)\) Tj", content)).decode("cp1252")
    for said in ("Test Casino", "bea \\(dealer\\)", "0.50", "100.0000 %"):
        assert said in shown


@pytest.mark.parametrize("by", ["table", "dealer", "gaming-day", "shift"])
@pytest.mark.parametrize("name", ["turnover", "theory", "performance", "voids", "dice", "dealers"])
def test_what_dealers_do_can_be_told_by_table_dealer_gaming_day_and_shift(play, name, by):
    assert by in REPORTS[name].groups
    made = REPORTS[name].make(sources(play, by=by, days=SINGAPORE))
    names = {str(row[0]) for row in made.rows} - {"corrections"}
    wanted = {
        "table": {"T1"}, "dealer": {ANN, BEA}, "gaming-day": {"2026-03-02", "2026-03-03"},
        "shift": {"2026-03-02 2", "2026-03-03 1", "2026-03-03 2"},
    }[by]  # fmt: skip
    assert names <= wanted
    assert names == wanted or name == "voids"


@pytest.mark.parametrize("by", ["table", "gaming-day", "shift"])
@pytest.mark.parametrize("name", ["result", "vouchers", "meters", "float", "events"])
def test_all_others_can_be_told_by_table_gaming_day_and_shift(play, name, by):
    assert by in REPORTS[name].groups
    play.cash_out(1)
    noted = [Noted(7, MORNING, "large-win", "warning", "T1", "", "bea", "seat 1")]
    made = REPORTS[name].make(sources(play, by=by, days=SINGAPORE, noted=noted))
    assert made.columns[0].name == by


def test_meters_and_vouchers_by_shift_add_up_to_the_whole(play):
    play.cash_out(1)
    for name, figures in (("meters", ("wagered", "won", "vouchers out")), ("vouchers", ("issued now",))):
        by_shift = rows(name, play, by="shift", days=SINGAPORE)
        by_table = rows(name, play, by="table")
        for figure in figures:
            assert sum(one[figure] for one in by_shift) == sum(one[figure] for one in by_table) > 0
