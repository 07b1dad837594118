"""The sockets of a node by the place of their tables: local, at another node, or moving."""

from collections.abc import Iterable
from itertools import count

from taisai.server.nodes.peers import NodePeer


class NodeSockets:
    def __init__(self) -> None:
        self._numbers = count(1)
        self._far: dict[int, tuple[str, NodePeer]] = {}  # with the node that has the table
        self._near: dict[str, dict[NodePeer, None]] = {}  # by table
        self._waiting: dict[NodePeer, None] = {}

    def far(self, node: str, peer: NodePeer) -> int:
        """Register a remote socket and return its link number, which is never used again."""
        self._waiting.pop(peer, None)
        link = next(self._numbers)
        self._far[link] = node, peer
        return link

    def near(self, peer: NodePeer) -> None:
        self._waiting.pop(peer, None)
        self._near.setdefault(peer.table, {})[peer] = None

    def wait(self, peer: NodePeer) -> None:
        self._waiting[peer] = None

    def forget(self, peer: NodePeer, far: tuple[str, int] | None) -> None:
        self._waiting.pop(peer, None)
        self._near.get(peer.table, {}).pop(peer, None)
        if far is not None:
            self._far.pop(far[1], None)

    def linked(self, node: str, links: Iterable[int]) -> list[NodePeer]:
        """Return the sockets of these links whose table is at that node.

        A node must not reach the sockets of others' tables."""
        found = (self._far.get(link) for link in links)
        return [known[1] for known in found if known is not None and known[0] == node]

    def at_node(self, node: str) -> list[NodePeer]:
        return [peer for known, peer in self._far.values() if known == node]

    def far_ones(self) -> list[NodePeer]:
        return [peer for _, peer in self._far.values()]

    def at_table(self, table: str) -> list[NodePeer]:
        return list(self._near.get(table, ()))

    def nodes(self) -> set[str]:
        return {node for node, _ in self._far.values()}

    def waiting(self) -> list[NodePeer]:
        return list(self._waiting)
