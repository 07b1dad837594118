"""Significant events, as whoever keeps them tells them."""

from taisai.reports.refusals import ReportRefusal
from taisai.reports.report import Body, columns
from taisai.reports.sources import Sources
from taisai.rules.refusals import Refused


def significant(sources: Sources) -> Body:
    if sources.noted is None:
        words = "significant events are noted in the house's own journal, and there is none here; ask the running house"
        raise Refused(ReportRefusal.SOURCE_MISSING, words, "noted")
    period = sources.period
    return Body(
        columns(time="time", number="count", code="text", severity="text", table="text", device="text", person="text",
                words="text"),
        tuple(
            (one.at, one.seq, one.code, one.severity, one.table, one.device, one.by, one.words)
            for one in sources.noted
            if period.holds(one.at)
        ),
    )  # fmt: skip
