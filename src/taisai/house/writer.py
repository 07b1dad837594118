"""The one thread that writes journals: what several tables have waiting goes to the disk with one commit."""

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from contextlib import AbstractContextManager
from itertools import groupby
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, cast

Job = Callable[[], None]
Told = Callable[[BaseException | None], Job]
"""Called in the writer's thread with what went wrong, if anything; gives back what the loop is to do then."""
Together = Callable[[], AbstractContextManager[None]]


class Append(NamedTuple):
    append: Job
    told: Told


class Writer(Executor):
    """`together` makes all that is appended within it durable at its end, or none of it: without one, each is written
    alone. `then` is done with what is durable before anybody is told. Whatever else is submitted runs in its turn."""

    def __init__(self, together: Together | None = None, then: Job | None = None) -> None:
        self._together, self._then = together, then
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: SimpleQueue[Append | Job | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="journal writer")
        self._thread.start()

    def append(self, append: Job, told: Told) -> None:
        """Always from the same loop, which is told."""
        self._loop = self._loop or asyncio.get_running_loop()
        self._waiting.put(Append(append, told))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._waiting.put(lambda: _run_for(future, lambda: fn(*args, **kwargs)))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """What waits is still done."""
        del cancel_futures
        self._waiting.put(None)
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
        """All that waits, at least one."""
        taken = [self._waiting.get()]
        while True:
            try:
                taken.append(self._waiting.get_nowait())
            except Empty:
                return taken

    def _write(self, group: list[Append]) -> None:
        errors = self._appended(group)
        jobs = [one.told(error) for one, error in zip(group, errors, strict=True)]
        assert self._loop is not None
        self._loop.call_soon_threadsafe(_do_all, jobs)

    def _appended(self, group: list[Append]) -> list[BaseException | None]:
        """What fails together is tried again one by one, so that only that fails which cannot be written."""
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
    except BaseException as error:  # noqa: BLE001 - whatever it is, the table must hear of it
        return error
    return None


def _run_for(future: Future[Any], job: Callable[[], Any]) -> None:
    try:
        future.set_result(job())
    except BaseException as error:  # noqa: BLE001 - whoever waits hears of it
        future.set_exception(error)


def _do_all(jobs: Iterable[Job]) -> None:
    for job in jobs:
        job()
