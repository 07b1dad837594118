"""Commands about the chips of a table."""

from typing import Literal

import msgspec

from taisai.table.command_parts import Command, Number, Pile, Text, Word

Purpose = Literal["opening", "change", "closing"]
Duty = Literal["dealer", "supervisor"]


class Payout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The chips, by kind, that the dealer chooses for one wager's winnings."""

    seat: Number
    spot: Word
    chips: Pile


class BringChips(Command, frozen=True, tag="bring-chips"):
    """A player puts value chips of the house on the table."""

    seat: Number
    chips: Pile


class WriteOffColour(Command, frozen=True, tag="write-off-colour"):
    """Chips of the seat's colour that will not come back."""

    seat: Number
    count: Number
    why: Text


class CountFloat(Command, frozen=True, tag="count-float"):
    """What two people found in the float, by chip value."""

    purpose: Purpose
    chips: Pile


class NoteDuty(Command, frozen=True, tag="note-duty"):
    """Only for the house: a new dealer or supervisor, if the settings require a count at a change."""

    duty: Duty
    name: Word


class ApproveCount(Command, frozen=True, tag="approve-count"):
    """A third person explains why the count differs from the expected amount."""

    why: Text
