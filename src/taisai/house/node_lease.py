"""The lease of a node that serves beside others: its keeper in a thread, and what that last saw of the whole house."""

import logging
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from math import inf
from threading import Event, Thread
from typing import Final

from taisai.house.house_lease import ticking
from taisai.house.keeper import LOOK_S, Keeper
from taisai.house.node_floor import LoopTables, NodeFloor
from taisai.house.nodes_seen import NOBODY_SEEN, NodesSeen
from taisai.house.tables import HOUSE
from taisai.journal.leases import Leases, Node
from taisai.rules.refusals import Refused

CHAIR_S: Final = 1.0

log = logging.getLogger(__name__)


class NodeLease:
    """`address` is where other nodes reach this process on the bus, whichever life it has. The process that holds the
    row of the house itself is in the chair: it does the work that is done once for the whole house. A node is never
    lost for good: it drops what it held and starts again."""

    lost = ""

    def __init__(self, leases: Leases, node: Node) -> None:
        self._leases, self._node = leases, node
        self.hears_bus: Callable[[], bool] = lambda: True
        self.address = f"{node.name}.{secrets.token_hex(6)}"
        self.is_in_chair = False
        self._keeper: Keeper | None = None
        self._thread: Thread | None = None
        self._ended = Event()
        self._chair_s = -inf

    @property
    def name(self) -> str:
        return self._node.name

    @property
    def is_draining(self) -> bool:
        return self._keeper is not None and self._keeper.is_draining

    def keep(self, floor: NodeFloor, live_as: Callable[[str], None]) -> None:
        """Start the keeper in a thread."""
        lives = (f"{self.address}.{number}" for number in count(1))
        sites = dict.fromkeys((table.id for table in floor.settings.tables), "")
        tables = LoopTables(floor, live_as)
        self._keeper = Keeper(self._leases, tables, self._node, sites, lives, ticks=ticking, hears_bus=self.hears_bus)
        floor.could_not_open = self._keeper.could_not_open
        self._thread = Thread(target=self._keep_on, args=(self._keeper,), name="lease", daemon=True)
        self._thread.start()

    def _keep_on(self, keeper: Keeper) -> None:
        """Run the keeper, again after any error: a node without a keeper would be lost for good."""
        while not self._ended.is_set():
            try:
                keeper.run(self._rest)
            except Exception:
                log.exception("the lease could not be maintained")
                self._ended.wait(LOOK_S)

    def holds(self) -> bool:
        return self._keeper is not None and self._keeper.holds()

    def others(self) -> list[str]:
        """Return the addresses of the other live nodes."""
        return [address for address in map(address_of, self._nodes()) if address != self.address]

    def others_by_name(self) -> list[str]:
        return [node.name for node in self._leases.living() if address_of(node.id) != self.address]

    def owner(self, journal: str) -> str:
        """Return the address of the node that has a table; empty if none has."""
        holding = self._keeper.holdings.get(journal) if self._keeper else None
        return address_of(holding.life) if holding and holding.lives else ""

    def seen(self) -> NodesSeen:
        return self._keeper.seen if self._keeper else NOBODY_SEEN

    def clock_off_s(self) -> float:
        """Return how many seconds this machine's clock is ahead of the database's."""
        return self._keeper.clock_off_s if self._keeper else 0.0

    def living(self) -> tuple[Node, ...]:
        return self._keeper.nodes if self._keeper else ()

    def rest(self) -> None:
        """Stop taking and handing over tables; the lease lasts until its term ends."""
        self._ended.set()
        if self._thread is not None:
            self._thread.join()

    def end(self) -> None:
        self.rest()
        if self._keeper is not None:
            self._keeper.end()
        self._leases.close()

    def _nodes(self) -> Iterator[str]:
        return (node.id for node in self.living())

    def _rest(self, for_s: float) -> bool:
        """Wait between two looks, and ask for the chair, which nobody has to wait for."""
        if self._keeper is not None and time.monotonic() >= self._chair_s + CHAIR_S:
            self._chair_s = time.monotonic()
            with suppress(Refused):
                self.is_in_chair = bool(self._keeper.life) and self._leases.hold(HOUSE, self._keeper.life) is not None
        return self._ended.wait(for_s)


def address_of(life: str) -> str:
    return life.rpartition(".")[0]
