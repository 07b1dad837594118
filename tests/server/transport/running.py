"""A server on a free port of its own, and clients that can say anything to it."""

import asyncio
import os
import socket
import ssl
import struct
import threading
from base64 import b64encode
from contextlib import contextmanager
from http.client import HTTPConnection
from time import monotonic, sleep

import uvicorn
import uvloop
from patience import PATIENCE_S
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from taisai.server.addresses import Proxies
from taisai.server.transport import (
    Crowd,
    Rejection,
    Server,
    SocketLimits,
    http_protocol,
    socket_protocol,
    tls_context,
)

SLOW_S = 1.0
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Echo:
    """Says back what it hears, and keeps a diary."""

    def __init__(self, request=None):
        self.request = request
        self.connection = None
        self.heard = []
        self.drains = 0
        self.is_gone = threading.Event()

    def connected(self, connection):
        self.connection = connection

    def received(self, message):
        self.heard.append(message)
        if message == b"fail":
            raise ZeroDivisionError("on purpose")
        if message == b"bye":
            self.connection.close(4001, "as you wish")
        self.connection.send(message)

    def drained(self):
        self.drains += 1
        self.connection.send(b"fresh view")

    def gone(self):
        self.is_gone.set()


class House:
    """Accepts everyone but at /no and /broken, and remembers them."""

    def __init__(self, peer=Echo):
        self.peers = []
        self._peer = peer

    def accept(self, request):
        if request.path == "/no":
            return Rejection(403, "not you")
        if request.path == "/broken":
            raise ZeroDivisionError("on purpose")
        self.peers.append(self._peer(request))
        return self.peers[-1]


async def slowly(_):
    await asyncio.sleep(SLOW_S)
    return PlainTextResponse("at last")


class Running:
    def __init__(self, house, limits, host="127.0.0.1", trusted=("127.0.0.1", "::1"), tls=(), **config):
        app = Starlette(routes=[Route("/", lambda _: PlainTextResponse("hello")), Route("/slow", slowly)])
        self.crowd = crowd = Crowd(limits)
        sockets = socket_protocol(house.accept, limits, crowd, Proxies(trusted))
        protocols = {"ws": sockets, "http": http_protocol(limits, crowd)}
        self.house = house
        self.troubles = []
        given = uvicorn.Config(app, log_config=None, **protocols, **config)
        self.server = Server(given, tls_context(*tls) if tls else None)
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self.listening = socket.create_server((host, 0), family=family)
        self._thread = threading.Thread(target=self._run)

    def _run(self):
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            self.loop = runner.get_loop()
            self.loop.set_exception_handler(lambda _, context: self.troubles.append(context))
            runner.run(self.server.serve([self.listening]))

    def start(self):
        self._thread.start()
        wait_until(lambda: self.server.started)
        self.port = self.listening.getsockname()[1]

    def stop(self):
        self.server.should_exit = True
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive()
        assert self.troubles == []

    def connection(self):
        """Of the newest peer, which may hear of it a moment after its client has the answer."""
        wait_until(lambda: self.house.peers[-1].connection)
        return self.house.peers[-1].connection

    def call(self, action):
        """Runs it in the server's loop."""

        async def run():
            return action()

        return asyncio.run_coroutine_threadsafe(run(), self.loop).result(PATIENCE_S)

    def get(self):
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        connection.request("GET", "/")
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, body


@contextmanager
def running(limits=None, peer=Echo, **config):
    server = Running(House(peer), limits or SocketLimits(), **config)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def wait_until(condition):
    end = monotonic() + PATIENCE_S
    while not condition():
        assert monotonic() < end, "waited in vain"
        sleep(0.005)


def frame(opcode, payload=b"", *, fin=True, reserved=0, mask=b"\1\2\3\4"):
    size = len(payload)
    short = size if size < 126 else 126 if size < 65536 else 127
    long = b"" if size < 126 else struct.pack("!H" if size < 65536 else "!Q", size)
    masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload)) if any(mask) else payload
    return bytes([fin << 7 | reserved << 4 | opcode, 0x80 | short]) + long + mask + masked


def upgrade(path="/", method="GET", **changes):
    headers = {
        "Host": "taisai",
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": b64encode(os.urandom(16)).decode(),
    } | {name.replace("_", "-"): value for name, value in changes.items()}
    lines = [f"{name}: {value}" for name, value in headers.items() if value is not None]
    return "\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""]).encode("latin-1")


class Client:
    """A raw socket: it can break every rule."""

    def __init__(self, server, tls=None, host="127.0.0.1"):
        self.socket = socket.create_connection((host, server.port), PATIENCE_S)
        if tls is not None:
            self.socket = tls.wrap_socket(self.socket, server_hostname="localhost")
        self._stream = self.socket.makefile("rb")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._stream.close()
        self.socket.close()

    def raw(self, data):
        self.socket.sendall(data)

    def open(self, **changes):
        self.raw(upgrade(**changes))
        return self.answer()[0]

    def answer(self):
        """Status and body of an HTTP answer."""
        status = int(self._stream.readline().split()[1])
        size = 0
        while line := self._stream.readline().strip():
            name, _, value = line.partition(b": ")
            size = int(value) if name.lower() == b"content-length" else size
        return status, self._stream.read(size)

    def rest(self):
        """All that comes until the server ends the connection."""
        return self._stream.read()

    def text(self, message):
        self.raw(frame(TEXT, message))

    def read(self):
        """Opcode and payload of the next frame, or None at the end."""
        try:
            head = self._stream.read(2)
        except (ConnectionError, ssl.SSLError):
            return None
        if len(head) < 2:
            return None
        size = head[1]
        if size > 125:
            size = int.from_bytes(self._stream.read(2 if size == 126 else 8))
        return head[0] & 15, self._stream.read(size)

    def closed(self):
        """The code of the close frame, whatever comes before it."""
        while (read := self.read()) is not None:
            if read[0] == CLOSE:
                return int.from_bytes(read[1][:2])
        return None


@contextmanager
def opened(server, tls=None, host="127.0.0.1", **changes):
    with Client(server, tls, host) as client:
        assert client.open(**changes) == 101
        yield client
