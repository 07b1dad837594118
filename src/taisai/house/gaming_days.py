"""The gaming days and shifts of a house, in its own time zone. Every moment is in exactly one of each."""

from datetime import UTC, date, datetime, time, timedelta
from enum import Enum
from functools import lru_cache
from typing import Annotated, Final
from zoneinfo import ZoneInfo

import msgspec

from taisai.rules.refusals import Refused

CLOCK: Final = r"^([01][0-9]|2[0-3]):[0-5][0-9]\Z"
_DAY: Final = timedelta(days=1)


class GamingDayRefusal(Enum):
    ZONE_UNKNOWN = "time-zone-unknown"
    SHIFTS_UNFIT = "shifts-unfit"


ClockTime = Annotated[str, msgspec.Meta(pattern=CLOCK)]


class GamingDays(msgspec.Struct, frozen=True):
    """`shifts` are the local times at which each shift begins; the first begins with the gaming day."""

    zone: str = "UTC"
    shifts: tuple[str, ...] = ("06:00", "14:00", "22:00")

    def __post_init__(self) -> None:
        zone_of(self.zone)
        order = [_minutes(one, self.shifts[0]) for one in self.shifts]
        if not order or order != sorted(set(order)):
            words = (
                "shifts must begin in order within one day, each at its own time; use times such as 06:00, 14:00, 22:00"
            )
            raise Refused(GamingDayRefusal.SHIFTS_UNFIT, words, ", ".join(self.shifts))

    def day(self, at: str) -> str:
        """Return the date on which the gaming day of a UTC moment began."""
        return self._day(datetime.fromisoformat(at)).isoformat()

    def shift(self, at: str) -> str:
        """Return the gaming day and the number of the shift within it."""
        moment = datetime.fromisoformat(at)
        day = self._day(moment)
        number = sum(self._begins(day, shift) <= moment for shift in self.shifts)
        return f"{day.isoformat()} {number}"

    def bounds(self, day: str, shift: int = 0) -> tuple[str, str]:
        """Return when a gaming day, or one of its shifts by number, begins and ends in UTC."""
        first = date.fromisoformat(day)
        begins = [self._begins(first, one) for one in self.shifts]
        begins.append(self._begins(first + _DAY, self.shifts[0]))
        begun, ended = (begins[shift - 1], begins[shift]) if shift else (begins[0], begins[-1])
        return begun.isoformat(), ended.isoformat()

    def called(self, since: str, until: str) -> str:
        """Return the name of the gaming day or shift between two moments, as `day` and `shift` give it; else empty."""
        day = self.day(since)
        names = {self.bounds(day, number): f"{day} {number}" for number in range(len(self.shifts), 0, -1)}
        names[self.bounds(day)] = day
        return names.get((since, until), "")

    def _day(self, moment: datetime) -> date:
        """Find the day by when days begin, so that an hour the clock shows twice is still in one day."""
        local = moment.astimezone(zone_of(self.zone)).date()
        days = (local + _DAY, local, local - _DAY)
        return next(day for day in days if self._begins(day, self.shifts[0]) <= moment)

    def _begins(self, day: date, shift: str) -> datetime:
        """Return when a shift begins. A time before the first shift falls on the next date. A time that the clock skips
        is when the clock continues."""
        if shift < self.shifts[0]:
            day += _DAY
        return datetime.combine(day, time.fromisoformat(shift), zone_of(self.zone)).astimezone(UTC)


def _minutes(shift: str, first: str) -> int:
    """Return the minutes from the start of the gaming day to a shift, by the clock."""
    begins, start = time.fromisoformat(shift), time.fromisoformat(first)
    return ((begins.hour - start.hour) * 60 + begins.minute - start.minute) % (24 * 60)


@lru_cache
def zone_of(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, KeyError) as error:
        words = f"there is no time zone {name!r}; use one such as Asia/Singapore or Pacific/Auckland"
        raise Refused(GamingDayRefusal.ZONE_UNKNOWN, words, name) from error
