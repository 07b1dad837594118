"""Virtual time: one queue of what is due, and processes that can be paused, woken and killed."""

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Any

from greenlet import GreenletExit, getcurrent, greenlet

Call = Callable[..., object]


class World:
    """Everything that happens, in one order that the seed decides."""

    def __init__(self, seed: int) -> None:
        self.at_s = 0.0
        self.random = Random(seed)
        self.problems: list[str] = []
        self.hub = getcurrent()
        self._due: list[tuple[float, int, Call, tuple[Any, ...]]] = []
        self._numbers = count()

    def later(self, delay_s: float, call: Call, *given: Any) -> None:
        heappush(self._due, (self.at_s + delay_s, next(self._numbers), call, given))

    def run(self, until_s: float) -> None:
        while self._due and self._due[0][0] <= until_s:
            self.at_s, _, call, given = heappop(self._due)
            call(*given)
        self.at_s = until_s


class Process:
    """While it is paused nothing of it runs, time goes on, and what became due runs when it wakes, in its order."""

    def __init__(self, world: World, name: str) -> None:
        self.world = world
        self.name = name
        self.paused = self.dead = self.cut = False
        self._due: list[tuple[Call, tuple[Any, ...]]] = []
        self._threads: list[greenlet] = []

    def later(self, delay_s: float, call: Call, *given: Any) -> None:
        self.world.later(delay_s, self.due, call, *given)

    def due(self, call: Call, *given: Any) -> None:
        if self.paused:
            self._due.append((call, given))
        elif not self.dead:
            call(*given)

    def pause(self) -> None:
        self.paused = True

    def wake(self) -> None:
        self.paused = False
        due, self._due = self._due, []
        for call, given in due:
            self.due(call, *given)

    def kill(self) -> None:
        """What it sent is still on its way."""
        self.dead, self.paused = True, False
        self._due.clear()
        for thread in self._threads:
            if thread:  # it runs still
                thread.throw(GreenletExit)

    def start(self, run: Callable[[], object]) -> None:
        """A thread; it rests wherever it calls `rest`."""
        self._threads = [one for one in self._threads if not one.dead]
        thread = greenlet(run, self.world.hub)
        self._threads.append(thread)
        self.later(0, thread.switch)

    def rest(self) -> Any:
        """Until somebody switches to the thread, with what it is given then."""
        if self.dead:
            raise GreenletExit
        return self.world.hub.switch()

    def sleep(self, delay_s: float) -> None:
        self.later(delay_s, getcurrent().switch)
        self.rest()
