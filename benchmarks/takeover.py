"""How long a table does not answer after its node was killed, with two nodes as processes on PostgreSQL and NATS."""

import asyncio
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from nodes.processes import cluster
from nodes.test_killed import At, holder, is_open, is_shared
from promise import Pair
from server.screen import Screen

from taisai.table import commands as c

BACK_S = 4.5  # the lease of three seconds, and the table's start
LONGEST_S, AGAIN_S = 60.0, 0.25
PACE_S = 0.05  # a faster terminal is disconnected
_numbers = count()


def measured(folder: Path) -> Iterator[Pair]:
    here = folder / str(time.monotonic_ns())
    here.mkdir()
    with cluster(str(here)) as made:
        for name in ("one", "two"):
            made.add(name)
        yield Pair("takeover", asyncio.run(_answered_after(made)), BACK_S)


async def _answered_after(made: Any) -> float:
    """Wait first until each node has its share: a table that is still to move is not where the fault happens."""
    while not is_shared(made, each=3):  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    failing = holder(made, "T1")
    at = At(next(one for one in made.nodes if one is not failing).address)
    while not _is_ready(at):  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    who, seat = await at.seat_soon("T1")
    async with Screen(at, "T1", who) as screen:
        await _answered(screen, seat)
        return await _gap(screen, seat, failing.process.kill)


def _is_ready(at: At) -> bool:
    """Return whether the table is open, as the node tells it. A node that has just started may not answer yet."""
    try:
        return bool(is_open(at))
    except OSError:
        return False


async def _gap(screen: Screen, seat: int, fail: Callable[[], None]) -> float:
    """Return the longest time without an answer, from just before the fault until the table has a new epoch."""
    before, last_s, longest_s = screen.epoch, time.monotonic(), 0.0
    asyncio.get_running_loop().call_soon(fail)
    end_s = time.monotonic() + LONGEST_S
    while (screen.epoch == before or longest_s == 0) and time.monotonic() < end_s:
        await _answered(screen, seat)
        longest_s, last_s = max(longest_s, time.monotonic() - last_s), time.monotonic()
    if screen.epoch == before:
        raise TimeoutError("the table stayed where it was, so nothing was measured")
    return longest_s


async def _answered(screen: Screen, seat: int) -> None:
    """Return when a node has accepted or declined an order. Until then reconnect and send it again, as terminals do."""
    name, answer = f"order-{next(_numbers)}", {"code": "table-moving"}
    while answer.get("code") in ("journal-down", "table-moving"):
        await asyncio.sleep(PACE_S)
        with suppress(OSError, TimeoutError):
            if screen.gone.is_set():
                await screen.join(fresh=True)
            answer = await asyncio.wait_for(screen.give(c.PlaceWager(seat, "big", 100), name=name), AGAIN_S)
