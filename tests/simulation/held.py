"""One table that a node holds: read, concluded, played, handed over or dropped; as the floor does it, one at a time."""

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from simulation.guards import Guard
from simulation.patched import EagerLive
from simulation.steps import Steps
from simulation.store import RemoteStore
from simulation.writer import NodeWriter

from taisai.house.desk import Answer, Desk
from taisai.house.desks import Journals, all_ready
from taisai.house.live import LiveTable
from taisai.house.tables import TableSettings
from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refusal, Refused
from taisai.table.order import Order

if TYPE_CHECKING:
    from simulation.node import Node

READ_FAR: Final = 10  # entries: whoever read so many saves the next owner the trouble
EXPECTED: Final = (JournalRefusal.FAILED, JournalRefusal.TAKEN, JournalRefusal.MOVED, Refusal.TABLE_INSTALLED)


class Seen(NamedTuple):
    """What an answer shows of the table: its newest entry, its round, and the credit of the seat."""

    seq: int
    round: int
    credit: int


Told = Callable[[Answer | None, Seen | None], None]
"""No answer: the table is moving."""


class HeldTable:
    def __init__(self, node: "Node", settings: TableSettings, store: RemoteStore) -> None:
        self.settings, self.store = settings, store
        self.live: LiveTable | None = None
        self.gone = self.leaves = False
        self._node = node
        self._writer = NodeWriter(node.process, node.loop)
        node.loop.run_in_executor(self._writer, self._read).add_done_callback(self._was_read)

    def _read(self) -> Desk:
        """In the writing thread."""
        journals = Journals(lambda _: self.store, lambda table: self._node.signing(table, self.store))  # type: ignore[arg-type,return-value]
        desk = all_ready([self.settings], journals, self._node.cage, {})[self.settings.id].desk
        if desk.head.seq - desk.since.seq >= READ_FAR:
            desk.save_snapshot()
        return desk

    def _was_read(self, reading: Any) -> None:
        error = reading.exception()
        if error is None and not self.gone:
            self._begin(reading.result())
        if error is None:
            return
        if not (isinstance(error, Refused) and error.code in EXPECTED):
            self._node.trouble(f"{self.settings.id} could not be opened: {error!r}")
        self._leave()

    def _begin(self, desk: Desk) -> None:
        kind = LiveTable if Guard.COMMIT in self._node.guards else EagerLive
        live = self.live = kind(desk, self._writer, self._node.holds)
        self._steps = Steps(live, self._node, self.settings)
        live.listeners.append(self._heard)
        self._node.redemptions.serve(live)
        self._node.redemptions.mend([live])
        self._steps.begin()

    def _heard(self, _: int, events: Any) -> None:
        assert self.live is not None
        if self.live.down == JournalRefusal.TAKEN.value:
            self.drop()
        self._steps.watch()
        self._node.redemptions.heard(self.settings.id, events)

    def serves(self) -> bool:
        return self.live is not None and not self.gone and self._node.holds()

    def take_order(self, order: Order, told: Told) -> None:
        if not self.serves():
            told(None, None)
            return
        assert self.live is not None
        self.live.submit(order, lambda _, answer: self._answer(order.by.seat, answer, told))

    def _answer(self, seat: int, answer: Answer | None, told: Told) -> None:
        if not self.serves():
            told(None, None)
            return
        assert self.live is not None
        desk = self.live.desk
        told(answer, Seen(desk.head.seq, desk.table.round, desk.table.seats[seat].credit))

    def show(self, seat: int, told: Told) -> None:
        if self.live is not None and self.serves():
            self.live.look(lambda: self._answer(seat, None, told))

    def tick(self) -> None:
        live = self.live
        if live is None or self.gone:
            return
        if self.leaves and live.desk.table.current is None:
            self.hand_over()
        else:
            self._steps.tick(lambda: self._node.redemptions.mend([live]))

    def hand_over(self) -> None:
        """Between rounds: what waits is answered, then a snapshot, then the table is anybody's."""
        self._node.loop.create_task(self._hand_over())

    async def _hand_over(self) -> None:
        assert self.live is not None
        if not self.gone:
            await self.live.stop()
            self._leave()

    def _leave(self) -> None:
        if not self.gone:
            self.gone = True
            self._node.loop.run_in_executor(self._writer, self._give_back).add_done_callback(self._left)

    def _give_back(self) -> None:
        """In the writing thread."""
        with suppress(Refused):
            if self.live is not None and not self.live.down:
                self.live.desk.save_snapshot()
            self.store.give_back()

    def _left(self, leaving: Any) -> None:
        if leaving.exception() is not None:
            self._node.trouble(f"{self.settings.id} could not be given back: {leaving.exception()!r}")
        self._node.forget(self)

    def drop(self) -> None:
        """At once; another may have it already."""
        if not self.gone:
            self.gone = True
            if self.live is not None:
                self._node.loop.create_task(self.live.stop())
            self._node.forget(self)
