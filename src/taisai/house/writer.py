"""The thread that writes journals. Waiting writes of several tables go to disk with one commit."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import AbstractContextManager
from itertools import groupby
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, NamedTuple, cast

Job = Callable[[], None]
Steps = Iterator[None]
"""Each step of all tables comes before the next step of any: code that runs for many tables in a row is faster."""
Turn = Callable[[], Steps]
Told = Callable[[BaseException | None], Steps]
"""Called in the writer's thread with what went wrong, if anything; gives back what the loop is to do then."""
Together = Callable[[], AbstractContextManager[None]]
_ENDED: Final = object()

log = logging.getLogger(__name__)


class Append(NamedTuple):
    append: Job
    told: Told


class Writer(Executor):
    """`together` makes all appends inside it durable at its end, or none; without it, each is written alone. `then`
    runs on durable entries before anyone is told. Other submitted jobs run in their turn.

    Tables take their turns together, when no write is in progress. Orders that arrive meanwhile are decided together in
    the next turn, so many tables need hardly more commits than one.
    """

    def __init__(self, together: Together | None = None, then: Job | None = None) -> None:
        self._together, self._then = together, then
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: SimpleQueue[Sequence[Append | Job | None]] = SimpleQueue()
        self._turns: list[Turn] = []
        self._gathered: list[Append] | None = None
        self._under_way = 0
        self._is_called = False
        self._begin()

    def _begin(self) -> None:
        self._thread = Thread(target=self._run, name="journal writer")
        self._thread.start()

    def when_free(self, turn: Turn) -> None:
        """Run a turn when no write is in progress. Always call it from the same event loop; the writer reports to that
        loop."""
        self._loop = self._loop or asyncio.get_running_loop()
        self._turns.append(turn)
        self._call()

    def _call(self) -> None:
        if self._turns and not self._under_way and not self._is_called:
            assert self._loop is not None
            self._is_called = True
            self._loop.call_soon(self._take_turns)

    def _take_turns(self) -> None:
        """Take all turns and pass their appends to the thread together."""
        turns, self._turns, self._gathered = self._turns, [], []
        in_step([turn() for turn in turns])
        gathered, self._gathered = self._gathered, None
        if gathered:
            self._waiting.put(gathered)
        self._is_called = False
        self._call()

    def append(self, append: Job, told: Told) -> None:
        """Queue a write. The caller has the turn, or decided outside the event loop."""
        self._under_way += 1
        if self._gathered is None:
            self._waiting.put([Append(append, told)])
        else:
            self._gathered.append(Append(append, told))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._waiting.put([lambda: _run_for(future, lambda: fn(*args, **kwargs))])
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Finish the waiting jobs, then end."""
        del cancel_futures
        self._waiting.put([None])
        if wait:
            self._thread.join()

    def _run(self) -> None:
        while True:
            for is_append, some in groupby(self._taken(), lambda one: isinstance(one, Append)):
                if is_append:
                    self._write(cast("list[Append]", list(some)))
                    continue
                for job in cast("Iterable[Job | None]", some):
                    if job is None:
                        return
                    job()

    def _taken(self) -> list[Append | Job | None]:
        """Return everything that waits, at least one job."""
        taken = [*self._waiting.get()]
        while True:
            try:
                taken += self._waiting.get_nowait()
            except Empty:
                return taken

    def _write(self, group: list[Append]) -> None:
        errors = self._appended(group)
        steps = [one.told(error) for one, error in zip(group, errors, strict=True)]
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._tell, steps)

    def _tell(self, steps: list[Steps]) -> None:
        self._under_way -= len(steps)
        in_step(steps)
        self._call()

    def _appended(self, group: list[Append]) -> list[BaseException | None]:
        """Write a group. If that fails, write each alone, so that only what cannot be written fails."""
        together = self._together
        if together is None or len(group) == 1 or _error_of(lambda: _all_at_once(together, group)):
            return [_error_of(one.append) for one in group]
        return [_error_of(self._then) if self._then else None] * len(group)


def _all_at_once(together: Together, group: list[Append]) -> None:
    with together():
        for one in group:
            one.append()


def _error_of(job: Job) -> BaseException | None:
    try:
        job()
    except BaseException as error:  # noqa: BLE001 - the table must hear of any error
        return error
    return None


def _run_for(future: Future[Any], job: Callable[[], Any]) -> None:
    """Run a job unless its caller has stopped waiting. A caller that stops later leaves the job to end."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(job())
    except BaseException as error:  # noqa: BLE001 - passed on to the waiting caller
        future.set_exception(error)


def in_step(some: list[Steps]) -> None:
    """Take all steps. A table whose step fails takes no more of them, and holds up no other."""
    while some:
        some = [steps for steps in some if _goes_on(steps)]


def _goes_on(steps: Steps) -> bool:
    try:
        return next(steps, _ENDED) is None
    except Exception:
        log.exception("a step of a table failed")
        return False
