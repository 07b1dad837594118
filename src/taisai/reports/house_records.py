"""Records of the house journal for a period: significant events, duties and player ratings."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Final

from msgspec.structs import replace

from taisai.house.recall import head_before
from taisai.journal.index import Pointer
from taisai.journal.minutes import minute_of
from taisai.journal.seal import checked
from taisai.journal.store import Store
from taisai.people.duty_events import DutyBegun, DutyEnded
from taisai.people.events import HappeningNoted, PersonDeactivated
from taisai.people.rating_events import RatingBegun, RatingEnded
from taisai.people.register_entry import Recorded, recorded
from taisai.reports.period import SECONDS, Period
from taisai.reports.sources import Noted, Rated, Served, bounds

DUTY_LONGEST: Final = timedelta(days=1)  # how far before the period to look for duties that were already running


def noted(store: Store, period: Period) -> Iterator[Noted]:
    """Yield the events of the period, and some around it. A journal without an index is read completely."""
    for entry in _entries(store, period):
        match entry.event:
            case HappeningNoted(code=code, severity=severity, table=table, device=device, words=words):
                yield Noted(entry.seq, entry.at, code, severity, table, device, entry.by.name, words)


def served(store: Store, period: Period) -> Iterator[Served]:
    """Yield each duty that overlaps the period.

    Without an end it is still running; without a beginning it began more than a day before."""
    begun: dict[tuple[str, str, str], str] = {}
    for entry in _entries(store, _wider(period)):
        for key in _over(entry, begun):
            if not period.since or entry.at[:SECONDS] > period.since:
                yield Served(*key, begun.get(key, ""), entry.at)
            begun.pop(key, None)
        if isinstance(entry.event, DutyBegun):
            begun[entry.event.name, entry.event.duty, entry.event.table] = entry.at
    yield from (Served(*key, at, "") for key, at in begun.items())


def rated(store: Store, period: Period) -> Iterator[Rated]:
    """Yield each rating that overlaps the period. One that began more than a day before it is not found."""
    begun: dict[int, Rated] = {}
    for entry in _entries(store, _wider(period)):
        match entry.event:
            case RatingBegun(rating=number, player=player, table=table, seat=seat, after=after):
                begun[number] = Rated(number, player, table, seat, after + 1, entry.at)
            case RatingEnded(rating=number, upto=upto) if number in begun:
                one = begun.pop(number)
                if not period.since or entry.at[:SECONDS] > period.since:
                    yield replace(one, last=upto, ended=entry.at)
    yield from begun.values()


def _over(entry: Recorded, begun: dict[tuple[str, str, str], str]) -> list[tuple[str, str, str]]:
    match entry.event:
        case DutyEnded(name=name, duty=duty, table=table):
            return [(name, duty, table)]
        case PersonDeactivated(name=name):
            return [key for key in begun if key[0] == name]
    return []


def _wider(period: Period) -> Period:
    if not period.since:
        return period
    before = datetime.fromisoformat(period.since) - DUTY_LONGEST
    return Period(before.isoformat()[:SECONDS], period.until)


def _entries(store: Store, period: Period) -> Iterator[Recorded]:
    first, last = bounds(store.index, period) if store.index.upto() else (1, None)
    entries = (recorded(one.clear) for one in checked(store.read(first - 1), head_before(store, first)))
    return takewhile(lambda one: _may_be_in(one, period, last), entries)


def _may_be_in(entry: Recorded, period: Period, last: Pointer | None) -> bool:
    return not period.until or last is None or entry.seq <= last.seq or minute_of(entry.at) == last.number
