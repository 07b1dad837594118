"""The period of a report."""

from datetime import UTC, datetime
from typing import Final, Self

import msgspec

from taisai.house.gaming_days import GamingDays
from taisai.reports.refusals import ReportRefusal
from taisai.rules.refusals import Refused, shown

SECONDS: Final = 19  # length of a time down to seconds
CALENDAR: Final = {"day": 10, "month": 7, "year": 4}  # length of a time as a name

HOUSE_TIME: Final = ("gaming-day", "shift")
BY_PLACE_AND_TIME: Final = ("table", "dealer", *HOUSE_TIME)


class Period(msgspec.Struct, frozen=True):
    """Half-open: `since` is included, `until` is not; empty means no bound. Both are in UTC, as in journals."""

    since: str
    until: str

    @classmethod
    def of(cls, since: str, until: str) -> Self:
        period = cls(_moment(since), _moment(until))
        if period.since and period.until and period.since >= period.until:
            words = f"the period from {since} until {until} is empty; choose an end after the beginning"
            raise Refused(ReportRefusal.PERIOD_INVALID, words, until)
        return period

    def holds(self, at: str) -> bool:
        return at[:SECONDS] >= self.since and not self.is_over(at)

    def is_over(self, at: str) -> bool:
        return bool(self.until) and at[:SECONDS] >= self.until


def house_period(days: GamingDays, day: str, shift: int, since: str, until: str) -> tuple[str, str]:
    """Return the bounds of a gaming day or a shift, if one is requested; else the bounds as given."""
    if not day and not shift:
        return since, until
    if since or until or not day:
        words = "a shift belongs to a gaming day, which has its own beginning and end; enter the day and no other times"
        raise Refused(ReportRefusal.PERIOD_INVALID, words, day or shift)
    if not 0 <= shift <= len(days.shifts):
        words = f"this house has no shift {shift}; a gaming day has {len(days.shifts)}, numbered from 1"
        raise Refused(ReportRefusal.PERIOD_INVALID, words, shift)
    try:
        return days.bounds(day, shift)
    except (ValueError, OverflowError):
        words = f"{shown(day)!r} is not a gaming day; write the date on which it began, such as 2026-03-01"
        raise Refused(ReportRefusal.PERIOD_INVALID, words, day) from None


def _moment(text: str) -> str:
    if not text:
        return ""
    try:
        found = datetime.fromisoformat(text)
        found = found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    except (ValueError, OverflowError):
        raise _invalid(text) from None
    if found.microsecond:
        raise _invalid(text)
    return found.isoformat()[:SECONDS]


def _invalid(text: str) -> Refused:
    words = f"{shown(text)!r} is not a date or a time in whole seconds; write 2026-03-01 or 2026-03-01T20:00:00, in UTC"
    return Refused(ReportRefusal.PERIOD_INVALID, words, text)
