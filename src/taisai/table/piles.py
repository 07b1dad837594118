"""Piles of chips by kind, and who holds them. A kind is a value as text, or the name of a colour."""

from collections.abc import Iterable, Mapping
from typing import Final

from taisai.table.accounts import LAYOUT

Pile = dict[str, int]
RACK: Final = "seat"


def rack(seat: int) -> str:
    return f"{RACK}:{seat}"


def lying(seat: int, spot: str) -> str:
    return f"{LAYOUT}:{seat}:{spot}"


def due_beside(stake: int, returned: int) -> int:
    """Return what is paid in addition to a returned stake. A stake that comes back only in part is collected, and the
    part is paid."""
    return returned - (stake if returned >= stake else 0)


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
            pile.pop(kind, None)


def added(one: Mapping[str, int], other: Mapping[str, int], sign: int = 1) -> Pile:
    found = dict(one)
    add_to(found, other, sign)
    return found
