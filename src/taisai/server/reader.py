"""Reads long histories in a process of its own, so that play never waits for a report."""

import asyncio
import os
import signal
import subprocess
import sys
from asyncio import IncompleteReadError
from collections import Counter, OrderedDict, defaultdict
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import suppress
from socket import send_fds, socket, socketpair
from threading import Lock
from time import monotonic
from typing import Final

import msgspec

from taisai.rules.refusals import Refused
from taisai.server.lab_readings import FIGURES, LAB
from taisai.server.readings import ANSWER, FRAME, PROGRESS, AskExport, Question, Said, Streamed, encode, kind_of
from taisai.server.refusals import ServerRefusal
from taisai.server.turns import Rank, Turns
from taisai.wire.readings import Reading

WAITING_MOST: Final = {Rank.STAFF: 64, Rank.DEVICE: 32, Rank.ANYBODY: 16}
"""How many questions of one queue may wait when another one comes: what strangers fill leaves room for staff."""
WAITING_OF_ONE: Final = 8
EXPORTS_MOST: Final = 2
PIECE_PAUSE_S: Final = 0.02  # between pieces, so that sending never takes much of the event loop
LONGEST_S: Final = 600.0
KEPT_BYTES: Final = 16 << 20  # of answers that never change
IDLE_S: Final = 300.0  # a reading process that nobody asked for so long ends
LOOK_S: Final = 30.0
COMMAND: Final = "from taisai.server import reader_child as c; c.{turn}(); c.main()"


class Worker:
    """A fork of the reading process. It answers one question at a time, until its socket is closed."""

    def __init__(self, pid: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.pid, self._reader, self._writer = pid, reader, writer
        self._handle = -1
        if hasattr(os, "pidfd_open"):
            with suppress(OSError):
                self._handle = os.pidfd_open(pid)

    @property
    def is_gone(self) -> bool:
        return self._reader.at_eof() or self._writer.is_closing()

    async def ask(self, question: Question | Streamed) -> None:
        asked = encode(question)
        self._writer.write(FRAME.pack(ANSWER, len(asked)) + asked)
        await self._writer.drain()

    async def hear(self) -> tuple[int, bytes]:
        return await heard(self._reader)

    def end(self) -> None:
        """End the process, whatever it does. Its number may belong to another one by now; its handle never does."""
        self._writer.close()
        if self._handle >= 0:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)
            os.close(self._handle)
            self._handle = -1


class Source:
    """The process that forks: it starts with the first question, and is replaced if it was killed."""

    def __init__(self, turn: str) -> None:
        self._turn, self._lock = turn, Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._orders: socket | None = None
        self._stopped = False

    @property
    def pid(self) -> int:
        return self._process.pid if self._process else 0

    def fork(self, theirs: socket) -> None:
        """Fork a worker for this socket. Called in a thread, because a start takes a while."""
        with self._lock, theirs:
            if self._stopped:
                raise BrokenPipeError
            if self._orders is None or self._ordered(theirs) is None:
                self._end()
                self._start()
                self._ordered(theirs)

    def end(self, *, for_good: bool = False) -> None:
        with self._lock:
            self._stopped = for_good
            self._end()

    def _ordered(self, theirs: socket) -> int | None:
        assert self._orders is not None
        try:
            return send_fds(self._orders, [b"."], [theirs.fileno()])
        except OSError:
            return None

    def _start(self) -> None:
        """Start it with this process's compiled files, and without the current folder on its path."""
        cache = ("-X", f"pycache_prefix={sys.pycache_prefix}") if sys.pycache_prefix else ()
        command = (sys.executable, "-P", "-B", *cache, "-c", COMMAND.format(turn=self._turn))
        self._orders, theirs = socketpair()
        with theirs:
            self._process = subprocess.Popen(command, stdin=theirs.fileno(), stdout=subprocess.DEVNULL)  # noqa: S603 - our own

    def _end(self) -> None:
        if self._process is not None and self._orders is not None:
            self._orders.close()
            self._process.kill()
            self._process.wait()
        self._process = self._orders = None


