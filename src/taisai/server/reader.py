"""A separate process that reads long histories, one question at a time, so that play never waits for a report."""

import asyncio
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from struct import Struct
from time import monotonic
from typing import IO, Final

import msgspec

from taisai.rules.refusals import Refused
from taisai.server.readings import Question, Streamed, encode, kind_of
from taisai.server.refusals import ServerRefusal
from taisai.server.statuses import TOLD
from taisai.wire.readings import Reading

WAITING_MOST: Final = 32  # questions, of all callers
WAITING_OF_ONE: Final = 8
STREAMS_MOST: Final = 2
PIECE_PAUSE_S: Final = 0.02  # between pieces, so that sending never takes much of the event loop
LONGEST_S: Final = 600.0
LOOK_S: Final = 1.0  # how often the length of a reading is checked: a timer for each would be a thread for each
FRAME: Final = Struct(">BQ")
"""Kind and length of what follows."""
REFUSAL, ANSWER, PROGRESS = range(3)
COMMAND: Final = (
    "from taisai.server.reader_turn import {turn}; {turn}()\nfrom taisai.server.reader_child import main; main()"
)
_CODES: Final = {(kind.__name__, code.value): code for kind in TOLD for code in kind}


class Said(msgspec.Struct, frozen=True, array_like=True):
    """A refusal, as it is sent between the processes."""

    kind: str
    code: str
    words: str
    value: str

    @staticmethod
    def of(refused: Refused) -> "Said":
        return Said(type(refused.code).__name__, str(refused.code.value), refused.words, str(refused.value))

    def refusal(self) -> Refused:
        return Refused(_CODES[self.kind, self.code], self.words, self.value)


class Reader:
    """Runs the reading process, from the first question on. A caller who disconnects ends the reading.

    `turn` names the function of `reader_turn` that sets the process's priority."""

    def __init__(self, turn: str = "yield_to_play") -> None:
        self._turn = turn
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="reader")
        self._waiting: Counter[str] = Counter()
        self._child: subprocess.Popen[bytes] | None = None
        self._answering: object = None
        self._until_s = 0.0
        self._readings: dict[object, tuple[str, Reading]] = {}
        self._streams = 0

    async def read(self, question: Question, by: str) -> bytes:
        """Return the answer. `by` is the caller: each may have only a few questions waiting."""
        self._check_room(by)
        self._waiting[by] += 1
        turn = object()
        self._readings[turn] = by, Reading(kind_of(question))
        asked = asyncio.get_running_loop().run_in_executor(self._thread, self._ask, question, turn)
        try:
            while not asked.done():
                await asyncio.wait((asked,), timeout=LOOK_S)
                if self._answering is turn and monotonic() > self._until_s:
                    self._kill()
            return asked.result()
        except asyncio.CancelledError:
            asked.cancel()
            if self._answering is turn:
                self._kill()
            raise
        finally:
            self._waiting -= Counter([by])
            del self._readings[turn]

    def readings(self, by: str) -> tuple[Reading, ...]:
        """Return the caller's waiting questions, oldest first."""
        return tuple(reading for asker, reading in self._readings.values() if asker == by)

    async def stop(self) -> None:
        self._kill()
        await asyncio.to_thread(self._thread.shutdown, cancel_futures=True)
        if self._child is not None:
            _ended(self._child)

    async def stream(self, question: Streamed) -> AsyncIterator[bytes]:
        """Stream the answer from a separate process, as fast as the client reads: a slow client delays nobody else."""
        if self._streams >= STREAMS_MOST:
            words = f"{self._streams} exports are already running; try again when one has finished"
            raise Refused(ServerRefusal.TOO_MANY_REQUESTS, words, self._streams)
        pieces = self._pieces(question)
        return _begun(await anext(pieces), pieces)

    async def _pieces(self, question: Streamed) -> AsyncGenerator[bytes, None]:
        self._streams += 1
        child = await asyncio.to_thread(_started, self._turn)
        try:
            piece = await asyncio.to_thread(_answered, child, encode(question))
            while piece[1]:
                yield _taken(*piece)
                await asyncio.sleep(PIECE_PAUSE_S)
                piece = await asyncio.to_thread(_heard, child)
        finally:
            self._streams -= 1
            _ended(child)

    def _check_room(self, by: str) -> None:
        waiting = self._waiting.total()
        if waiting >= WAITING_MOST or self._waiting[by] >= WAITING_OF_ONE:
            words = f"{waiting} readings of long histories are already waiting; try again in a moment"
            raise Refused(ServerRefusal.TOO_MANY_REQUESTS, words, waiting)

    def _kill(self) -> None:
        if self._child is not None:
            self._child.kill()

    def _ask(self, question: Question, turn: object) -> bytes:
        """Ask the child process, from the thread that waits for it. A child that has ended is replaced."""
        child = self._child = self._child or _started(self._turn)
        self._until_s = monotonic() + LONGEST_S  # before it is this one's turn, so that nobody compares an old time
        self._answering = turn
        try:
            kind, told = _answered(child, encode(question))
            while kind == PROGRESS:
                self._follow(turn, told)
                kind, told = _heard(child)
        except OSError:
            self._child = None
            _ended(child)
            words = "the reading was stopped before it finished; try again, or request a shorter period"
            raise Refused(ServerRefusal.READING_STOPPED, words, "") from None
        finally:
            self._answering = None
        return _taken(kind, told)

    def _follow(self, turn: object, told: bytes) -> None:
        if known := self._readings.get(turn):
            self._readings[turn] = known[0], msgspec.json.decode(told, type=Reading)


async def _begun(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for piece in rest:
        yield piece


def _taken(kind: int, told: bytes) -> bytes:
    if kind == ANSWER:
        return told
    raise msgspec.json.decode(told, type=Said).refusal()


def _started(turn: str) -> "subprocess.Popen[bytes]":
    """Start a child with this process's compiled files, and without the current folder on its path."""
    cache = ("-X", f"pycache_prefix={sys.pycache_prefix}") if sys.pycache_prefix else ()
    command = (sys.executable, "-P", "-B", *cache, "-c", COMMAND.format(turn=turn))
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603 - our own


def _answered(child: "subprocess.Popen[bytes]", question: bytes) -> tuple[int, bytes]:
    assert child.stdin is not None
    child.stdin.write(FRAME.pack(ANSWER, len(question)) + question)
    child.stdin.flush()
    return _heard(child)


def _heard(child: "subprocess.Popen[bytes]") -> tuple[int, bytes]:
    assert child.stdout is not None
    kind, length = FRAME.unpack(_whole(child.stdout, FRAME.size))
    return kind, _whole(child.stdout, length)


def _whole(stream: IO[bytes], length: int) -> bytes:
    data = stream.read(length)
    if len(data) < length:
        raise BrokenPipeError
    return data


def _ended(child: "subprocess.Popen[bytes]") -> None:
    child.kill()
    child.wait()
    for stream in (child.stdin, child.stdout):
        if stream is not None:
            try:
                stream.close()
            except OSError:
                continue
