"""Strangers who ask without end, behind the same address as players and staff: what they cost, and whom."""

import asyncio
import gzip
import os
from contextlib import AsyncExitStack, suppress
from itertools import chain
from threading import Event

import pytest
from patience import PATIENCE_S
from server.making import HAND, WORD, house, until

from taisai.people.challenge import Challenge
from taisai.people.events import DeviceKind
from taisai.people.significant_events import Happening
from taisai.server import designs, lab_readings, pages
from taisai.server.callers import DEVICE, SESSION
from taisai.server.limiter import Limiter

SCRIPT, SMALL = b"let built = 1;\n" * 200, b"what the build made of it"


@pytest.fixture(autouse=True)
def built(tmp_path, monkeypatch):
    """Screens as a build leaves them: what it compressed lies beside them."""
    folder = tmp_path / "web"
    (folder / "assets" / "licences").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html>")
    (folder / "assets" / "index-1.js").write_bytes(SCRIPT)
    (folder / "assets" / "index-1.js.gz").write_bytes(SMALL)
    (folder / "assets" / "bare-1.css").write_bytes(SCRIPT)
    (folder / "secret").write_text("not an asset")
    monkeypatch.setattr(pages, "FOLDER", folder)


class Line:
    """A connection that asks and is answered in turn."""

    def __init__(self, reader, writer, cookies):
        self._reader, self._writer = reader, writer
        self._cookie = f"Cookie: {'; '.join(f'{key}={value}' for key, value in cookies.items())}\r\n" if cookies else ""

    async def ask(self, path, *headers):
        """The status; 0 if the connection is lost."""
        lines = "".join(f"{line}\r\n" for line in headers)
        self._writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{self._cookie}{lines}\r\n".encode())
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            head = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower()
            length = [line.partition(": ")[2] for line in head.split("\r\n") if line.startswith("content-length: ")]
            if not head.startswith("http/1.1 101"):
                await self._reader.readexactly(int(*length))
            return int(head.split()[1])
        return 0

    def close(self):
        self._writer.close()


async def line(stack, server, who=None):
    host, _, port = server.address.removeprefix("http://").rpartition(":")
    one = Line(*await asyncio.open_connection(host, int(port)), who.cookies if who else {})
    stack.callback(one.close)
    return one


UPGRADE = (
    "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
)  # fmt: skip


def measured(server):
    """Limits as they are, by a clock that stands."""
    server.house.limiter, server.house.patience = Limiter(1, 10, lambda: 1.0), Limiter(10, 10, lambda: 1.0)


async def test_every_request_counts_before_routing_and_whoever_goes_on_loses_the_connection(tmp_path):
    async with house(tmp_path / "h", HAND) as server, AsyncExitStack() as stack:
        for path in ("/", "/assets/index-1.js", "/assets/nothing.js", "/api/nothing"):
            measured(server)
            stranger = await line(stack, server)
            statuses = [await stranger.ask(path) for _ in range(24)]
            assert 429 not in statuses[:10]
            assert statuses[10:] == [429] * 10 + [0] * 4, path
        assert await (await line(stack, server)).ask(path) == 0, "nor is it heard on another connection"
        assert await (await line(stack, server)).ask("/socket?table=H", *UPGRADE) == 0, "or by a socket"
        forged = type(server.display())({SESSION: "x" * 43, DEVICE: "x" * 43}, "")
        assert await (await line(stack, server, forged)).ask(path) == 0, "a cookie that nobody gave is worth nothing"
        console = server.enrol(DeviceKind.CONSOLE, "H")
        for who in (server.terminal("H", 1), server.sign_in("dee.dealer"), console):
            theirs = await line(stack, server, who)
            assert [await theirs.ask("/assets/index-1.js") for _ in range(5)] == [200] * 5, who.name
        body = {"name": "shi.manager", "password": WORD}
        assert (await server.http("POST", "/api/sign-in", console, body)).status == 200
        await until(lambda: server.register.newest_seq(Happening.RATE_EXCEEDED))


DEVICES, STRANGERS, ASKED = 250, 200, 10


async def test_a_floor_of_devices_reloads_at_once_behind_the_address_of_a_flood(tmp_path):
    """The strangers have nearly as many connections as one address may have, and lose some and take others."""
    async with house(tmp_path / "h", HAND) as server, AsyncExitStack() as stack:
        server.house.limiter = Limiter(50, 500, lambda: 1.0)
        devices = [server.display() for _ in range(DEVICES)]
        strangers = [await line(stack, server) for _ in range(STRANGERS)]

        async def flooded(one):
            return [await one.ask("/assets/index-1.js") for _ in range(ASKED)]

        async def reloaded(who):
            one = await line(stack, server, who)
            return [await one.ask(path) for path in ("/", "/assets/index-1.js", "/assets/bare-1.css", "/api/me")]

        flood = [asyncio.create_task(flooded(one)) for one in strangers]
        reloads = await asyncio.gather(*map(reloaded, devices))
        assert {*chain(*reloads)} == {200}
        statuses = [*chain(*await asyncio.gather(*flood))]
        assert {429, 0} <= {*statuses}
        assert statuses.count(200) == 500, "the burst of one address"


