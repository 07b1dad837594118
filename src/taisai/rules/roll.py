"""The reading of three dice, ascending: 56 rolls, 216 ways."""

from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from operator import index
from typing import TYPE_CHECKING, Any, Final, Self

import msgspec

from taisai.rules.refusals import Refusal, Refused, shown

FACES: Final = (1, 2, 3, 4, 5, 6)
TOTALS: Final = tuple(range(3, 19))
WAYS: Final = 216


class _OfFaces(type(msgspec.Struct)):  # type: ignore[misc]
    """Lets a roll be made of three faces, in any order, as well as of all at once."""

    def __call__(cls, *faces: Any, **named: Any) -> Any:
        return cls.of(*faces) if len(faces) > 1 else super().__call__(*faces, **named)


class Roll(msgspec.Struct, frozen=True, order=True, metaclass=_OfFaces):
    """The reading of three dice, ascending.

    >>> Roll(3, 1, 1)
    Roll(1, 1, 3)
    >>> list(Roll(3, 1, 1)), len(ROLLS)
    ([1, 1, 3], 56)
    """

    faces: tuple[int, int, int]

    if TYPE_CHECKING:

        def __init__(self, *faces: int | tuple[int, int, int]) -> None: ...

    def __post_init__(self) -> None:
        low, mid, high = self.faces
        if {type(low), type(mid), type(high)} != {int} or not 1 <= low <= mid <= high <= 6:
            raise _invalid(_written(self.faces))

    @classmethod
    def of(cls, *faces: int) -> Self:
        """Return the roll of three faces in any order.

        >>> Roll.of(3, 1, 1)
        Roll(1, 1, 3)
        """
        if len(faces) != 3:
            raise _invalid(_written(faces))
        try:
            low, mid, high = sorted(map(index, faces))
        except TypeError:
            raise _invalid(_written(faces)) from None
        return cls((low, mid, high))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a roll as it is written, in any order.

        >>> Roll.parse("3-1-1")
        Roll(1, 1, 3)
        """
        parts = text.strip().split("-")
        if len(parts) != 3 or not all(part in {"1", "2", "3", "4", "5", "6"} for part in parts):
            raise _invalid(text)
        return cls.of(*map(int, parts))

    @property
    def total(self) -> int:
        """The sum of the faces.

        >>> Roll(1, 1, 3).total
        5
        """
        return sum(self.faces)

    @property
    def different(self) -> int:
        """How many different faces show.

        >>> Roll(1, 1, 3).different
        2
        """
        return len(set(self.faces))

    @property
    def alike(self) -> int:
        """How many dice show the most common face.

        >>> Roll(1, 1, 3).alike
        2
        """
        return 4 - self.different

    @property
    def ways(self) -> int:
        """In how many of the 216 throws of three distinguishable dice it shows.

        >>> Roll(1, 1, 3).ways
        3
        """
        return (1, 3, 6)[self.different - 1]

    @property
    def index(self) -> int:
        """Its position in ROLLS.

        >>> Roll(1, 1, 3).index
        2
        """
        return _INDEX[self.faces]

    def __iter__(self) -> Iterator[int]:
        return iter(self.faces)

    def __len__(self) -> int:
        return len(self.faces)

    def __str__(self) -> str:
        return "-".join(map(str, self.faces))

    def __repr__(self) -> str:
        return f"Roll{self.faces}"


def _written(faces: Iterable[object]) -> str:
    return "-".join(map(shown, faces))


def _invalid(value: str) -> Refused:
    words = f"{value!r} is not a roll; use three faces from 1 to 6, such as 1-1-3"
    return Refused(Refusal.ROLL_INVALID, words, value)


ROLLS: Final = tuple(Roll(faces) for faces in combinations_with_replacement(FACES, 3))
_INDEX: Final = {roll.faces: place for place, roll in enumerate(ROLLS)}
ROLL_WAYS: Final = tuple(roll.ways for roll in ROLLS)
