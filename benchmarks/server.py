"""The house under load: wagers durably accepted, against the same house with no game in it and a bare loop."""

import asyncio
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import NamedTuple

import sockets
import uvloop
from measure import Claim, rate
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

TERMINALS, LOAD_S, TRIES = 200, 2.0, 3
ROUNDS, SILENCE_MS = 6, 500
SERVING = Path(__file__).with_name("serving.py")
SPOTS = ("big", "small", "single-1", "single-5", "total-9", "double-2", "any-triple", "domino-1-2")


class Driven(NamedTuple):
    per_s: float
    p99_ms: float

    def __str__(self) -> str:
        return f"{rate(self.per_s)}, p99 {self.p99_ms:.1f} ms"


def claims() -> Iterator[Claim]:
    yield from _accepting()
    yield from _informing()


def _accepting() -> Iterator[Claim]:
    """In turns, so that a disturbance hits all alike. Against the same house, which decodes, commits in groups and
    acknowledges but decides and seals nothing; and against the least that does so, to know what the house itself costs.
    The mirror is on the same disk, which then flushes twice."""
    best = dict.fromkeys(("house", "mirrored", "plumbing", "bare"), Driven(0, 0))
    for _ in range(TRIES):
        for kind in best:
            with serving(kind, TERMINALS) as (address, _):
                best[kind] = max(best[kind], driven(address, kind))
    house, mirrored, plumbing, bare = best.values()
    ratio = house.per_s / plumbing.per_s
    wanted = "at least 0.6; 15,000 a second, p99 under 20 ms"
    holds = ratio >= 0.6 and house.per_s >= 15_000 and house.p99_ms < 20
    name = f"wagers durably accepted, {TERMINALS} terminals"
    yield Claim(name, str(house), f"the same with no game in it: {plumbing}", ratio, wanted, holds)
    yield Claim(name, str(house), f"a bare loop: {bare}", house.per_s / bare.per_s)
    yield Claim(f"{name}, with a mirror", str(mirrored), f"without: {house}", mirrored.per_s / house.per_s)


def _informing() -> Iterator[Claim]:
    """ENTER pressed to the last of many terminals informed, against a bare C epoll broadcaster."""
    compiler = shutil.which("cc")
    if compiler is None:
        yield Claim("ENTER to the last terminal", "not measured", "needs a C compiler: cc was not found", 0)
        return
    with TemporaryDirectory() as folder:
        program = Path(folder) / "broadcast"
        subprocess.run([compiler, "-O2", "-o", program, sockets.SOURCE], check=True)
        for count in sockets.AUDIENCES:
            yield _informed(program, count)


def _informed(program: Path, count: int) -> Claim:
    """Taken in turns, so that a disturbance hits both alike, and after the same silence."""
    bare = [str(program), "serve", str(count), str(sockets.FRAME_BYTES)]
    times: dict[str, list[float]] = {"house": [], "bare": []}
    for _ in range(2):
        with serving("house", 1) as (address, house):
            times["house"] += list(_entries(program, address, house, count))
        with sockets.started(bare) as (port, _):
            times["bare"] += sockets.counted(program, port, count, upgraded=False, tries=ROUNDS, pause_ms=SILENCE_MS)
    ours, limit = min(times["house"]), min(times["bare"])
    figure, peer = f"{ours / 1e3:.1f} ms", f"bare C epoll: {limit / 1e3:.1f} ms"
    wanted = "at most 2" if count == sockets.AUDIENCES[-1] else ""
    holds = ours <= 2 * limit if wanted else None
    return Claim(f"ENTER to the last of {count:,} terminals informed", figure, peer, ours / limit, wanted, holds)


def _entries(program: Path, address: str, house: "subprocess.Popen[str]", count: int) -> Iterator[float]:
    words = [str(program), "listen", address.rpartition(":")[2], str(count), "T2"]
    audience = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert audience.stdin
    assert audience.stdout
    assert house.stdin
    assert house.stdout
    audience.stdout.readline()
    for _ in range(ROUNDS):
        house.stdin.write("prepare\n")
        house.stdin.flush()
        house.stdout.readline()
        sleep(SILENCE_MS / 1000)  # totals and staff views are told a little later
        audience.stdin.write("go\n")
        audience.stdin.flush()
        audience.stdout.readline()
        house.stdin.write("enter\n")
        house.stdin.flush()
        yield float(audience.stdout.readline())
    audience.stdin.close()
    audience.wait()


@contextmanager
def serving(kind: str, seats: int) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    with TemporaryDirectory() as folder:
        words = [sys.executable, str(SERVING), kind, folder, str(seats)]
        process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip(), process
        finally:
            process.terminate()
            process.communicate()


def driven(address: str, kind: str, load_s: float = LOAD_S) -> Driven:
    cookies = [""] * TERMINALS if kind == "bare" else [seat_taken(address) for _ in range(TERMINALS)]
    return uvloop.run(_drive(address, cookies, load_s))


def seat_taken(address: str) -> str:
    host = address.removeprefix("http://")
    connection = HTTPConnection(host)
    connection.request("POST", "/api/demo/seat", json.dumps({"table": "T1"}), {"content-type": "application/json"})
    answer = connection.getresponse()
    assert answer.status == 200, answer.read()
    cookie = answer.headers["set-cookie"].partition(";")[0]
    connection.close()
    return cookie


class Driver(WSListener):
    """Sends the next wager when the one before is answered."""

    def __init__(self, seat: int, times: list[float], refused: list[bytes]) -> None:
        self.seat, self.times, self.refused = seat, times, refused
        self.number = 0
        self.sent_s = 0.0
        self.joined = asyncio.Event()
        self.transport: WSTransport

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        transport.send(WSMsgType.TEXT, b'{"is":"join","table":"T1"}')

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        message = frame.get_payload_as_bytes()
        if message.startswith(b'{"is":"taken"'):
            self.times.append(perf_counter() - self.sent_s)
            self.send(transport)
        elif message.startswith(b'{"is":"declined"'):
            self.refused.append(message)
        elif message.startswith(b'{"is":"view"'):
            self.joined.set()

    def send(self, transport: WSTransport) -> None:
        self.number += 1
        self.sent_s = perf_counter()
        spot = SPOTS[self.number % len(SPOTS)]
        order = (
            b'{"is":"give","id":"w%d-%d","round":1,"command":{"do":"place-wager","seat":%d,"spot":"%s","stake":2}}'
            % (self.seat, self.number, self.seat, spot.encode())
        )
        transport.send(WSMsgType.TEXT, order)


async def _drive(address: str, cookies: list[str], load_s: float) -> Driven:
    times: list[float] = []
    refused: list[bytes] = []
    drivers = [Driver(seat, times, refused) for seat in range(1, len(cookies) + 1)]
    url = f"{address.replace('http', 'ws')}/socket"
    for driver, cookie in zip(drivers, cookies, strict=True):
        headers = {"Cookie": cookie} if cookie else {}
        await ws_connect(lambda driver=driver: driver, url, extra_headers=headers)
        if cookie:
            await driver.joined.wait()
    for driver in drivers:
        driver.send(driver.transport)
    await asyncio.sleep(0.3)
    times.clear()
    start = perf_counter()
    await asyncio.sleep(load_s)
    taken, seconds = len(times), perf_counter() - start
    assert not refused, refused[0]
    p99 = quantiles(times, n=100)[98] * 1e3
    for driver in drivers:
        driver.transport.disconnect(graceful=False)
    return Driven(taken / seconds, p99)


if __name__ == "__main__":
    for claim in claims():
        print(claim)
