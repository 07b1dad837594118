"""What each roll would return, updated with every wager, so that the house's risk is always known."""

from collections.abc import Mapping

from taisai.rules.paytable import PayTable
from taisai.rules.roll import ROLLS


class Risk:
    """In units of 1/per: what each roll returns, by index, and what is staked.

    Stakes may wait until the exact values are needed. Until then, `_most` is an upper bound of what any roll
    returns."""

    __slots__ = ("_alike", "_back", "_back_most", "_most", "_returned", "_waiting", "per", "staked")

    def __init__(self, table: PayTable, boxes: Mapping[str, int] | None = None) -> None:
        self.per, self._back, self._alike, self._back_most = table.per, table.back, table.alike, table.back_most
        self._returned = [0] * len(ROLLS)
        self._waiting: dict[str, int] = {}
        self._most = self.staked = 0
        for spot, stake in (boxes or {}).items():
            self.change(spot, stake)

    def change(self, spot: str, stake: int) -> None:
        """Add to the stake on a spot; a negative stake reduces it."""
        if self._waiting:
            self._catch_up()
        returned, most = self._returned, self._most
        for index, back in self._back[spot]:
            returned[index] = value = returned[index] + stake * back
            if value > most:  # noqa: PLR1730 - max takes twice the time
                most = value
        self._most = most if stake > 0 else max(returned)
        self.staked += stake * self.per

    def change_later(self, spot: str, stake: int) -> None:
        """Do the same lazily, for callers who rarely need exact values."""
        self._waiting[spot] = self._waiting.get(spot, 0) + stake
        if stake > 0:
            self._most += stake * self._back_most[spot]
        self.staked += stake * self.per

    def _catch_up(self) -> None:
        waiting, self._waiting = self._waiting, {}
        staked = self.staked
        for spot, stake in waiting.items():
            self.change(spot, stake)
        self._most, self.staked = max(self._returned), staked

    @property
    def returned(self) -> list[int]:
        if self._waiting:
            self._catch_up()
        return self._returned

    @property
    def worst(self) -> int:
        """The house's loss on the worst roll; negative if it gains on every roll."""
        if self._waiting:
            self._catch_up()
        return self._most - self.staked

    def bears(self, spot: str, stake: int, cap: int) -> bool:
        """Return whether a stake surely keeps every roll within the cap, as if the spot won on the worst one."""
        least = self.staked + cap * self.per - stake * (self._back_most[spot] - self.per)
        return self._most <= least or self.worst + self.staked <= least

    def headroom(self, spot: str, cap: int) -> int:
        """Return how much more may be staked on a spot before some roll would cost the house more than the cap."""
        most, returned = cap * self.per + self.staked, self.returned
        return min([(most - max(of(returned))) // odds for odds, of in self._alike[spot]])
