"""Several nodes on one machine, as the guide and the examples say: a service for each port, Caddy in front, the same
settings and keys. Nodes are updated one by one, and one that is killed is started again."""

import asyncio
import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import time
from contextlib import closing, suppress
from threading import Event, Thread

import psycopg
import pytest
from engines.nats import free_port
from msgspec.structs import replace
from nodes.processes import TAISAI
from nodes.test_killed import At
from patience import PATIENCE_S
from server.making import Who, _asked, until
from server.screen import Screen
from test_docs import ROOT
from warm import warm

from taisai.house.settings_reader import with_values
from taisai.house.settings_writer import written
from taisai.house.tables import DEMO_TABLES
from taisai.journal.place import Place
from taisai.table import commands as c

GUIDE = (ROOT / "docs" / "guides" / "cluster.md").read_text(encoding="utf-8")
UNIT = (ROOT / "deploy" / "node.conf").read_text(encoding="utf-8")
CADDY = ROOT / "deploy" / "nodes.Caddyfile"
FIRST = "8081"
TABLES = tuple(replace(DEMO_TABLES[0], id=f"T{number}", window_s=3, pause_s=0) for number in (1, 2))


def lines_of(key):
    return [line.partition("=")[2] for line in UNIT.splitlines() if line.startswith(f"{key}=") and line != f"{key}="]


class Unit:
    """What systemd does with one instance of the example: prepares, starts, and starts again whatever ends."""

    def __init__(self, machine, port):
        self.machine, self.port = machine, port
        self.starts, self.codes, self._ends = 0, [], Event()
        self.process = None
        self.environment = os.environ | {"TAISAI_PROXIES": "127.0.0.1"} | warm(machine.folder)
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def _meant(self, line):
        """With the ports, the folder and the program of this machine."""
        line = line.replace(FIRST, str(self.machine.first)).replace("%i", str(self.port))
        return line.replace("/var/lib/taisai", str(self.machine.folder))

    def _run(self):
        (prepare,), (serve,) = lines_of("ExecStartPre"), lines_of("ExecStart")
        program, *words = shlex.split(self._meant(serve))
        assert (program, lines_of("Restart")) == ("/opt/taisai/bin/taisai", ["always"])
        while not self._ends.is_set():
            subprocess.run(shlex.split(self._meant(prepare)), check=True, cwd=self.machine.folder)
            with (self.machine.folder / f"{self.port}.log").open("ab") as log:
                means = {"cwd": self.machine.folder, "env": self.environment}
                self.process = subprocess.Popen([*TAISAI, *words], stdout=log, stderr=log, **means)
            self.starts += 1
            self.codes.append(self.process.wait())
            self._ends.wait(0.5)

    def stop(self):
        self._ends.set()
        if self.process is not None:
            self.process.terminate()
        self._thread.join(PATIENCE_S)


class Machine:
    def __init__(self, folder, database):
        self.folder, self.database, self.units = folder, database, []
        self.first = free_port()

    def start(self, port):
        self.units.append(Unit(self, port))
        waited(lambda: f"tables-{port}" in self.serving())

    def serving(self):
        """The nodes that serve, by name; none before the first one has made its tables."""
        with suppress(psycopg.errors.UndefinedTable), psycopg.connect(self.database) as connection:
            query = "SELECT name FROM node WHERE until > clock_timestamp() AND doing = 'serving' ORDER BY name"
            return [name for (name,) in connection.execute(query).fetchall()]
        return []

    def drain(self, port):
        """The command of the guide, for this node."""
        (shown,) = re.findall(r"^    taisai (drain /var/lib/taisai/8081.*)$", GUIDE, re.MULTILINE)
        words = shown.replace("/var/lib/taisai", str(self.folder)).replace(FIRST, str(port))
        subprocess.run([*TAISAI, *shlex.split(words)], check=True, capture_output=True)


def waited(is_so):
    end_s = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end_s, "it did not come about"
        time.sleep(0.1)


