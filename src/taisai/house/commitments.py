"""Commitments of a table that were opened, at hand for anybody who wants to check one."""

from collections.abc import Iterable
from typing import Final

import msgspec

from taisai.house.desk import Desk
from taisai.house.reading import recorded
from taisai.house.topics import ROUND
from taisai.table import events as e

KEPT: Final = 500


class Opened(msgspec.Struct, frozen=True):
    commitment: str
    throw: str
    nonce: str


class Commitments:
    """Nothing is read at a start: whatever was opened before it is looked up when somebody asks."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._made = {number: made.commitment for number, made in desk.table.commitments.items()}
        self._opened: dict[int, Opened] = {}

    def get(self, number: int) -> Opened | None:
        """Of the last rounds."""
        table = self._desk.table
        if number in self._opened or not table.electronic or not table.round - KEPT < number <= table.round:
            return self._opened.get(number)
        return self._looked_up(number)

    def _looked_up(self, number: int) -> Opened | None:
        store, made = self._desk.store, ""
        for pointer in store.index.find(ROUND, number):
            match recorded(next(store.read(pointer.seq - 1)).clear).event:
                case e.RollCommitted(commitment=made):
                    pass
                case e.CommitmentOpened(throw=throw, nonce=nonce):
                    return Opened(made, throw, nonce)
        return None

    def heard(self, events: Iterable[e.Event]) -> None:
        for event in events:
            if isinstance(event, e.RollCommitted):
                self._made[event.round] = event.commitment
            elif isinstance(event, e.CommitmentOpened) and event.round in self._made:
                self._opened[event.round] = Opened(self._made.pop(event.round), event.throw, event.nonce)
                for old in list(self._opened)[:-KEPT]:
                    del self._opened[old]
