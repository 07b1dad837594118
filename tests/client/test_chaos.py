"""A house is killed again and again under load, its disk fills, its clock jumps, and its players behave badly: every
wager that was acknowledged is settled or returned exactly once. TAISAI_CHAOS is how often it is killed, for a longer
run by hand; TAISAI_CHAOS_SEED tells a run again."""

import asyncio
import json
import os
import random
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
import uvloop
from client import shifted
from client.disk import Disk
from client.evidence import Evidence
from client.rascal import Rascal
from patience import PATIENCE_S
from warm import WarmHouse

from taisai.client.book import Outcome, differences
from taisai.client.own import unhindered
from taisai.client.web import Web
from taisai.house.tables import DEMO_TABLES
from taisai.journal.keys import PUBLIC_FILE
from taisai.table.limits import LimitRule

KILLS = int(os.environ.get("TAISAI_CHAOS", "5"))
SEED = int(os.environ.get("TAISAI_CHAOS_SEED", random.SystemRandom().randrange(10**9)))
TERMINALS = 24
PLENTY = 10**12
TABLE = msgspec.structs.replace(
    DEMO_TABLES[0], seats=TERMINALS, window_s=1, pause_s=0, chips=(10,),
    limits=(LimitRule(minimum=10, maximum=PLENTY, differential=PLENTY, exposure=PLENTY),),
)  # fmt: skip


def free_port(dice):
    """Below those that the machine gives to clients: one that tries again and again would connect to itself there."""
    while True:
        port = dice.randrange(20_000, 32_000)
        with socket.socket() as trying, suppress(OSError):
            trying.bind(("127.0.0.1", port))
            return port


class Chaos:
    """One evening: `rascals` play while `trouble` happens to their house."""

    def __init__(self, folder, disk, dice):
        self.disk, self.dice = disk, dice
        self.clock = folder / "clock"
        self.clock.write_text("0")
        serve = (shifted.__file__, str(self.clock), "serve", "--json")
        settings = msgspec.structs.replace(unhindered(TABLE), port=free_port(dice))
        self.house = WarmHouse(disk.folder / "house", settings, serve)
        self.rascals = []
        self.downs, self.kills = 0, 0

    async def run(self):
        async with asyncio.timeout(120 + 20 * KILLS):
            await self._run()

    async def _run(self):
        await asyncio.to_thread(self.house.start)
        for number in range(TERMINALS):
            self.rascals.append(await self._rascal(number))
        playing = asyncio.gather(*(rascal.run() for rascal in self.rascals))
        await self._calm()
        for number in range(KILLS):
            await self._trouble(number % 5)
            await asyncio.sleep(0.2 + self.dice.random())
            await self._killed()
            await self._calm()
        for rascal in self.rascals:
            rascal.stopping = True
        await playing

    async def _rascal(self, number):
        web = Web(self.house.address)
        await web.post("/api/demo/seat", {"table": TABLE.id})
        web.close()
        return Rascal(self.house.address, TABLE.id, web.cookies, random.Random(f"{self.dice.random()} {number}"))

    async def _calm(self):
        """Wagers have been taken since the last trouble, by everybody's judgement of one of them."""
        one = self.dice.choice(self.rascals)
        before = len(one.taken)
        await one.terminal.until(lambda t: len(one.taken) > before and t.is_betting, PATIENCE_S)

    async def _killed(self):
        self.house.kill()
        self.kills += 1
        await asyncio.sleep(self.dice.choice((0, 0.1, 0.5)))
        await asyncio.to_thread(self.house.start)

    async def _trouble(self, kind):
        if kind == 2:
            await self._full_disk()
        elif kind == 3:
            self.clock.write_text(str(self.dice.choice((-86_400, -5, 3, 3_600, 10**6))))

    async def _full_disk(self):
        watched = self.rascals[0].terminal
        self.disk.fill(self.house.pid, self.house.folder / "journal.sqlite")
        await watched.until(lambda t: t.table["down"], 30.0)
        self.downs += 1
        await asyncio.sleep(self.dice.random())
        self.disk.free(self.house.pid)
        await watched.until(lambda t: not t.table["down"], 30.0)


