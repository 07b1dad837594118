"""One WebSocket, as the rest of the server sees it."""

import asyncio
from collections.abc import Iterable
from typing import Protocol

from picows import WSCloseCode, WSMsgType, WSTransport

from taisai.server.transport.limits import SocketLimits

TEXT = WSMsgType.TEXT
REASON_BYTES_MAX = 123
LINGER_S = 0.01


class Connection:
    """A socket that never queues without bound.

    `behind`: its peer has not read what was sent; messages are then skipped, and `missed` is set."""

    __slots__ = ("_close_within_s", "_send", "_wire", "behind", "missed", "open", "peer")

    def __init__(self, wire: WSTransport, peer: str, limits: SocketLimits) -> None:
        self._wire = wire
        self._send = wire.send
        self._close_within_s = limits.close_within_s
        self.peer = peer
        self.open = True
        self.behind = self.missed = False

    def send(self, message: bytes) -> bool:
        """Send a message. Return False if it was skipped: the peer is gone, or behind and gets `drained` later."""
        if self.behind or not self.open:
            self.missed = True
            return False
        self._send(TEXT, message)
        return True

    def send_all(self, messages: Iterable[bytes]) -> bool:
        """Send messages that belong together, however many: all or none."""
        if self.behind or not self.open:
            self.missed = True
            return False
        for message in messages:
            self._send(TEXT, message)
        return True

    def close(self, code: int, reason: str) -> None:
        """Close the socket. A peer that neither answers nor reads is cut off after a short time."""
        if self.open:
            self.open = False
            self._wire.send_close(WSCloseCode(code), reason.encode()[:REASON_BYTES_MAX].decode(errors="ignore"))
            asyncio.get_running_loop().call_later(self._close_within_s, self._wire.disconnect, False)

    def violated(self, code: int, reason: str) -> None:
        """Close the socket of a peer that broke the protocol, leaving it just enough time to read the reason."""
        self.close(code, reason)
        asyncio.get_running_loop().call_later(LINGER_S, self._wire.disconnect)


class Peer(Protocol):
    """The application's side of an accepted socket. Nothing in it may block."""

    def connected(self, connection: Connection) -> None: ...

    def received(self, message: bytes) -> None:
        """Handle one complete text message, valid UTF-8 and within the limits."""

    def drained(self) -> None:
        """Send a fresh view: the socket was behind and has room again."""

    def gone(self) -> None: ...


def broadcast(connections: Iterable[Connection], message: bytes) -> list[Connection]:
    """Send to all; return those that missed it."""
    return [connection for connection in connections if not connection.send(message)]
