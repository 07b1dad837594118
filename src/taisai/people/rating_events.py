"""Facts about players whose play is rated. Who they are is encrypted with a key of their own."""

from taisai.people.event_base import Tagged


class PlayerKnown(Tagged, frozen=True, tag="player-known"):
    """`player` is the pseudonym under which all else is written."""

    player: str
    card: str
    player_name: str


class RatingBegun(Tagged, frozen=True, tag="rating-begun"):
    """Of the wagers of a seat from the round after `after` on."""

    rating: int
    player: str
    table: str
    seat: int
    after: int


class RatingEnded(Tagged, frozen=True, tag="rating-ended"):
    """Round `upto` was the last that counts."""

    rating: int
    upto: int


RatingEvent = PlayerKnown | RatingBegun | RatingEnded
