"""Commands about tips, if the house allows them."""

from taisai.table.command_parts import Command, Number, Pile


class GiveTip(Command, frozen=True, tag="give-tip"):
    """A player's value chips go into the tip box."""

    seat: Number
    chips: Pile


class TakeTips(Command, frozen=True, tag="take-tips"):
    """Two people have counted the tip box; all of it goes to the cage."""

    chips: Pile
