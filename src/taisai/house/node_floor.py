"""A floor whose tables come and go one at a time, as the leases of a node allow."""

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final

from taisai.house.desk import Desk
from taisai.house.desks import Ready, all_ready
from taisai.house.floor import TICK_S, Floor
from taisai.house.floor_table import FloorTable, keep, looked, snapshot_refused
from taisai.house.games import game
from taisai.house.tables import TableSettings
from taisai.journal.entry import Head
from taisai.journal.refusals import NOT_BELIEVED, JournalRefusal
from taisai.journal.seal import START
from taisai.people.event_log import Note
from taisai.people.significant_events import Happening
from taisai.rules.refusals import Refused

PASSING: Final = (JournalRefusal.TAKEN, JournalRefusal.FAILED, JournalRefusal.MOVED)
"""Another has it, or the database does not answer: the keeper looks again."""
UNOPENED: Final = "this node could not open the table and leaves it to another node: {}"

log = logging.getLogger(__name__)

Telling = Callable[[FloorTable], None]


class NodeFloor(Floor):
    """Tables are read in their writing threads, one after the other, so that opening one holds up no play. `came` and
    `went` are called on the event loop; `could_not_open` is called for tables that are left to other nodes."""

    came: Telling
    went: Telling
    could_not_open: Callable[[str], None]

    def __init__(self, *given: Any, **by_name: Any) -> None:
        super().__init__(*given, **by_name)
        self._names: set[str] = set()
        self._left: dict[str, Head] = {}  # how far the journals were that this node or another once had
        self._tasks: set[asyncio.Task[None]] = set()
        self._reading = asyncio.Lock()

    async def start(self, tested: Mapping[str, Desk] | None = None) -> None:
        """Start without any table."""
        del tested
        for table in self.settings.tables:
            game(table.paytable)  # load here first: msgspec crashes if several threads meet a type for the first time
        self._begin_writing()
        self._ticking = asyncio.create_task(self._tick())

    async def stop(self) -> None:
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await super().stop()

    def held(self) -> Collection[str]:
        """Return all held tables, including those being opened or handed over."""
        return tuple(self._names)

    def open(self, table: TableSettings) -> None:
        if table.id not in self._names:
            self._names.add(table.id)
            self._do(self._open(table))

    def hand_over(self, name: str) -> None:
        one = self.tables.get(name)
        if one is not None and not one.is_leaving:
            one.is_leaving = True
            self._do(self._hand_over(one))

    def drop_all(self) -> None:
        self._retired.drop_all()
        for one in tuple(self.tables.values()):
            self.drop(one)

    def drop(self, one: FloorTable) -> None:
        """Drop a table at once and save nothing: another node may already have it."""
        if self.tables.get(one.settings.id) is one:
            self._forget(one)
            self._do(one.live.stop())

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _open(self, table: TableSettings) -> None:
        try:
            async with self._reading:
                ready = await self._in_turn(table.id, partial(self._read, table))
            await self._begin_with(table, ready)
        except Exception as error:  # noqa: BLE001 - another node may succeed, whatever the error
            self._give_up(table.id, error)

    async def _in_turn(self, name: str, job: Callable[[], Any]) -> Any:
        """Run a job in the thread that writes the table."""
        return await asyncio.wrap_future(self._writer_of(name).submit(job))

    def _read(self, table: TableSettings) -> Ready:
        journals = self._journals._replace(known=self._known)
        return all_ready([table], journals, self.cage, {}, tips=self.settings.tips)[table.id]

    def heads(self) -> dict[str, Head]:
        """Return how far every journal is known to have come."""
        return self._left | {name: one.desk.head for name, one in self.tables.items()}

    def hear(self, heads: Mapping[str, Head]) -> None:
        """Keep how far journals have come at another node."""
        for name, head in heads.items():
            self._left[name] = max(self._left.get(name, START), head)

    def _known(self, name: str) -> Head:
        return max(self._journals.known(name), self._left.get(name, START))

    async def _begin_with(self, table: TableSettings, ready: Ready) -> None:
        self.tables[table.id] = one = self._opened(table, ready.desk)
        one.live.listeners.append(lambda *_: self._look_after(one))
        self._note_unreadable(one)
        self._note_snapshot(one)
        self._catch_up(one, ready.unheard)
        self._note_interrupted([one])
        await self._begin(one)
        self.redemptions.mend([one.live])
        self.came(one)

    def _note_snapshot(self, one: FloorTable) -> None:
        """Record that the snapshot was not made by this house; the next one replaces it."""
        refused = getattr(one.desk.store, "refused", "")
        if refused:
            self._note_mended(snapshot_refused(one.settings.id, refused))

    def _look_after(self, one: FloorTable) -> None:
        if one.live.down == JournalRefusal.TAKEN.value:
            self.drop(one)

    def _give_up(self, name: str, error: Exception) -> None:
        log.warning("a table could not be opened", extra={"table": name, "why": str(error)})
        one = self.tables.get(name)
        if one is not None:
            self.drop(one)
        self._names.discard(name)
        passing = isinstance(error, Refused) and error.code in PASSING
        if not passing:
            self.could_not_open(name)
            damaged = isinstance(error, Refused) and error.code in NOT_BELIEVED
            code = Happening.JOURNAL_DAMAGED if damaged else Happening.PROGRAM_ERROR
            self._note_mended(Note(code, UNOPENED.format(error), name))

    async def _hand_over(self, one: FloorTable) -> None:
        """Between two rounds, answer the waiting orders, save a snapshot, and release the table. A round that takes too
        long is left to the next node as it is."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._between_rounds(one), self.settings.nodes.drain_s)
        await one.live.stop()
        if self.tables.get(one.settings.id) is one:
            await self._keep(one)
            self._forget(one)

    async def _keep(self, one: FloorTable) -> None:
        """Save what spares the next node the reading of the journal. It can do without."""
        try:
            await self._in_turn(one.settings.id, partial(keep, one))
        except Exception:
            log.exception("a snapshot could not be saved", extra={"table": one.settings.id})

    async def _between_rounds(self, one: FloorTable) -> None:
        while not await looked(one, lambda: one.is_between_rounds):  # noqa: ASYNC110 - many events may end a round
            await asyncio.sleep(TICK_S)

    def _forget(self, one: FloorTable) -> None:
        if self.tables.pop(one.settings.id, None) is not None:
            self.hear({one.settings.id: one.desk.head})
            self._names.discard(one.settings.id)
            self.went(one)


class LoopTables:
    """The tables of a floor for a keeper, which runs in its own thread: requests are carried out on the floor's event
    loop. `live_as` sets the lease under which journals are taken from then on."""

    def __init__(self, floor: NodeFloor, live_as: Callable[[str], None]) -> None:
        self._floor, self._live_as = floor, live_as
        self._loop = asyncio.get_running_loop()
        self._known = {table.id: table for table in floor.settings.tables}
        self.held = floor.held

    def open(self, table: str, life: str) -> None:
        self._loop.call_soon_threadsafe(self._open, table, life)

    def _open(self, table: str, life: str) -> None:
        self._live_as(life)
        self._floor.open(self._known[table])

    def hand_over(self, table: str) -> None:
        self._loop.call_soon_threadsafe(self._floor.hand_over, table)

    def drop_all(self) -> None:
        self._loop.call_soon_threadsafe(self._floor.drop_all)
