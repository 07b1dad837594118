"""Wagers while people read long histories: eight readers of a journal of a million entries, compared with none."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from random import expovariate
from threading import Thread
from time import sleep
from typing import NamedTuple, Self

from load import NO_COMPILER, Load, Slice, compiled, seats_taken, serving
from measure import Claim, Spread

from taisai.server.reader_child import yield_to_play

ENTRIES = int(os.environ.get("TAISAI_ENTRIES", "1000000"))
TERMINALS, EVERY_S = 40, 0.1  # minimum interval between the wagers of a terminal
SLICE_S, PACED, MOST, AT_ONCE, PAUSE_S, WANTED, WANTED_RATE = 1.0, 5, 3, 8, 0.1, 3, 0.8
KINDS = {
    "voucher lists": ("/api/tables/hand/vouchers",),
    "recalls of a round": ("/api/tables/hand/recall?round=50",),
    "reports": ("/api/reports/turnover?format=csv", "/api/reports/vouchers?format=csv"),
    "exports": ("/api/tables/hand/export",),
    "lists of rounds": ("/api/tables/hand/rounds?seat=1", "/api/tables/hand/settled", "/api/journals"),
}


def claims() -> Iterator[Claim]:
    with compiled() as program:
        if program is None:
            yield Claim("wagers while people read", "not measured", NO_COMPILER, 0)
        else:
            yield from _measured(program)


def _measured(program: Path) -> Iterator[Claim]:
    with serving(f"history-{ENTRIES}", TERMINALS) as (told, house):
        address, cookie = told.split(" ", 1)
        place = Place(address, cookie, house)
        with Load(program, address, list(seats_taken(address, 1, TERMINALS))) as load:
            yield from (_claim(name, paths, place, load) for name, paths in KINDS.items())


class Place(NamedTuple):
    """A house with a long history, and the people who may read it."""

    address: str
    cookie: str
    process: "subprocess.Popen[str]"

    def tell(self, word: str) -> None:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{word}\n")
        self.process.stdin.flush()
        self.process.stdout.readline()


def _claim(name: str, paths: tuple[str, ...], place: Place, load: Load) -> Claim:
    """Measure how long wagers take when terminals pause between them, and how many are accepted when they do not."""
    with Asking(paths, place.address, place.cookie) as asking:
        sleep(1)
        paced = list(_in_turns(asking, place, load, PACED, EVERY_S))
        most = list(_in_turns(asking, place, load, MOST, 0.0))
        asking.tell("go")
        place.tell("go")
    read, quiet = (Spread.of(one.p99_ms for one in found) for found in zip(*paced, strict=True))
    kept = Spread.of(one.per_s / other.per_s for one, other in most).median
    figure = (
        f"{read:.1f} ms; {kept:.2f} of the most wagers; {asking.answered} answered in {(PACED + MOST) * SLICE_S:.0f} s"
    )
    ratio, what = read.median / quiet.median, f"{AT_ONCE} {name} at once, {ENTRIES:,} entries"
    wanted, holds = f"at most {WANTED}; {WANTED_RATE} of the wagers", ratio <= WANTED and kept >= WANTED_RATE
    return Claim(f"a wager's p99 under {what}", figure, f"quiet: {quiet:.1f} ms", ratio, wanted, holds)


def _in_turns(asking: "Asking", place: Place, load: Load, turns: int, every_s: float) -> Iterator[tuple[Slice, ...]]:
    """Alternate seconds with readers active and paused, so that a disturbance affects both. The median counts, because
    the disk varies."""

    def taken(word: str) -> Slice:
        asking.tell(word)
        place.tell(word)
        return load.wager(SLICE_S, every_s)

    for _ in range(turns):
        yield taken("go"), taken("stop")


class Asking:
    """People who ask again soon after each answer, in a separate process."""

    def __init__(self, paths: tuple[str, ...], address: str, cookie: str) -> None:
        words = [sys.executable, __file__, "ask", address, cookie, *paths]
        self._process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        self.answered = 0

    def __enter__(self) -> Self:
        return self

    def tell(self, word: str) -> None:
        self._process.send_signal(signal.SIGSTOP if word == "stop" else signal.SIGCONT)

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self.answered = len(self._process.communicate()[0].split())


def asked(address: str, cookie: str, path: str) -> None:
    connection = HTTPConnection(address.removeprefix("http://"), timeout=600)
    while True:
        connection.request("GET", path, headers={"cookie": cookie})
        answer = connection.getresponse()
        while answer.read(1 << 20):
            pass
        assert answer.status in {200, 429}, answer.status
        if answer.status == 200:
            print("answered", flush=True)
        sleep(expovariate(1 / PAUSE_S))  # people do not ask at the same time


def ask(address: str, cookie: str, *paths: str) -> None:
    """Ask from a separate process, as from another machine, so that the house's time is not used."""
    yield_to_play()
    threads = [Thread(target=asked, args=(address, cookie, paths[n % len(paths)]), daemon=True) for n in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    threads[0].join()


if __name__ == "__main__":
    if sys.argv[1:2] == ["ask"]:
        ask(*sys.argv[2:])
    else:
        for claim in claims():
            print(claim)
