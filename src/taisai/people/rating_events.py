"""Events of rated players. Their identity is encrypted with their own key."""

from taisai.people.event_base import Tagged


class PlayerKnown(Tagged, frozen=True, tag="player-known"):
    """`player` is the pseudonym that all other events use."""

    player: str
    card: str
    player_name: str


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
