"""HTTP with limits that uvicorn's httptools protocol lacks.

They cover the size and duration of a request, how long its answer may wait to be read, and the number of
connections."""

import asyncio
from typing import Any, ClassVar

from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from taisai.server.transport.crowd import Crowd
from taisai.server.transport.limits import HEAD_BYTES_MAX, UNLIMITED, SocketLimits
from taisai.server.transport.quiet import told_once_a_minute
from taisai.server.transport.request import HEAD_TOO_LONG, Rejection

CROWDED_S = 2
TOO_LATE = Rejection(408, "the request took too long")


class HttpProtocol(HttpToolsProtocol):
    """HTTP with limits. WebSocket upgrades pass through here, too, so the limits cover the handshake."""

    limits: ClassVar[SocketLimits]
    crowd: ClassVar[Crowd]

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._head_bytes = 0
        self._is_shown = False
        self._arrived: object = None
        self.is_made = False
        self._stalled: asyncio.TimerHandle | None = None
        self._wait()

    def _wait(self) -> None:
        """Start the timer for the next request's head. When the house is crowded, it is short."""
        self._in_head = True
        within_s = min(self.limits.request_within_s, CROWDED_S if self.crowd.is_crowded else UNLIMITED)
        self._patience = self.loop.call_later(within_s, self._reject, TOO_LATE)

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def arrive(self, arriving: object, address: str) -> Rejection | None:
        """Count a connection that has no transport yet, during its TLS handshake."""
        self._arrived = arriving
        return self.crowd.enter(arriving, address)

    def leave(self, arrived: object) -> None:
        self._patience.cancel()
        self.crowd.leave(arrived)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.is_made = True
        if self._arrived is not None:
            self.crowd.became(self._arrived, transport)
        elif unwelcome := self.crowd.enter(transport, self._address):
            self._reject(unwelcome)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._in_head:
            self._head_bytes += len(data)
            if self._head_bytes > HEAD_BYTES_MAX:
                self._reject(HEAD_TOO_LONG)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if not self._in_head:
            self._patience.cancel()
            self._wait()

    def on_headers_complete(self) -> None:
        """End the timer of the head and start that of the body."""
        self._patience.cancel()
        self._in_head = False
        self._head_bytes = 0
        self._show()
        super().on_headers_complete()
        self._patience = self.loop.call_later(self.limits.body_within_s, self._reject, TOO_LATE)

    def on_message_complete(self) -> None:
        self._patience.cancel()
        super().on_message_complete()

    def _show(self) -> None:
        """Identify the owner once per connection, or on every request while crowded, when only staff may continue.

        Sockets identify themselves."""
        if (self._is_shown and not self.crowd.is_crowded) or self._should_upgrade():
            return
        self._is_shown = True
        cookies = b"; ".join(value for name, value in self.headers if name == b"cookie").decode("latin-1")
        unwelcome = self.crowd.show(self.transport, cookie_parser(cookies), self._address)
        if unwelcome:
            close = {"connection": "close"}
            self.app = PlainTextResponse(unwelcome.body, unwelcome.status, close)

    def handle_websocket_upgrade(self) -> None:
        """Stop counting the connection here; the socket protocol counts it."""
        self.leave(self.transport)
        super().handle_websocket_upgrade()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self._abort_after(self.limits.taken_within_s)

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._abort_after(self.limits.taken_within_s)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled = self.loop.call_later(self.limits.taken_within_s, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stalled:
            self._stalled.cancel()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._stalled:
            self._stalled.cancel()
        self.leave(self.transport)
        super().connection_lost(exc)

    def _reject(self, rejection: Rejection) -> None:
        """Reject the request. Nothing is written if an answer has already begun."""
        if self.is_made and not self.transport.is_closing():
            if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
                self.transport.write(rejection.encode())
            self.transport.close()
            self._abort_after(self.limits.close_within_s)

    def _abort_after(self, seconds: float) -> None:
        self.loop.call_later(seconds, self.transport.abort)


def http_protocol(limits: SocketLimits, crowd: Crowd | None = None) -> type[asyncio.Protocol]:
    """Return a protocol class for `uvicorn.Config(http=...)`."""
    told_once_a_minute("uvicorn.error")
    return type(
        "BoundHttpProtocol", (HttpProtocol,), {"limits": limits, "crowd": Crowd(limits) if crowd is None else crowd}
    )
