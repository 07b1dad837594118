"""One socket as the rest of the server sees it."""

import asyncio
from collections.abc import Iterable
from typing import Protocol

from picows import WSCloseCode, WSMsgType, WSTransport

from taisai.server.transport.limits import SocketLimits

TEXT = WSMsgType.TEXT
REASON_BYTES_MAX = 123
LINGER_S = 0.01


class Connection:
    """`behind` while its peer has not taken what was sent; sending is skipped then, never queued without end, and
    `missed` says that something was."""

    __slots__ = ("_close_within_s", "_send", "_wire", "behind", "missed", "open", "peer")

    def __init__(self, wire: WSTransport, peer: str, limits: SocketLimits) -> None:
        self._wire = wire
        self._send = wire.send
        self._close_within_s = limits.close_within_s
        self.peer = peer
        self.open = True
        self.behind = self.missed = False

    def send(self, message: bytes) -> bool:
        """False when the peer misses it: gone, or behind and told by `drained` when to catch up."""
        if self.behind or not self.open:
            self.missed = True
            return False
        self._send(TEXT, message)
        return True

    def send_all(self, messages: Iterable[bytes]) -> bool:
        """What belongs together, however much it is; all of it, or nothing."""
        if self.behind or not self.open:
            self.missed = True
            return False
        for message in messages:
            self._send(TEXT, message)
        return True

    def close(self, code: int, reason: str) -> None:
        """From here a peer that neither answers nor reads has a little time, not for ever."""
        if self.open:
            self.open = False
            self._wire.send_close(WSCloseCode(code), reason.encode()[:REASON_BYTES_MAX].decode(errors="ignore"))
            asyncio.get_running_loop().call_later(self._close_within_s, self._wire.disconnect, False)

    def violated(self, code: int, reason: str) -> None:
        """A peer that breaks the protocol is not waited for; it only gets the time to read why."""
        self.close(code, reason)
        asyncio.get_running_loop().call_later(LINGER_S, self._wire.disconnect)


class Peer(Protocol):
    """What the application does for an accepted socket; nothing here may block."""

    def connected(self, connection: Connection) -> None: ...

    def received(self, message: bytes) -> None:
        """One whole text message, valid UTF-8 and within the limits."""

    def drained(self) -> None:
        """It was behind and has room again: time for a fresh view."""

    def gone(self) -> None: ...


def broadcast(connections: Iterable[Connection], message: bytes) -> list[Connection]:
    """Those that missed it."""
    return [connection for connection in connections if not connection.send(message)]
