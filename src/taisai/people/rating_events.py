"""Events of rated players. Their identity is encrypted with their own key."""

from taisai.people.event_base import Tagged
from taisai.rules.personal import PlayerText


class PlayerKnown(Tagged, frozen=True, tag="player-known"):
    """`player` is the pseudonym that all other events use."""

    player: str
    card: PlayerText
    player_name: PlayerText


class RatingBegun(Tagged, frozen=True, tag="rating-begun"):
    """Rates the wagers of a seat from the round after `after`."""

    rating: int
    player: str
    table: str
    seat: int
    after: int


class RatingEnded(Tagged, frozen=True, tag="rating-ended"):
    """Round `upto` is the last that counts."""

    rating: int
    upto: int


RatingEvent = PlayerKnown | RatingBegun | RatingEnded