@pytest.fixture
def machine(tmp_path, database, bus):
    made = Machine(tmp_path, database)
    floor = with_values(
        demo=True, proxies=("127.0.0.1",), traffic_requests_per_s=100_000, table=TABLES, nodes_database=database,
        nodes_bus=(bus,),
    )  # fmt: skip
    (tmp_path / "taisai.toml").write_text(written(floor))
    try:
        made.start(made.first)
        made.start(free_port())
        yield made
    finally:
        for unit in made.units:
            unit.stop()


@pytest.fixture
def balancer(machine):
    """Caddy, with the example as it is."""
    if not shutil.which("caddy"):
        pytest.skip("there is no Caddy here")
    port = free_port()
    nodes = " ".join(f"127.0.0.1:{unit.port}" for unit in machine.units)
    means = {"HOUSE_HOST": f"http://127.0.0.1:{port}", "HOUSE_NODES": nodes, "HOME": str(machine.folder)}
    config = machine.folder / "Caddyfile"
    config.write_text(f"{{\n\tadmin off\n}}\n{CADDY.read_text()}")
    with (machine.folder / "caddy.log").open("wb") as log:
        words = ["caddy", "run", "--adapter", "caddyfile", "--config", str(config)]
        process = subprocess.Popen(words, stdout=log, stderr=log, env=os.environ | means)
    try:
        waited(lambda: process.poll() is None and is_reached(port))
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(PATIENCE_S)


def is_reached(port):
    with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False


async def asked_all_the_while(at, answers, ends):
    while not ends.is_set():
        answers.append((await at.get("/api/tables")).status)
        await asyncio.sleep(0.1)


class Balanced(At):
    """Keeps both cookies, as a browser does: the device's and the balancer's, which keeps it at one node."""

    def take_seat(self, table):
        said, kind = json.dumps({"table": table}).encode(), {"Content-Type": "application/json"}
        answer = _asked(self.address, "POST", "/api/demo/seat", said, kind)
        assert answer.status == 200, answer.body
        cookies = [value.partition(";")[0] for name, value in answer.headers if name.lower() == "set-cookie"]
        return Who(dict(cookie.split("=", 1) for cookie in cookies)), answer.json["seat"]


async def wagered(at):
    """By somebody who takes a seat through the balancer, until a wager is accepted."""
    who, seat = await at.seat_soon("T1")
    async with asyncio.timeout(PATIENCE_S), Screen(at, "T1", who) as screen:
        await accepted(screen, seat)


async def accepted(screen, seat):
    while True:
        await until(lambda: screen.table["phase"] == "betting")
        if (await screen.give(c.PlaceWager(seat, "big", 500)))["is"] == "taken":
            return


def kinds(machine):
    keys = machine.folder / str(machine.first) / "keys"
    with closing(Place(machine.database, str(keys)).open_for_reading()) as journals:
        return [json.loads(one.body)["event"]["is"] for t in ("T1", "T2") for one in journals.store(t).read()]


async def test_nodes_share_settings_and_keys_and_are_updated_one_by_one_without_a_void_round(machine, balancer):
    async def evening():
        at, answers, ends = Balanced(balancer), [], asyncio.Event()
        asking = asyncio.create_task(asked_all_the_while(at, answers, ends))
        await wagered(at)
        for unit in machine.units:
            before = unit.starts
            await asyncio.to_thread(machine.drain, unit.port)
            await until(lambda unit=unit, before=before: unit.starts > before)
            await asyncio.to_thread(waited, lambda: len(machine.serving()) == 2)
            await wagered(at)
        ends.set()
        await asking
        assert {*answers} == {200}, "somebody answered all the while"

    await evening()
    assert [unit.codes for unit in machine.units] == [[0], [0]]
    assert "round-voided" not in kinds(machine)
    keys = [(machine.folder / str(unit.port) / "keys" / "voucher.key").read_text() for unit in machine.units]
    assert keys[0] == keys[1]


async def test_a_node_that_is_killed_is_started_again_and_the_others_have_its_tables(machine, balancer):
    at = Balanced(balancer)
    await wagered(at)
    for unit in machine.units:
        before = unit.starts
        unit.process.kill()
        await until(lambda unit=unit, before=before: unit.starts > before)
        await wagered(at)
        await asyncio.to_thread(waited, lambda: len(machine.serving()) == 2)
