"""Outsiders that the house asks and that never finish: witnesses, relays of the beacon, name servers. Each holds up
itself alone."""

import asyncio
import time
from contextlib import asynccontextmanager, suppress
from threading import Event

import pytest
from drand import relayed
from patience import PATIENCE_S
from server.making import HAND, house, until
from server.test_logs import play
from server.test_witnesses import cosigned, founded, noted
from witness.running import Listening, listening

from taisai.house.settings_reader import read
from taisai.house.witness_settings import WitnessSettings
from taisai.outside import web
from taisai.outside.connections import Connections, UnansweredError
from taisai.server import logs
from taisai.server import witnesses as asking
from taisai.server.beacons import BeaconClient

DRIP_S = 0.05
HEAD = b"HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n"


class Drip:
    """Answers a byte at a time, and never finishes. `open` are the connections that somebody still waits at."""

    def __init__(self):
        self.asked = self.open = 0

    async def talk(self, reader, writer):
        self.asked, self.open = self.asked + 1, self.open + 1
        leaving = asyncio.create_task(left(reader))
        writer.write(HEAD)
        while not leaving.done():
            await asyncio.sleep(DRIP_S)
            writer.write(b"x")
        self.open -= 1
        writer.close()


async def left(reader):
    with suppress(ConnectionError):
        while await reader.read(65536):
            pass


@asynccontextmanager
async def dripping():
    one = Drip()
    server = await asyncio.start_server(one.talk, "127.0.0.1", 0)
    one.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield one
    finally:
        server.close()


@pytest.fixture
def soon(monkeypatch):
    monkeypatch.setattr(logs, "EVERY_S", 0.05)
    monkeypatch.setattr(asking, "AGAIN_S", 0.3)
    monkeypatch.setattr(asking, "LOST_AFTER_S", 1)


@pytest.mark.usefixtures("soon")
async def test_a_witness_that_drips_silences_no_other_and_delays_neither_its_alarm_nor_the_stop(tmp_path):
    honest, slow = Listening(tmp_path / "w1", "w1"), Listening(tmp_path / "w2", "w2")
    folder = await founded(tmp_path, honest)
    with listening(honest) as (settings,):
        async with dripping() as drip:
            witnesses = (WitnessSettings(str(slow.key), drip.url), settings)
            async with house(folder, HAND, witness=witnesses) as server:
                await server.open("H", 1)
                for _ in range(3):
                    await play(server)
                    await cosigned(server)
                await until(lambda: noted(server, "witness-lost"))
                assert noted(server, "witness-lost").value == "w2"
                await play(server)
                await cosigned(server)
                await until(lambda: drip.open == 1)  # it is asked by one task, once at a time
                stopping_s = time.monotonic()
            assert time.monotonic() - stopping_s < web.WITHIN_S
            await until(lambda: not drip.open)


async def test_a_relay_that_drips_keeps_no_other_from_being_asked(tmp_path):
    with relayed() as honest:
        async with dripping() as drip:
            given = {"folder": str(tmp_path), "beacon_urls": (drip.url, honest.url)}
            client = BeaconClient(read(given | {"beacon_chain": honest.own.beacon.chain}, {})[0])
            client.start(lambda _: None, [])
            number = int(time.time()) - 10
            await until(lambda: client.known().chain)
            await until(lambda: client.signature(honest.own.beacon, number) == honest.own.signature(number))
            assert drip.asked
            await client.stop()
            await until(lambda: not drip.open)


async def test_no_answer_outlasts_its_time_or_its_size(monkeypatch):
    connections = Connections()
    async with dripping() as drip:
        with pytest.raises(UnansweredError, match="longer than"):
            await web.get(connections, drip.url, bytes_max=100, within_s=PATIENCE_S)
        with pytest.raises(UnansweredError, match="no answer within 0.2 s"):
            await web.get(connections, drip.url, bytes_max=10_000, within_s=0.2)
        await until(lambda: not drip.open)


async def test_a_silent_name_server_holds_up_no_other_name_and_no_stop():
    """It is asked once at a time for each name, in a thread that the end of the process does not wait for."""
    answering, asked = Event(), []

    def resolve(host, port):
        asked.append(host)
        if host != "here":
            answering.wait(PATIENCE_S)
        return ["127.0.0.1"]

    connections = Connections(resolve=resolve)
    names = [f"silent-{number}" for number in range(20)]
    try:
        for _ in range(2):
            for name in names:
                with pytest.raises(UnansweredError, match="no answer"):
                    await web.get(connections, f"http://{name}/", bytes_max=100, within_s=0.01)
        assert sorted(asked) == sorted(names)
        with pytest.raises(UnansweredError, match="where the house sends nothing"):
            await web.get(connections, "http://here:1/", bytes_max=100, within_s=PATIENCE_S)
    finally:
        answering.set()


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort", "ended"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n", "ended"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: -9\r\n\r\n", "answer"),
        (b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n", "answer"),
        (b"220 mail.example.com\r\n", "answer"),
        (b"", "ended"),
        (b"HTTP/1.1 200 OK\r\nX: " + b"x" * 100_000, "longer than"),
        (b"HTTP/1.1 100 Continue\r\n\r\n" * 100_000, "longer than"),
    ],
)
async def test_an_answer_that_is_none_is_taken_for_none(answer, words):
    async with saying(answer) as url:
        with pytest.raises(UnansweredError, match=words):
            await web.get(Connections(), url, bytes_max=1000, within_s=PATIENCE_S)


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
        b"HTTP/1.0 200 OK\r\n\r\nok",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\no\r\n1\r\nk\r\n0\r\n\r\n",
        b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
    ],
)
async def test_every_way_to_end_an_answer_is_understood(answer):
    async with saying(answer) as url:
        assert await web.get(Connections(), url, bytes_max=1000, within_s=PATIENCE_S) == (200, b"ok")


@asynccontextmanager
async def saying(answer):
    async def talk(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        writer.close()

    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    finally:
        server.close()
