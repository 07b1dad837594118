"""A client that does not read is skipped, holds nobody back, and gets a fresh view when it reads again."""

import asyncio
import json
import os
import socket
from base64 import b64encode
from contextlib import AsyncExitStack
from urllib.parse import urlsplit

from patience import PATIENCE_S
from server.making import HAND, house, until
from server.screen import Screen

from taisai.rules.vocabulary import Step
from taisai.server.transport import SocketLimits
from taisai.table import commands as c

LIMITS = SocketLimits(messages_per_s=1e6, messages_burst=1_000_000, buffer_bytes_max=16 * 1024)


class Slow:
    """Speaks the protocol over a plain socket with small buffers, and reads only when it is told to."""

    def __init__(self, address):
        self.sock = socket.socket()
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.sock.settimeout(5)
        self.sock.connect((urlsplit(address).hostname, urlsplit(address).port))
        key = b64encode(os.urandom(16)).decode()
        head = (
            f"GET /socket HTTP/1.1\r\nHost: {urlsplit(address).netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        )
        self.sock.sendall(f"{head}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.sock.recv(4096)
        self.buffer = self.buffer.partition(b"\r\n\r\n")[2]

    def say(self, said):
        message = json.dumps(said).encode()
        length = bytes([0x80 | len(message)]) if len(message) < 126 else bytes([0xFE]) + len(message).to_bytes(2, "big")
        self.sock.sendall(b"\x81" + length + bytes(4) + message)

    def read(self):
        """The next text message."""
        opcode, size = self._take(1)[0] & 15, self._take(1)[0]
        size = size if size < 126 else int.from_bytes(self._take(2 if size == 126 else 8), "big")
        payload = self._take(size)
        return payload if opcode == 1 else self.read()

    def _take(self, count):
        while len(self.buffer) < count:
            self.buffer += self.sock.recv(65536)
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken


def flooded(slow):
    """Asks for so much that its own buffers and the server's are full."""
    for number in range(6_000):
        slow.say({"is": "ping", "at": number})


def caught_up(slow, screen, phase):
    while not (screen.views >= 2 and screen.table["phase"] == phase):
        screen.heard(slow.read())


async def test_whoever_does_not_read_is_skipped_and_ends_with_the_right_state(tmp_path):
    async with house(tmp_path, HAND, limits=LIMITS) as server, AsyncExitStack() as stack:
        await server.open("H", 1)
        quick = await Screen(server, "H", server.terminal("H", 1)).join()
        slow = await asyncio.to_thread(Slow, server.address)
        stack.callback(slow.sock.close)
        screen = Screen(server, "H")
        await asyncio.to_thread(slow.say, {"is": "join", "table": "H"})
        screen.heard(await asyncio.to_thread(slow.read))
        connections = server.house.hub._connections["H"]
        for connection in connections:
            wire = connection._wire.underlying_transport.get_extra_info("socket")
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        await asyncio.to_thread(flooded, slow)
        await until(lambda: any(connection.behind for connection in connections))
        await server.step("H", until=Step.CLOSE_BETS)
        assert (await quick.give(c.PlaceWager(1, "big", 500)))["is"] == "taken", "nobody waits for it"
        await server.enter("H", (4, 5, 6))
        await server.settle("H")
        await until(lambda: quick.table["phase"] == "idle" and quick.table["round"] == 1)
        await asyncio.wait_for(asyncio.to_thread(caught_up, slow, screen, "idle"), PATIENCE_S)
        assert screen.table == quick.table
        assert screen.views == 2
