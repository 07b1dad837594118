"""From when to when a report tells."""

from datetime import UTC, datetime
from typing import Final, Self

import msgspec

from taisai.reports.refusals import ReportRefusal
from taisai.rules.refusals import Refused, shown

SECONDS: Final = 19  # characters of a time down to its seconds
CALENDAR: Final = {"day": 10, "month": 7, "year": 4}  # characters of a time that name it


class Period(msgspec.Struct, frozen=True):
    """Half-open: `since` is in it, `until` is not; an empty one is no bound. Both are in UTC, as journals are."""

    since: str
    until: str

    @classmethod
    def of(cls, since: str, until: str) -> Self:
        period = cls(_moment(since), _moment(until))
        if period.since and period.until and period.since >= period.until:
            words = f"a period from {since} until {until} is empty; let it end later than it begins"
            raise Refused(ReportRefusal.PERIOD_INVALID, words, until)
        return period

    def holds(self, at: str) -> bool:
        return at[:SECONDS] >= self.since and not self.is_over(at)

    def is_over(self, at: str) -> bool:
        return bool(self.until) and at[:SECONDS] >= self.until


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
    words = f"{shown(text)!r} is no date and no time in whole seconds; write 2026-03-01 or 2026-03-01T20:00:00, in UTC"
    return Refused(ReportRefusal.PERIOD_INVALID, words, text)
