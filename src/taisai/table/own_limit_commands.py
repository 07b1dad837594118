"""What players ask for about their own play. `due` and `until` are times, and the house's to say."""

from taisai.table.command_parts import Command, Number, Word
from taisai.table.own_limits import OwnLimit


class LimitLoss(Command, frozen=True, tag="limit-loss"):
    """Stricter at once; looser when it is `due`."""

    seat: Number
    amount: Number
    due: Word = ""


class LimitStake(Command, frozen=True, tag="limit-stake"):
    """The most in a round, over all spots. Stricter at once; looser when it is `due`."""

    seat: Number
    amount: Number
    due: Word = ""


class LimitTime(Command, frozen=True, tag="limit-time"):
    """Wagers until so many minutes from now. Sooner at once; later when it is `due`."""

    seat: Number
    minutes: Number
    until: Word = ""
    due: Word = ""


class LiftLimit(Command, frozen=True, tag="lift-limit"):
    """No such limit any more, when it is `due`."""

    seat: Number
    limit: OwnLimit
    due: Word = ""


class LoosenLimit(Command, frozen=True, tag="loosen-limit"):
    """By the house itself: what was asked for is due."""

    seat: Number
    limit: OwnLimit


class EndPlay(Command, frozen=True, tag="end-play"):
    """By the house itself: the time that the player has chosen is over."""

    seat: Number


class TakeBreak(Command, frozen=True, tag="take-break"):
    """The seat takes no wagers and no money for so many minutes."""

    seat: Number
    minutes: Number
    until: Word = ""


class EndBreak(Command, frozen=True, tag="end-break"):
    """By the house itself when it is over, or by staff at a seat that nobody has money at."""

    seat: Number
