"""Periods are half-open, in UTC, and refused where they make no sense."""

import pytest

from taisai.reports.period import Period
from taisai.reports.refusals import ReportRefusal
from taisai.rules.refusals import Refused


@pytest.mark.parametrize("ending", ["Z", "+00:00", ".000Z", ".999+00:00"])
def test_the_first_second_is_in_it_and_the_last_is_not(ending):
    period = Period.of("2026-03-01", "2026-03-02T12:00:00")
    assert period.holds(f"2026-03-01T00:00:00{ending}")
    assert period.holds(f"2026-03-02T11:59:59{ending}")
    assert not period.holds(f"2026-02-28T23:59:59{ending}")
    assert not period.holds(f"2026-03-02T12:00:00{ending}")
    assert period.is_over(f"2026-03-02T12:00:00{ending}")
    assert not period.is_over(f"2026-02-28T23:59:59{ending}")


def test_without_bounds_everything_is_in_it():
    assert Period.of("", "").holds("1900-01-01T00:00:00Z")
    assert Period.of("", "").holds("9999-12-31T23:59:59Z")


def test_another_zone_is_made_utc():
    assert Period.of("2026-03-01T00:00:00+08:00", "").since == "2026-02-28T16:00:00"
    assert Period.of("2026-03-01T00:00:00Z", "").since == Period.of("2026-03-01", "").since


@pytest.mark.parametrize(
    "text", ["yesterday", "2026-13-01", "2026-03-01T20:00:00.5", "0001-01-01T00:00:00+10:00", " ", "1e9"]
)
def test_what_is_no_date_is_refused(text):
    with pytest.raises(Refused) as refused:
        Period.of(text, "")
    assert refused.value.code is ReportRefusal.PERIOD_INVALID
    assert refused.value.value == text


def test_an_empty_period_is_refused():
    for until in ("2026-03-01", "2026-02-28"):
        with pytest.raises(Refused) as refused:
            Period.of("2026-03-01", until)
        assert refused.value.code is ReportRefusal.PERIOD_INVALID
