"""Turns frames into whole messages, and exceptions of the application into close codes."""

import asyncio
import logging
from collections.abc import Callable

from picows import WSFrame, WSListener, WSMsgType, WSTransport

from taisai.server.transport.connection import Connection, Peer
from taisai.server.transport.limits import SocketLimits
from taisai.server.transport.meter import Meter

TEXT, CONTINUATION = WSMsgType.TEXT, WSMsgType.CONTINUATION
CLOSE_CODES = (*range(1000, 1004), *range(1007, 1015))
OWN_CLOSE_CODES = range(3000, 5000)  # of libraries and applications

logger = logging.getLogger(__name__)


class Listener(WSListener):
    __slots__ = ("_begun", "_connection", "_message_bytes_max", "_meter", "_now", "_peer", "_received")

    def __init__(self, connection: Connection, peer: Peer, limits: SocketLimits) -> None:
        self._connection = connection
        self._peer = peer
        self._received = peer.received
        self._message_bytes_max = limits.message_bytes_max
        self._meter = Meter(limits)
        self._now = asyncio.get_running_loop().time
        self._begun: bytearray | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:  # noqa: ARG002
        self._guard(self._peer.connected, self._connection)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Handle a frame. The path of a single text message is the hot one and is kept short."""
        kind = frame.msg_type
        if self._meter.over(self._now()) or not self._connection.open:
            self._turn_away(transport, kind)
        elif frame.rsv1 or frame.rsv2 or frame.rsv3:
            self._connection.violated(1002, "a reserved bit is set")
        elif kind is TEXT and frame.fin and self._begun is None:
            self._deliver(frame.get_payload_as_bytes())
        elif kind is TEXT or kind is CONTINUATION:
            self._fragment(frame, first=kind is TEXT)
        else:
            self._other(transport, frame, kind)

    def _turn_away(self, transport: WSTransport, kind: WSMsgType) -> None:
        if self._connection.open:
            self._connection.violated(1008, "too many messages")
        elif kind is WSMsgType.CLOSE:
            transport.disconnect()

    def _deliver(self, message: bytes) -> None:
        if not message.isascii() and not _is_utf8(message):
            self._connection.violated(1007, "not UTF-8")
            return
        try:
            self._received(message)
        except Exception as failure:  # noqa: BLE001 - whatever the application does, the loop must go on
            self._failed(failure)

    def _fragment(self, frame: WSFrame, *, first: bool) -> None:
        """Add to a message in parts. Each costs the same, because a message may have parts of no bytes without end."""
        if first == (self._begun is not None):
            return self._connection.violated(1002, "a fragment out of turn")
        if self._begun is None:
            self._begun = bytearray()
        self._begun += frame.get_payload_as_bytes()
        if len(self._begun) > self._message_bytes_max:
            return self._connection.violated(1009, f"longer than {self._message_bytes_max} bytes")
        if not frame.fin:
            return None
        message, self._begun = bytes(self._begun), None
        return self._deliver(message)

    def _other(self, transport: WSTransport, frame: WSFrame, kind: WSMsgType) -> None:
        match kind:
            case WSMsgType.PING:
                self._pong(transport, frame.get_payload_as_bytes())
            case WSMsgType.CLOSE if _is_close(frame.get_payload_as_bytes()):
                self._connection.close(1000, "")
                transport.disconnect()
            case WSMsgType.CLOSE:
                self._connection.violated(1002, "a close code that nobody may send")
            case WSMsgType.BINARY:
                self._connection.violated(1003, "text messages only")

    def _pong(self, transport: WSTransport, payload: bytes) -> None:
        """Answer a ping, unless the peer is behind: its pongs would pile up here."""
        if not self._connection.behind:
            transport.send_pong(payload)

    def pause_writing(self) -> None:
        self._connection.behind = True

    def resume_writing(self) -> None:
        missed, self._connection.behind, self._connection.missed = self._connection.missed, False, False
        if self._connection.open and missed:
            self._guard(self._peer.drained)

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002
        self._connection.open = False
        self._guard(self._peer.gone)

    def _guard(self, call: Callable[..., None], *given: object) -> None:
        try:
            call(*given)
        except Exception as failure:  # noqa: BLE001 - whatever the application does, the loop must go on
            self._failed(failure)

    def _failed(self, failure: Exception) -> None:
        """Close after an exception. The log gets the traceback, the peer a code; neither gets the message."""
        logger.error("socket of %s closed by an exception", self._connection.peer, exc_info=failure)
        self._connection.close(1011, "internal error")


def _is_close(payload: bytes) -> bool:
    """Whether the code of a close frame, if it has one, may be sent (RFC 6455, 7.4). Picows lets more of them pass."""
    code = int.from_bytes(payload[:2])
    return not payload or code in CLOSE_CODES or code in OWN_CLOSE_CODES


def _is_utf8(message: bytes) -> bool:
    try:
        message.decode()
    except UnicodeDecodeError:
        return False
    return True
