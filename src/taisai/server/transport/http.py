"""HTTP with limits that uvicorn's httptools protocol lacks.

They cover the size and duration of a request, how long its answer may wait to be read, and the number of
connections."""

import asyncio
from typing import Any, ClassVar

from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from taisai.server.transport.admission import LATER, Admission, Admitting, admit_all
from taisai.server.transport.crowd import Crowd
from taisai.server.transport.limits import HEAD_BYTES_MAX, HEADERS_MAX, REQUEST_BYTES_MAX, UNLIMITED, SocketLimits
from taisai.server.transport.quiet import told_once_a_minute
from taisai.server.transport.request import HEAD_TOO_LONG, REQUEST_TOO_LONG, Rejection, improper

CROWDED_S = 2
PIECE_BYTES = 4 * 1024
WAITING_MAX = 32  # requests of one connection that were sent before the answer to an earlier one
TOO_LATE = Rejection(408, "the request took too long")
TOO_MANY_AT_ONCE = Rejection(429, f"more than {WAITING_MAX} requests wait for their answers")
TOO_OLD = Rejection(400, "a socket needs HTTP/1.1")
NO_SOCKET_NOW = Rejection(429, "too many requests; wait a moment and try again", (("retry-after", "1"),))


async def _cut_off(_: Scope, __: Receive, ___: Send) -> None:
    """Answer nothing: the connection has ended."""


