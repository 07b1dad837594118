"""Which chips make up an amount."""

from collections.abc import Iterable
from itertools import pairwise
from math import gcd
from typing import Final, NamedTuple

from taisai.table.piles import Pile

ENOUGH: Final = 10**15  # an unlimited stock
TRIES_MOST: Final = 10_000  # values like 20 and 50 can make the search long; then the best result so far is used
AMOUNTS_KEPT: Final = 10_000
VALUES_KEPT: Final = 100  # sets of chip values
NOBODY_HAS: Final = {"": ENOUGH}  # for an amount that no chips make

_MADE: Final[dict[tuple[int, ...], dict[int, Pile]]] = {}


class Stock(NamedTuple):
    """A number of available chips of one kind."""

    kind: str
    value: int
    many: int


def made_of(held: Pile, values: tuple[int, ...], amount: int) -> Pile | None:
    """Return the fewest chips of these values if the pile has them all. The result is cached: do not change it."""
    try:
        found = _MADE[values][amount]
        for kind in found:
            if held[kind] < found[kind]:
                return None
    except KeyError:
        return None if amount in _MADE.get(values, ()) else made_of(held, _keep(values, amount), amount)
    return found


def _keep(values: tuple[int, ...], amount: int) -> tuple[int, ...]:
    """Compute a result that is not cached yet."""
    if len(_MADE) >= VALUES_KEPT or len(_MADE.get(values, ())) >= AMOUNTS_KEPT:
        _MADE.clear()
    found = fewest((Stock(str(value), value, ENOUGH) for value in values), amount)
    _MADE.setdefault(values, {})[amount] = NOBODY_HAS if found is None or amount < 0 else found
    return values


def largest_first(held: Pile, values: tuple[int, ...], amount: int) -> Pile | None:
    """Return value chips as a player would take them; None if they do not make the amount exactly."""
    taken: Pile = {}
    for value in reversed(values):
        if value <= amount and (many := held.get(str(value))):
            taken[str(value)] = count = min(many, amount // value)
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
