"""Events about players' own limits."""

from taisai.table.events.parts import Tagged
from taisai.table.own_limits import OwnLimit


class LossLimited(Tagged, frozen=True, tag="loss-limited"):
    """Wagers must not reduce the seat's credit below `floor`; added credit raises it."""

    seat: int
    amount: int
    floor: int


class StakeLimited(Tagged, frozen=True, tag="stake-limited"):
    seat: int
    amount: int


class TimeLimited(Tagged, frozen=True, tag="time-limited"):
    seat: int
    minutes: int
    until: str


class LooserAsked(Tagged, frozen=True, tag="looser-asked"):
    """Requested, not yet in force. `amount` is -1 to remove the limit; for the time limit it is in minutes."""

    seat: int
    limit: OwnLimit
    amount: int
    due: str


class LimitLifted(Tagged, frozen=True, tag="limit-lifted"):
    seat: int
    limit: OwnLimit


class PlayEnded(Tagged, frozen=True, tag="play-ended"):
    """The player's own time limit is reached."""

    seat: int


class BreakTaken(Tagged, frozen=True, tag="break-taken"):
    seat: int
    minutes: int
    until: str


class BreakEnded(Tagged, frozen=True, tag="break-ended"):
    seat: int
