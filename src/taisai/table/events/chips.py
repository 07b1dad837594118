"""Facts about chips: who brings and takes them, where they go, and what is counted."""

import msgspec

from taisai.table.events.parts import Tagged

Pile = dict[str, int]


class Move(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """`chips` by their kind, from one holder to another."""

    source: str
    target: str
    chips: Pile


class ChipsMoved(Tagged, frozen=True, tag="chips-moved"):
    """The chips of what was told just before, by which their value went from one to another."""

    moves: tuple[Move, ...]


class ChipsBrought(Tagged, frozen=True, tag="chips-brought"):
    """To the table, from wherever the player had them."""

    seat: int
    chips: Pile
    amount: int


class ChipsTaken(Tagged, frozen=True, tag="chips-taken"):
    """Away from the table, and the seat is empty; no `chips` where nobody had counted them yet."""

    seat: int
    chips: Pile
    amount: int


class ColourWrittenOff(Tagged, frozen=True, tag="colour-written-off"):
    """Chips of a colour that will not come back: they are worth nothing any more."""

    seat: int
    colour: str
    count: int
    amount: int
    why: str
    second: str


class FloatCounted(Tagged, frozen=True, tag="float-counted"):
    """By two people, `by` and `second`; `variance` is what `chips` are worth more than is `expected`. Nothing is
    expected where no closing was ever counted."""

    purpose: str
    chips: Pile
    expected: Pile
    amount: int
    variance: int
    differs: bool
    by: str
    second: str


class DutyNoted(Tagged, frozen=True, tag="duty-noted"):
    """Somebody deals or supervises here now. `count_due`: they relieved another at an open table, so no round begins
    until the float was counted."""

    duty: str
    name: str
    count_due: bool


class CountApproved(Tagged, frozen=True, tag="count-approved"):
    """A count that differed, explained; from here on the float is what was counted."""

    purpose: str
    chips: Pile
    amount: int
    variance: int
    why: str
