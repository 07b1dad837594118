"""The cost of sockets: sending to all of them, and receiving from many."""

import asyncio
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from statistics import quantiles
from time import perf_counter

import msgspec
import uvicorn
import uvloop
from load import NO_COMPILER, compiled
from measure import Claim, rate
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect, ws_create_server

from taisai.server.transport import (
    UNLIMITED,
    Connection,
    Peer,
    Request,
    SocketLimits,
    broadcast,
    http_protocol,
    socket_protocol,
)

SOURCE = Path(__file__).with_name("broadcast.c")
AUDIENCES, TRIES = (1_000, 5_000), 15
FRAME_BYTES = 304
MESSAGE = b"x" * 300
CLIENTS, ECHO_S, ECHO_TRIES = 200, 1.5, 3
TEXT = WSMsgType.TEXT


def claims() -> Iterator[Claim]:
    with compiled(SOURCE) as program:
        if program is None:
            yield Claim("broadcast", "not measured", NO_COMPILER, 0)
        else:
            yield from (_broadcast_claim(program, count) for count in AUDIENCES)
    yield _echo_claim()


def _broadcast_claim(program: Path, count: int) -> Claim:
    """Measure alternately, so that a disturbance affects both."""
    bare = [str(program), "serve", str(count), str(FRAME_BYTES)]
    times: dict[str, list[float]] = {"ours": [], "bare": []}
    for _ in range(2):
        with _serving("ours", "audience") as (port, _):
            times["ours"] += counted(program, port, count, upgraded=True)
        with started(bare) as (port, _):
            times["bare"] += counted(program, port, count, upgraded=False)
    ours, limit = min(times["ours"]), min(times["bare"])
    return Claim(
        f"{len(MESSAGE)} bytes to the last of {count:,} sockets",
        f"{ours / 1e3:.1f} ms",
        f"bare C epoll, the same bytes: {limit / 1e3:.1f} ms",
        ours / limit,
        "at most 2",
        ours <= 2 * limit,
    )


def counted(
    program: Path, port: int, count: int, *, upgraded: bool, tries: int = TRIES, pause_ms: int = 20
) -> list[float]:
    words = [port, count, FRAME_BYTES, tries, int(upgraded), pause_ms]
    answer = subprocess.run([program, "count", *map(str, words)], check=True, capture_output=True, text=True)
    return [float(line) for line in answer.stdout.split()]


def _echo_claim() -> Claim:
    best: dict[str, tuple[float, float]] = {}
    for _ in range(ECHO_TRIES):
        for kind in ("ours", "bare"):
            with _serving(kind, "echo") as (port, _):
                best[kind] = max(best.get(kind, (0, 0)), _driven(port))
    (ours, p99_ms), (bare, _) = best["ours"], best["bare"]
    return Claim(
        f"echo of decoded and encoded JSON, {CLIENTS} clients",
        f"{rate(ours)}, p99 {p99_ms:.1f} ms",
        f"picows with no HTTP and no limits: {rate(bare)}",
        ours / bare,
        "at least 0.7",
        ours >= 0.7 * bare,
    )


def _driven(port: int) -> tuple[float, float]:
    """Return messages a second and p99 in ms, from a separate process."""
    answer = subprocess.run([sys.executable, __file__, "drive", str(port)], check=True, capture_output=True)
    return msgspec.json.decode(answer.stdout, type=tuple[float, float])


@contextmanager
def started(words: list[str]) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """Start a process that prints one number when it is ready."""
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield int(process.stdout.readline()), process
    finally:
        process.terminate()
        process.communicate()


def _serving(kind: str, peer: str) -> AbstractContextManager[tuple[int, subprocess.Popen[str]]]:
    return started([sys.executable, __file__, kind, peer])


class Small(msgspec.Struct):
    id: int
    spot: str
    stake: int


DECODE, ENCODE = msgspec.json.Decoder(Small).decode, msgspec.json.Encoder().encode


class Echo:
    def __init__(self, request: Request) -> None: ...

    def connected(self, connection: Connection) -> None:
        self._connection = connection

    def received(self, message: bytes) -> None:
        self._connection.send(ENCODE(DECODE(message)))

    def drained(self) -> None: ...

    def gone(self) -> None: ...


class Audience(Echo):
    everybody: tuple[Connection, ...] = ()

    def connected(self, connection: Connection) -> None:
        Audience.everybody += (connection,)

    def received(self, message: bytes) -> None:  # noqa: ARG002
        assert broadcast(self.everybody, MESSAGE) == []


async def _no_app(scope: object, receive: object, send: object) -> None: ...


async def _ours(peer: Callable[[Request], Peer]) -> None:
    limits = SocketLimits(messages_per_s=UNLIMITED)
    protocols = socket_protocol(peer, limits), http_protocol(limits)
    config = uvicorn.Config(_no_app, port=0, log_config=None, backlog=8192, ws=protocols[0], http=protocols[1])
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    print(server.servers[0].sockets[0].getsockname()[1], flush=True)
    await serving


class BareEcho(WSListener):
    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == TEXT:
            transport.send(TEXT, ENCODE(DECODE(frame.get_payload_as_bytes())))
        else:
            transport.disconnect()


async def _bare() -> None:
    server = await ws_create_server(
        lambda _: BareEcho(), "127.0.0.1", 0, backlog=8192, enable_auto_ping=True, use_aiofastnet=False
    )
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


class Caller(WSListener):
    """Asks again as soon as it is answered."""

    def __init__(self, taken: list[float]) -> None:
        self._taken = taken
        self._message = ENCODE(Small(4711, "spot", 2500))

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._ask(transport)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:  # noqa: ARG002
        self._taken.append(perf_counter() - self._asked)
        self._ask(transport)

    def _ask(self, transport: WSTransport) -> None:
        self._asked = perf_counter()
        transport.send(TEXT, self._message)


async def _drive(port: str) -> None:
    taken: list[float] = []
    for _ in range(CLIENTS):
        await ws_connect(lambda: Caller(taken), f"ws://127.0.0.1:{port}/", use_aiofastnet=False)
    await asyncio.sleep(ECHO_S / 4)
    taken.clear()
    begin = perf_counter()
    await asyncio.sleep(ECHO_S)
    answer = len(taken) / (perf_counter() - begin), quantiles(taken, n=100)[-1] * 1e3
    print(ENCODE(answer).decode())


def main() -> None:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    match sys.argv[1:]:
        case ["ours", peer]:
            task = _ours({"echo": Echo, "audience": Audience}[peer])
        case ["bare", "echo"]:
            task = _bare()
        case ["drive", port]:
            task = _drive(port)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(task)


if __name__ == "__main__":
    main()
