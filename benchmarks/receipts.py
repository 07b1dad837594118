"""Receipts and tiles over HTTP: a signed head at once, a proof, and a tile compared with a file."""

import re
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

from load import serving
from measure import Claim, best_each

from taisai.log.tree import WIDTH
from taisai.server.pages import FOLDER

ENTRIES, TABLE, TRIES = 20_000, "hand", 200
TILE_BYTES = 8_192
SLOWER_MOST = 1.2


def claims() -> Iterator[Claim]:
    with serving(f"history-{ENTRIES}", 1) as (told, _):
        address, cookie = told.split(" ", 1)
        connection = HTTPConnection(address.removeprefix("http://"))
        size = _signed(connection)
        yield from _measured(connection, cookie, size)
        connection.close()


def _measured(connection: HTTPConnection, cookie: str, size: int) -> Iterator[Claim]:
    paths = {
        "tile": f"/api/logs/{TABLE}/tile/0/000",
        "file": f"/assets/{_file().name}",
        "head": f"/api/tables/{TABLE}/signed-head?entry={size // 2}",
        "proof": f"/api/tables/{TABLE}/receipt?entry={size // 2}",
    }
    taken = best_each({name: lambda path=path: _got(connection, path, cookie) for name, path in paths.items()}, TRIES)
    ratio = taken["tile"] / taken["file"]
    yield Claim("a full tile over HTTP", f"{taken['tile'] * 1e3:.2f} ms", "a file of the screens", ratio,
                f"below {SLOWER_MOST}", ratio < SLOWER_MOST)  # fmt: skip
    yield _first_asked(connection, cookie, size, taken["file"])
    for name, what in (("head", "an entry signed at once"), ("proof", f"a receipt of {size:,} entries")):
        ms = taken[name] * 1e3
        yield Claim(f"{what}, over HTTP", f"{ms:.2f} ms", "5 ms", ms / 5, "below 1", ms < 5)


def _first_asked(connection: HTTPConnection, cookie: str, size: int, file_s: float) -> Claim:
    """Ask for new tiles, each once, as a mirror does: their hashes are calculated from entries."""
    taken = []
    for number in range(1, size // WIDTH):
        start = perf_counter()
        _got(connection, f"/api/logs/{TABLE}/tile/0/{number:03}", cookie)
        taken.append(perf_counter() - start)
    each_s = median(taken)
    return Claim("a tile that nobody had asked for", f"median {each_s * 1e3:.2f} ms", "a file of the screens",
                 each_s / file_s, f"below {SLOWER_MOST}", each_s < SLOWER_MOST * file_s)  # fmt: skip


def _file() -> Path:
    """Serve a file of about the size of a tile."""
    return min((FOLDER / "assets").glob("*.js"), key=lambda path: abs(path.stat().st_size - TILE_BYTES))


def _got(connection: HTTPConnection, path: str, cookie: str) -> bytes:
    connection.request("GET", path, headers={"Cookie": cookie})
    answer = connection.getresponse()
    content = answer.read()
    assert answer.status == 200, (path, answer.status, content[:200])
    return content


def _signed(connection: HTTPConnection) -> int:
    """Return the size of the first checkpoint that covers the history."""
    while True:
        told = _got(connection, "/api/logs", "").decode()
        size = int(re.search(rf'"log":"{TABLE}".*?"size":(\d+)', told)[1])  # type: ignore[index]
        if size >= ENTRIES:
            return size
        sleep(0.2)


if __name__ == "__main__":
    for claim in claims():
        print(claim)
