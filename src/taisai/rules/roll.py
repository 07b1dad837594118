"""The reading of three dice, ascending: 56 rolls, 216 ways."""

from itertools import combinations_with_replacement
from typing import Final, Self

import msgspec

from taisai.rules.refusals import Refusal, Refused

FACES: Final = (1, 2, 3, 4, 5, 6)
TOTALS: Final = tuple(range(3, 19))
WAYS: Final = 216


class Roll(msgspec.Struct, frozen=True, order=True):
    faces: tuple[int, int, int]

    def __post_init__(self) -> None:
        low, mid, high = self.faces
        if not 1 <= low <= mid <= high <= 6:
            raise _invalid(str(self))

    @classmethod
    def of(cls, *faces: int) -> Self:
        """Return the roll of three faces in any order."""
        if len(faces) != 3:
            raise _invalid("-".join(map(str, faces)))
        low, mid, high = sorted(faces)
        return cls((low, mid, high))

    @classmethod
    def parse(cls, text: str) -> Self:
        parts = text.strip().split("-")
        if len(parts) != 3 or not all(part in {"1", "2", "3", "4", "5", "6"} for part in parts):
            raise _invalid(text)
        return cls.of(*map(int, parts))

    @property
    def total(self) -> int:
        return sum(self.faces)

    @property
    def different(self) -> int:
        """How many different faces show."""
        return len(set(self.faces))

    @property
    def alike(self) -> int:
        """How many dice show the most common face."""
        return 4 - self.different

    @property
    def ways(self) -> int:
        """In how many of the 216 throws of three distinguishable dice it shows."""
        return (1, 3, 6)[self.different - 1]

    @property
    def index(self) -> int:
        """Its position in ROLLS."""
        return _INDEX[self.faces]

    def __str__(self) -> str:
        return "-".join(map(str, self.faces))

    def __repr__(self) -> str:
        return f"Roll.parse('{self}')"


def _invalid(value: str) -> Refused:
    words = f"{value!r} is not a roll; use three faces from 1 to 6, such as 1-1-3"
    return Refused(Refusal.ROLL_INVALID, words, value)


ROLLS: Final = tuple(Roll(faces) for faces in combinations_with_replacement(FACES, 3))
_INDEX: Final = {roll.faces: place for place, roll in enumerate(ROLLS)}
ROLL_WAYS: Final = tuple(roll.ways for roll in ROLLS)
