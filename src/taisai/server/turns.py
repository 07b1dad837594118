"""Whose turn it is to serve a house whose journals are in a database that several processes reach."""

import asyncio
import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from taisai.house.house_lease import HouseLease
from taisai.house.node_lease import NodeLease
from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused

if TYPE_CHECKING:
    from taisai.server.house import House

LOOK_S: Final = 0.25

log = logging.getLogger(__name__)


class StoppedWaitingError(Exception):
    """Somebody stopped this process before it was its turn."""


async def our_turn(lease: HouseLease, stopping: asyncio.Event) -> None:
    """Waits as long as another process serves the house, and for one that was killed until its lease is over."""
    told = ""
    while why := await asyncio.to_thread(_why_not, lease):
        if why != told:
            told = why
            log.warning("it is not yet this process's turn", extra={"why": why})
        with suppress(TimeoutError):
            await asyncio.wait_for(stopping.wait(), LOOK_S)
            raise StoppedWaitingError
    lease.keep()


def _why_not(lease: HouseLease) -> str:
    """Empty when it is our turn; a database that does not answer is waited for too."""
    try:
        return "" if lease.is_our_turn() else f"the house is served by {lease.whose_turn() or 'one that just ended'}"
    except Refused as refused:
        return refused.words


class HandingOver:
    """Between two rounds, from when this process was asked to; a round that takes too long is left to the next one."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._until_s = 0.0

    def is_due(self) -> bool:
        house = self._house
        if house.lease is None or not house.lease.is_draining:
            return False
        if not house.floor.is_draining:
            self._until_s = time.monotonic() + house.settings.drain_s
            house.floor.drain()
        return house.floor.is_between_rounds() or time.monotonic() >= self._until_s


def check_not_lost(lease: HouseLease | NodeLease | None) -> None:
    if lease and lease.lost:
        words = f"this process has stopped: {lease.lost}; start it again, and it waits for its turn"
        raise Refused(JournalRefusal.TAKEN, words, lease.lost)
