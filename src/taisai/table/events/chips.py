"""Events about chips: arrivals, departures, moves and counts."""

import msgspec

from taisai.table.events.parts import Tagged

Pile = dict[str, int]


class Move(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """`chips` by kind, from one holder to another."""

    source: str
    target: str
    chips: Pile


class ChipsMoved(Tagged, frozen=True, tag="chips-moved"):
    """The chips that moved with the money of the preceding events."""

    moves: tuple[Move, ...]


class ChipsBrought(Tagged, frozen=True, tag="chips-brought"):
    """A player brought chips to the table."""

    seat: int
    chips: Pile
    amount: int


class ChipsTaken(Tagged, frozen=True, tag="chips-taken"):
    """A player left with chips, and the seat is empty. `chips` is empty if they were never counted."""

    seat: int
    chips: Pile
    amount: int


class ColourWrittenOff(Tagged, frozen=True, tag="colour-written-off"):
    """Chips of a colour that will not come back. They have no value any more."""

    seat: int
    colour: str
    count: int
    amount: int
    why: str
    second: str


class FloatCounted(Tagged, frozen=True, tag="float-counted"):
    """Counted by two people, `by` and `second`. `variance` is the value of `chips` minus `expected`. Nothing is
    expected if there was no closing count yet."""

    purpose: str
    chips: Pile
    expected: Pile
    amount: int
    variance: int
    differs: bool
    by: str
    second: str


class DutyNoted(Tagged, frozen=True, tag="duty-noted"):
    """A new dealer or supervisor. `count_due`: they relieved someone at an open table, so no round begins until the
    float is counted."""

    duty: str
    name: str
    count_due: bool


class CountApproved(Tagged, frozen=True, tag="count-approved"):
    """An explained difference. From now on the float is what was counted."""

    purpose: str
    chips: Pile
    amount: int
    variance: int
    why: str
