"""A long attack: hostile messages while people play, kills, clocks that jump, and forged files between two starts."""

import asyncio
import random
import shutil
import threading
from collections import Counter
from contextlib import suppress

from attack.kit.forgeries import FORGERIES, FOUND, HARMLESS, NOTED, REFUSED
from attack.kit.proofs import alive, books, credits_in
from attack.kit.sieges import Siege
from attack.kit.victims import RASCALS, Victim
from client.rascal import Rascal
from msgspec import to_builtins

from taisai.client.child import ChildError

JUMPS_S = (-86_400, -5, 0, 0, 3, 3_600, 86_400)
KILLED_WITHIN_S = (0.1, 3.0)
MESSAGES, FRAMES, REQUESTS = 1_500, 80, 300
NOTED_CODES = ("snapshot-refused", "throw-unreadable", "journal-damaged")
LONG = 10**9


class Assault:
    """`done` counts kills and the like, `seen` forgeries by where they were seen."""

    def __init__(self, folder, seed):
        self.folder, self.dice = folder, random.Random(seed)
        self.victim = Victim(folder / "house", clock=folder / "clock")
        self.done, self.seen, self.wrong = Counter(), Counter(), []
        self.victim.start()
        self.siege = Siege(self.victim, self.dice)
        self._rascals = Rascals(self.victim, self.dice)

    def wave(self):
        """Everything once, then a kill in the midst of it, forged copies of what is left, and the next start."""
        self.siege.talk(MESSAGES)
        self.siege.frames(FRAMES)
        self.siege.ask(REQUESTS)
        self._down()
        for forgery in self.dice.sample(FORGERIES, 2):
            self._forge(forgery)
        self._up()
        self.wrong += [*alive(self.victim), *self.siege.wrong]
        self.siege.wrong.clear()

    def end(self):
        """In order; what the players were told and what the journals say must be the same."""
        self._rascals.stop()
        self.wrong += self._rascals.strange()
        self.wrong += [f"the house ended with code {code}" for code in (self.victim.child.stop(),) if code]
        receipts = self.siege.receipts
        receipts["E"] += self._rascals.receipts()
        self.done["receipts"] = sum(map(len, receipts.values()))
        self.wrong += books(self.victim.folder, receipts)
        credit = credits_in(self.victim.folder, "E")
        for seat, told in self._rascals.credits().items():
            if told != credit.get(seat, 0):
                self.wrong.append(f"seat {seat} was told {told}, the journal says {credit.get(seat, 0)}")

    def close(self):
        self._rascals.stopping.set()
        self.victim.child.kill()

    def _down(self):
        if self.dice.random() < 0.15:
            self.done["stops"] += 1
            self.wrong += [f"the house ended with code {code}" for code in (self.victim.child.stop(),) if code]
            return
        self.done["kills"] += 1
        killing = threading.Timer(self.dice.uniform(*KILLED_WITHIN_S), self.victim.child.kill)
        killing.start()
        with suppress(OSError, AssertionError, ValueError):  # it ends while it is talked to
            self.siege.talk(LONG)
        killing.join()

    def _up(self):
        jump_s = self.dice.choice(JUMPS_S)
        self.done["clocks set"] += bool(jump_s)
        self.victim.clock.write_text(str(jump_s))
        self.victim.start()

    def _forge(self, forgery):
        folder = self.folder / "forged"
        shutil.copytree(self.victim.folder, folder)
        before = credits_in(folder, "H")
        forgery.do(folder, self.dice)
        outcome = self._tried(folder, before)
        self.seen[forgery.name, outcome] += 1
        if outcome not in forgery.seen:
            self.wrong.append(f"{forgery.name}: {outcome}")
        shutil.rmtree(folder)

    def _tried(self, folder, before):
        """Where a forged house is found out; that it plays on with other money would be the worst."""
        house = Victim(folder, dict(self.victim.callers))
        try:
            house.start(("tec.technician", "shi.manager"))
        except ChildError:
            return REFUSED
        try:
            if (folder / "ran").exists():
                return "run"
            if not all(check["ok"] for check in house.self_test()):
                return FOUND
            if any(house.happened(code) for code in NOTED_CODES):
                return NOTED
            return HARMLESS if house.credits("H") == before else "other money"
        finally:
            house.child.kill()


class Rascals:
    """Players at the table that deals itself, in a thread of their own; they come back whenever the house does."""

    def __init__(self, victim, dice):
        self._victim, self._dice = victim, dice
        self._all, self.stopping = [], threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self._failed = []
        self._thread.start()

    async def _run(self):
        names = [f"rascal {seat}" for seat in RASCALS]
        self._all = [
            Rascal(self._victim.address, "E", self._victim.callers[name].cookies, random.Random(self._dice.random()))
            for name in names
        ]
        playing = asyncio.gather(*(rascal.run() for rascal in self._all))
        await asyncio.to_thread(self.stopping.wait)
        for rascal in self._all:
            rascal.stopping = True
        try:
            await playing
        except Exception as error:  # noqa: BLE001 - told in the end
            self._failed.append(f"a player ended with {error!r}")

    def stop(self):
        self.stopping.set()
        self._thread.join(60)

    def strange(self):
        still = ["players wait in vain"] if self._thread.is_alive() else []
        return still + self._failed + [told for rascal in self._all for told in rascal.strange]

    def receipts(self):
        return [to_builtins(told) for rascal in self._all for told in rascal.taken.values()]

    def credits(self):
        return {rascal.terminal.seat["seat"]: rascal.terminal.seat["credit"] for rascal in self._all}
