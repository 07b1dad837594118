"""All reports by name."""

from collections.abc import Callable
from typing import Final

import msgspec

from taisai.reports import (
    dice,
    duties,
    floats,
    meters,
    performance,
    ratings,
    results,
    rounds_by_dealer,
    shift_report,
    significant_events,
    table_results,
    theory,
    turnover,
    voids,
    vouchers,
)
from taisai.reports.refusals import ReportRefusal
from taisai.reports.report import Body, Report
from taisai.reports.sources import Sources, house_games
from taisai.rules.refusals import Refused, did_you_mean, shown

FROM_FIRST: Final = "the first entry"


class ReportKind(msgspec.Struct, frozen=True):
    """`groups` are the possible groupings of rows, the default first; empty if there is only one. `no_dealer` says why
    it has no grouping by dealer."""

    title: str
    find: Callable[[Sources], Body]
    groups: tuple[str, ...] = ()
    no_dealer: str = ""

    def make(self, sources: Sources) -> Report:
        sources = msgspec.structs.replace(sources, by=self._group(sources.by))
        period = sources.period
        body = self.find(sources)
        heading = self.title, sources.version, sources.site
        bounds = period.since or FROM_FIRST, period.until or sources.made_at
        games = house_games(sources)
        return Report(
            *heading, *bounds, sources.made_at, body.columns, body.rows, body.totals, body.notes, games,
            house_time=_house_time(sources), sections=body.sections,
        )  # fmt: skip

    def _group(self, by: str) -> str:
        if by and by not in self.groups:
            ways = f"choose one of {', '.join(self.groups)}" if self.groups else "leave the grouping out"
            why = f": {self.no_dealer}" if by == "dealer" and self.no_dealer else ""
            words = f"{self.title!r} cannot be grouped by {by}{why}; {ways}"
            raise Refused(ReportRefusal.GROUPING_UNFIT, words, by)
        return by or next(iter(self.groups), "")


def _house_time(sources: Sources) -> str:
    period = sources.period
    if not period.since or not period.until:
        return ""
    return sources.days.called(f"{period.since}+00:00", f"{period.until}+00:00")


_FLOATS: Final = "a float belongs to the table, not to a dealer; turnover by dealer shows what their rounds won"
_VOUCHERS: Final = "dealers do not handle vouchers; players issue and redeem them at their seats"
_METERS: Final = "a meter belongs to a seat, not to a dealer; turnover by dealer shows what was wagered and won"
_SECTIONS: Final = "it already has a section for dealers"

REPORTS: Final[dict[str, ReportKind]] = {
    "result": ReportKind("Table result", results.results, results.GROUPS, _FLOATS),
    "chip-result": ReportKind(
        "Result of chip tables, checked against play", table_results.table_results, table_results.GROUPS, _FLOATS
    ),
    "turnover": ReportKind("Turnover, win and hold", turnover.turnover, turnover.GROUPS),
    "theory": ReportKind("Theoretical and actual win", theory.theory, theory.GROUPS),
    "performance": ReportKind("Game performance", performance.performance, performance.GROUPS),
    "voids": ReportKind("Voids and corrections", voids.voids, voids.GROUPS),
    "vouchers": ReportKind("Vouchers issued, redeemed and outstanding", vouchers.vouchers, vouchers.GROUPS, _VOUCHERS),
    "meters": ReportKind("Meters by seat", meters.meters, meters.GROUPS, _METERS),
    "dealers": ReportKind("Rounds by dealer", rounds_by_dealer.dealing, rounds_by_dealer.GROUPS),
    "dice": ReportKind("Dice", dice.dice, dice.GROUPS),
    "events": ReportKind("Significant events", significant_events.significant, significant_events.GROUPS),
    "duties": ReportKind("Duties", duties.duties, duties.GROUPS),
    "ratings": ReportKind("Ratings of players", ratings.ratings, ratings.GROUPS),
    "float": ReportKind("Fills and credits", floats.floats, floats.GROUPS),
    "shift": ReportKind("Shift and gaming-day report", shift_report.shift_report, no_dealer=_SECTIONS),
}


def report_kind(name: str) -> ReportKind:
    found = REPORTS.get(name)
    if found is None:
        words = f"there is no report {shown(name)!r}{did_you_mean(name, REPORTS)}; choose one of {', '.join(REPORTS)}"
        raise Refused(ReportRefusal.REPORT_UNKNOWN, words, name)
    return found
