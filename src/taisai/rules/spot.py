"""A place on the layout that can hold wagers, with the odds of every roll it wins on."""

from functools import cached_property
from math import lcm
from typing import Final, Literal, NewType

import msgspec

from taisai.rules.commission import NO_COMMISSION, Commission
from taisai.rules.multipliers import NONE, Multipliers
from taisai.rules.odds import Odds
from taisai.rules.roll import Roll

SpotId = NewType("SpotId", str)
INFERRED_MARK: Final = "*"
Draw = Literal["dice", "number", "banner", "text"]
Wins = tuple[tuple[Roll, Odds], ...]


class Art(msgspec.Struct, frozen=True):
    """How a spot is printed.

    `dice` are the faces that are drawn, with repetition; `picture` replaces them. `counted`: its odds depend on how
    many dice show them."""

    draw: Draw = "text"
    glyph: str = ""
    picture: str = ""
    dice: tuple[int, ...] = ()
    counted: bool = False


class Spot(msgspec.Struct, frozen=True, dict=True):
    """A place on the layout that can hold wagers.

    `area` names the group it is paid with; `inferred` says why its odds are our guess, empty if they are not.

    `wins` has the rolls on which anything is returned: odds of 0 are a push, negative odds lose part of a stake.
    `drawn` may multiply its winnings. `commission` is kept of them if it is rounded; otherwise it is part of the
    odds.

    >>> spot = paytable("rws-6/2")["double-2"]
    >>> spot, spot.label, spot.area
    (paytable('rws-6/2')['double-2'], 'Double 2', 'double')
    """

    id: SpotId
    area: str
    label: str
    short: str
    clause: str
    inferred: str
    wins: Wins
    art: Art = Art()
    drawn: Multipliers = NONE
    commission: Commission = NO_COMMISSION

    @cached_property
    def _odds(self) -> dict[Roll, Odds]:
        return dict(self.wins)

    def odds(self, roll: Roll) -> Odds | None:
        """Return what it pays on a roll, None if the whole stake is lost.

        >>> paytable("rws-6/2")["single-2"].odds(Roll(2, 2, 5))
        Odds.parse('2')
        """
        return self._odds.get(roll)

    @property
    def ways(self) -> int:
        """In how many of the 216 throws more is returned than was staked.

        >>> paytable("rws-6/2")["double-2"].ways
        16
        """
        return sum(roll.ways for roll, odds in self.wins if odds.wins)

    @cached_property
    def stake_step(self) -> int:
        """The step of stakes: its multiples settle to whole minor units on every roll.

        >>> paytable("etg/1")["double-2"].stake_step
        2
        """
        return lcm(*(odds.per for _, odds in self.wins))

    @property
    def odds_words(self) -> str:
        """All its odds, ascending: "6", or "1/2/12", followed by returns without a win: "1, push".

        A mark shows inferred odds: "7.5*".

        >>> paytable("rws-6/2")["single-2"].odds_words
        '1/2/12'
        """
        mark = INFERRED_MARK if self.inferred else ""
        times = [self.drawn.times_words] if self.drawn.spots else []
        kept = [self.commission.words] if self.commission.of else []
        return (
            ", ".join([self.pays_words.removesuffix(mark), *(odds.words for odds in self.back), *kept, *times]) + mark
        )

    @property
    def pays_words(self) -> str:
        """The odds of its wins only, as a layout prints them.

        >>> paytable("rws-6/2")["single-2"].pays_words
        '1/2/12'
        """
        pays = "/".join(odds.words for odds in self._rising if odds.wins)
        return pays + (INFERRED_MARK if self.inferred else "")

    @property
    def back(self) -> tuple[Odds, ...]:
        """What is returned without a win, largest first.

        >>> paytable("rws-6/2")["single-2"].back
        ()
        """
        return tuple(odds for odds in reversed(self._rising) if not odds.wins)

    def __repr__(self) -> str:
        table = vars(self).get("ref")
        return f"paytable({table!r})[{self.id!r}]" if table else f"<Spot {self.id!r}, pays {self.odds_words}>"

    @cached_property
    def _rising(self) -> list[Odds]:
        found = {odds for _, odds in self.wins}
        return sorted(found, key=lambda odds: odds.to_one) if len(found) > 1 else list(found)
