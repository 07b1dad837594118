"""The dealer of a round, to whom its money is attributed: the person who entered its roll."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

from taisai.house.recall import Told
from taisai.table import events as e

NOTE: Final = "A round counts for the person who entered its roll, or who began it if no roll was entered."

_Counted = TypeVar("_Counted")


def dealt(pairs: Iterable[tuple[Told, _Counted]]) -> Iterator[tuple[Told, _Counted, str]]:
    """Yield each event with the dealer of its round."""
    dealer = ""
    for told, counted in pairs:
        if isinstance(told.event, e.RoundBegun | e.RollEntered):
            dealer = told.by
        yield told, counted, dealer


def dealers_at(entries: Iterable[Told]) -> Callable[[str], str]:
    """Return a function that finds the dealer at a time: of the current round, or of the last one before; empty before
    the first."""
    turns: list[tuple[str, str]] = []
    for told in entries:
        if isinstance(told.event, e.RoundBegun | e.RollEntered) and (not turns or turns[-1][1] != told.by):
            turns.append((told.at, told.by))
    turns.sort(key=lambda turn: turn[0])
    begun = [at for at, _ in turns]
    return lambda at: turns[found - 1][1] if (found := bisect_right(begun, at)) else ""