async def test_what_the_build_compressed_is_served_as_it_is_and_nothing_else_is_compressed(tmp_path):
    async with house(tmp_path / "h", HAND) as server:

        async def got(path, **headers):
            given = {name.replace("_", "-"): value for name, value in headers.items()}
            return await server.http("GET", path, headers=given)

        small = await got("/assets/index-1.js", accept_encoding="br, gzip")
        assert (small.body, small.header("content-encoding")) == (SMALL, "gzip")
        assert small.header("content-type").startswith("text/javascript")
        assert "immutable" in small.header("cache-control")
        for declined in ("", "br", "gzip;q=0"):
            plain = await got("/assets/index-1.js", accept_encoding=declined)
            assert (plain.body, plain.header("content-encoding")) == (SCRIPT, "")
            assert plain.header("vary") == "Accept-Encoding"
        assert (await got("/assets/bare-1.css", accept_encoding="gzip")).body == SCRIPT
        assert small.header("etag") != plain.header("etag")
        again = await got("/assets/index-1.js", if_none_match=plain.header("etag"))
        assert (again.status, again.body) == (304, b"")
        for path in (
            "/assets/index-1.js.gz",
            "/assets/../secret",
            "/assets/%2e%2e/secret",
            "/assets/licences",
            "/assets/",
        ):
            assert (await got(path)).status == 404, path
        (pages.FOLDER / "assets" / "index-1.js").write_bytes(b"built anew")
        os.utime(pages.FOLDER / "assets" / "index-1.js", (1, 1))
        assert (await got("/assets/index-1.js")).body == b"built anew"
    with pytest.raises(gzip.BadGzipFile):
        gzip.decompress(SMALL)


WAGERS = {"paytable": "rws-6/2", "wagers": [{"spot": "big", "stake": 100}]}
DESIGN = {"paytable": "rws-6/2", "odds": {}, "added": [], "removed": [], "spots": [], "target": ""}
ONE = "/api/lab/tables/rws-6/2"
LAB = (
    ("GET", "/api/lab/tables", None), ("GET", f"{ONE}/felt", None), ("GET", f"{ONE}/lit", None),
    ("GET", f"{ONE}/par", None), ("GET", "/api/lab/compare?one=rws-6/1&other=rws-6/2", None),
    ("POST", "/api/lab/plan", WAGERS), ("POST", "/api/lab/design", DESIGN),
)  # fmt: skip


async def test_what_strangers_ask_of_the_lab_is_worked_out_elsewhere_and_once(tmp_path, monkeypatch):
    async with house(tmp_path / "h", HAND) as server:

        def here(*_):
            raise AssertionError("worked out in the process that plays")

        async def again(*_):
            raise AssertionError("worked out again")

        for module in (lab_readings, designs):
            monkeypatch.setattr(module, "shelved", here)
        first = [await server.http(method, path, body=body) for method, path, body in LAB]
        assert [one.status for one in first] == [200] * len(LAB), [one.body for one in first if one.status != 200]
        assert len(server.house.figures.processes()) >= 2
        monkeypatch.setattr(server.house.figures, "_answered", again)
        assert [(await server.http(method, path, body=body)).body for method, path, body in LAB] == [
            one.body for one in first
        ]


async def test_secrets_of_strangers_hold_up_neither_the_houses_devices_nor_its_files(tmp_path, monkeypatch):
    """Every check of theirs is slow here; each of the house's own threads has something else to do."""
    going = Event()
    slow = Challenge.verify

    def verify(challenge, secret):
        if secret == "slow":
            assert going.wait(PATIENCE_S)
        return slow(challenge, secret)

    monkeypatch.setattr(Challenge, "verify", verify)
    async with house(tmp_path / "h", HAND) as server:
        wrong = [asyncio.create_task(server.post("/api/sign-in", body={"name": f"n{one}", "password": "slow"}))
                 for one in range(3)]  # fmt: skip
        await until(lambda: server.house.secret_threads._strangers._work_queue.qsize() == 2)
        console = server.enrol(DeviceKind.CONSOLE, "H")
        body = {"name": "shi.manager", "password": WORD}
        assert (await server.http("POST", "/api/sign-in", console, body)).status == 200
        going.set()
        assert {one.status for one in await asyncio.gather(*wrong)} == {401}