class HttpProtocol(HttpToolsProtocol):
    """HTTP with limits. WebSocket upgrades pass through here, too, so the limits cover the handshake."""

    limits: ClassVar[SocketLimits]
    crowd: ClassVar[Crowd]
    admits: ClassVar[Admitting]
    later: ClassVar[ASGIApp]

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._bytes = 0
        self._is_deaf = False
        self._is_shown = self._is_cut = False
        self._given: ASGIApp = self.app
        self._improper: Rejection | None = None
        self._arrived: object = None
        self.is_made = False
        self._stalled: asyncio.TimerHandle | None = None
        self._wait()

    def _wait(self) -> None:
        """Start the timer for the next request's head. When the house is crowded, it is short."""
        self._in_head, self._is_between = True, False
        within_s = min(self.limits.request_within_s, CROWDED_S if self.crowd.is_crowded else UNLIMITED)
        self._patience = self.loop.call_later(within_s, self._reject, TOO_LATE)

    @property
    def _is_answered(self) -> bool:
        """Whether every request so far has its answer."""
        return self.cycle is None or self.cycle.response_complete

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
        """Parse piece by piece, so that a request that is too long is noticed before much of it is kept."""
        if self._is_between and self._is_answered:
            self._wait()  # even blank lines must lead to a request
        for start in range(0, len(data), PIECE_BYTES):
            if self._is_deaf or self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            self._parse(data[start : start + PIECE_BYTES])

    def _parse(self, piece: bytes) -> None:
        """Count what arrives until the request ends, whatever it is: head, body, chunk sizes, trailers, blank lines."""
        self._bytes += len(piece)
        super().data_received(piece)
        if self._in_head and self._bytes > HEAD_BYTES_MAX:
            self._reject(HEAD_TOO_LONG)
        elif self._bytes > REQUEST_BYTES_MAX:
            self._cut()
        elif len(self.pipeline) > WAITING_MAX:
            self._reject(TOO_MANY_AT_ONCE)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if not self._in_head:
            self._wait()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Add a line to the head. Trailers add nothing: the head is complete by then (RFC 9110, 6.5.1)."""
        if self._in_head and len(self.headers) <= HEADERS_MAX:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """End the timer of the head and start that of the body."""
        self._patience.cancel()
        self._in_head = False
        self._improper = improper(self.parser.get_http_version(), self.url, self.headers)
        if self._improper:
            self._answer_all(self._improper)
        elif self._is_welcome():
            self._admit()
        super().on_headers_complete()
        self.app = self._given
        if self._is_cut and self.cycle:
            self.cycle.disconnected = True
        self._patience = self.loop.call_later(self.limits.body_within_s, self._reject, TOO_LATE)

    def on_message_complete(self) -> None:
        self._patience.cancel()
        self._bytes, self._is_between = 0, True
        super().on_message_complete()
        is_answered_here = self.cycle is not None and self.cycle.scope is self.scope  # not so for an upgrade
        if is_answered_here and not self.parser.should_keep_alive():
            self._end_after_this()

    def _end_after_this(self) -> None:
        """Close after the answer. A trailer may ask for it, and the parser then reads no other request."""
        self.cycle.keep_alive = False
        if self.cycle.response_complete:
            self.transport.close()

    def _is_welcome(self) -> bool:
        """Identify the owner once per connection, or on every request while crowded, when only staff may continue.

        Sockets identify themselves."""
        if (self._is_shown and not self.crowd.is_crowded) or self._should_upgrade():
            return True
        self._is_shown = True
        cookies = b"; ".join(value for name, value in self.headers if name == b"cookie").decode("latin-1")
        unwelcome = self.crowd.show(self.transport, cookie_parser(cookies), self._address)
        if unwelcome:
            self._answer_all(unwelcome)
        return not unwelcome

    def _admit(self) -> None:
        """Answer a request of a source that asks too much before routing, and cut off a source that does not stop."""
        match type(self).admits(self.headers, self._address):
            case Admission.ADMITTED:
                return
            case Admission.LATER:
                self.app = type(self).later
            case Admission.CUT_OFF:
                self.app, self._is_cut, self._is_deaf = _cut_off, True, True
                self.transport.abort()
        self._improper = NO_SOCKET_NOW if self._should_upgrade() else None

    def _answer_all(self, rejection: Rejection) -> None:
        """Give this answer in place of the application's, and close."""
        self.app = self._given = PlainTextResponse(rejection.body, rejection.status, {"connection": "close"})

    def handle_websocket_upgrade(self) -> None:
        """Stop counting the connection here; the socket protocol counts it."""
        rejection = self._improper or (TOO_OLD if self.parser.get_http_version() == "1.0" else None)
        if not self._is_answered:
            self._cut_off()
        elif rejection:
            self._reject(rejection)
        else:
            self.leave(self.transport)
            super().handle_websocket_upgrade()

    def _cut_off(self) -> None:
        """End a connection that asks for a socket before its last answer, which would arrive inside that socket."""
        self.transport.close()
        self._abort_after(self.limits.close_within_s)

    def _unsupported_upgrade_warning(self) -> None:
        """Answer in HTTP/1.1, and close: the parser reads nothing behind a request for another protocol."""
        super()._unsupported_upgrade_warning()
        self._is_deaf = True
        self._end_after_this()

    def send_400_response(self, msg: str) -> None:
        self._reject(Rejection(400, msg))

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
        """Reject the request."""
        if self.is_made and not self.transport.is_closing():
            self._answer(rejection)
            self.transport.close()
            self._abort_after(self.limits.close_within_s)

    def _cut(self) -> None:
        """Reject a request that is too long. Its sender is no longer heard, but can read why before it is cut off."""
        self._patience.cancel()
        self._answer(REQUEST_TOO_LONG)
        if self.cycle:
            self.cycle.disconnected = True
        self._is_deaf = True
        self._abort_after(self.limits.close_within_s)

    def _answer(self, rejection: Rejection) -> None:
        """Write the answer to the request that is arriving. It must not be taken for the answer to another request.

        So nothing is written if that request has its answer, or an earlier one still waits for its own."""
        cycle = self.cycle
        is_next = cycle is None or (cycle.response_complete if self._in_head else not cycle.response_started)
        if is_next and not self.pipeline:
            self.transport.write(rejection.encode())

    def _abort_after(self, seconds: float) -> None:
        self.loop.call_later(seconds, self.transport.abort)


def http_protocol(
    limits: SocketLimits, crowd: Crowd | None = None, admits: Admitting = admit_all, later: ASGIApp = LATER
) -> type[asyncio.Protocol]:
    """Return a protocol class for `uvicorn.Config(http=...)`. `later` answers requests that are not admitted."""
    told_once_a_minute("uvicorn.error")
    own = {
        "limits": limits, "crowd": Crowd(limits) if crowd is None else crowd, "admits": staticmethod(admits),
        "later": staticmethod(later),
    }  # fmt: skip
    return type("BoundHttpProtocol", (HttpProtocol,), own)
