"""One table of a floor, with its live table, automation and caches."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar

import msgspec

from taisai.house.automation import Automation
from taisai.house.commitments import Commitments
from taisai.house.desk import Desk
from taisai.house.live import LiveTable
from taisai.house.seat_history import LivedRounds
from taisai.house.tables import TableSettings
from taisai.journal.refusals import NOT_BELIEVED
from taisai.people.event_log import Note
from taisai.people.significant_events import Happening
from taisai.rules.refusals import Refused

Seen = TypeVar("Seen")
_NOT_BELIEVED: Final = {code.value for code in NOT_BELIEVED}


class FloorTable(msgspec.Struct):
    settings: TableSettings
    live: LiveTable
    automation: Automation
    opened: Commitments
    lived: LivedRounds
    is_behind: bool = False  # a significant event could not be noted
    down: str = ""  # why and since when its journal cannot be written
    down_since: str = ""
    is_down_noted: bool = False
    steps_due: int = 0  # automatic steps submitted and not answered yet
    is_stuck: bool = False  # its next automatic steps cannot be worked out
    is_leaving: bool = False  # finishes its round and begins no other, because it moves to another node

    @property
    def desk(self) -> Desk:
        return self.live.desk

    @property
    def is_between_rounds(self) -> bool:
        """Whether the table has no round and nothing pending. A hand-dealt table always counts as such: the next dealer
        continues from where the dice lie."""
        return not self.desk.table.electronic or not (self.live.busy or self.steps_due or self.desk.table.current)

    def closes_at_ms(self) -> int:
        closes_at_s = self.automation.closes_at()
        return int((time.time() + closes_at_s - time.monotonic()) * 1000) if closes_at_s else 0


def keep(one: FloorTable) -> None:
    """Save a snapshot and a checkpoint of a stopped table, so that the next start need not read its journal."""
    with suppress(Refused):
        if not one.live.down:
            one.desk.save_snapshot()
        one.desk.sign_head()


def snapshot_refused(name: str, why: str) -> Note:
    words = f"{why}; the journal was replayed instead. Find out who wrote to the database"
    return Note(Happening.SNAPSHOT_REFUSED, words, name)


def went_down(why: str) -> Happening:
    """Return what happened to a journal that cannot be written, by the code of the reason."""
    return Happening.JOURNAL_DAMAGED if why in _NOT_BELIEVED else Happening.JOURNAL_UNWRITABLE


async def looked(one: FloorTable, see: Callable[[], Seen]) -> Seen:
    """Return what `see` returns at a moment when everything the desk knows is written."""
    moment: asyncio.Future[Seen] = asyncio.get_running_loop().create_future()
    one.live.look(lambda: _see(moment, see))
    return await moment


def _see(moment: asyncio.Future[Seen], see: Callable[[], Seen]) -> None:
    if moment.cancelled():
        return
    try:
        moment.set_result(see())
    except Exception as error:  # noqa: BLE001 - passed on to the waiting caller
        moment.set_exception(error)
