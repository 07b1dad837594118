"""A commission on winnings, rounded to a stated unit in a stated direction."""

from fractions import Fraction
from typing import Final, Literal

import msgspec

from taisai.rules.odds import exact_decimal

Direction = Literal["up", "down", "nearest"]


class Commission(msgspec.Struct, frozen=True):
    """Keeps `of` parts in `per` of the winnings, in whole multiples of `unit` minor units, and never more than was won.

    `nearest` rounds halves up. If `of` is 0, nothing is kept."""

    of: int = 0
    per: int = 1
    unit: int = 1
    direction: Direction = "down"

    @property
    def share(self) -> Fraction:
        return Fraction(self.of, self.per)

    def kept(self, winnings: int | Fraction) -> Fraction:
        exact = winnings * self.share / self.unit
        match self.direction:
            case "up":
                units = -(-exact // 1)
            case "down":
                units = exact // 1
            case "nearest":
                units = (exact + Fraction(1, 2)) // 1
        return min(Fraction(units * self.unit), Fraction(winnings))

    @property
    def words(self) -> str:
        """For people to read: "less 5 % in steps of 10, rounded up"."""
        return f"less {exact_decimal(self.share * 100)} % in steps of {self.unit}, {ROUNDED[self.direction]}"


ROUNDED: Final[dict[Direction, str]] = {"up": "rounded up", "down": "rounded down", "nearest": "rounded to the nearest"}
NO_COMMISSION: Final = Commission()
