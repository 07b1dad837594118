"""Facts about tips: whether the house allows them, and what goes into the tip box and out of it."""

from taisai.table.events.chips import Pile
from taisai.table.events.parts import Tagged


class TipsStated(Tagged, frozen=True, tag="tips-stated"):
    """What the house's settings say from here on; before the first time no tips are allowed."""

    allowed: bool


class TipGiven(Tagged, frozen=True, tag="tip-given"):
    seat: int
    chips: Pile
    amount: int


class TipsTaken(Tagged, frozen=True, tag="tips-taken"):
    """To the cage, counted by both."""

    chips: Pile
    amount: int
    by: str
    second: str
