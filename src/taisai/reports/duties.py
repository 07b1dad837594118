"""Duties: who dealt and supervised at which table from when to when, and who had a break."""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from taisai.reports.period import BY_PLACE_AND_TIME, HOUSE_TIME, SECONDS
from taisai.reports.refusals import ReportRefusal
from taisai.reports.report import Body, columns
from taisai.reports.sources import Served, Sources
from taisai.rules.refusals import Refused

GROUPS = ("entry", *BY_PLACE_AND_TIME)
NOTES = ("Minutes are those within the period; a duty that is not over counts up to when the report was made.",)
MINUTE_S = 60


class Stretch(NamedTuple):
    """A duty as far as it lies in the period."""

    served: Served
    begun: datetime
    ended: datetime

    @property
    def minutes(self) -> int:
        return int((self.ended - self.begun).total_seconds()) // MINUTE_S


def duties(sources: Sources) -> Body:
    if sources.served is None:
        words = "duties are in the house's own journal, and there is none here; ask the running house"
        raise Refused(ReportRefusal.SOURCE_MISSING, words, "served")
    found = sorted(_stretches(sources, sources.served), key=lambda one: (one.begun, one.served.name))
    return _listed(found) if sources.by == "entry" else _grouped(sources, found)


def _listed(found: list[Stretch]) -> Body:
    return Body(
        columns(person="text", duty="text", table="text", began="time", ended="time", minutes="count"),
        tuple((*_named(one.served), one.served.began, one.served.ended, one.minutes) for one in found),
        notes=NOTES,
    )


def _named(served: Served) -> tuple[str, str, str]:
    return served.name, served.duty, served.table


def _grouped(sources: Sources, found: list[Stretch]) -> Body:
    sums: Counter[tuple[str, str, str]] = Counter()
    for one in found:
        for group, minutes in _groups(sources, one):
            other = one.served.table if sources.by == "dealer" else one.served.name
            sums[group, one.served.duty, other] += minutes
    other = "table" if sources.by == "dealer" else "person"
    return Body(
        columns(**{sources.by: "text"}, duty="text", **{other: "text"}, minutes="count"),
        tuple((*key, minutes) for key, minutes in sorted(sums.items())),
        notes=NOTES,
    )


def _groups(sources: Sources, one: Stretch) -> Iterator[tuple[str, int]]:
    """A duty that goes on into the next shift counts in both."""
    if sources.by not in HOUSE_TIME:
        yield sources.group(one.served.table, one.begun.isoformat(), one.served.name), one.minutes
        return
    begun = one.begun
    while begun < one.ended:
        group = sources.group("", begun.isoformat())
        day, _, shift = group.partition(" ")
        ends = min(datetime.fromisoformat(sources.days.bounds(day, int(shift or 0))[1]), one.ended)
        yield group, one._replace(begun=begun, ended=ends).minutes
        begun = ends


def _stretches(sources: Sources, served: Iterable[Served]) -> Iterator[Stretch]:
    since, until = sources.period.since, sources.period.until or sources.made_at[:SECONDS]
    for one in served:
        begun = max(one.began[:SECONDS], since)
        ended = min((one.ended or sources.made_at)[:SECONDS], until)
        if one.began[:SECONDS] < until and begun <= ended and (begun or one.began):
            yield Stretch(one, _moment(begun), _moment(ended))


def _moment(at: str) -> datetime:
    return datetime.fromisoformat(f"{at}+00:00")
