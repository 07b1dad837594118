"""Which process serves a house, if several share its database."""

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
    """This process was stopped before its turn came."""


async def our_turn(lease: HouseLease, stopping: asyncio.Event) -> None:
    """Wait while another process serves the house; after a crash, until its lease expires."""
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
    """Return why it is not our turn; empty if it is. A database that does not answer is a reason to wait, too."""
    try:
        return "" if lease.is_our_turn() else f"the house is served by {lease.whose_turn() or 'one that just stopped'}"
    except Refused as refused:
        return refused.words


class HandingOver:
    """Hands over between two rounds, once asked to. A round that takes too long is left to the next process."""

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
        words = f"this process has stopped: {lease.lost}; start it again, and it will wait for its turn"
        raise Refused(JournalRefusal.TAKEN, words, lease.lost)
