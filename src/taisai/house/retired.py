"""Tables that a house no longer runs, opened when one of their vouchers or promises is asked for."""

import asyncio
import logging
from collections.abc import Callable, Collection
from functools import partial
from typing import Final

from taisai.house.cage import Cage
from taisai.house.clock import now
from taisai.house.desk import Desk
from taisai.house.desk_state import Known
from taisai.house.desks import Journals
from taisai.house.games import game
from taisai.house.live import LiveTable
from taisai.house.replay import replay
from taisai.house.snapshots import resumed
from taisai.house.tables import HOUSE
from taisai.house.writer import Writer
from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused

PASSING: Final = (JournalRefusal.TAKEN, JournalRefusal.FAILED, JournalRefusal.MOVED)

log = logging.getLogger(__name__)


class Retired:
    """`but` are the tables that the house runs. What a journal says is read from its snapshot and what follows, never
    from its index. From then on this process holds the journal; one without vouchers is left alone."""

    def __init__(
        self, journals: Journals, cage: Cage, writer_of: Callable[[str], Writer], but: Collection[str]
    ) -> None:
        self.lives: dict[str, LiveTable] = {}
        self._journals, self._cage, self._writer_of, self._but = journals, cage, writer_of, frozenset(but)
        self._unread: set[str] | None = None
        self._opening = asyncio.Lock()

    def names(self) -> Collection[str]:
        """Return the tables that somebody runs or should, with those that were opened here."""
        return {*self._but, *self.lives}

    async def open(self, table: str = "", seen: Collection[str] = ()) -> bool:
        """Open a table, or all that have vouchers and are not among those `seen` elsewhere. Return whether there are
        new ones; refused if one cannot be read at the moment."""
        async with self._opening:
            if self._unread is None:
                names = await asyncio.to_thread(lambda: {*self._journals.names()})
                self._unread = names - self._but - {HOUSE}
            before = len(self.lives)
            for name in [table] if table else sorted(self._unread - {*seen}):
                if name not in self.lives and name not in self._but:
                    await self._open(name, always=bool(table))
            return len(self.lives) > before

    async def _open(self, name: str, *, always: bool) -> None:
        assert self._unread is not None
        writer = self._writer_of(name)
        try:
            desk = await asyncio.wrap_future(writer.submit(partial(self._read, name, always)))
        except Exception as error:
            if isinstance(error, Refused) and error.code in PASSING:
                raise
            log.exception("a journal that no table uses cannot be read", extra={"table": name})
            desk = None
        self._unread.discard(name)
        if desk is not None:
            live = self.lives[name] = LiveTable(desk, writer, self._journals.holds)
            live.listeners.append(lambda *_: self._look_after(name, live))

    def _read(self, name: str, always: bool) -> Desk | None:
        store, known = self._journals.store(name), Known()
        if not store.head().seq:
            return None
        replay(known, store, resumed(known, store))
        if not (known.table.vouchers or always):
            return None
        store.take()
        desk = Desk(store, game(known.table.paytable), now, self._journals.signing(name), self._cage)
        desk.restore()
        return desk

    def _look_after(self, name: str, live: LiveTable) -> None:
        """Leave a table to the process that took it."""
        if live.down == JournalRefusal.TAKEN.value:
            self.lives.pop(name, None)
            assert self._unread is not None
            self._unread.add(name)

    def drop_all(self) -> None:
        self._unread = None
        self.lives.clear()

    async def stop(self) -> None:
        for live in self.lives.values():
            await live.stop()
