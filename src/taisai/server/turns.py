"""Who is answered next where many wait: staff first, then the house's devices, then anybody; of each, one by one."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import IntEnum
from typing import NamedTuple


class Rank(IntEnum):
    STAFF = 0
    DEVICE = 1
    ANYBODY = 2


class Asker(NamedTuple):
    name: str
    rank: Rank = Rank.ANYBODY


class Turns:
    """One turn at a time. Whoever has had one waits behind all others of the same rank."""

    def __init__(self) -> None:
        self._is_taken = False
        self._turns, self._had = 0, dict[str, int]()  # the last turn that each asker had, until nobody waits
        self._lines: dict[Rank, dict[str, deque[asyncio.Future[None]]]] = {rank: {} for rank in Rank}

    @asynccontextmanager
    async def turn(self, by: str, rank: Rank) -> AsyncIterator[None]:
        if self._is_taken:
            await self._wait(by, rank)
        self._is_taken, self._turns = True, self._turns + 1
        self._had[by] = self._turns
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, by: str, rank: Rank) -> None:
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lines[rank].setdefault(by, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():  # the turn came just then
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        self._is_taken = False
        while (waiting := self._next()) is not None:
            if not waiting.done():
                self._is_taken = True
                waiting.set_result(None)
                return
        self._had.clear()

    def _next(self) -> asyncio.Future[None] | None:
        for lines in self._lines.values():
            if lines:
                by = min(lines, key=lambda one: self._had.get(one, 0))
                first = lines[by].popleft()
                if not lines[by]:
                    del lines[by]
                return first
        return None
