"""Events of duties: who deals and supervises where, and who is on a break."""

from enum import StrEnum

from taisai.people.event_base import Tagged
from taisai.rules.personal import Name


class DutyKind(StrEnum):
    """Whoever has a break is at no table."""

    DEAL = "deal"
    SUPERVISE = "supervise"
    BREAK = "break"


class DutyBegun(Tagged, frozen=True, tag="duty-begun"):
    name: Name
    duty: DutyKind
    table: str


class DutyEnded(Tagged, frozen=True, tag="duty-ended"):
    name: Name
    duty: DutyKind
    table: str


DutyEvent = DutyBegun | DutyEnded
