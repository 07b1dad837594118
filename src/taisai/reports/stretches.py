"""How long something lasted within a period, and within each gaming day or shift."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final, NamedTuple

from taisai.reports.period import SECONDS
from taisai.reports.sources import Sources

MINUTE_S: Final = 60


class Stretch(NamedTuple):
    begun: datetime
    ended: datetime

    @property
    def minutes(self) -> int:
        return int((self.ended - self.begun).total_seconds()) // MINUTE_S


def stretches(sources: Sources, began: str, ended: str) -> Iterator[Stretch]:
    """Yield the part within the period, if any. Without an end it lasts until the report is made."""
    until = sources.period.until or sources.made_at[:SECONDS]
    begun = max(began[:SECONDS], sources.period.since)
    over = min((ended or sources.made_at)[:SECONDS], until)
    if began[:SECONDS] < until and begun and begun <= over:
        yield Stretch(_moment(begun), _moment(over))


def in_house_time(sources: Sources, stretch: Stretch) -> Iterator[tuple[str, Stretch]]:
    """Split at the ends of shifts, so that each shift gets its own part."""
    begun = stretch.begun
    while begun < stretch.ended:
        group = sources.group("", begun.isoformat())
        day, _, shift = group.partition(" ")
        ends = min(datetime.fromisoformat(sources.days.bounds(day, int(shift or 0))[1]), stretch.ended)
        yield group, Stretch(begun, ends)
        begun = ends


def _moment(at: str) -> datetime:
    return datetime.fromisoformat(f"{at}+00:00")
