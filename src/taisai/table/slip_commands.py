"""Commands about chips that move between a table and the cage."""

from typing import Literal

from taisai.table.command_parts import Command, Number, Pile, Text

SlipKind = Literal["fill", "credit"]


class RequestSlip(Command, frozen=True, tag="request-slip"):
    """A fill brings chips to the table; a credit takes them to the cage."""

    kind: SlipKind
    chips: Pile


class PrepareSlip(Command, frozen=True, tag="prepare-slip"):
    """The chips are counted at their origin."""

    slip: Number


class CarrySlip(Command, frozen=True, tag="carry-slip"):
    slip: Number


class ReceiveSlip(Command, frozen=True, tag="receive-slip"):
    """Two people count and sign on arrival."""

    slip: Number


class VoidSlip(Command, frozen=True, tag="void-slip"):
    """The number is not reused."""

    slip: Number
    why: Text
