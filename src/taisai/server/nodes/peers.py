"""A socket at a node: it stays open wherever its table is, and wherever that goes."""

import time
from typing import TYPE_CHECKING, Final

import msgspec

from taisai.house.clock import now_ms
from taisai.server.callers import Caller
from taisai.server.nodes import items as i
from taisai.server.sockets import SocketPeer
from taisai.server.transport import Connection
from taisai.wire.messages import Join, Moving, Ping, Pong, Said
from taisai.wire.stream import encode

if TYPE_CHECKING:
    from taisai.server.nodes.house import NodeHouse

ANSWER_S: Final = 3.0
KEPT_MOST: Final = 64  # orders that wait for the table's next node

_decoder: msgspec.json.Decoder[Said] = msgspec.json.Decoder(Said)


class NodePeer:
    """Its table is here (`_near`), at another node (`_far`: its address and our number for this socket), or on its way:
    then the player is told so, and what is said meanwhile waits for whoever has it next."""

    def __init__(self, house: "NodeHouse", caller: Caller, cookies: dict[str, str]) -> None:
        self._house, self._caller, self._cookies = house, caller, cookies
        self._connection: Connection
        self._near: SocketPeer | None = SocketPeer(house, caller, cookies)
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
            self._house.post.say(self._far[0], i.Say(self._far[1], message))
        else:
            self._keep(message)

    def _begin(self, message: bytes) -> None:
        """Whatever cannot be understood, or asks for no table of this house, is answered as in any house."""
        said = _read(message)
        if isinstance(said, Join) and said.table in self._house.names:
            self.table, self._join = said.table, message
            self.attach()
        else:
            assert self._near is not None
            self._near.received(message)

    def attach(self) -> None:
        """To the table, where that is now; or waits. Whoever was moved gets everything anew."""
        house, table = self._house, self.table
        owner = house.lease.owner(table)
        if table in house.streams:
            self._near = SocketPeer(house, self._caller, self._cookies)
            self._near.connected(self._connection)
            house.sockets.near(self)
            self._near.received(self._join)
            self._joined()
        elif owner and owner != house.lease.address and house.post.hears(owner):
            self._near, link = None, house.sockets.far(owner, self)
            self._far, self._is_joined, self._asked_s = (owner, link), False, time.monotonic()
            house.post.say(owner, i.Open(link, table, self._cookies, self._connection.peer, self._join))
        else:
            self._wait()

    def _joined(self) -> None:
        """Only now is it certain that the table is there: what waited is said, and the next time all is asked for."""
        self._is_joined, self._is_told = True, False
        self._join = msgspec.json.encode(Join(self.table))
        kept, self._kept = self._kept, []
        for message in kept:
            self.received(message)

    def _wait(self) -> None:
        self._near = self._far = None
        self._house.sockets.wait(self)
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
        """A node that was asked and says nothing may have been about to lose the table."""
        if self._far is not None and not self._is_joined and time.monotonic() - self._asked_s > ANSWER_S:
            self.reopen()

    def told(self, message: bytes) -> None:
        """By the node that has the table."""
        self._connection.send(message)
        if not self._is_joined:
            self._joined()

    def ended(self, code: int, reason: str) -> None:
        self._connection.close(code, reason)

    def detach(self) -> None:
        """The table is no longer where it was."""
        self._part()
        if self._connection.open:
            self._wait()

    def reopen(self) -> None:
        """Something on the way to the table was lost, and nobody knows what."""
        self._part()
        self.attach()

    def _part(self) -> None:
        if self._near is not None:
            self._near.leave()
        if self._far is not None:
            self._house.post.say(self._far[0], i.Gone(self._far[1]))
        self._house.sockets.forget(self, self._far)
        self._near = self._far = None

    def drained(self) -> None:
        if self._near is not None:
            self._near.drained()
        elif self._far is not None:
            self._house.post.say(self._far[0], i.Room(self._far[1]))

    def gone(self) -> None:
        near, self._near = self._near, None
        self._part()
        if near is not None:
            near.gone()


def _read(message: bytes) -> Said | None:
    try:
        return _decoder.decode(message)
    except Exception:  # noqa: BLE001 - a value that cannot be is told of by whoever takes the message
        return None
