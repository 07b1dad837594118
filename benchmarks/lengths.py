"""What grows with a journal and what does not: a house with a long history is stopped, killed, started and queried."""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

from chart import Chart, Curve, Spread
from load import BY_HAND, SERVING

TRIES, SEATS, REST_S = 3, 8, 1.0
HALF_A_DAY = "since=2026-11-01T06:00&until=2026-11-01T18:00"
ASKED = {
    "a round recalled": f"/api/tables/{BY_HAND}/recall?round=50",
    "half a day's turnover": f"/api/reports/turnover?format=csv&{HALF_A_DAY}",
    "the turnover of all days": "/api/reports/turnover?format=csv",
}
STARTS = ("after an orderly stop", "killed 20,000 entries after its snapshot")
CHARTS = {
    "memory": ("Memory of a house that has just started", "MB", ("memory",), False),
    "disk": ("What a journal takes of the disk", "MB", ("disk",), True),
    "starts": ("From the start of the process to the first connection", "seconds", STARTS, False),
    "reports": ("What somebody who asks waits for", "seconds", tuple(ASKED), True),
}


class House:
    """A child process on a folder that remains after it."""

    def __init__(self, kind: str, folder: str, tables: int = 1) -> None:
        words = [sys.executable, str(SERVING), kind, folder, str(tables), str(SEATS)]
        begin = perf_counter()
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.address, _, self.cookie = self.process.stdout.readline().strip().partition(" ")
        self.start_s = perf_counter() - begin
        assert self.address, "a house that does not start"

    def write_more(self) -> None:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write("more\n")
        self.process.stdin.flush()
        self.process.stdout.readline()

    def ask(self, path: str) -> float:
        begin = perf_counter()
        connection = HTTPConnection(self.address.removeprefix("http://"), timeout=600)
        connection.request("GET", path, headers={"cookie": self.cookie})
        answer = connection.getresponse()
        while answer.read(1 << 20):
            pass
        assert answer.status == 200, f"{path}: {answer.status}"
        return perf_counter() - begin

    def stop(self) -> None:
        """Stop in order, by closing its input."""
        self.process.communicate()

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


def measured(entries: int) -> dict[str, Spread]:
    with TemporaryDirectory() as folder:
        house = House(f"history-{entries}", folder)
        house.ask(next(iter(ASKED.values())))  # the first request starts the reading process
        found = {name: _spread(lambda path=path: house.ask(path)) for name, path in ASKED.items()}
        house.stop()
        journal = (Path(folder) / "journal.sqlite").stat().st_size / 1e6
        orderly, memory = zip(*(_started(folder) for _ in range(TRIES)), strict=True)
        killed = [_killed(folder) for _ in range(TRIES)]
    return found | {"disk": Spread.of([journal] * 2), "memory": Spread.of(memory), STARTS[0]: Spread.of(orderly),
                    STARTS[1]: Spread.of(killed)}  # fmt: skip


def resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _started(folder: str) -> tuple[float, float]:
    house = House("house", folder)
    sleep(REST_S)
    memory = resident(house.process.pid) / 1e6
    house.stop()
    return house.start_s, memory


def _killed(folder: str) -> float:
    writing = House("more", folder)
    writing.write_more()
    writing.kill()
    house = House("house", folder)
    house.stop()
    return house.start_s


def _spread(action: Callable[[], float]) -> Spread:
    return Spread.of([action() for _ in range(TRIES)])


def chart(file: str, points: dict[str, Sequence[tuple[float, Spread]]]) -> Chart:
    title, y, names, by_factors = CHARTS[file]
    curves = [Curve(name if len(names) > 1 else "", points[name]) for name in names]
    return Chart(title, "entries in the journal", y, curves, by_factors)
