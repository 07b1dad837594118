"""Commitments of a table that were opened, at hand for anybody who wants to check one."""

from collections.abc import Iterable
from typing import Final

import msgspec

from taisai.house.desk import Desk
from taisai.house.reading import recorded
from taisai.table import events as e

KEPT: Final = 500
ENTRIES: Final = 5_000  # read again after a start


class Opened(msgspec.Struct, frozen=True):
    commitment: str
    throw: str
    nonce: str


class Commitments:
    def __init__(self, desk: Desk) -> None:
        self._made: dict[int, str] = {}
        self._opened: dict[int, Opened] = {}
        self.heard(recorded(entry.clear).event for entry in desk.store.read(max(0, desk.head.seq - ENTRIES)))

    def get(self, number: int) -> Opened | None:
        return self._opened.get(number)

    def heard(self, events: Iterable[e.Event]) -> None:
        for event in events:
            if isinstance(event, e.RollCommitted):
                self._made[event.round] = event.commitment
            elif isinstance(event, e.CommitmentOpened) and event.round in self._made:
                self._opened[event.round] = Opened(self._made.pop(event.round), event.throw, event.nonce)
                for old in list(self._opened)[:-KEPT]:
                    del self._opened[old]
