"""The product's writer, in a thread that rests where nothing waits."""

from queue import Empty
from typing import Any

from greenlet import getcurrent, greenlet
from simulation.loop import NodeLoop
from simulation.world import Process

from taisai.house.writer import Writer


class Waiting:
    """A queue whose reader is a thread of a process."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._waiting: list[Any] = []
        self._reader: greenlet | None = None

    def put(self, one: Any) -> None:
        self._waiting.append(one)
        reader, self._reader = self._reader, None
        if reader is not None:
            self._process.later(0, reader.switch)

    def get(self) -> Any:
        if not self._waiting:
            self._reader = getcurrent()
            self._process.rest()
        return self._waiting.pop(0)

    def get_nowait(self) -> Any:
        if not self._waiting:
            raise Empty
        return self._waiting.pop(0)


class NodeWriter(Writer):
    def __init__(self, process: Process, loop: NodeLoop) -> None:
        self._process = process
        super().__init__()
        self._loop = loop

    def _begin(self) -> None:
        self._waiting = Waiting(self._process)  # type: ignore[assignment]
        self._process.start(self._run)
