"""Duties: who deals and supervises at which table."""

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
    """`relief` deals at the first table; each dealer moves to the next, and the last one takes a break."""

    tables: Annotated[tuple[Line, ...], msgspec.Meta(max_length=100)]
    relief: Line


class OnDuty(Body, frozen=True):
    """The longest first. `dealers` and `supervisors` are the people who could take such a duty."""

    duties: tuple[Duty, ...]
    dealers: tuple[str, ...]
    supervisors: tuple[str, ...]
