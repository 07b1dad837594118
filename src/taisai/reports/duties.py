"""Duties: who dealt and supervised at which table and when, and who had a break."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from taisai.reports.period import BY_PLACE_AND_TIME, HOUSE_TIME
from taisai.reports.refusals import ReportRefusal
from taisai.reports.report import Body, columns
from taisai.reports.sources import Served, Sources
from taisai.reports.stretches import Stretch, in_house_time, stretches
from taisai.rules.refusals import Refused

GROUPS = ("entry", *BY_PLACE_AND_TIME)
NOTES = ("Only minutes within the period count; a duty in progress counts up to the time of the report.",)


class Duty(NamedTuple):
    """The part of a duty within the period."""

    served: Served
    stretch: Stretch


def duties(sources: Sources) -> Body:
    if sources.served is None:
        words = "duties are in the house's own journal, which is not available here; use the running house"
        raise Refused(ReportRefusal.SOURCE_MISSING, words, "served")
    found = sorted(_in_period(sources, sources.served), key=lambda one: (one.stretch.begun, one.served.name))
    return _listed(found) if sources.by == "entry" else _grouped(sources, found)


def _listed(found: list[Duty]) -> Body:
    return Body(
        columns(person="text", duty="text", table="text", began="time", ended="time", minutes="count"),
        tuple((*_named(one.served), one.served.began, one.served.ended, one.stretch.minutes) for one in found),
        notes=NOTES,
    )


def _named(served: Served) -> tuple[str, str, str]:
    return served.name, served.duty, served.table


def _grouped(sources: Sources, found: list[Duty]) -> Body:
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


def _groups(sources: Sources, one: Duty) -> Iterator[tuple[str, int]]:
    if sources.by in HOUSE_TIME:
        yield from ((group, part.minutes) for group, part in in_house_time(sources, one.stretch))
    else:
        yield sources.group(one.served.table, one.stretch.begun.isoformat(), one.served.name), one.stretch.minutes


def _in_period(sources: Sources, served: Iterable[Served]) -> Iterator[Duty]:
    for one in served:
        yield from (Duty(one, stretch) for stretch in stretches(sources, one.began, one.ended))
