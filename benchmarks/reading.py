"""Wagers while people read long histories: eight readings at once of a journal of a million entries, against quiet."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from statistics import median, quantiles
from threading import Thread
from time import perf_counter, sleep
from typing import NamedTuple, Self

import uvloop
from measure import Claim
from picows import ws_connect
from server import Driver, seat_taken, serving

from taisai.server.reader_turn import yield_to_play

ENTRIES = int(os.environ.get("TAISAI_ENTRIES", "1000000"))
TERMINALS, EVERY_S = 40, 0.1  # a wager of each terminal at least so long after the one before
SLICE_S, SLICES, AT_ONCE, WANTED = 1.0, 12, 8, 1.5
KINDS = {
    "voucher lists": ("/api/tables/T2/vouchers",),
    "recalls of a round": ("/api/tables/T2/recall?round=50",),
    "reports": ("/api/reports/turnover?format=csv", "/api/reports/vouchers?format=csv"),
    "exports": ("/api/tables/T2/export",),
    "lists of rounds": ("/api/tables/T2/rounds?seat=1", "/api/tables/T2/settled", "/api/journals"),
}


class Paced(Driver):
    """As players do it: not the next wager at once."""

    def send(self, transport: object) -> None:
        wait_s = max(0.0, self.sent_s + EVERY_S - perf_counter())
        asyncio.get_running_loop().call_later(wait_s, Driver.send, self, transport)


def claims() -> Iterator[Claim]:
    with serving(f"history-{ENTRIES}", TERMINALS) as (told, house):
        address, cookie = told.split(" ", 1)
        seats = [seat_taken(address) for _ in range(TERMINALS)]
        yield from uvloop.run(_measured(Place(address, cookie, house), seats))


class Place(NamedTuple):
    """A house with a long history, and whoever may read it."""

    address: str
    cookie: str
    process: "subprocess.Popen[str]"

    def tell(self, word: str) -> None:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{word}\n")
        self.process.stdin.flush()
        self.process.stdout.readline()


async def _measured(place: Place, cookies: list[str]) -> list[Claim]:
    times: list[float] = []
    refused: list[bytes] = []
    drivers = [Paced(seat, times, refused) for seat in range(1, TERMINALS + 1)]
    url = f"{place.address.replace('http', 'ws')}/socket"
    for driver, own in zip(drivers, cookies, strict=True):
        await ws_connect(lambda driver=driver: driver, url, extra_headers={"Cookie": own})
        await driver.joined.wait()
    for driver in drivers:
        driver.send(driver.transport)
    found = [await _claim(name, paths, place, times) for name, paths in KINDS.items()]
    assert not refused, refused[0]
    for driver in drivers:
        driver.transport.disconnect(graceful=False)
    return found


async def _claim(name: str, paths: tuple[str, ...], place: Place, times: list[float]) -> Claim:
    """In turns of a second, so that a disturbance hits both alike: readers and askers stop where they are, or go on. A
    median of the turns counts, for the disk has its own moments."""
    quiet: list[float] = []
    read: list[float] = []
    with Asking(paths, place.address, place.cookie) as asking:
        await asyncio.sleep(2)
        for _ in range(SLICES):
            for found, word in ((read, "go"), (quiet, "stop")):
                asking.tell(word)
                await asyncio.to_thread(place.tell, word)
                times.clear()
                await asyncio.sleep(SLICE_S)
                found.append(_p99(times))
        asking.tell("go")
        await asyncio.to_thread(place.tell, "go")
    (p99, still), what = map(median, (read, quiet)), f"{AT_ONCE} {name} at once, {ENTRIES:,} entries"
    figure = f"{_spread(read)} ({asking.answered} answered in {SLICES * SLICE_S:.0f} s)"
    holds = p99 <= WANTED * still
    return Claim(f"a wager's p99 under {what}", figure, f"quiet: {_spread(quiet)}", p99 / still, "at most 1.5", holds)


def _spread(p99s: list[float]) -> str:
    """The median of the slices, and the middle half of them."""
    low, middle, high = quantiles(p99s, n=4)
    return f"{middle:.1f} ms ({low:.1f} to {high:.1f})"


def _p99(times: list[float]) -> float:
    return quantiles(times, n=100)[98] * 1e3


class Asking:
    """People who ask again as soon as they are answered, in a process of their own."""

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
        sleep(0.1)


def ask(address: str, cookie: str, *paths: str) -> None:
    """They would be at machines of their own, so they take no time from the house's."""
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
