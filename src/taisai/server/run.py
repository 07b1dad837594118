"""A house that listens: made ready, then open to connections, then stopped in order."""

import asyncio
import gc
import logging
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from signal import SIGINT, SIGTERM
from typing import Any, NamedTuple, TextIO

import msgspec
import uvicorn

from taisai.house.settings import Settings
from taisai.people.hashing import Hasher
from taisai.server.app import App
from taisai.server.house import House, prepare
from taisai.server.sockets import Acceptance
from taisai.server.transport import SocketLimits, http_protocol, socket_protocol

BACKLOG = 8_192
STOP_WITHIN_S = 10


class Running(NamedTuple):
    """`address` is where browsers go."""

    house: House
    address: str


class _Server(uvicorn.Server):
    """Signals are ours to handle: a house stops listening first, then stops its tables."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@asynccontextmanager
async def running(
    settings: Settings,
    *,
    limits: SocketLimits | None = None,
    hasher: Hasher | None = None,
    accepted_by: str = "",
) -> AsyncIterator[Running]:
    """No connection is taken before the self-test has passed."""
    house = House(settings, prepare(settings), hasher)
    try:
        await house.start(accepted_by)
        listening = _listen(settings)
        server = _server(house, settings, limits or _limits(settings))
        serving = asyncio.create_task(server.serve([listening]))
        try:
            await _started(server, serving)
            yield Running(house, _address(settings, listening))
        finally:
            house.is_stopping = True
            server.should_exit = True
            await serving
    finally:
        await house.stop()


def _limits(settings: Settings) -> SocketLimits:
    return SocketLimits(messages_per_s=settings.messages_per_s, messages_burst=2 * settings.messages_per_s)


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind((settings.host, settings.port))
    return listening


def _server(house: House, settings: Settings, limits: SocketLimits) -> uvicorn.Server:
    acceptance = Acceptance(house, frozenset(settings.origins))
    config = uvicorn.Config(
        App(house, acceptance).asgi(),
        http=http_protocol(limits),
        ws=socket_protocol(acceptance, limits),
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=settings.proxy,
        forwarded_allow_ips="*" if settings.proxy else "127.0.0.1",
        ssl_certfile=settings.tls_cert or None,
        ssl_keyfile=settings.tls_key or None,
        backlog=BACKLOG,
        timeout_graceful_shutdown=STOP_WITHIN_S,
    )
    return _Server(config)


async def _started(server: uvicorn.Server, serving: "asyncio.Task[None]") -> None:
    while not server.started:
        await asyncio.wait([serving], timeout=0.01)
        if serving.done():
            serving.result()
            raise RuntimeError("the server ended before it began")


def _address(settings: Settings, listening: socket.socket) -> str:
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"{'https' if settings.tls_cert else 'http'}://{host}:{listening.getsockname()[1]}"


class JsonLines(logging.Formatter):
    """One JSON object a line; what is logged names routes and codes, never secrets or what people said."""

    def format(self, record: logging.LogRecord) -> str:
        plain = logging.makeLogRecord({}).__dict__.keys() | {"message", "asctime", "taskName"}
        extra = {key: value for key, value in record.__dict__.items() if key not in plain}
        line: dict[str, Any] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S"), "level": record.levelname.lower(),
            "from": record.name, "says": record.getMessage(), **extra,
        }  # fmt: skip
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()


def log_to(stream: TextIO = sys.stderr, level: int | str = logging.WARNING) -> None:
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)


def collect_garbage_seldom() -> None:
    """What was replayed stays for good, and each order leaves only what is freed at once: looking for cycles among
    all of it as often as Python does by itself cost a tenth of every wager."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)


async def serve(settings: Settings, ready: Callable[[Running], None], *, accepted_by: str = "") -> None:
    """Until somebody stops the process."""
    stopping = asyncio.Event()
    for signal in (SIGTERM, SIGINT):
        asyncio.get_running_loop().add_signal_handler(signal, stopping.set)
    async with running(settings, accepted_by=accepted_by) as house:
        collect_garbage_seldom()
        ready(house)
        await stopping.wait()
