"""How long a table does not answer after its node fails, by kind of fault, with two nodes as processes: seconds as
JSON."""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path.pop(0)  # this folder, which has files with the same names
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from engines.relay import relayed
from nodes.processes import TAISAI, cluster
from nodes.test_killed import At, holder, is_open, is_shared
from server.screen import Screen

from taisai.table import commands as c

FAULTS = ("kill", "stop", "cut", "swallow", "drain")
LONGEST_S = 120.0
AGAIN_S = 0.25
PACE_S = 0.05  # a faster terminal is disconnected
_numbers = count()


def main() -> None:
    with TemporaryDirectory() as folder, ExitStack() as stack:
        made, relays = stack.enter_context(cluster(folder)), {}
        for name in ("one", "two"):
            relays[name] = stack.enter_context(relayed(made.server))
            made.add(name, database=f"postgresql://taisai@/house?host={relays[name].folder}")
        print(json.dumps({fault: asyncio.run(_answered_after(made, fault, relays)) for fault in FAULTS}))


async def _answered_after(made: Any, fault: str, relays: dict[str, Any]) -> float:
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
        gap_s = await _gap(screen, seat, lambda: _failed(failing, fault, relays))
    await asyncio.to_thread(_mended, failing, fault, relays)
    return gap_s


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


def _failed(node: Any, fault: str, relays: dict[str, Any]) -> None:
    match fault:
        case "kill":
            node.process.kill()
        case "stop":
            node.stop()
        case "cut" | "swallow":
            relays[node.name].swallows = True
            if fault == "cut":
                relays[node.name].cut()
        case "drain":
            subprocess.Popen([*TAISAI, "drain", str(node.folder), "--node", node.name], stdout=subprocess.DEVNULL)


def _mended(node: Any, fault: str, relays: dict[str, Any]) -> None:
    match fault:
        case "kill" | "drain":
            node.process.wait(200)
            node.process.stdout.close()
            node.start()
        case "stop":
            node.wake()
        case _:
            relays[node.name].swallows = False
            relays[node.name].cut()


if __name__ == "__main__":
    main()
