"""What can be asked about the chips of a table."""

from typing import Literal

import msgspec

from taisai.table.command_parts import Command, Number, Pile, Text, Word

Purpose = Literal["opening", "change", "closing"]
Duty = Literal["dealer", "supervisor"]


class Payout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The chips that the dealer chooses for what one wager wins, by their kind."""

    seat: Number
    spot: Word
    chips: Pile


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


class NoteDuty(Command, frozen=True, tag="note-duty"):
    """The house itself, where its settings want a count at a change: who deals or supervises here now."""

    duty: Duty
    name: Word


class ApproveCount(Command, frozen=True, tag="approve-count"):
    """By a third person: why the count differs from what was expected."""

    why: Text