class Reader:
    """Answers questions in a process that starts with the first one. A caller who disconnects ends the reading.

    Each queue has its own turns, so that no report holds the lab up, nor the lab a report. A worker waits for the next
    question, and one each that has imported the lab's maths and figures; all end with the process when nobody asked for
    a while. Answers that never change are kept. `turn` names the function of `reader_child` that sets the priority."""

    def __init__(self, turn: str = "yield_to_play", ticks: Callable[[], float] = monotonic) -> None:
        self._source, self._ticks = Source(turn), ticks
        self._turns: defaultdict[str, Turns] = defaultdict(Turns)
        self._waiting: Counter[tuple[str, str]] = Counter()
        self._readings: dict[object, tuple[str, Reading]] = {}
        self._ready: dict[str, Worker] = {}  # by the queue whose modules it has imported
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._busy: set[Worker] = set()
        self._used_s = ticks()
        self._keeping: asyncio.Task[None] | None = None
        self._exports = 0

    async def read(self, question: Question, by: str, rank: Rank = Rank.ANYBODY) -> bytes:
        """Return the answer. `by` is the caller: each may have only a few questions waiting."""
        if (known := self._known(question)) is not None:
            return known
        waits = question.queue, by
        self._check_room(*waits, rank)
        self._waiting[waits] += 1
        turn = object()
        self._readings[turn] = by, Reading(kind_of(question))
        try:
            async with self._turns[question.queue].turn(by, rank):
                known = self._known(question)
                return self._keep(question, await self._answered(question, turn)) if known is None else known
        finally:
            self._waiting -= Counter([waits])
            del self._readings[turn]

    def _known(self, question: Question) -> bytes | None:
        if question.queue != FIGURES or (key := encode(question)) not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key]

    def _keep(self, question: Question, answer: bytes) -> bytes:
        if question.queue == FIGURES:
            self._kept[encode(question)] = answer
            while sum(map(len, (*self._kept, *self._kept.values()))) > KEPT_BYTES:
                self._kept.popitem(last=False)
        return answer

    async def stream(self, question: Streamed) -> AsyncIterator[bytes]:
        """Stream the answer from a worker of its own, as fast as the client reads: a slow client delays nobody else."""
        if isinstance(question, AskExport) and self._exports >= EXPORTS_MOST:
            words = f"{self._exports} exports are already running; try again when one has finished"
            raise Refused(ServerRefusal.TOO_MANY_REQUESTS, words, self._exports)
        pieces = self._pieces(question)
        return _begun(await anext(pieces), pieces)

    def readings(self, by: str) -> tuple[Reading, ...]:
        """Return the caller's waiting questions, oldest first."""
        return tuple(reading for asker, reading in self._readings.values() if asker == by)

    def processes(self) -> list[int]:
        """Return the process and its forks."""
        workers = [*self._ready.values(), *self._busy]
        return [pid for pid in (self._source.pid, *(one.pid for one in workers)) if pid]

    def end_idle(self) -> None:
        """End the process and its waiting workers if nobody asked for a while."""
        if not self._busy and not self._readings and self._ticks() - self._used_s >= IDLE_S:
            self._end_ready()
            self._source.end()

    async def stop(self) -> None:
        if self._keeping is not None:
            self._keeping.cancel()
        for worker in self._busy:
            worker.end()
        self._end_ready()
        await asyncio.to_thread(self._source.end, for_good=True)

    def _end_ready(self) -> None:
        while self._ready:
            self._ready.popitem()[1].end()

    async def _look_after(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            self.end_idle()

    def _check_room(self, queue: str, by: str, rank: Rank) -> None:
        waiting = sum(count for (of, _), count in self._waiting.items() if of == queue)
        if waiting >= WAITING_MOST[rank] or self._waiting[queue, by] >= WAITING_OF_ONE:
            words = f"{waiting} readings of long histories are already waiting; try again in a moment"
            raise Refused(ServerRefusal.TOO_MANY_REQUESTS, words, waiting)

    async def _answered(self, question: Question, turn: object) -> bytes:
        worker, queue = None, question.queue if question.queue in {LAB, FIGURES} else ""
        try:
            async with asyncio.timeout(LONGEST_S):
                worker = await self._ready_worker(queue)
                await worker.ask(question)
                kind, content = await worker.hear()
                while kind == PROGRESS:
                    self._follow(turn, content)
                    kind, content = await worker.hear()
        except (OSError, IncompleteReadError):
            words = "the reading was stopped before it finished; try again, or request a shorter period"
            raise Refused(ServerRefusal.READING_STOPPED, words, "") from None
        else:
            self._busy.discard(worker)
            if queue not in self._ready:
                self._ready[queue] = worker
            return _taken(kind, content)
        finally:
            self._used_s = self._ticks()
            if worker is not None and self._ready.get(queue) is not worker:
                self._ended(worker)

    async def _ready_worker(self, queue: str) -> Worker:
        """Return the worker that waits, unless it was killed; or else a new one."""
        worker = self._ready.pop(queue, None)
        if worker is None:
            return await self._forked()
        if worker.is_gone:
            worker.end()
            return await self._forked()
        self._busy.add(worker)
        return worker

    def _ended(self, worker: Worker) -> None:
        self._busy.discard(worker)
        worker.end()

    async def _forked(self) -> Worker:
        """Return a new worker. If the process is killed just now, another one forks it."""
        if self._keeping is None:
            self._keeping = asyncio.create_task(self._look_after())
        self._used_s = self._ticks()
        try:
            worker = await _forked(self._source)
        except IncompleteReadError:
            worker = await _forked(self._source)
        self._busy.add(worker)
        return worker

    async def _pieces(self, question: Streamed) -> AsyncGenerator[bytes, None]:
        is_export, worker = isinstance(question, AskExport), None
        self._exports += is_export
        try:
            worker = await self._forked()
            await worker.ask(question)
            piece = await worker.hear()
            while piece[1]:
                yield _taken(*piece)
                await asyncio.sleep(PIECE_PAUSE_S)
                piece = await worker.hear()
        except IncompleteReadError:
            raise BrokenPipeError from None
        finally:
            self._exports -= is_export
            self._used_s = self._ticks()
            if worker is not None:
                self._ended(worker)

    def _follow(self, turn: object, content: bytes) -> None:
        if known := self._readings.get(turn):
            self._readings[turn] = known[0], msgspec.json.decode(content, type=Reading)


async def heard(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    kind, length = FRAME.unpack(await reader.readexactly(FRAME.size))
    return kind, await reader.readexactly(length)


async def _forked(source: Source) -> Worker:
    ours, theirs = socketpair()
    try:
        await asyncio.to_thread(source.fork, theirs)
        reader, writer = await asyncio.open_unix_connection(sock=ours)
    except BaseException:
        ours.close()
        raise
    try:
        return Worker(int((await heard(reader))[1]), reader, writer)
    except BaseException:
        writer.close()
        raise


async def _begun(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for piece in rest:
        yield piece


def _taken(kind: int, content: bytes) -> bytes:
    if kind == ANSWER:
        return content
    raise msgspec.json.decode(content, type=Said).refusal()
