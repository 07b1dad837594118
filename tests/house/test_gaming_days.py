"""Gaming days and shifts by the clock of the house, through nights in which that clock is changed."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taisai.house.gaming_days import GamingDayRefusal, GamingDays
from taisai.house.settings_reader import read
from taisai.rules.refusals import Refused

SINGAPORE = GamingDays("Asia/Singapore")
AUCKLAND = GamingDays("Pacific/Auckland", ("02:30", "10:00", "18:00", "02:00"))


@pytest.mark.parametrize(
    ("at", "day", "shift"),
    [
        ("2026-11-15T21:59:59.999+00:00", "2026-11-15", "2026-11-15 3"),  # 05:59 there, on the 16th
        ("2026-11-15T22:00:00.000+00:00", "2026-11-16", "2026-11-16 1"),
        ("2026-11-16T05:59:59.999+00:00", "2026-11-16", "2026-11-16 1"),
        ("2026-11-16T06:00:00.000+00:00", "2026-11-16", "2026-11-16 2"),
        ("2026-11-16T16:00:00.000+00:00", "2026-11-16", "2026-11-16 3"),  # midnight there
    ],
)
def test_a_day_begins_when_the_first_shift_does(at, day, shift):
    assert (SINGAPORE.day(at), SINGAPORE.shift(at)) == (day, shift)


def shifts_of(days, first, hours):
    start = datetime.fromisoformat(first)
    moments = [(start + timedelta(minutes=15 * step)).isoformat() for step in range(hours * 4)]
    return [(days.day(at), days.shift(at)) for at in moments]


@pytest.mark.parametrize(
    ("night", "day", "hours"),
    [("2026-04-02T00:00:00+00:00", "2026-04-05", 25), ("2026-09-24T00:00:00+00:00", "2026-09-26", 24)],
    ids=["back", "forward"],
)
def test_no_moment_is_in_a_day_that_was_over_when_clocks_change(night, day, hours):
    """In April the hour of 02:30 comes twice there, in September it does not come."""
    found = shifts_of(AUCKLAND, night, 120)
    assert found == sorted(found)
    assert sum(one[0] == day for one in found) == hours * 4


@given(
    st.sampled_from(["UTC", "Asia/Singapore", "Pacific/Auckland", "America/New_York", "Australia/Lord_Howe"]),
    st.integers(946_684_800, 2_051_222_400).map(lambda second: datetime.fromtimestamp(second, UTC)),
    st.timedeltas(timedelta(0), timedelta(hours=30)),
    st.sampled_from([("06:00", "14:00", "22:00"), ("00:00",), ("02:30", "02:00"), ("23:00", "01:30", "12:00")]),
)
def test_later_moments_are_never_in_earlier_days_or_shifts(zone, moment, later, shifts):
    days = GamingDays(zone, shifts)
    first, second = moment.isoformat(), (moment + later).isoformat()
    assert days.day(first) <= days.day(second)
    assert days.shift(first) <= days.shift(second)
    assert days.shift(first).startswith(days.day(first))


@pytest.mark.parametrize("shifts", [("06:00", "06:00"), ("06:00", "22:00", "14:00"), ("06:00", "05:00", "07:00")])
def test_shifts_that_do_not_follow_one_another_are_refused(shifts):
    with pytest.raises(Refused) as refused:
        GamingDays("UTC", shifts)
    assert refused.value.code is GamingDayRefusal.SHIFTS_UNFIT


@pytest.mark.parametrize("zone", ["Asia/Singapur", "", "../../etc/passwd", "/etc/localtime"])
def test_a_zone_that_does_not_exist_is_refused(zone):
    with pytest.raises(Refused) as refused:
        GamingDays(zone)
    assert refused.value.code is GamingDayRefusal.ZONE_UNKNOWN


WRONG = {
    'time_zone = "Asia/Singapur"': "no time zone",
    'shifts = ["06:00", "22:00", "14:00"]': "must begin in order",
    'shifts = ["6:00"]': "When each shift begins",
    "shifts = []": "When each shift begins",
    'time_zone = "../zone"': "such as Asia/Singapore",
}


@pytest.mark.parametrize("text", WRONG)
def test_settings_of_days_that_do_not_fit_are_told_with_their_line(tmp_path, text):
    table = '\n[[table]]\nid = "H"\npaytable = "nz-2008/1"\n'
    (tmp_path / "taisai.toml").write_text(text + table, encoding="utf-8")
    (problem,) = map(str, read({"folder": tmp_path}, {})[1])
    assert WRONG[text] in problem
    assert "taisai.toml:1" in problem
