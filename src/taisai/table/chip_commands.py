"""What can be asked about the chips of a table."""

from typing import Literal

from taisai.table.command_parts import Command, Number, Pile, Text

Purpose = Literal["opening", "change", "closing"]


class BringChips(Command, frozen=True, tag="bring-chips"):
    """A player puts value chips of the house on the table, from wherever they had them."""

    seat: Number
    chips: Pile


class WriteOffColour(Command, frozen=True, tag="write-off-colour"):
    """Chips of the seat's colour that will not come back."""

    seat: Number
    count: Number
    why: Text


class CountFloat(Command, frozen=True, tag="count-float"):
    """What two people found in the float, by the value of the chips."""

    purpose: Purpose
    chips: Pile


class ApproveCount(Command, frozen=True, tag="approve-count"):
    """By a third person: why the count differs from what was expected."""

    why: Text
