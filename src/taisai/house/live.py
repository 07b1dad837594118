"""A table in use: orders queue, are decided together, are written by one thread, and are answered."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from enum import Enum
from functools import partial
from typing import Final, TypeVar

from taisai.house.desk import Answer, Batch, Desk
from taisai.house.writer import Steps, Writer, in_step
from taisai.journal.entry import Fact
from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role
from taisai.table import events as e
from taisai.table.commands import BuyIn
from taisai.table.order import Order, Person

GROUP_MOST: Final = 1_024  # orders per batch, so that in a flood the first does not wait for the last
WAITING_MOST: Final = 20_000
PLAYER_MOST: Final = 2_000  # orders per round
STAFF_MOST: Final = 20_000
RETRY_S: Final = 0.5
UNTOLD: Final = "a listener could not be notified"
UNDECIDED: Final = "an order could not be decided"

AUTOMATION: Final = Role.AUTOMATION

log = logging.getLogger(__name__)

Known = TypeVar("Known")
Answering = Callable[[Order, Answer], None]
Asking = Callable[[Order, "Answering"], None]
Sending = tuple[Callable[[bytes], object], bytes]
Prover = Callable[[Sequence[Fact]], None]
"""Told what was written, with who caused it."""
Refuser = Callable[[Order, Refused], None]
"""Told what was refused."""
Listener = Callable[[int, Sequence[e.Event]], None]
"""Told the number of the first entry and the events; no events where only `down` has changed."""


class LiveRefusal(Enum):
    JOURNAL_DOWN = "journal-down"
    TABLE_BUSY = "table-busy"
    ORDER_FAILED = "order-failed"


_Waiting = tuple[Order, Answering]


def _code(error: BaseException) -> str:
    """Return an error code that is safe for everyone to see: it contains no file names."""
    return str(error.code.value) if isinstance(error, Refused) else "journal-failed"


class LiveTable:
    """While a batch is being written, nothing else is decided and nobody reads the desk, so everything visible is in
    the journal. `down` says why nothing can be written at the moment. If a lease is needed, `holds` says whether it is
    valid; without it no order is accepted or answered, because another process may have the table."""

    def __init__(self, desk: Desk, writer: Writer, holds: Callable[[], bool] | None = None) -> None:
        self.desk = desk
        self._holds = holds
        self.down = ""
        self.listeners: list[Listener] = []
        self.provers: list[Prover] = []
        self.refusers: list[Refuser] = []
        self.sendings: list[Sending] = []  # sent together, so that each reader wakes once
        self.redeemer: Asking | None = None  # asks other tables before a voucher is redeemed here
        self._writer = writer
        self._loop = asyncio.get_running_loop()
        self._waiting: list[_Waiting] = []
        self._looking: list[Callable[[], None]] = []
        self.busy = False
        self._stopped = False
        self._round = 0
        self._given: dict[str, int] = {}
        self._singly = 0  # how many orders to decide one by one, because one of them fails

    def submit(self, order: Order, told: Answering) -> None:
        """Queue an order. `told` gets the answer once it is durable, or at once if nothing can be written."""
        if not self.takes_orders():
            told(order, self._refused_down())
        elif order.by.role is not AUTOMATION and not self._has_room(order.by):
            words = (
                f"{order.by.name} has sent {self._given[order.by.name]} orders in this round; wait for the next round"
            )
            told(order, Refused(LiveRefusal.TABLE_BUSY, words, order.by.name))
        elif len(self._waiting) >= WAITING_MOST:
            words = f"{WAITING_MOST} orders are waiting at this table; send the order again in a moment"
            told(order, Refused(LiveRefusal.TABLE_BUSY, words, order.id))
        elif self.redeemer is not None and type(order.command) is BuyIn and order.command.voucher:
            self.redeemer(order, told)
        else:
            self._queue(order, told)

    def _queue(self, order: Order, told: Answering) -> None:
        self._waiting.append((order, told))
        if not self.busy:
            self._wake()

    def go_on(self, order: Order, told: Answering) -> None:
        """Queue an order that the redeemer was given, now that other tables have been asked."""
        if self.takes_orders():
            self._queue(order, told)
        else:
            self.refuse(order, told, self._refused_down())

    def refuse(self, order: Order, told: Answering, refused: Refused) -> None:
        """Refuse an order that the redeemer was given."""
        _safely(told, order, refused)
        self._tell_refused(order, refused)

    def takes_orders(self) -> bool:
        """Return whether orders can be decided, and what the desk knows is what the journal says."""
        return not self.down and not self._stopped and self._is_held()

    async def in_turn(self, job: Callable[[], Known]) -> Known:
        """Run a job that reads the journal, in the thread that may wait for it."""
        return await self._loop.run_in_executor(self._writer, job)

    def _is_held(self) -> bool:
        return self._holds is None or self._holds()

    def _has_room(self, by: Person) -> bool:
        """Count the order against its sender's limit. Each order is remembered until its round is over."""
        if self._round != self.desk.table.round:
            self._round = self.desk.table.round
            self._given.clear()
        given = self._given.get(by.name, 0)
        if given >= (PLAYER_MOST if by.seat else STAFF_MOST):
            return False
        self._given[by.name] = given + 1
        return True

    async def do(self, order: Order) -> Answer:
        answered: asyncio.Future[Answer] = self._loop.create_future()
        self.submit(order, lambda _, answer: None if answered.done() else answered.set_result(answer))
        return await answered

    def look(self, callback: Callable[[], None]) -> None:
        """Call back at a moment when everything the desk knows is written."""
        if self.busy:
            self._looking.append(callback)
        else:
            callback()

    async def stop(self) -> None:
        """Answer the waiting orders and accept no more."""
        self._stopped = True
        while self.busy:
            rested: asyncio.Future[None] = self._loop.create_future()
            self.look(partial(rested.set_result, None))
            await rested

    def _wake(self) -> None:
        """Start a turn. Call it only when the table is not busy: two turns never overlap."""
        self.busy = True
        self._writer.when_free(self._turn)

    def _turn(self) -> Steps:
        """Decide the next orders, then seal them. Each step waits until all tables of the turn have reached it."""
        group, looks_up = self._next()
        orders = [order for order, _ in group]
        if looks_up:
            deciding = self._loop.run_in_executor(self._writer, self.desk.prepare, orders)
            deciding.add_done_callback(lambda done: self._prepared(group, done.result))
            return
        try:
            batch = self.desk.decide(orders)
            yield
            self.desk.seal(batch)
        except Exception:
            log.exception(UNDECIDED)
            self._restore(group)
        else:
            self._take(group, batch)

    def _next(self) -> tuple[list[_Waiting], bool]:
        """Return the next group of orders, and whether they look something up. Lookups run in the thread that may wait
        for a database, so a group has only orders that do or only orders that do not."""
        waiting, looks_up, count = self._waiting, self.desk.looks_up, 1
        most = 1 if self._singly else min(len(waiting), GROUP_MOST)
        first = looks_up(waiting[0][0])
        while count < most and looks_up(waiting[count][0]) is first:
            count += 1
        self._waiting = waiting[count:]
        self._singly = max(0, self._singly - count)
        return waiting[:count], first

    def _prepared(self, group: list[_Waiting], preparing: Callable[[], Batch]) -> None:
        try:
            batch = preparing()
        except Exception:
            log.exception(UNDECIDED)
            self._restore(group)
        else:
            self._take(group, batch)

    def _restore(self, group: list[_Waiting]) -> None:
        restoring = self._loop.run_in_executor(self._writer, self.desk.restore)
        restoring.add_done_callback(partial(self._restored, group))

    def _take(self, group: list[_Waiting], batch: Batch) -> None:
        """Write a batch, which may answer only the first orders of a group."""
        taken = len(batch.answers)
        self._waiting[:0] = group[taken:]
        self._write(group[:taken], batch)

    def _restored(self, group: list[_Waiting], restoring: "asyncio.Future[None]") -> None:
        error = restoring.exception()
        if error is not None:
            self._went_down(group, error)
        else:
            words = "this order caused a program error; nothing was changed; call a technician"
            self._one_by_one(group, Refused(LiveRefusal.ORDER_FAILED, words, group[0][0].id))

    def _write(self, group: list[_Waiting], batch: Batch) -> None:
        if batch.facts:
            self._writer.append(partial(self.desk.append, batch), partial(self._appended, group, batch))
        else:
            in_step([self._answer(group, batch)])

    def _appended(self, group: list[_Waiting], batch: Batch, error: BaseException | None) -> Steps:
        """Finish a write, in the writer's thread."""
        try:
            if error is None:
                self.desk.written(batch)
            else:
                self.desk.give_up(batch)
        except BaseException as caught:  # noqa: BLE001 - the desk no longer matches what is written
            error = caught
        return self._written(group, batch, error)

    def _written(self, group: list[_Waiting], batch: Batch, error: BaseException | None) -> Steps:
        if error is None:
            yield from self._answer(group, batch)
        elif isinstance(error, Refused) and error.code is JournalRefusal.CLAIMED:
            self._one_by_one(group, error)
        else:
            self._went_down(group, error)

    def _answer(self, group: list[_Waiting], batch: Batch) -> Steps:
        """Create the answers, send them, then tell listeners. Each step waits until all tables of the commit have
        reached it."""
        answers = batch.answers if self._is_held() else [self._refused_down()] * len(group)
        for (order, told), answer in zip(group, answers, strict=True):
            try:
                told(order, answer)
            except Exception:
                log.exception(UNTOLD)
            if isinstance(answer, Refused):
                self._tell_refused(order, answer)
        yield
        self._send_all()
        yield
        if batch.facts:
            self._tell(batch.after.seq + 1, batch.events)
            for prover in self.provers:
                _safely(prover, batch.facts)
        self._rest()

    def _tell_refused(self, order: Order, refused: Refused) -> None:
        for refuser in self.refusers:
            _safely(refuser, order, refused)

    def _send_all(self) -> None:
        sendings, self.sendings = self.sendings, []
        for send, message in sendings:
            try:
                send(message)
            except Exception:
                log.exception(UNTOLD)

    def _one_by_one(self, group: list[_Waiting], error: Refused) -> None:
        """Retry orders one by one, so that only the failing one is refused: another table made its claim first, or it
        cannot be decided."""
        if len(group) == 1:
            ((order, told),) = group
            _safely(told, order, error)
        else:
            self._waiting[:0] = group
            self._singly = len(group)
        self._rest()

    def _rest(self) -> None:
        self.busy = False
        looking, self._looking = self._looking, []
        for callback in looking:
            _safely(callback)
        if self._waiting and not self.busy:
            self._wake()

    def _tell(self, first: int, events: Sequence[e.Event]) -> None:
        for listener in self.listeners:
            _safely(listener, first, events)

    def _refused_down(self) -> Refused:
        why = f"the journal cannot be written ({self.down})" if self.down else "the table is stopping"
        why = why if self._is_held() else "another process may be running the table"
        return Refused(LiveRefusal.JOURNAL_DOWN, f"no orders are accepted: {why}", self.desk.table.table)

    def _went_down(self, group: list[_Waiting], error: BaseException) -> None:
        """Refuse all waiting orders. If one was written after all, sending it again gets its real answer."""
        self.down = _code(error)
        waiting, self._waiting = [*group, *self._waiting], []
        for order, told in waiting:
            _safely(told, order, self._refused_down())
        self._tell(0, ())
        if not self._try_later(error):
            self._rest()

    def _try_later(self, error: BaseException) -> bool:
        """Schedule another try, except if another process took the journal: trying never gets that back."""
        tries = not self._stopped and not (isinstance(error, Refused) and error.code is JournalRefusal.TAKEN)
        if tries:
            self._loop.call_later(RETRY_S, self._try_again)
        return tries

    def _try_again(self) -> None:
        self.busy = True
        self._loop.run_in_executor(self._writer, self._recover).add_done_callback(self._recovered)

    def _recover(self) -> None:
        """Take the journal again, because a write with an unknown outcome may still be on its way."""
        try:
            self.desk.store.take_again()
        finally:
            self.desk.restore()
        self.desk.write_again()

    def _recovered(self, trying: "asyncio.Future[None]") -> None:
        """Whether or not it worked, the table is as its journal says, so waiting callbacks may look at it."""
        error = trying.exception()
        before, self.down = self.down, _code(error) if error else ""
        if self.down != before:
            self._tell(0, ())
        if error is not None:
            self._try_later(error)
        self._rest()


def _safely(call: Callable[..., None], *given: object) -> None:
    """Call a listener. The batch is already written, so a listener that fails does not stop the table."""
    try:
        call(*given)
    except Exception:
        log.exception(UNTOLD)
