"""A child process that serves: the house with one open table, or the same plumbing with no game in it."""

import asyncio
import sys
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import msgspec
import uvicorn
import uvloop

from taisai.house.desk import Reply
from taisai.house.floor import FloorTable
from taisai.house.settings import Settings
from taisai.house.tables import TableSettings
from taisai.journal.entry import Head, Sealed
from taisai.journal.seal import START
from taisai.journal.sqlite import SqliteStore
from taisai.people.hashing import Hasher
from taisai.rules.vocabulary import Role
from taisai.server.limiter import Limiter
from taisai.server.run import collect_garbage_seldom, running
from taisai.server.transport import UNLIMITED, Connection, Request, SocketLimits, http_protocol, socket_protocol
from taisai.table import commands as c
from taisai.table.events import WagerPlaced
from taisai.table.limits import LimitRule
from taisai.table.order import Order, Person
from taisai.table.state import Entered, Idle
from taisai.wire.messages import Give, Taken

LIMITS = SocketLimits(messages_per_s=UNLIMITED)
ENTRY = (
    b'{"seq":%d,"at":"2026-11-15T06:10:00.123+00:00","by":{"name":"terminal-1","role":"player"},"cause":"%s",'
    b'"digest":"dc9f5806ec1fa2240b4e8c535c0826df","event":{"is":"wager-placed","round":1,"seat":48,"spot":"single-5",'
    b'"stake":10,"excess":0,"placed_by":"player"}}'
)
encode = msgspec.json.Encoder().encode


async def house(folder: str, seats: int) -> None:
    """One electronic table whose wagers stay open for an hour."""
    limits = (LimitRule(minimum=1, maximum=10**9, differential=10**9),)
    table = TableSettings(
        "T1", "rws-6/2", seats=seats, automation="electronic", window_s=3600, pause_s=0, limits=limits
    )
    by_hand = TableSettings("T2", "rws-6/2")
    settings = Settings(folder=folder, port=0, demo=True, tables=(table, by_hand))
    async with running(settings, limits=LIMITS, hasher=Hasher(time_cost=1, memory_kib=8)) as served:
        served.house.limiter = Limiter(10**6, 10**6)
        collect_garbage_seldom()
        print(served.address, flush=True)
        await _dealt(served.house.floor.tables["T2"])


async def _dealt(table: FloorTable) -> None:
    """For every line of the input one step of the dealer: all up to the entry, or the entry itself."""
    ids = count()
    loop = asyncio.get_running_loop()

    async def give(command: c.Command, by: Role = Role.DEALER) -> None:
        number = table.desk.table.round + isinstance(table.desk.table.phase, Idle)
        answer = await table.live.do(Order(f"bench-{next(ids)}", Person("bench", by), command, number))
        assert isinstance(answer, Reply), answer

    await give(c.OpenTable(), Role.PIT_MANAGER)
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        if line == "prepare\n":
            if isinstance(table.desk.table.phase, Entered):
                await give(c.CollectLosers())
            for command in (
                c.OpenBets(),
                c.CloseBets(),
                c.TumbleDice(3),
                c.RevealDice(),
                *map(c.PressButton, (2, 2, 5)),
            ):
                await give(command)
            print("prepared", flush=True)
        else:
            await give(c.EnterRoll())


class Plumbing:
    """Decodes an order, writes its bytes with all others that wait, and acknowledges."""

    def __init__(self, folder: str) -> None:
        self.store = SqliteStore.open(Path(folder) / "journal.sqlite", "T1")
        self.writer = ThreadPoolExecutor(1)
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
        writing = asyncio.get_running_loop().run_in_executor(self.writer, self.store.append, self.head, entries)
        self.head = Head(entries[-1].seq, entries[-1].seal)
        writing.add_done_callback(lambda _: self.answer(group, entries[0].seq))

    def answer(self, group: list[tuple[Give, Connection]], first: int) -> None:
        for seq, (give, connection) in enumerate(group, first):
            placed = WagerPlaced(1, 48, "single-5", 10, 0, "player")
            connection.send(encode(Taken(1, give.id, seq, seq, (placed,), 99_000, {"single-5": 1000})))
        self.busy = False
        if self.waiting:
            self.busy = True
            asyncio.get_running_loop().call_soon(self.turn)


class PlumbingPeer:
    def __init__(self, plumbing: Plumbing) -> None:
        self.plumbing = plumbing
        self.decode = msgspec.json.Decoder(Give).decode

    def connected(self, connection: Connection) -> None:
        self.connection = connection

    def received(self, message: bytes) -> None:
        if b'"join"' not in message:
            self.plumbing.take(self.decode(message), self.connection)

    def drained(self) -> None: ...

    def gone(self) -> None: ...


async def _no_app(scope: object, receive: object, send: object) -> None: ...


async def plumbing(folder: str) -> None:
    made = Plumbing(folder)

    def accept(_: Request) -> PlumbingPeer:
        return PlumbingPeer(made)

    protocols = {"ws": socket_protocol(accept, LIMITS), "http": http_protocol(LIMITS)}
    server = uvicorn.Server(uvicorn.Config(_no_app, port=0, log_config=None, backlog=8192, lifespan="off", **protocols))
    serving = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    print(f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}", flush=True)
    await serving


if __name__ == "__main__":
    what, folder, seats = sys.argv[1:]
    uvloop.run(house(folder, int(seats)) if what == "house" else plumbing(folder))
