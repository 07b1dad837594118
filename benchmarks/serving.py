"""A child process that serves: the house with one open table, the same house with a mirror or with no game in it, or a
bare loop."""

import asyncio
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from pathlib import Path

import history
import msgspec
import uvicorn
import uvloop

from taisai.house.desk import Batch, Desk, Reply
from taisai.house.floor import FloorTable
from taisai.house.settings import Settings
from taisai.house.tables import TableSettings
from taisai.journal.entry import By, Fact, Head, Sealed
from taisai.journal.seal import START
from taisai.journal.sqlite import SqliteStore
from taisai.people.hashing import Hasher
from taisai.rules.vocabulary import Role
from taisai.server import logs
from taisai.server.callers import SESSION
from taisai.server.house import FIRST_NAME, House
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
PLACED = WagerPlaced(1, 48, "single-5", 10, 0, "player")
FACT = Fact(1, "", By("terminal-1", "player"), "", "", PLACED)
encode = msgspec.json.Encoder().encode


async def house(
    folder: str, seats: int, *, game: bool = True, mirror: str = "", entries: int = 0, logs_s: float = 0
) -> None:
    """One electronic table whose wagers stay open for an hour. `logs_s` is after how many seconds a checkpoint of an
    open round is due; below 0 there are no logs."""
    limits = (LimitRule(minimum=1, maximum=10**9, differential=10**9),)
    table = TableSettings(
        "T1", "rws-6/2", seats=seats, automation="electronic", window_s=3600, pause_s=0, limits=limits
    )
    by_hand = TableSettings("T2", "rws-6/2")
    settings = Settings(folder=folder, port=0, demo=True, tables=(table, by_hand), mirror_folder=mirror)
    async with running(settings, limits=LIMITS, hasher=Hasher(time_cost=1, memory_kib=8)) as served:
        served.house.limiter = Limiter(10**6, 10**6)
        collect_garbage_seldom()
        logs.REST_S = logs_s or logs.REST_S
        if logs_s < 0:
            served.house.logs.logs.clear()
        if not game:
            desk = served.house.floor.tables["T1"].desk
            desk.prepare = partial(undecided, desk)  # type: ignore[method-assign]
        if entries:
            history.written(served.house.floor.tables["T2"].desk, entries)
            print(served.address, _manager(served.house), flush=True)
            await _reading()
        print(served.address, flush=True)
        await _dealt(served.house.floor.tables["T2"])


def _manager(served: House) -> str:
    """The cookie of the first account, signed in."""
    register, word = served.register, "correct horse battery"
    register.set_password(register.renewal(FIRST_NAME).password(served.first_code, word), "bench")
    challenge = register.challenge(FIRST_NAME)
    signed = register.signed_in(challenge, challenge.verify(word), "bench", time.monotonic())
    return f"{SESSION}={signed.token}"


async def _reading() -> None:
    """For every line of the input readers are stopped where they are, or go on."""
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        for child in _children():
            os.kill(child, signal.SIGSTOP if line == "stop\n" else signal.SIGCONT)
        print("done", flush=True)


def _children() -> list[int]:
    """The processes that this one has started."""
    return [int(pid) for path in Path("/proc/self/task").glob("*/children") for pid in path.read_text().split()]


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


def undecided(desk: Desk, orders: Sequence[Order]) -> Batch:
    """For each wager an entry that says nothing of it, neither decided nor sealed; all else is decided."""
    if not all(isinstance(order.command, c.PlaceWager) for order in orders):
        return Desk.prepare(desk, orders)
    numbered = list(enumerate(orders, desk.head.seq + 1))
    return Batch(
        desk.head,
        desk.clock(),
        answers=[Reply(seq, seq, (PLACED,)) for seq, _ in numbered],
        facts=[FACT] * len(orders),
        entries=[Sealed(seq, ENTRY % (seq, order.id.encode()), START.seal) for seq, order in numbered],
    )


class Bare:
    """Decodes an order, writes its bytes with all others that wait, and acknowledges, in as few lines as that takes."""

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


if __name__ == "__main__":
    what, folder, seats = sys.argv[1:]
    mirror = f"{folder}/mirror" if what == "mirrored" else ""
    entries = int(what.partition("-")[2] or 0)
    logs_s = {"logged": 1.0, "unlogged": -1.0}.get(what, 0.0)
    serving = house(folder, int(seats), game=what != "plumbing", mirror=mirror, entries=entries, logs_s=logs_s)
    uvloop.run(bare(folder) if what == "bare" else serving)
