"""The lease of a node that serves beside others: its keeper in a thread, and what that last saw of the whole house."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import count
from math import inf
from threading import Event, Thread
from typing import Final

from taisai.house.clock import ticking
from taisai.house.keeper import LOOK_S, Keeper, NoTables
from taisai.house.node_floor import LoopTables, NodeFloor
from taisai.house.nodes_seen import NodesSeen
from taisai.house.tables import HOUSE
from taisai.journal.leases import Doing, Leases, Node
from taisai.rules.refusals import Refused

CHAIR_S: Final = 1.0

log = logging.getLogger(__name__)


class StoppedWaitingError(Exception):
    """This process was stopped before it could start."""


class NodeLease:
    """`address` is where other nodes reach this process on the bus, whichever life it has. The process that holds the
    row of the house itself is in the chair: it does the work that is done once for the whole house. A node is never
    lost for good: it drops what it held and starts again. It enrols before it reads anything of the house, so that no
    command changes a house that is about to be served."""

    def __init__(self, leases: Leases, node: Node, tables: Iterable[str]) -> None:
        self._leases, self._node = leases, node
        self.hears_bus: Callable[[], bool] = lambda: True
        self.address = f"{node.name}.{secrets.token_hex(6)}"
        self.is_in_chair = self._is_serving = False
        lives = (f"{self.address}.{number}" for number in count(1))
        self._keeper = Keeper(
            leases, NoTables(), node, dict.fromkeys(tables, ""), lives, ticks=ticking,
            hears_bus=self._hears,
        )  # fmt: skip
        self._thread: Thread | None = None
        self._ended = Event()
        self._chair_s = -inf

    @property
    def name(self) -> str:
        return self._node.name

    @property
    def is_draining(self) -> bool:
        return self._keeper.is_draining

    def keep(self) -> None:
        """Start the keeper in a thread."""
        self._thread = Thread(target=self._keep_on, name="lease", daemon=True)
        self._thread.start()

    def serve(self, floor: NodeFloor, live_as: Callable[[str], None]) -> None:
        """Take tables from now on."""
        floor.could_not_open = self._keeper.could_not_open
        self._is_serving = True
        self._keeper.serve(LoopTables(floor, live_as))

    async def admitted(self, stopping: asyncio.Event) -> bool:
        """Wait while a command is at work on the resting house. Return whether there was one."""
        waited = False
        while not self._keeper.holds():
            at = [one.name for one in self._keeper.seen.nodes if one.doing is Doing.AT_REST]
            if at and not waited:
                waited = True
                log.warning(
                    "a command is at work on this house; the node starts when it has ended", extra={"machines": at}
                )
            with suppress(TimeoutError):
                await asyncio.wait_for(stopping.wait(), LOOK_S / 5)
                raise StoppedWaitingError
        return waited

    def _keep_on(self) -> None:
        """Run the keeper, again after any error: a node without a keeper would be lost for good."""
        while not self._ended.is_set():
            try:
                self._keeper.run(self._rest)
            except Exception:
                log.exception("the lease could not be maintained")
                self._ended.wait(LOOK_S)

    def _hears(self) -> bool:
        return self.hears_bus()

    def holds(self) -> bool:
        return self._keeper.holds()

    def others(self) -> list[str]:
        """Return the addresses of the other live nodes."""
        return [address for address in map(address_of, self._nodes()) if address != self.address]

    def others_by_name(self) -> list[str]:
        """Return the other nodes that serve, as the database knows them now."""
        living = (one for one in self._leases.living() if one.doing is Doing.SERVING)
        return [one.name for one in living if address_of(one.id) != self.address]

    def owner(self, journal: str) -> str:
        """Return the address of the node that has a table; empty if none has."""
        holding = self._keeper.holdings.get(journal)
        return address_of(holding.life) if holding and holding.lives else ""

    def seen(self) -> NodesSeen:
        return self._keeper.seen

    def clock_off_s(self) -> float:
        """Return how many seconds this machine's clock is ahead of the database's."""
        return self._keeper.clock_off_s

    def living(self) -> tuple[Node, ...]:
        return self._keeper.nodes

    def rest(self) -> None:
        """Stop taking and handing over tables; the lease lasts until its term ends."""
        self._ended.set()
        if self._thread is not None:
            self._thread.join()

    def end(self) -> None:
        self.rest()
        self._keeper.end()
        self._leases.close()

    def _nodes(self) -> Iterator[str]:
        return (node.id for node in self.living())

    def _rest(self, for_s: float) -> bool:
        """Wait between two looks, and ask for the chair, which nobody has to wait for."""
        if self._is_serving and time.monotonic() >= self._chair_s + CHAIR_S:
            self._chair_s = time.monotonic()
            with suppress(Refused):
                self.is_in_chair = self._keeper.holds() and self._leases.hold(HOUSE, self._keeper.life)
        return self._ended.wait(for_s)


def address_of(life: str) -> str:
    return life.rpartition(".")[0]
