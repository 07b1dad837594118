"""A minimal house for comparison: a loop that decodes an order, writes it and acknowledges it."""

import asyncio
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import uvicorn

from taisai.journal.entry import By, Fact, Head, Sealed
from taisai.journal.seal import START
from taisai.journal.sqlite import SqliteStore
from taisai.server.transport import UNLIMITED, Connection, Request, SocketLimits, http_protocol, socket_protocol
from taisai.table.events import WagerPlaced
from taisai.wire.messages import Give, Taken

LIMITS = SocketLimits(messages_per_s=UNLIMITED)
ENTRY = (
    b'{"seq":%d,"at":"2026-11-15T06:10:00.123+00:00","by":{"name":"terminal-1","role":"player"},"cause":"%s",'
    b'"digest":"dc9f5806ec1fa2240b4e8c535c0826df","event":{"is":"wager-placed","round":1,"seat":48,"spot":"single-5",'
    b'"stake":10,"excess":0,"placed_by":"player"}}'
)
PLACED = WagerPlaced(1, 48, "single-5", 10, 0, "player")
FACT = Fact(1, "", By("terminal-1", "player"), "", "", PLACED)
encode = msgspec.json.Encoder().encode


class Bare:
    """Decodes an order, writes its bytes together with all other waiting ones, and acknowledges, in minimal code."""

    def __init__(self, folder: str) -> None:
        self.store = SqliteStore.open(Path(folder) / "journal.sqlite", "T1")
        self.writer = ThreadPoolExecutor(1)
        self.loop = asyncio.get_running_loop()
        self.waiting: deque[tuple[Give, Connection]] = deque()
        self.head = START
        self.busy = False

    def take(self, give: Give, connection: Connection) -> None:
        self.waiting.append((give, connection))
        if not self.busy:
            self.busy = True
            asyncio.get_running_loop().call_soon(self.turn)

    def turn(self) -> None:
        group = [self.waiting.popleft() for _ in range(min(1024, len(self.waiting)))]
        entries = [
            Sealed(seq, ENTRY % (seq, give.id.encode()), START.seal)
            for seq, (give, _) in enumerate(group, self.head.seq + 1)
        ]
        self.writer.submit(self.write, group, self.head, entries)
        self.head = Head(entries[-1].seq, entries[-1].seal)

    def write(self, group: list[tuple[Give, Connection]], after: Head, entries: list[Sealed]) -> None:
        self.store.append(after, entries)
        self.loop.call_soon_threadsafe(self.answer, group, entries[0].seq)

    def answer(self, group: list[tuple[Give, Connection]], first: int) -> None:
        for seq, (give, connection) in enumerate(group, first):
            connection.send(encode(Taken(1, give.id, seq, seq, (PLACED,), 99_000, {"single-5": 1000})))
        self.busy = False
        if self.waiting:
            self.busy = True
            asyncio.get_running_loop().call_soon(self.turn)


class BarePeer:
    def __init__(self, bare: Bare) -> None:
        self.bare = bare
        self.decode = msgspec.json.Decoder(Give).decode

    def connected(self, connection: Connection) -> None:
        self.connection = connection

    def received(self, message: bytes) -> None:
        if b'"join"' not in message:
            self.bare.take(self.decode(message), self.connection)

    def drained(self) -> None: ...

    def gone(self) -> None: ...


async def _no_app(scope: object, receive: object, send: object) -> None: ...


async def bare(folder: str) -> None:
    made = Bare(folder)

    def accept(_: Request) -> BarePeer:
        return BarePeer(made)

    protocols = {"ws": socket_protocol(accept, LIMITS), "http": http_protocol(LIMITS)}
    server = uvicorn.Server(uvicorn.Config(_no_app, port=0, log_config=None, backlog=8192, lifespan="off", **protocols))
    serving = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    print(f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}", flush=True)
    await serving
