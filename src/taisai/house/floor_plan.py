"""A timetable in the house's time zone: when tables are open, and which limits apply when. Staff carry it out."""

from datetime import datetime, timedelta
from enum import Enum
from typing import Annotated, Final, Literal

import msgspec

from taisai.house.gaming_days import ClockTime, zone_of
from taisai.house.receiver_settings import NAME
from taisai.house.setting_rows import row
from taisai.rules.refusals import Refused
from taisai.table.limits import LimitRule

Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
WEEKDAYS: Final[tuple[Weekday, ...]] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_DAY: Final = timedelta(days=1)


class PlanRefusal(Enum):
    PLAN_INVALID = "plan-invalid"


class OpeningHours(msgspec.Struct, frozen=True):
    """Hours for the given tables and weekdays; an empty list means all. If the end is not after the beginning, the
    hours end on the next day; they belong to the day on which they begin."""

    begins: Annotated[ClockTime, row("The local time of opening, such as 18:00.")]
    ends: Annotated[ClockTime, row("The local time of closing; on the next day if it is not later than begins.")]
    days: Annotated[
        tuple[Weekday, ...],
        row("The weekdays on which it opens: any of mon, tue, wed, thu, fri, sat and sun; empty for all."),
    ] = ()
    tables: Annotated[tuple[str, ...], row("The tables that it applies to; empty for all.")] = ()

    def __post_init__(self) -> None:
        if not self.begins or not self.ends:
            raise Refused(PlanRefusal.PLAN_INVALID, "opening hours need begins and ends; set both, such as 18:00", "")


class LimitTemplate(msgspec.Struct, frozen=True):
    """Named limits, for tables and times as in `OpeningHours`; without times they apply all day."""

    name: Annotated[
        str,
        msgspec.Meta(pattern=NAME),
        row("1 to 40 lower-case letters, digits and hyphens; each template needs its own name."),
    ]
    limits: Annotated[
        tuple[LimitRule, ...],
        row("The same as the limits of a table; they must fit every table of the template."),
    ]
    begins: Annotated[ClockTime, row("The local time from which they are due; 00:00 to 00:00 means all day.")] = "00:00"
    ends: Annotated[
        ClockTime, row("The local time at which they end; on the next day if it is not later than begins.")
    ] = "00:00"
    days: Annotated[
        tuple[Weekday, ...],
        row("The weekdays on which they begin: any of mon, tue, wed, thu, fri, sat and sun; empty for all."),
    ] = ()
    tables: Annotated[tuple[str, ...], row("The tables that it applies to; empty for all.")] = ()

    def __post_init__(self) -> None:
        if not self.name or not self.limits:
            raise Refused(PlanRefusal.PLAN_INVALID, "a limit template needs a name and limits; set both", self.name)


Timed = OpeningHours | LimitTemplate


class FloorPlan(msgspec.Struct, frozen=True):
    zone: str
    opening_hours: tuple[OpeningHours, ...] = ()
    templates: tuple[LimitTemplate, ...] = ()

    def hours(self, table: str) -> tuple[OpeningHours, ...]:
        return tuple(one for one in self.opening_hours if concerns(one, table))

    def is_to_be_open(self, table: str, at: str) -> bool:
        """Return whether the plan says that a table is open. A table without hours is opened and closed as staff see
        fit, so it is never due."""
        return any(self._holds(one, at) for one in self.hours(table))

    def template(self, table: str, at: str) -> LimitTemplate | None:
        """Return the first limit template that applies."""
        return next((one for one in self.templates if concerns(one, table) and self._holds(one, at)), None)

    def _holds(self, timed: Timed, at: str) -> bool:
        """Return whether the hours apply, by local clock time, even when the clock skips or repeats an hour."""
        local = datetime.fromisoformat(at).astimezone(zone_of(self.zone))
        clock = local.strftime("%H:%M")
        if timed.begins < timed.ends:
            return timed.begins <= clock < timed.ends and _is_on(timed, local)
        return (clock >= timed.begins and _is_on(timed, local)) or (clock < timed.ends and _is_on(timed, local - _DAY))


def concerns(timed: Timed, table: str) -> bool:
    return not timed.tables or table in timed.tables


def _is_on(timed: Timed, local: datetime) -> bool:
    return not timed.days or WEEKDAYS[local.weekday()] in timed.days
