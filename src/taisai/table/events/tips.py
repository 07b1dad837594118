"""Events about tips: whether the house allows them, and what goes into and out of the tip box."""

from taisai.table.events.chips import Pile
from taisai.table.events.parts import Tagged


class TipsStated(Tagged, frozen=True, tag="tips-stated"):
    """Whether the settings allow tips from now on. Before the first such event, no tips are allowed."""

    allowed: bool


class TipGiven(Tagged, frozen=True, tag="tip-given"):
    seat: int
    chips: Pile
    amount: int


class TipsTaken(Tagged, frozen=True, tag="tips-taken"):
    """The tips go to the cage, counted by both people."""

    chips: Pile
    amount: int
    by: str
    second: str
