"""What each roll would give back, kept up wager by wager: the house's risk is at hand however much has been staked."""

from collections.abc import Mapping

from taisai.rules.paytable import PayTable
from taisai.rules.roll import ROLLS


class Risk:
    """All in units of 1/per: what each roll gives back, by index, and what is staked."""

    __slots__ = ("_alike", "_back", "per", "returned", "staked")

    def __init__(self, table: PayTable, boxes: Mapping[str, int] | None = None) -> None:
        self.per, self._back, self._alike = table.per, table.back, table.alike
        self.returned = [0] * len(ROLLS)
        self.staked = 0
        for spot, stake in (boxes or {}).items():
            self.change(spot, stake)

    def change(self, spot: str, stake: int) -> None:
        """More on a spot, or less where the stake is below 0."""
        returned = self.returned
        for index, back in self._back[spot]:
            returned[index] += stake * back
        self.staked += stake * self.per

    @property
    def worst(self) -> int:
        """The house's loss on the worst roll; below 0 where it gains on every one."""
        return max(self.returned) - self.staked

    def headroom(self, spot: str, cap: int) -> int:
        """How much more may be staked on a spot until some roll would cost the house more than the cap."""
        most, returned = cap * self.per + self.staked, self.returned
        return min([(most - max(of(returned))) // odds for odds, of in self._alike[spot]])
