"""Wagers while eight people read long histories at once, compared with the same seconds without them."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from random import expovariate
from threading import Thread
from time import sleep
from typing import Self

from load import Load, Slice, compiled, seats_taken, serving
from promise import Pair

from taisai.server.reader_child import yield_to_play

ENTRIES, TERMINALS = 200_000, 40
EVERY_S, SLICE_S, PACED, MOST, PAUSE_S = 0.1, 1.0, 6, 4, 0.1
ASKED = (
    "/api/tables/hand/vouchers", "/api/tables/hand/recall?round=50", "/api/reports/turnover?format=csv",
    "/api/reports/vouchers?format=csv", "/api/tables/hand/export", "/api/tables/hand/rounds?seat=1",
    "/api/tables/hand/settled", "/api/journals",
)  # fmt: skip
"""What each of the eight asks for, again and again."""


def measured(_: Path) -> Iterator[Pair]:
    """Paced terminals show how long wagers take; others how many are accepted."""
    with compiled() as program, serving(f"history-{ENTRIES}", TERMINALS) as (told, house):
        address, cookie = told.split(" ", 1)
        with (
            Load(program, address, list(seats_taken(address, 1, TERMINALS))) as load,
            Asking(address, cookie) as asking,
        ):
            sleep(1)
            turns = [*[EVERY_S] * PACED, *[0.0] * MOST]
            for every_s in turns:
                read, quiet = (_slice(asking, house, load, word, every_s) for word in ("go", "stop"))
                yield _compared(read, quiet, is_paced=bool(every_s))
            _tell(house, "go")


def _compared(read: Slice, quiet: Slice, *, is_paced: bool) -> Pair:
    return Pair("read-p99", read.p99_ms, quiet.p99_ms) if is_paced else Pair("read-rate", read.per_s, quiet.per_s)


def _slice(asking: "Asking", house: "subprocess.Popen[str]", load: Load, word: str, every_s: float) -> Slice:
    asking.tell(word)
    _tell(house, word)
    return load.wager(SLICE_S, every_s)


def _tell(house: "subprocess.Popen[str]", word: str) -> None:
    """Pause or resume the house's own reading process."""
    assert house.stdin
    assert house.stdout
    house.stdin.write(f"{word}\n")
    house.stdin.flush()
    house.stdout.readline()


class Asking:
    """People who ask again soon after each answer, in a separate process."""

    def __init__(self, address: str, cookie: str) -> None:
        self._process = subprocess.Popen([sys.executable, __file__, address, cookie])

    def __enter__(self) -> Self:
        return self

    def tell(self, word: str) -> None:
        self._process.send_signal(signal.SIGSTOP if word == "stop" else signal.SIGCONT)

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()


def _asks(address: str, cookie: str, path: str) -> None:
    connection = HTTPConnection(address.removeprefix("http://"), timeout=600)
    while True:
        connection.request("GET", path, headers={"cookie": cookie})
        answer = connection.getresponse()
        while answer.read(1 << 20):
            pass
        assert answer.status in {200, 429}, answer.status
        sleep(expovariate(1 / PAUSE_S))  # people do not ask at the same time


def ask(address: str, cookie: str) -> None:
    """Ask from a separate process, as from another machine, so that the house's time is not used."""
    yield_to_play()
    threads = [Thread(target=_asks, args=(address, cookie, path), daemon=True) for path in ASKED]
    for thread in threads:
        thread.start()
    threads[0].join()


if __name__ == "__main__":
    ask(*sys.argv[1:])
