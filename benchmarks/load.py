"""The load: terminals in a separate C program that wager for a while on request."""

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, Self

import msgspec

SOURCE = Path(__file__).with_name("load.c")
SERVING = Path(__file__).with_name("serving.py")
NO_COMPILER = "needs a C compiler: cc was not found"
BARE = "bare"
BY_HAND = "hand"


class Variant(NamedTuple):
    """`kind` is one of those in `serving`."""

    name: str
    kind: str
    tables: int
    terminals: int


class Slice(msgspec.Struct, frozen=True):
    """The results of one slice of load. `within` were answered before its end; `answered` are all of them."""

    seconds: float
    within: int
    answered: int
    p50_ms: float
    p99_ms: float
    longest_ms: float
    own_cpu_s: float
    cpu_s: float = 0.0

    @property
    def per_s(self) -> float:
        return self.within / self.seconds

    @property
    def cpu_us(self) -> float:
        """The server's time per wager: user and system, all threads."""
        return self.cpu_s / self.answered * 1e6

    @property
    def client_us(self) -> float:
        """The load's own time per wager."""
        return self.own_cpu_s / self.answered * 1e6


@contextmanager
def compiled(source: Path = SOURCE) -> Iterator[Path]:
    compiler = shutil.which("cc")
    if compiler is None:
        sys.exit(NO_COMPILER)
    with TemporaryDirectory() as folder:
        program = Path(folder) / source.stem
        subprocess.run([compiler, "-O2", "-o", program, source], check=True)
        yield program


@contextmanager
def serving(kind: str, seats: int, tables: int = 1) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """Yield the server's first line of output, and the process."""
    with TemporaryDirectory() as folder:
        words = [sys.executable, str(SERVING), kind, folder, str(tables), str(seats)]
        process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip(), process
        finally:
            process.terminate()
            process.communicate()


def seats_of(kind: str, address: str, tables: int, terminals: int) -> Iterator[str]:
    """Return one line per terminal for the load. The bare loop has neither seats nor cookies."""
    if kind == BARE:
        return (f"T1 {seat} -" for seat in range(1, terminals + 1))
    return seats_taken(address, tables, terminals)


def seats_taken(address: str, tables: int, terminals: int) -> Iterator[str]:
    """Assign seats to the tables in turn."""
    connection = HTTPConnection(address.removeprefix("http://"))
    for number in range(terminals):
        table = f"T{number % tables + 1}"
        connection.request("POST", "/api/demo/seat", json.dumps({"table": table}), {"content-type": "application/json"})
        answer = connection.getresponse()
        body = answer.read()
        assert answer.status == 200, body
        yield f"{table} {json.loads(body)['seat']} {answer.headers['set-cookie'].partition(';')[0]}"
    connection.close()


class Load:
    """Terminals that have joined their tables and wait for a start signal."""

    def __init__(self, program: Path, address: str, terminals: list[str]) -> None:
        words = [str(program), address.rpartition(":")[2]]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.joined = json.loads(self._told("\n".join([*terminals, ""])))["joined"]

    def wager(self, seconds: float, every_s: float = 0.0) -> Slice:
        """Let each terminal wager again once the last wager is answered and `every_s` have passed."""
        return msgspec.json.decode(self._told(f"{seconds * 1e3} {every_s * 1e3}"), type=Slice)

    def _told(self, line: str) -> str:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, "the load has ended; what it said about that stands above"
        return answer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()


class Served(NamedTuple):
    """A variant under load."""

    load: Load
    pid: int

    def wager(self, seconds: float) -> Slice:
        before = cpu_s(self.pid)
        made = self.load.wager(seconds)
        return msgspec.structs.replace(made, cpu_s=cpu_s(self.pid) - before)


@contextmanager
def served(program: Path, variant: Variant) -> Iterator[Served]:
    _, kind, tables, terminals = variant
    with ExitStack() as opened:
        address, process = opened.enter_context(serving(kind, -(-terminals // tables), tables))
        seats = list(seats_of(kind, address, tables, terminals))
        yield Served(opened.enter_context(Load(program, address, seats)), process.pid)


def cpu_s(pid: int) -> float:
    """Return the processor time of a process, to the nanosecond, from Linux's own clock."""
    return time.clock_gettime((~pid << 3) | 2)
