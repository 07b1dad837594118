"""Spots that fit on one line: the same area, odds, chance, clause and mark."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from taisai.maths.exact import Figures, figures
from taisai.rules.paytable import PayTable
from taisai.rules.spot import INFERRED_MARK, Spot

if TYPE_CHECKING:
    from rich.console import Console


class Group(NamedTuple):
    spots: tuple[Spot, ...]
    figures: Figures

    @property
    def name(self) -> str:
        first, *rest = [str(spot.id) for spot in self.spots]
        last = rest[-1].removeprefix(f"{self.spots[0].area}-") if rest else ""
        return f"{first} … {last}" if len(rest) > 1 else f"{first}, {last}" if rest else first

    @property
    def odds(self) -> str:
        return self.spots[0].odds_words


def groups(table: PayTable) -> Iterator[Group]:
    by_line = groupby(table.spots, key=lambda s: (s.area, s.odds_words, s.ways, s.clause, s.inferred))
    for _, spots in by_line:
        members = tuple(spots)
        yield Group(members, figures(members[0]))


def marks(table: PayTable, spots: Iterable[Spot]) -> Iterator[str]:
    """Explain the mark beside inferred odds, once per reason."""
    for reason in dict.fromkeys(spot.inferred for spot in spots if spot.inferred):
        yield f"{INFERRED_MARK} inferred on {table.id}: {reason}"


def print_marks(console: "Console", table: PayTable, spots: Iterable[Spot]) -> None:
    for mark in marks(table, spots):
        console.print(mark)