@pytest.fixture
def disk(tmp_path):
    made = Disk(tmp_path / "disk")
    yield made
    made.leave()


def exported(house, folder):
    file, verifier = folder / "export.jsonl", folder / "verify_taisai.py"
    command = [sys.executable, "-c", "from taisai.cli.main import main; main()", "export"]
    keys = house.folder / "keys"
    given = [house.folder / "journal.sqlite", file, "--table", TABLE.id, "--keys", keys, "--verifier", verifier]
    subprocess.run([*command, *map(str, given)], check=True, capture_output=True)
    return file, verifier, keys / PUBLIC_FILE


def check_receipts(rascals, evidence):
    """What was acknowledged is in the journal as it was told, and nothing else of the players is."""
    for rascal in rascals:
        assert rascal.strange == []
        for name, told in rascal.taken.items():
            entries = [evidence.entries.get(seq) for seq in range(told.first, told.last + 1)]
            assert None not in entries, f"{name} was acknowledged and is missing"
            assert [entry["event"] for entry in entries] == msgspec.to_builtins(list(told.events)), name
            assert {entry["cause"].partition(" ")[2] for entry in entries} == {name}
            assert evidence.by_cause[entries[0]["cause"]] == list(range(told.first, told.last + 1))
    written = {cause.partition(" ")[2] for cause in evidence.by_cause if ":" in cause}
    assert written == {name for rascal in rascals for name in rascal.taken}


def check_money(rascals, evidence):
    for rascal in rascals:
        seat = rascal.terminal.seat
        for number in rascal.book.open:
            rascal.book.outcomes[number] = Outcome(*evidence.outcomes[seat["seat"], number])
        assert differences(rascal.book, seat) == []
        assert rascal.book.handed_back == 0
        assert seat["credit"] == evidence.money[seat["seat"]]
    assert sum(evidence.money.values()) == evidence.bought - evidence.won_by_house()
    assert evidence.open == {}


@pytest.mark.long
def test_every_acknowledged_wager_is_settled_or_returned_exactly_once(tmp_path, disk):
    print(f"TAISAI_CHAOS_SEED={SEED}")  # noqa: T201 - shown where it fails
    chaos = Chaos(tmp_path, disk, random.Random(SEED))
    try:
        uvloop.run(chaos.run())
        assert chaos.house.stop() == 0
    finally:
        chaos.house.kill()
    file, verifier, key = exported(chaos.house, tmp_path)
    evidence = Evidence(file)
    assert evidence.wrong == []
    check_receipts(chaos.rascals, evidence)
    check_money(chaos.rascals, evidence)
    verified = subprocess.run(
        [sys.executable, "-I", verifier, file, "--key", key, "--json"], check=False, capture_output=True
    )
    report = json.loads(verified.stdout)
    assert (report["sound"], report["entries"]) == (True, len(evidence.entries)), report
    assert (chaos.kills, chaos.downs >= KILLS // 5) == (KILLS, True)
    assert sum(len(rascal.taken) for rascal in chaos.rascals) > 20 * KILLS


def test_the_evidence_sees_a_wager_that_is_settled_twice_or_left(tmp_path):
    def line(seq, cause, **event):
        return f"e {'0' * 64} {json.dumps({'seq': seq, 'cause': cause, 'event': event})}"

    placed = {"is": "wager-placed", "round": 1, "seat": 1, "spot": "big", "stake": 10}
    void = {"is": "round-voided", "round": 1, "returned": [[1, "big", 10]]}
    file = Path(tmp_path / "export")
    file.write_text("\n".join(["h {}", line(1, "a", **placed), line(2, "b", **void), line(3, "a", **placed)]))
    evidence = Evidence(file)
    assert evidence.wrong == ["order a was taken twice"]
    assert evidence.open == {1: {(1, "big"): 10}}
    file.write_text("\n".join(["h {}", line(1, "a", **placed), line(2, "b", **void), line(3, "c", **void)]))
    assert Evidence(file).wrong == ["round 1 ends with {(1, 'big'): (10, 10)}, where {} lies"]
