"""TLS in front of HTTP: connections are counted before the handshake, whose time is limited."""

import asyncio
import logging
import socket
import ssl
from collections.abc import Callable

import uvicorn

from taisai.server.transport.http import HttpProtocol

NO_FILE_S = 1.0  # to wait when no file descriptor is left

logger = logging.getLogger(__name__)


def tls_context(certificate: str, key: str) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(certificate, key)
    return context


class TlsListener:
    """Accepts connections itself: the event loop's own server would report them only after the handshake."""

    def __init__(self, listening: socket.socket, context: ssl.SSLContext, make: Callable[[], HttpProtocol]) -> None:
        self._listening = listening
        self._context = context
        self._make = make
        self._loop = asyncio.get_running_loop()
        self._tasks = {self._loop.create_task(self._accept())}

    async def _accept(self) -> None:
        while True:
            try:
                sock, address = await self._loop.sock_accept(self._listening)
            except OSError:
                logger.exception("a connection could not be accepted")
                await asyncio.sleep(NO_FILE_S)
                continue
            securing = self._loop.create_task(self._secure(sock, address[0]))
            self._tasks.add(securing)
            securing.add_done_callback(self._tasks.discard)

    async def _secure(self, sock: socket.socket, address: str) -> None:
        """Do the handshake. Rejected connections get no message, because that would need the handshake."""
        http = self._make()
        within_s = http.limits.request_within_s
        try:
            if not http.arrive(sock, address):
                await self._loop.connect_accepted_socket(
                    lambda: http, sock, ssl=self._context, ssl_handshake_timeout=within_s
                )
        except OSError:
            pass  # no handshake: a stranger, or a client that left
        finally:
            if not http.is_made:
                http.leave(sock)
                sock.close()

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()

    async def wait_closed(self) -> None:
        await asyncio.gather(*self._tasks, return_exceptions=True)


class Server(uvicorn.Server):
    """Uvicorn's server, with this TLS if there is a context. Uvicorn's own TLS is not used."""

    def __init__(self, config: uvicorn.Config, context: ssl.SSLContext | None = None) -> None:
        super().__init__(config)
        self._context = context

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        if self._context is None:
            await super().startup(sockets)
            return
        assert sockets is not None, "TLS listens on sockets that are open"
        await self.lifespan.startup()
        for listening in sockets:
            listening.setblocking(False)
            listening.listen(self.config.backlog)
        self.servers = [TlsListener(one, self._context, self._make) for one in sockets]  # type: ignore[misc]
        self.started = True

    def _make(self) -> HttpProtocol:
        given = {"config": self.config, "server_state": self.server_state, "app_state": self.lifespan.state}
        return self.config.http_protocol_class(**given)  # type: ignore[return-value]
