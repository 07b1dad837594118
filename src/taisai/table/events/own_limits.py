"""Facts about what players have chosen for their own play."""

from taisai.table.events.parts import Tagged
from taisai.table.own_limits import OwnLimit


class LossLimited(Tagged, frozen=True, tag="loss-limited"):
    """By wagering, the seat's credit does not fall below `floor`; more credit raises it."""

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
    """Not yet in force; `amount` is -1 where no limit is wanted any more, and minutes for the time."""

    seat: int
    limit: OwnLimit
    amount: int
    due: str


class LimitLifted(Tagged, frozen=True, tag="limit-lifted"):
    seat: int
    limit: OwnLimit


class PlayEnded(Tagged, frozen=True, tag="play-ended"):
    """The time that the player had chosen is over."""

    seat: int


class BreakTaken(Tagged, frozen=True, tag="break-taken"):
    seat: int
    minutes: int
    until: str


class BreakEnded(Tagged, frozen=True, tag="break-ended"):
    seat: int
