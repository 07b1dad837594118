"""What can be asked about chips that go between a table and the cage."""

from typing import Literal

from taisai.table.command_parts import Command, Number, Pile, Text

SlipKind = Literal["fill", "credit"]


class RequestSlip(Command, frozen=True, tag="request-slip"):
    """A fill brings chips to the table, a credit takes them to the cage."""

    kind: SlipKind
    chips: Pile


class PrepareSlip(Command, frozen=True, tag="prepare-slip"):
    """The chips are set out and counted where they come from."""

    slip: Number


class CarrySlip(Command, frozen=True, tag="carry-slip"):
    slip: Number


class ReceiveSlip(Command, frozen=True, tag="receive-slip"):
    """By two, who count and sign where the chips arrive."""

    slip: Number


class VoidSlip(Command, frozen=True, tag="void-slip"):
    """Its number stays in the series."""

    slip: Number
    why: Text
