"""Significant events, as whoever keeps them tells them."""

from collections import Counter
from collections.abc import Iterable

from taisai.reports.period import HOUSE_TIME
from taisai.reports.refusals import ReportRefusal
from taisai.reports.report import Body, columns
from taisai.reports.sources import Noted, Sources
from taisai.rules.refusals import Refused

GROUPS = ("entry", "table", *HOUSE_TIME)


def significant(sources: Sources) -> Body:
    if sources.noted is None:
        words = "significant events are noted in the house's own journal, and there is none here; ask the running house"
        raise Refused(ReportRefusal.SOURCE_MISSING, words, "noted")
    found = (one for one in sources.noted if sources.period.holds(one.at))
    return _listed(found) if sources.by == "entry" else _grouped(sources, found)


def _grouped(sources: Sources, found: Iterable[Noted]) -> Body:
    times = Counter((sources.group(one.table, one.at), one.code, one.severity) for one in found)
    return Body(
        columns(**{sources.by: "text"}, code="text", severity="text", times="count"),
        tuple((*key, count) for key, count in sorted(times.items())),
    )


def _listed(found: Iterable[Noted]) -> Body:
    return Body(
        columns(time="time", number="count", code="text", severity="text", table="text", device="text", person="text",
                words="text"),
        tuple(
            (one.at, one.seq, one.code, one.severity, one.table, one.device, one.by, one.words)
            for one in found
        ),
    )  # fmt: skip
