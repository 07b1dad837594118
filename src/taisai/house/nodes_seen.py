"""What a process last saw of all nodes of its house, for screens and metrics."""

import time
from typing import NamedTuple

from taisai.house.tables import HOUSE
from taisai.journal.leases import Holding, Leases, Node


class NodesSeen(NamedTuple):
    """`at_s` is by the monotonic clock; `life` is ours."""

    life: str
    nodes: tuple[Node, ...]
    holdings: tuple[Holding, ...]
    at_s: float

    @property
    def age_s(self) -> float:
        return time.monotonic() - self.at_s

    def tables(self) -> list[Holding]:
        return sorted(one for one in self.holdings if one.journal != HOUSE)

    def unserved(self) -> int:
        """Return the number of tables that no live node has."""
        return sum(not one.lives for one in self.tables())

    def chair(self) -> str:
        """Return the life of the node that does the work done once for the house."""
        return next((one.life for one in self.holdings if one.journal == HOUSE and one.lives), "")

    def lease_s(self, node: Node) -> float:
        """Return how many seconds are left of a node's lease."""
        return max(0.0, node.left_s - self.age_s)


NOBODY_SEEN = NodesSeen("", (), (), 0.0)


def seen_now(leases: Leases, life: str) -> NodesSeen:
    return NodesSeen(life, tuple(leases.living()), tuple(leases.holdings()), time.monotonic())
