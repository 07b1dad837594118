"""The times of players' own limits and breaks: when they begin and when they are over."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from msgspec.structs import replace

from taisai.table import commands as c
from taisai.table.own_limits import NOTHING_CHOSEN, Own, OwnLimit
from taisai.table.state import Table

Timed = c.LimitLoss | c.LimitStake | c.LimitTime | c.LiftLimit | c.TakeBreak
LOOSEN_HOURS: Final = 24


def timed(command: Timed, at: str, loosen_hours: int) -> Timed:
    """Return the command with times set by the house, replacing those of its sender."""
    match command:
        case c.TakeBreak(minutes=minutes):
            return replace(command, until=_later(at, minutes))
        case c.LimitTime(minutes=minutes):
            return replace(command, until=_later(at, minutes), due=_later(at, 60 * loosen_hours))
    return replace(command, due=_later(at, 60 * loosen_hours))


def due(table: Table, at: str) -> Iterator[c.Command]:
    """Yield the commands that the house gives by itself at this time."""
    for number, seat in table.seats.items():
        if seat.own != NOTHING_CHOSEN:
            yield from _due(number, seat.own, at)


def _due(number: int, own: Own, at: str) -> Iterator[c.Command]:
    if own.break_until and own.break_until <= at:
        yield c.EndBreak(number)
    for name, looser in own.asked.items():
        if looser.due and looser.due <= at:
            yield c.LoosenLimit(number, OwnLimit(name))
    if own.time_until and own.time_until <= at and not own.time_over:
        yield c.EndPlay(number)


def _later(at: str, minutes: int) -> str:
    """Return a later time; empty if the clock gives no time, as in a scenario, or the minutes are out of range."""
    try:
        return (datetime.fromisoformat(at) + timedelta(minutes=minutes)).isoformat(timespec="seconds")
    except (ValueError, OverflowError):
        return ""
