"""Which reports a house makes."""

from taisai.wire.bodies import Body


class ReportInfo(Body, frozen=True):
    """`groups` are what its rows can be grouped by, its own way first."""

    name: str
    title: str
    groups: tuple[str, ...]


class Reports(Body, frozen=True):
    """`shifts` are when each begins in the time `zone` of the house; `shift` of the gaming day `day` is under way."""

    reports: tuple[ReportInfo, ...]
    zone: str
    shifts: tuple[str, ...]
    day: str
    shift: int
