"""Player ratings, between staff and the house."""

from typing import Annotated

import msgspec

from taisai.people.state import Player, Rating
from taisai.wire.bodies import Body

Line = Annotated[str, msgspec.Meta(max_length=64)]


class NewRating(Body, frozen=True):
    """`name` is stored if the card is new."""

    card: Line
    seat: Annotated[int, msgspec.Meta(ge=1, le=1000)]
    name: Annotated[str, msgspec.Meta(max_length=200)] = ""


class RatingInfo(Body, frozen=True):
    rating: Rating
    player: Player


class Ratings(Body, frozen=True):
    """The running ones, the longest first."""

    ratings: tuple[RatingInfo, ...]
