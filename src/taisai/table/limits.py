"""Stake limits: the minimum per wager, the maximum per box or per player, the Differential and the house's cap."""

from typing import Annotated, Final, Literal

import msgspec

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.spot import Spot

NO_LIMIT: Final = 2**62

Amount = Annotated[int, msgspec.Meta(ge=0, le=10**15)]


class LimitRule(msgspec.Struct, frozen=True):
    """For the spots of one area, or for all where `area` is empty. Nothing is limited by a 0 but the minimum."""

    area: Annotated[str, msgspec.Meta(description="An area of the pay table; empty for all.")] = ""
    minimum: Annotated[Amount, msgspec.Meta(description="The lowest stake of one player on a spot: 1 or more.")] = 1
    maximum: Annotated[
        Amount,
        msgspec.Meta(description="The highest stake on a spot, of all players together or of each player: 0 or more."),
    ] = 0
    differential: Annotated[
        Amount,
        msgspec.Meta(
            description="The largest difference between opposite spots, if the rulebook limits it: 0 or more."
        ),
    ] = 0
    exposure: Annotated[
        Amount,
        msgspec.Meta(
            description="The most that the house may lose in a round, in the limit without an area: 0 or more."
        ),
    ] = 0
    scope: Annotated[
        Literal["", "box", "player"],
        msgspec.Meta(
            description="What the maximum applies to: box or player, as the rulebook allows; empty for the rulebook's"
            " default."
        ),
    ] = ""

    def __post_init__(self) -> None:
        if self.minimum < 1 or min(self.maximum, self.differential, self.exposure) < 0:
            raise Refused(
                Refusal.LIMITS_INVALID,
                f"{self} is not a limit; the minimum must be at least 1, the others at least 0",
                self.minimum,
            )
        if self.maximum and self.maximum < self.minimum:
            words = f"the maximum ({self.maximum}) is lower than the minimum ({self.minimum})"
            raise Refused(Refusal.LIMITS_INVALID, words, self.maximum)


UNLIMITED = LimitRule()
Limits = tuple[LimitRule, ...]


def rule_for(limits: Limits, area: str) -> LimitRule:
    """Return the rule of the area, or else the rule for all areas."""
    general = UNLIMITED
    for rule in limits:
        if rule.area == area:
            return rule
        if not rule.area:
            general = rule
    return general


def house_cap(limits: Limits) -> int:
    """Return the largest loss on one roll that the house accepts; 0 for no limit."""
    return rule_for(limits, "").exposure


class SpotLimits(msgspec.Struct, frozen=True, gc=False):
    """The limits of one spot at a table. `maximum` is for the box over all players if `of_box`, else for each player.
    A stake that does not fit is taken in part if `in_part`, else refused whole.
    `opposite` is the other side of the Differential, empty if there is none. `cap` is the house's, 0 for no limit."""

    spot: Spot
    step: int
    minimum: int
    maximum: int
    of_box: bool
    in_part: bool
    opposite: str
    differential: int
    cap: int
