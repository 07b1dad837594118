"""Significant events, as the house journal records them."""

from collections import Counter
from collections.abc import Iterable

from taisai.reports.period import BY_PLACE_AND_TIME
from taisai.reports.refusals import ReportRefusal
from taisai.reports.report import Body, columns
from taisai.reports.round_dealer import dealers_at
from taisai.reports.sources import Noted, Sources, journals
from taisai.rules.refusals import Refused

GROUPS = ("entry", *BY_PLACE_AND_TIME)
NOTE = "An event counts for the dealer of its table's last round; without a table or a round it counts for no dealer."


def significant(sources: Sources) -> Body:
    if sources.noted is None:
        words = "significant events are in the house's own journal, which is not available here; use the running house"
        raise Refused(ReportRefusal.SOURCE_MISSING, words, "noted")
    found = (one for one in sources.noted if sources.period.holds(one.at))
    return _listed(found) if sources.by == "entry" else _grouped(sources, found)


def _grouped(sources: Sources, found: Iterable[Noted]) -> Body:
    by_dealer = sources.by == "dealer"
    dealing = {one.table: dealers_at(one.entries) for one in journals(sources)} if by_dealer else {}
    grouped = ((one, dealing[one.table](one.at) if one.table in dealing else "") for one in found)
    times = Counter((sources.group(one.table, one.at, dealer), one.code, one.severity) for one, dealer in grouped)
    return Body(
        columns(**{sources.by: "text"}, code="text", severity="text", times="count"),
        tuple((*key, count) for key, count in sorted(times.items())),
        notes=(NOTE,) if by_dealer else (),
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
