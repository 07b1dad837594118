"""The reports that a house offers."""

from taisai.wire.bodies import Body


class ReportInfo(Body, frozen=True):
    """`groups` are the possible groupings of rows, the default first."""

    name: str
    title: str
    groups: tuple[str, ...]


class Reports(Body, frozen=True):
    """`shifts` are their beginnings in the time `zone` of the house. It is now `shift` of the gaming day `day`."""

    reports: tuple[ReportInfo, ...]
    zone: str
    shifts: tuple[str, ...]
    day: str
    shift: int
