"""Commands about players' own limits. The house sets the times `due` and `until`."""

from taisai.table.command_parts import Command, Number, Word
from taisai.table.own_limits import OwnLimit


class LimitLoss(Command, frozen=True, tag="limit-loss"):
    """A stricter limit applies at once, a looser one when it is `due`."""

    seat: Number
    amount: Number
    due: Word = ""


class LimitStake(Command, frozen=True, tag="limit-stake"):
    """The most in a round, over all spots. A stricter limit applies at once, a looser one when it is `due`."""

    seat: Number
    amount: Number
    due: Word = ""


class LimitTime(Command, frozen=True, tag="limit-time"):
    """Wagers for so many minutes from now. An earlier end applies at once, a later one when it is `due`."""

    seat: Number
    minutes: Number
    until: Word = ""
    due: Word = ""


class LiftLimit(Command, frozen=True, tag="lift-limit"):
    """Removes the limit when it is `due`."""

    seat: Number
    limit: OwnLimit
    due: Word = ""


class LoosenLimit(Command, frozen=True, tag="loosen-limit"):
    """Only for the house: a requested looser limit is due."""

    seat: Number
    limit: OwnLimit


class EndPlay(Command, frozen=True, tag="end-play"):
    """Only for the house: the player's own time limit is reached."""

    seat: Number


class TakeBreak(Command, frozen=True, tag="take-break"):
    """No wagers and no money at this seat for so many minutes."""

    seat: Number
    minutes: Number
    until: Word = ""


class EndBreak(Command, frozen=True, tag="end-break"):
    """By the house when the break is over, or by staff at a seat without money."""

    seat: Number
