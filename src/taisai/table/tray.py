"""Chips by kind: where they are, and which of them make up an amount. A kind is a value as text, or the name of a
colour."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import gcd
from typing import Final, NamedTuple

import msgspec

from taisai.table.boxes import Box

Pile = dict[str, int]
FLOAT: Final = "float"
CAGE: Final = "cage"
ELSEWHERE: Final = "elsewhere"
VARIANCE: Final = "variance"
TIPS: Final = "tips"
ENOUGH: Final = 10**15  # an unlimited stock
TRIES_MOST: Final = 10_000  # values like 20 and 50 can make the search long; then the best result so far is used


def rack(seat: int) -> str:
    return f"seat:{seat}"


def lying(seat: int, spot: str) -> str:
    return f"layout:{seat}:{spot}"


def due_beside(stake: int, returned: int) -> int:
    """Return what is paid in addition to a returned stake. A stake that comes back only in part is collected, and the
    part is paid."""
    return returned - (stake if returned >= stake else 0)


class Count(msgspec.Struct, frozen=True):
    """What two people found in the float, for the opening, the closing or a change of dealer; no `purpose` where
    nothing was counted since chips moved. It `waits` where it differs and nobody has approved that yet."""

    purpose: str = ""
    chips: Pile = {}
    amount: int = 0
    waits: bool = False
    by: tuple[str, ...] = ()


NOT_COUNTED: Final = Count()


class Slip(msgspec.Struct, frozen=True):
    """A fill or a credit that is under way; `people` are who requested, prepared and carried it so far."""

    number: int
    kind: str
    chips: Pile
    amount: int
    step: str
    people: tuple[str, ...]


class Tray(msgspec.Struct):
    """Where every chip lies, from the first counted opening on: `piles` are by holder, and add up to nothing over all
    of them. Chips of a colour count below zero in the float while some are out. `closing` is the last closing count;
    `box` is the drop box on the table, and `boxes` are that one and those that are not counted yet. `duties` are who
    deals and supervises where a change of either takes a count, `count_due` is whose change does."""

    counted: bool = False
    piles: dict[str, Pile] = msgspec.field(default_factory=dict)
    count: Count = NOT_COUNTED
    closing: Pile = msgspec.field(default_factory=dict)
    slips: dict[int, Slip] = msgspec.field(default_factory=dict)
    slips_made: int = 0
    box: str = ""
    boxes: dict[str, Box] = msgspec.field(default_factory=dict)
    duties: dict[str, str] = msgspec.field(default_factory=dict)
    count_due: str = ""

    def pile(self, holder: str) -> Pile:
        return self.piles.get(holder, {})

    def move(self, source: str, target: str, chips: Pile) -> None:
        for holder, sign in ((source, -1), (target, 1)):
            pile = self.piles.setdefault(holder, {})
            add_to(pile, chips, sign)
            if not pile:
                del self.piles[holder]


class Stock(NamedTuple):
    """A number of available chips of one kind."""

    kind: str
    value: int
    many: int


def pile_of(values: Iterable[int]) -> Pile:
    found: Pile = {}
    for value in values:
        found[str(value)] = found.get(str(value), 0) + 1
    return found


def values_in(pile: Mapping[str, int]) -> tuple[int, ...]:
    """Return value chips one by one, the smallest first."""
    return tuple(int(kind) for kind in sorted(pile, key=int) for _ in range(pile[kind]))


def worth(pile: Mapping[str, int], values: Mapping[str, int]) -> int:
    return sum(count * values[kind] for kind, count in pile.items())


def add_to(pile: Pile, chips: Mapping[str, int], sign: int = 1) -> None:
    """Add in place. A kind with none left is removed."""
    for kind, count in chips.items():
        held = pile.get(kind, 0) + sign * count
        if held:
            pile[kind] = held
        else:
            del pile[kind]


def added(one: Mapping[str, int], other: Mapping[str, int], sign: int = 1) -> Pile:
    found = {kind: one.get(kind, 0) + sign * other.get(kind, 0) for kind in {**one, **other}}
    return {kind: count for kind, count in found.items() if count}


def largest_first(pile: Mapping[str, int], amount: int) -> Pile | None:
    """Return value chips as a player would take them; None if they do not make the amount exactly."""
    taken: Pile = {}
    for kind in sorted(pile, key=int, reverse=True):
        value = int(kind)
        if value <= amount:
            taken[kind] = count = min(pile[kind], amount // value)
            amount -= count * value
    return None if amount else taken


def fewest(stocks: Iterable[Stock], amount: int) -> Pile | None:
    """Return the fewest chips that make the amount, the largest first; None if none do."""
    ordered = sorted((one for one in stocks if one.many > 0 < one.value), key=lambda one: -one.value)
    if not amount or not ordered or amount % gcd(*(one.value for one in ordered)):
        return None if amount else {}
    if all(larger.value % smaller.value == 0 for larger, smaller in pairwise(ordered)):
        return _greedy(ordered, amount)
    search = _Search(ordered)
    search.take(0, amount, 0)
    return {kind: count for kind, count in search.best.items() if count} if search.found else None


def _greedy(ordered: list[Stock], amount: int) -> Pile | None:
    """Take the largest chips first. This is optimal if each value is a multiple of the next."""
    taken: Pile = {}
    for one in ordered:
        count = min(one.many, amount // one.value)
        if count:
            taken[one.kind] = count
            amount -= count * one.value
    return None if amount else taken


class _Search:
    """Depth-first search from the largest chip down. A branch ends when it cannot succeed or improve the best
    result."""

    def __init__(self, ordered: list[Stock]) -> None:
        self.ordered, self.tries, self.found, self.fewest = ordered, 0, False, 0
        self.best: Pile = {}
        self.taken: Pile = {}
        self.rest = [sum(one.value * one.many for one in ordered[place + 1 :]) for place in range(len(ordered))]

    def take(self, place: int, amount: int, count: int) -> None:
        self.tries += 1
        if not amount:
            if not self.found or count < self.fewest:
                self.best, self.found, self.fewest = dict(self.taken), True, count
            return
        if place == len(self.ordered) or self.tries > TRIES_MOST:
            return
        one = self.ordered[place]
        most = min(one.many, amount // one.value)
        least = max(0, -(-(amount - self.rest[place]) // one.value))
        for chips in range(most, least - 1, -1):
            left = amount - chips * one.value
            following = self.ordered[place + 1].value if place + 1 < len(self.ordered) else 1
            if self.found and count + chips + -(-left // following) >= self.fewest:
                break
            self.taken[one.kind] = chips
            self.take(place + 1, left, count + chips)
            if self.tries > TRIES_MOST:
                break
        self.taken.pop(one.kind, None)
