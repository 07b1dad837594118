"""Void rounds that are too frequent: at a table, by a person, or through interruptions."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from taisai.house.settings import Settings
from taisai.people.event_log import Note
from taisai.people.records import HOUSE
from taisai.people.significant_events import Happening
from taisai.people.state import Voided
from taisai.rules.vocabulary import Trouble

HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)


def alarms(voids: Sequence[Voided], settings: Settings) -> Iterator[Note]:
    """Yield what the newest void round triggers. A note comes each time the count reaches a multiple of the limit."""
    newest, hour = voids[-1], _within(voids, HOUR)
    here = [one for one in hour if one.table == newest.table]
    if _is_reached(len(here), settings.events.voids_per_hour):
        words = f"{len(here)} rounds were void at {newest.table} within an hour"
        yield Note(Happening.VOID_RATE, words, newest.table, value=str(len(here)))
    theirs = [one for one in hour if one.by == newest.by != HOUSE.name]
    if _is_reached(len(theirs), settings.events.voids_per_hour):
        words = f"{newest.by} voided {len(theirs)} rounds within an hour"
        yield Note(Happening.VOID_RATE, words, newest.table, value=str(len(theirs)))
    day = [one for one in _within(voids, DAY) if (one.table, one.trouble) == (newest.table, Trouble.INTERRUPTION)]
    if newest in day and _is_reached(len(day), settings.events.interruptions_per_day):
        words = f"{len(day)} rounds were void by interruption at {newest.table} within a day; find the cause"
        yield Note(Happening.VOID_RATE, words, newest.table, value=str(len(day)))


def _within(voids: Sequence[Voided], window: timedelta) -> list[Voided]:
    since = datetime.fromisoformat(voids[-1].at) - window
    return [one for one in voids if datetime.fromisoformat(one.at) > since]


def _is_reached(count: int, most: int) -> bool:
    return count > 0 and most > 0 and count % most == 0
