"""Runs a house: prepares it, listens for connections, and stops it in order."""

import asyncio
import gc
import logging
import resource
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from signal import SIGINT, SIGTERM
from typing import Any, NamedTuple, TextIO

import msgspec
import uvicorn

from taisai.house.node_lease import StoppedWaitingError
from taisai.house.settings import FILES_SPARE, Settings
from taisai.house.settings_problems import SettingsRefusal, check_way
from taisai.journal.leases import TERM_S
from taisai.journal.refusals import JournalRefusal
from taisai.keeping.build import build
from taisai.people.secret_hashes import Hasher
from taisai.rules.control_characters import spelled_out_json, whole
from taisai.rules.refusals import Refused
from taisai.server.acceptance import NOTHING_ACCEPTED, Accepting
from taisai.server.addresses import Proxies
from taisai.server.app import App
from taisai.server.door import Door
from taisai.server.draining import HandingOver
from taisai.server.hosts import Hosts
from taisai.server.house import House
from taisai.server.house_setup import prepare
from taisai.server.middleware import later
from taisai.server.sockets import Acceptance
from taisai.server.transport import Crowd, Server, SocketLimits, http_protocol, socket_protocol, tls_context

BACKLOG = 8_192
LOOK_S = 0.25
STOP_WITHIN_S = 10
CONNECTIONS_LEAST = 32
STAFF_LEAST = 8
FILES_MOST = 1 << 16


class Running(NamedTuple):
    """A running house. `address` is the URL for browsers."""

    house: House
    address: str


class _Server(Server):
    """Leaves signals to us: a house first stops listening, then stops its tables."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@asynccontextmanager
async def running(
    settings: Settings,
    *,
    limits: SocketLimits | None = None,
    hasher: Hasher | None = None,
    accepting: Accepting = NOTHING_ACCEPTED,
    stopping: asyncio.Event | None = None,
    term_s: float = TERM_S,
) -> AsyncIterator[Running]:
    """Run a house. Connections are accepted only after the self-test has passed. The port is taken first.

    A node waits until no command is at work on the house, or until `stopping` is set."""
    check_way(settings)
    with closing(listen(settings)) as listening:
        build()  # of the files that begin to run; later it would hold up the loop
        if settings.nodes.bus:
            house = await _node(settings, hasher, term_s, stopping or asyncio.Event())
        else:
            house = House(settings, prepare(settings), hasher)
        try:
            await house.start(accepting)
            server = _server(house, settings, limits or socket_limits(settings))
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


async def _node(settings: Settings, hasher: Hasher | None, term_s: float, stopping: asyncio.Event) -> House:
    try:
        from taisai.server.nodes.making import node_house  # noqa: PLC0415 - the bus is an optional extra
    except ImportError as error:
        words = f"the NATS client is not installed ({error}); install taisai[cluster], or use a house in a file"
        raise Refused(JournalRefusal.FAILED, words, "nats") from error
    return await node_house(settings, hasher, term_s, stopping)


def socket_limits(settings: Settings) -> SocketLimits:
    """Return limits that keep connections below the limit of open files, with a twentieth reserved for staff."""
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    most = max(CONNECTIONS_LEAST, files - FILES_SPARE)
    traffic = settings.traffic
    return SocketLimits(
        messages_per_s=traffic.messages_per_s, messages_burst=2 * traffic.messages_per_s, connections_max=most,
        connections_for_staff=max(STAFF_LEAST, most // 20), connections_per_source=traffic.connections_per_address,
    )  # fmt: skip


def listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # explicit, else no TCP_NODELAY
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as error:
        listening.close()
        words = f"nothing can listen at {settings.host}, port {settings.port} ({error.strerror})"
        words = f"{words}; choose another with --host or --port, or end what uses it"
        raise Refused(SettingsRefusal.INVALID, words, settings.port) from error
    return listening


def _server(house: House, settings: Settings, limits: SocketLimits) -> uvicorn.Server:
    proxies = Proxies(settings.proxies)
    door = Door(house, proxies)
    peer = house.beside.peer if house.beside else None
    acceptance = Acceptance(house, frozenset(settings.origins), Hosts(settings), peer)
    house.crowd = Crowd(limits, door.knows, door.tell)
    app = App(house, acceptance, proxies).asgi()
    if house.beside:
        house.beside.answer_by(app)
    config = uvicorn.Config(
        app,
        http=http_protocol(limits, house.crowd, door.admits, later()),
        ws=socket_protocol(acceptance, limits, house.crowd, proxies),
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=STOP_WITHIN_S,
    )
    return _Server(config, tls_context(settings.tls.cert, settings.tls.key) if settings.tls.cert else None)


async def _started(server: uvicorn.Server, serving: "asyncio.Task[None]") -> None:
    while not server.started:
        await asyncio.wait([serving], timeout=0.01)
        if serving.done():
            serving.result()
            raise RuntimeError("the server stopped before it was ready")


def _address(settings: Settings, listening: socket.socket) -> str:
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"{'https' if settings.tls.cert else 'http'}://{host}:{listening.getsockname()[1]}"


class JsonLines(logging.Formatter):
    """One JSON object per line. Logs name routes and codes, never secrets or what people wrote."""

    def format(self, record: logging.LogRecord) -> str:
        plain = logging.makeLogRecord({}).__dict__.keys() | {"message", "asctime", "taskName"}
        extra = {key: value for key, value in record.__dict__.items() if key not in plain}
        line: dict[str, Any] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S"), "level": record.levelname.lower(),
            "from": record.name, "says": record.getMessage(), **extra,
        }  # fmt: skip
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        told = {key: whole(value) if isinstance(value, str) else value for key, value in line.items()}
        return spelled_out_json(msgspec.json.encode(told, enc_hook=str).decode())


def log_to(stream: TextIO = sys.stderr, level: int | str = logging.WARNING) -> None:
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)


def collect_garbage_seldom() -> None:
    """Run the garbage collector rarely.

    Replayed state stays for good, and orders leave almost no cycles: Python's default settings cost a tenth of every
    wager."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)


def allow_files() -> None:
    """Raise the limit of open files as far as this user may: the default is too low for a floor."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES_MOST if hard == resource.RLIM_INFINITY else min(hard, FILES_MOST)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def serve(
    settings: Settings, ready: Callable[[Running], None], *, accepting: Accepting = NOTHING_ACCEPTED
) -> None:
    """Serve until someone stops the process or asks it to hand its tables over."""
    allow_files()
    stopping = asyncio.Event()
    for signal in (SIGTERM, SIGINT):
        asyncio.get_running_loop().add_signal_handler(signal, stopping.set)
    with suppress(StoppedWaitingError):
        async with running(settings, accepting=accepting, stopping=stopping) as started:
            collect_garbage_seldom()
            ready(started)
            await _stopped(started.house, stopping)


async def _stopped(house: House, stopping: asyncio.Event) -> None:
    handing_over = HandingOver(house)
    while not stopping.is_set() and not handing_over.is_due():
        with suppress(TimeoutError):
            await asyncio.wait_for(stopping.wait(), LOOK_S if house.lease else None)
