"""Gaming days and shifts of a house, in its own time zone: every moment is in exactly one of each."""

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
    """`shifts` are when each begins, by the clock on the wall; the first begins with the gaming day."""

    zone: str = "UTC"
    shifts: tuple[str, ...] = ("06:00", "14:00", "22:00")

    def __post_init__(self) -> None:
        zone_of(self.zone)
        order = [_minutes(one, self.shifts[0]) for one in self.shifts]
        if not order or order != sorted(set(order)):
            words = (
                "shifts follow one another within a day, each with a beginning of its own; write 06:00, 14:00, 22:00"
            )
            raise Refused(GamingDayRefusal.SHIFTS_UNFIT, words, ", ".join(self.shifts))

    def day(self, at: str) -> str:
        """The date on which the gaming day began that a moment in UTC is in."""
        return self._day(datetime.fromisoformat(at)).isoformat()

    def shift(self, at: str) -> str:
        """The gaming day and the number of the shift in it."""
        moment = datetime.fromisoformat(at)
        day = self._day(moment)
        number = sum(self._begins(day, shift) <= moment for shift in self.shifts)
        return f"{day.isoformat()} {number}"

    def bounds(self, day: str, shift: int = 0) -> tuple[str, str]:
        """When a gaming day begins and ends, or one of its shifts by its number, in UTC."""
        first = date.fromisoformat(day)
        begins = [self._begins(first, one) for one in self.shifts]
        begins.append(self._begins(first + _DAY, self.shifts[0]))
        begun, ended = (begins[shift - 1], begins[shift]) if shift else (begins[0], begins[-1])
        return begun.isoformat(), ended.isoformat()

    def called(self, since: str, until: str) -> str:
        """The gaming day or the shift that lies between two moments, as `day` and `shift` name them; else nothing."""
        day = self.day(since)
        names = {self.bounds(day, number): f"{day} {number}" for number in range(len(self.shifts), 0, -1)}
        names[self.bounds(day)] = day
        return names.get((since, until), "")

    def _day(self, moment: datetime) -> date:
        """Looked for by when days begin: an hour that a clock shows twice is in one day all the same."""
        local = moment.astimezone(zone_of(self.zone)).date()
        days = (local + _DAY, local, local - _DAY)
        return next(day for day in days if self._begins(day, self.shifts[0]) <= moment)

    def _begins(self, day: date, shift: str) -> datetime:
        """Past midnight it is the next date. A time that a clock skips is when it goes on."""
        if shift < self.shifts[0]:
            day += _DAY
        return datetime.combine(day, time.fromisoformat(shift), zone_of(self.zone)).astimezone(UTC)


def _minutes(shift: str, first: str) -> int:
    """Since the gaming day began, by the clock."""
    begins, start = time.fromisoformat(shift), time.fromisoformat(first)
    return ((begins.hour - start.hour) * 60 + begins.minute - start.minute) % (24 * 60)


@lru_cache
def zone_of(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, KeyError) as error:
        words = f"no time zone {name!r}; write one such as Asia/Singapore or Pacific/Auckland"
        raise Refused(GamingDayRefusal.ZONE_UNKNOWN, words, name) from error
