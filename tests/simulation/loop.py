"""The event loop of one node: its clock is the world's, and it does nothing while its process is paused."""

import asyncio
import asyncio.events
from collections.abc import Callable
from typing import Any

from simulation.world import Process


class NodeLoop(asyncio.AbstractEventLoop):
    def __init__(self, process: Process) -> None:
        self._process = process

    def time(self) -> float:
        return self._process.world.at_s

    def call_later(self, delay: float, callback: Callable[..., Any], *args: Any, context: Any = None) -> Any:
        handle = asyncio.Handle(callback, args, self, context)
        self._process.later(delay, self._run, handle)
        return handle

    def call_soon(self, callback: Callable[..., Any], *args: Any, context: Any = None) -> Any:
        return self.call_later(0, callback, *args, context=context)

    call_soon_threadsafe = call_soon

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> Any:
        return asyncio.wrap_future(executor.submit(func, *args), loop=self)

    def create_future(self) -> "asyncio.Future[Any]":
        return asyncio.Future(loop=self)

    def create_task(self, coro: Any, **named: Any) -> "asyncio.Task[Any]":
        return asyncio.Task(coro, loop=self, **named)

    def get_debug(self) -> bool:
        return False

    def is_closed(self) -> bool:
        return False

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if self._process.dead:
            return
        problem = f"{self._process.name}: {context.get('message')}: {context.get('exception')!r}"
        self._process.world.problems.append(problem)

    def _run(self, handle: asyncio.Handle) -> None:
        if handle.cancelled():
            return
        asyncio.events._set_running_loop(self)
        try:
            handle._run()
        finally:
            asyncio.events._set_running_loop(None)
