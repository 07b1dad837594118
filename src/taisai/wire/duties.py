"""Who deals and supervises where, between staff and the house."""

from typing import Annotated

import msgspec

from taisai.people.duty_events import DutyKind
from taisai.people.state import Duty
from taisai.wire.bodies import Body

Line = Annotated[str, msgspec.Meta(max_length=64)]


class DutyTaken(Body, frozen=True):
    """A break is at no table."""

    name: Line
    duty: DutyKind
    table: Line = ""


class DutyLeft(Body, frozen=True):
    name: Line


class Rotation(Body, frozen=True):
    """`relief` deals at the first table; each dealer goes on to the next, the last one to a break."""

    tables: Annotated[tuple[Line, ...], msgspec.Meta(max_length=100)]
    relief: Line


class OnDuty(Body, frozen=True):
    """The longest first. `dealers` and `supervisors` are those who could have such a duty."""

    duties: tuple[Duty, ...]
    dealers: tuple[str, ...]
    supervisors: tuple[str, ...]
