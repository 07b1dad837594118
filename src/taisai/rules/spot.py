"""A place on the layout that can hold wagers, with the odds of every roll it wins on."""

from functools import cached_property
from math import lcm
from typing import Final, NewType

import msgspec

from taisai.rules.odds import Odds
from taisai.rules.roll import Roll

SpotId = NewType("SpotId", str)
INFERRED_MARK: Final = "*"
Wins = tuple[tuple[Roll, Odds], ...]


class Spot(msgspec.Struct, frozen=True, dict=True):
    """`area` names the group it is paid with; `inferred` says why its odds are our guess, empty where they are not."""

    id: SpotId
    area: str
    label: str
    short: str
    clause: str
    inferred: str
    wins: Wins

    @cached_property
    def _odds(self) -> dict[Roll, Odds]:
        return dict(self.wins)

    def odds(self, roll: Roll) -> Odds | None:
        """What it pays on a roll, None where it loses."""
        return self._odds.get(roll)

    @property
    def ways(self) -> int:
        return sum(roll.ways for roll, _ in self.wins)

    @cached_property
    def stake_step(self) -> int:
        """Stakes that are multiples of it settle to whole minor units on every roll."""
        return lcm(*(odds.per for _, odds in self.wins))

    @property
    def odds_words(self) -> str:
        """All its odds, rising: "6", or "1/2/12"; with a mark where they are inferred: "7.5*"."""
        rising = sorted({odds for _, odds in self.wins}, key=lambda odds: odds.to_one)
        return "/".join(map(str, rising)) + (INFERRED_MARK if self.inferred else "")
