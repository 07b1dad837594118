"""A house whose table a witness saw, set up with what the guide to witnesses shows."""

import asyncio
import re
import shlex
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from cli.test_witness import answer_of, free_port
from guides.shown import MAIN, blocks_with, inline, meant, run, taken
from server.making import HAND, house, settings_of
from server.test_witnesses import cosigned

from taisai.house.settings_writer import written
from taisai.house.tables import TableSettings
from taisai.table import commands as c

TABLE = TableSettings("T1", HAND.paytable, seats=4, limits=HAND.limits)
ROUNDS, WAGERS = 12, 11
"""As many rounds as the guide's archive says, and more entries than a full tile has."""
SHOWN_GETS = re.findall(r"(?m)^GET (\S+) ", blocks_with("witnesses", "GET /api/logs")[0])
OWN_GETS = [one.removeprefix("GET ") for one in inline("witnesses", "GET /api/tables/T1/")]
MAKE, SERVE = blocks_with("witnesses", "taisai witness")[0].splitlines()


@dataclass
class Place:
    """The folder in which the commands are run, and what the house answered while it was open."""

    folder: Path
    keys: dict = field(default_factory=dict)
    witness: str = ""
    answers: dict = field(default_factory=dict)

    @property
    def key(self) -> str:
        return self.keys["T1"]

    @property
    def house(self) -> Path:
        return self.folder / "taisai-house"

    def keep(self, name: str, content: bytes) -> Path:
        (self.folder / name).write_bytes(content)
        return self.folder / name


def founded(place: Place) -> None:
    """A house that has been open once: it has keys, and settings for those who read them there."""
    place.house.mkdir(mode=0o700)
    settings = settings_of(place.house, TABLE, witnesses_log_name="house.example")
    settings.file.write_text(written(settings), encoding="utf-8")

    async def begin():
        async with house(place.house, TABLE, witnesses_log_name="house.example") as server:
            return (await server.get(SHOWN_GETS[0])).json["logs"]

    place.keys = {one["log"]: one["key"] for one in asyncio.run(begin())}


def made_witness(place: Place) -> None:
    keys = (
        ("house.example/house+5e6f7a8b+AcH...", place.keys["house"]),
        ("house.example/T1+0a1b2c3d+AdK...", place.key),
    )
    words = meant(MAKE, *keys, ("./witness", str(place.folder / "witness")))
    place.witness = re.search(r"this witness's key is (\S+)", run(*shlex.split(words)[1:]))[1]


def listens(port: int, child: subprocess.Popen) -> None:
    """Waits for it, as long as the child lives."""
    while True:
        with socket.socket() as asking:
            if not asking.connect_ex(("127.0.0.1", port)):
                return
        assert child.poll() is None, child.args
        time.sleep(0.02)


@contextmanager
def witness_running(place: Place):
    """Its address."""
    port = str(free_port())
    words = shlex.split(meant(SERVE, ("8090", port)))
    child = subprocess.Popen([sys.executable, "-c", MAIN, *words[1:]], cwd=place.folder, stdout=subprocess.DEVNULL)
    try:
        listens(int(port), child)
        assert answer_of(f"http://127.0.0.1:{port}/key").strip() == place.witness
        yield f"http://127.0.0.1:{port}"
    finally:
        child.terminate()
        child.wait()


def settings_for_witness(place: Place, url: str) -> dict:
    (block,) = blocks_with("witnesses", "witnesses.least")
    shown = ("regulator.example/w1+9f8e7d6c+BGh...", place.witness), ("https://witness.regulator.example", url)
    return taken(meant(block, *shown), place.folder / "settings")


async def played(server) -> int:
    """The number of the entry of the last wager."""
    await server.open("T1", 1)
    for _ in range(ROUNDS):
        await server.do("T1", c.TumbleDice(3))
        await server.do("T1", c.OpenBets())
        for _ in range(WAGERS):
            placed = await server.do("T1", c.PlaceWager(1, "small", 100), seat=1)
        await server.enter("T1", (1, 2, 3))
        await server.settle("T1")
    await cosigned(server, "T1")
    return placed.first


async def evening(place: Place, **changes) -> None:
    async with house(place.house, TABLE, witnesses_log_name="house.example", **changes) as server:
        terminal, auditor = server.terminal("T1", 1), server.sign_in("aud.auditor")
        entry = await played(server)
        for shown in OWN_GETS:
            path = re.sub(r"\bN\b", str(ROUNDS if "round=" in shown else entry), shown)
            place.answers[shown] = await server.get(path, terminal)
        for shown in SHOWN_GETS:
            place.answers[shown] = await server.get(shown, auditor)


def lived(folder: Path) -> Place:
    """From the founding to the end of an evening."""
    place = Place(folder)
    founded(place)
    made_witness(place)
    with witness_running(place) as url:
        asyncio.run(evening(place, **settings_for_witness(place, url)))
    return place
