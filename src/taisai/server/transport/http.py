"""HTTP with two limits that uvicorn's httptools protocol lacks: how long a request's head may be, and may take."""

import asyncio
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from taisai.server.transport.limits import HEAD_BYTES_MAX, SocketLimits
from taisai.server.transport.request import HEAD_TOO_LONG, Rejection

HEAD_TOO_LATE = Rejection(408, "the request took too long")


class HttpProtocol(HttpToolsProtocol):
    """The upgrade of a socket passes here too, so these limits are its handshake's."""

    limits: ClassVar[SocketLimits]

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._head_bytes = 0
        self._wait()

    def _wait(self) -> None:
        self._in_head = True
        self._patience = self.loop.call_later(self.limits.request_within_s, self._reject, HEAD_TOO_LATE)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._in_head:
            self._head_bytes += len(data)
            if self._head_bytes > HEAD_BYTES_MAX:
                self._reject(HEAD_TOO_LONG)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if not self._in_head:
            self._wait()

    def on_headers_complete(self) -> None:
        self._patience.cancel()
        self._in_head = False
        self._head_bytes = 0
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._patience.cancel()
        super().connection_lost(exc)

    def _reject(self, rejection: Rejection) -> None:
        if not self.transport.is_closing():
            self.transport.write(rejection.encode())
            self.transport.close()
            self.loop.call_later(self.limits.close_within_s, self.transport.abort)


def http_protocol(limits: SocketLimits) -> type[asyncio.Protocol]:
    """For `uvicorn.Config(http=...)`."""
    return type("BoundHttpProtocol", (HttpProtocol,), {"limits": limits})
