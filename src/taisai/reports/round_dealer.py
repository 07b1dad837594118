"""The dealer for whom a round's money counts: whoever entered its roll."""

from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

from taisai.house.recall import Told
from taisai.table import events as e

NOTE: Final = "A round counts for whoever entered its roll, or for whoever began it where no roll was entered."

_Counted = TypeVar("_Counted")


def dealt(pairs: Iterable[tuple[Told, _Counted]]) -> Iterator[tuple[Told, _Counted, str]]:
    """Each with the dealer of the round that is under way."""
    dealer = ""
    for told, counted in pairs:
        if isinstance(told.event, e.RoundBegun | e.RollEntered):
            dealer = told.by
        yield told, counted, dealer
