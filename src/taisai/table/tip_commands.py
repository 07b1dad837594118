"""What can be asked about tips, where the house allows them."""

from taisai.table.command_parts import Command, Number, Pile


class GiveTip(Command, frozen=True, tag="give-tip"):
    """Value chips of a player, to the tip box."""

    seat: Number
    chips: Pile


class TakeTips(Command, frozen=True, tag="take-tips"):
    """By two, who have counted what is in the tip box: all of it goes to the cage."""

    chips: Pile
