"""A socket at a node. It stays open wherever its table is, and while the table moves."""

import time
from typing import Final, NamedTuple, Protocol

import msgspec

from taisai.house.clock import now_ms
from taisai.house.node_lease import NodeLease
from taisai.server.callers import Caller
from taisai.server.house import House
from taisai.server.nodes import items as i
from taisai.server.nodes.post import Post
from taisai.server.sockets import SocketPeer
from taisai.server.transport import Connection
from taisai.wire.messages import Join, Moving, Ping, Pong, Said
from taisai.wire.stream import encode

ANSWER_S: Final = 3.0
KEPT_MOST: Final = 64  # orders that wait for the table's next node

_decoder: msgspec.json.Decoder[Said] = msgspec.json.Decoder(Said)


class Node(NamedTuple):
    """What a socket needs of the node that it is connected to. `names` are the tables of the house."""

    house: House
    lease: NodeLease
    post: Post
    names: frozenset[str]


class Sockets(Protocol):
    """The sockets of a node, by where their tables are."""

    def far(self, node: str, peer: "NodePeer") -> int: ...

    def near(self, peer: "NodePeer") -> None: ...

    def wait(self, peer: "NodePeer") -> None: ...

    def forget(self, peer: "NodePeer", far: tuple[str, int] | None) -> None: ...


class NodePeer:
    """A socket whose table is local (`_near`), at another node (`_far`: its address and our link number), or moving.

    While the table moves, the client is told so, and its messages wait for the next node."""

    def __init__(self, node: Node, sockets: Sockets, caller: Caller, cookies: dict[str, str]) -> None:
        self._node, self._sockets, self._caller, self._cookies = node, sockets, caller, cookies
        self._connection: Connection
        self._near: SocketPeer | None = SocketPeer(node.house, caller, cookies)
        self._far: tuple[str, int] | None = None
        self._join = b""
        self._kept: list[bytes] = []
        self._is_told = self._is_joined = False
        self._asked_s = 0.0
        self.table = ""

    def connected(self, connection: Connection) -> None:
        self._connection = connection
        assert self._near is not None
        self._near.connected(connection)

    def received(self, message: bytes) -> None:
        if not self.table:
            self._begin(message)
        elif self._near is not None:
            self._near.received(message)
        elif self._far is not None and self._is_joined:
            self._node.post.say(self._far[0], i.Say(self._far[1], message))
        else:
            self._keep(message)

    def _begin(self, message: bytes) -> None:
        """Handle messages until a valid join. Others are answered as in a house without nodes."""
        said = _read(message)
        if isinstance(said, Join) and said.table in self._node.names:
            self.table, self._join = said.table, message
            self.attach()
        else:
            assert self._near is not None
            self._near.received(message)

    def attach(self) -> None:
        """To the table, where that is now; or waits. Whoever was moved gets everything anew."""
        node, table = self._node, self.table
        owner = node.lease.owner(table)
        if table in node.house.streams:
            self._near = SocketPeer(node.house, self._caller, self._cookies)
            self._near.connected(self._connection)
            self._sockets.near(self)
            self._near.received(self._join)
            self._joined()
        elif owner and owner != node.lease.address and node.post.hears(owner):
            self._near, link = None, self._sockets.far(owner, self)
            self._far, self._is_joined, self._asked_s = (owner, link), False, time.monotonic()
            node.post.say(owner, i.Open(link, table, self._cookies, self._connection.peer, self._join))
        else:
            self._wait()

    def _joined(self) -> None:
        """Send the waiting messages, now that the table is known to be there. The next join asks for a full view."""
        self._is_joined, self._is_told = True, False
        self._join = msgspec.json.encode(Join(self.table))
        kept, self._kept = self._kept, []
        for message in kept:
            self.received(message)

    def _wait(self) -> None:
        self._near = self._far = None
        self._sockets.wait(self)
        if not self._is_told:
            self._is_told = True
            self._connection.send(encode(Moving(now_ms())))

    def _keep(self, message: bytes) -> None:
        said = _read(message)
        if isinstance(said, Ping):
            self._connection.send(encode(Pong(0, now_ms(), said.at)))
        elif len(self._kept) < KEPT_MOST:
            self._kept.append(message)

    def ask_again(self) -> None:
        """Reopen if the node did not answer in time; it may have been losing the table."""
        if self._far is not None and not self._is_joined and time.monotonic() - self._asked_s > ANSWER_S:
            self.reopen()

    def told(self, message: bytes) -> None:
        """Deliver a message from the node that has the table."""
        self._connection.send(message)
        if not self._is_joined:
            self._joined()

    def ended(self, code: int, reason: str) -> None:
        self._connection.close(code, reason)

    def detach(self) -> None:
        """Disconnect from a table that moved away, and wait."""
        self._part()
        if self._connection.open:
            self._wait()

    def reopen(self) -> None:
        """Connect again after an unknown loss of messages."""
        self._part()
        self.attach()

    def _part(self) -> None:
        if self._near is not None:
            self._near.leave()
        if self._far is not None:
            self._node.post.say(self._far[0], i.Gone(self._far[1]))
        self._sockets.forget(self, self._far)
        self._near = self._far = None

    def drained(self) -> None:
        if self._near is not None:
            self._near.drained()
        elif self._far is not None:
            self._node.post.say(self._far[0], i.Room(self._far[1]))

    def gone(self) -> None:
        near, self._near = self._near, None
        self._part()
        if near is not None:
            near.gone()


def _read(message: bytes) -> Said | None:
    try:
        return _decoder.decode(message)
    except Exception:  # noqa: BLE001 - the receiver of the message reports invalid values
        return None
