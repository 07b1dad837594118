"""The most each roll could return with multipliers: the worst of both draws."""

from collections.abc import Mapping

from taisai.rules.paytable import PayTable
from taisai.rules.risk import Risk
from taisai.rules.roll import ROLLS


def risk_of(table: PayTable, boxes: Mapping[str, int] | None = None) -> Risk:
    """Return the risk of a round with this pay table."""
    return DrawnRisk(table, boxes) if table.multipliers.spots else Risk(table, boxes)


class DrawnRisk(Risk):
    """Risk with multipliers. The worst draw strikes the winners that gain most, each with the largest multiplier."""

    __slots__ = ("_gains", "_stakes", "_strikable", "_struck_most")

    def __init__(self, table: PayTable, boxes: Mapping[str, int] | None = None) -> None:
        drawn = table.multipliers
        self._stakes: dict[str, int] = {}
        self._struck_most, more = drawn.struck_most, drawn.times_most - 1
        self._strikable = drawn.known
        self._gains = [dict[str, int]() for _ in ROLLS]  # additional gain of a stake of one, in units of 1/per
        for spot in table.spots:
            for index, odds in table.units(spot) if spot.id in drawn.known else ():
                if odds > 0:
                    self._gains[index][spot.id] = odds * more
        super().__init__(table, boxes)

    def change(self, spot: str, stake: int) -> None:
        self._stakes[spot] = self._stakes.get(spot, 0) + stake
        super().change(spot, stake)

    def change_later(self, spot: str, stake: int) -> None:
        self.change(spot, stake)

    @property
    def returned(self) -> list[int]:
        return [back + sum(self._struck(index)) for index, back in enumerate(self._returned)]

    @property
    def worst(self) -> int:
        return max(self.returned) - self.staked

    def bears(self, spot: str, stake: int, cap: int) -> bool:
        return stake <= self.headroom(spot, cap)

    def headroom(self, spot: str, cap: int) -> int:
        """Return the lower of two limits: the spot is not struck and others are, or it is among the struck."""
        rooms = []
        for index, back in self._back[spot]:
            odds, room = back - self.per, cap * self.per + self.staked - self._returned[index]
            if odds > 0:
                others = self._struck(index, but=spot)
                rooms.append((room - sum(others)) // odds)
                if gain := self._gains[index].get(spot, 0):
                    mine = self._stakes.get(spot, 0) * gain
                    rooms.append((room - sum(others[: self._struck_most - 1]) - mine) // (odds + gain))
        return min(rooms)

    def _struck(self, index: int, but: str = "") -> list[int]:
        """Return what the worst draw adds on a roll, largest first."""
        gains = self._gains[index]
        added = [stake * gains[spot] for spot, stake in self._stakes.items() if spot in gains and spot != but]
        return sorted(added, reverse=True)[: self._struck_most]
