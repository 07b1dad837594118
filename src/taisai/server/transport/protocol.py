"""Hands connections that uvicorn upgrades to picows, so that HTTP and WebSockets share one port."""

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, cast

from picows import WSAutoPingStrategy
from picows.picows import WSProtocol  # type: ignore[attr-defined]
from uvicorn.protocols.utils import get_remote_addr, is_ssl

from taisai.server.addresses import NOBODY, Proxies
from taisai.server.transport.connection import Connection, Peer
from taisai.server.transport.crowd import Crowd
from taisai.server.transport.limits import SocketLimits
from taisai.server.transport.listener import Listener
from taisai.server.transport.quiet import Quiet
from taisai.server.transport.request import Accept, Rejection, Request, behind_proxy, request_of, scope_of, unfit

if TYPE_CHECKING:
    from uvicorn import Config
    from uvicorn.server import ServerState

SERVICE_RESTART = 1012
READ_BUFFER_BYTES = 2048
HANDSHAKE = (
    "GET / HTTP/1.1\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    "sec-websocket-version: 13\r\nsec-websocket-key: %s\r\n\r\n"
)

logger = logging.getLogger(__name__)
quiet = Quiet(logger)


class SocketProtocol(asyncio.BufferedProtocol):
    """Uvicorn creates it, passes it the request, then makes it the transport's protocol."""

    accept: ClassVar[Accept]
    limits: ClassVar[SocketLimits]
    crowd: ClassVar[Crowd]
    proxies: ClassVar[Proxies]
    __slots__ = (
        "_connection",
        "_connections",
        "_inner",
        "_listener",
        "_transport",
        "buffer_updated",
        "get_buffer",
    )

    def __init__(self, config: "Config", server_state: "ServerState", app_state: dict[str, Any]) -> None:  # noqa: ARG002
        self._connections = cast("set[SocketProtocol]", server_state.connections)
        self._lead_to(asyncio.BufferedProtocol())

    def _lead_to(self, inner: Any) -> None:
        """Forward the loop's reads to `inner`. The loop keeps these two methods, so it calls picows directly."""
        self._inner = inner
        self.get_buffer, self.buffer_updated = inner.get_buffer, inner.buffer_updated  # type: ignore[method-assign]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, head: bytes) -> None:
        """Handle the request, as uvicorn has rebuilt it."""
        match self._scope(head):
            case Rejection() as rejection:
                self._reject(rejection)
            case scope:
                self._ask(request_of(scope))

    def _scope(self, head: bytes) -> dict[str, Any] | Rejection:
        scope = scope_of(head)
        if isinstance(scope, Rejection):
            return scope
        scope["scheme"] = "wss" if is_ssl(self._transport) else "ws"
        scope["client"] = get_remote_addr(self._transport)
        behind_proxy(scope, self.proxies)
        return scope

    def _ask(self, request: Request) -> None:
        try:
            unwelcome = self.crowd.show(self._transport, request.cookies, request.peer)
            answer = unwelcome or unfit(request.headers) or type(self).accept(request)
        except Exception:
            logger.exception("a socket request from %s could not be checked", request.peer)
            answer = Rejection(500, "internal error")
        if isinstance(answer, Rejection):
            self._reject(answer)
        else:
            self._open(request, answer)

    def _reject(self, rejection: Rejection) -> None:
        self._transport.pause_reading()
        self._transport.write(rejection.encode())
        self._transport.close()
        self._abort_soon()

    def _abort_soon(self) -> None:
        asyncio.get_running_loop().call_later(self.limits.close_within_s, self._transport.abort)

    def _open(self, request: Request, peer: Peer) -> None:
        self._transport.set_write_buffer_limits(self.limits.buffer_bytes_max)
        self._lead_to(self._picows(lambda _: self._listener))
        self._inner.connection_made(self._transport)
        self._connection = Connection(self._inner.transport, request.peer, self.limits)
        self._listener = Listener(self._connection, peer, self.limits)
        self._connections.add(self)
        self._feed((HANDSHAKE % request.headers["sec-websocket-key"]).encode())

    def _picows(self, listener_factory: Callable[[object], Listener]) -> Any:
        """Return picows' protocol.

        Its pings detect dead peers. We answer pings ourselves, because they must be counted."""
        ping, pong = self.limits.ping_after_s, self.limits.pong_within_s
        heartbeat = (True, ping, pong, WSAutoPingStrategy.PING_WHEN_IDLE)
        sizes = (self.limits.message_bytes_max, None, READ_BUFFER_BYTES)
        return WSProtocol(None, None, False, listener_factory, quiet, True, None, *heartbeat, False, *sizes)

    def _feed(self, data: bytes) -> None:
        self._inner.get_buffer(len(data))[: len(data)] = data
        self._inner.buffer_updated(len(data))

    def eof_received(self) -> None:
        """Abort soon. The loop closes once all is written, but a peer that does not read is not waited for."""
        self._abort_soon()

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.discard(self)
        self.crowd.leave(self._transport)
        self._inner.connection_lost(exc)

    def shutdown(self) -> None:
        self._connection.close(SERVICE_RESTART, "the server restarts")


def socket_protocol(
    accept: Accept, limits: SocketLimits, crowd: Crowd | None = None, proxies: Proxies = NOBODY
) -> type[asyncio.Protocol]:
    """Return a protocol class for `uvicorn.Config(ws=...)`.

    Its types do not allow buffered protocols, but its event loops do."""
    own = {
        "accept": staticmethod(accept),
        "limits": limits,
        "crowd": Crowd(limits) if crowd is None else crowd,
        "proxies": proxies,
    }
    bound = type("BoundSocketProtocol", (SocketProtocol,), own)
    return cast("type[asyncio.Protocol]", bound)
