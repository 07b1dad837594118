"""A cluster under load while its nodes, its database and its bus fail, one fault after the other."""

import asyncio
import random
import subprocess
import time
from collections import Counter
from contextlib import suppress
from typing import NamedTuple

from engines.relay import relayed, relayed_bus
from nodes.histories import history
from nodes.players import ANSWER_S, LOST, Player, Vouchers
from nodes.processes import TABLES, TAISAI
from nodes.test_killed import At
from patience import PATIENCE_S

PLAYED = [table.id for table in TABLES[:5]]
NAMES = ("one", "two", "three")


class Faults:
    """Each takes some seconds and leaves the cluster whole again."""

    def __init__(self, made, relays, buses, chance):
        self.made, self.relays, self.buses, self.chance, self.done = made, relays, buses, chance, Counter()
        self.kinds = (
            self.kill, self.stop, self.cut, self.swallow, self.drain, self.deploy, self.bus, self.bus_cut,
            self.bus_swallow, self.database,
        )  # fmt: skip

    async def one(self, kind):
        self.done[kind.__name__] += 1
        await kind(self.chance.choice(self.made.nodes))

    async def kill(self, node):
        await asyncio.to_thread(node.kill)
        await asyncio.sleep(4)
        await asyncio.to_thread(node.start)

    async def stop(self, node):
        node.stop()
        await asyncio.sleep(5)
        node.wake()
        await asyncio.sleep(2)

    async def cut(self, node):
        self.relays[node.name].cut()
        await asyncio.sleep(2)

    async def swallow(self, node):
        await _swallowed(self.relays[node.name], 5)

    async def bus_cut(self, node):
        self.buses[node.name].cut()
        await asyncio.sleep(2)

    async def bus_swallow(self, node):
        """For so long that the node hands its tables over."""
        await _swallowed(self.buses[node.name], 9)

    async def drain(self, node):
        words = [*TAISAI, "drain", str(node.folder), "--node", node.name]
        await asyncio.to_thread(subprocess.run, words, check=False, capture_output=True)
        await asyncio.to_thread(node.process.wait, 200)
        node.process.stdout.close()
        await asyncio.to_thread(node.start)

    async def deploy(self, _):
        """All nodes, one after the other, as for a new version."""
        for node in self.made.nodes:
            await self.drain(node)

    async def bus(self, _):
        await asyncio.to_thread(self.made.bus.kill)
        await asyncio.sleep(2)
        await asyncio.to_thread(self.made.bus.start)
        await asyncio.sleep(2)

    async def database(self, _):
        await asyncio.to_thread(self.made.server.kill)
        await asyncio.sleep(1)
        await asyncio.to_thread(self.made.server.start)
        await asyncio.sleep(3)


async def _swallowed(relay, for_s):
    relay.swallows = True
    await asyncio.sleep(for_s)
    relay.swallows = False
    relay.cut()
    await asyncio.sleep(2)


class Found(NamedTuple):
    faults: dict
    takes: int
    taken: int
    refused: int
    unsettled: int
    moved: int
    issued: int
    redeemed: int
    problems: list


async def unanswered(made, within_s):
    """Nodes that do not answer for a table though the fault is over, each in words."""
    until_s = time.monotonic() + within_s
    asked = [(node, table) for node in made.nodes for table in PLAYED]
    while True:
        answers = await asyncio.gather(*(_answers(*one) for one in asked))
        silent = [
            f"{node.name} does not answer for {table}"
            for (node, table), is_so in zip(asked, answers, strict=True)
            if not is_so
        ]
        if not silent or time.monotonic() > until_s:
            return silent
        await asyncio.sleep(0.5)


async def _answers(node, table):
    with suppress(*LOST):
        answer = await asyncio.wait_for(At(node.address).get(f"/api/tables/{table}/view"), ANSWER_S)
        return answer.status == 200
    return False


async def run(made, stack, *, for_s, players=8, kinds=(), seed=1, within_s=PATIENCE_S):  # noqa: PLR0913 - all by name
    """Faults one after the other, the named ones first, until the time is over. After each, every node must answer for
    every table. Then the history."""
    chance = random.Random(seed)
    relays = {name: stack.enter_context(relayed(made.server)) for name in NAMES}
    buses = {name: stack.enter_context(relayed_bus(made.bus)) for name in NAMES}
    await asyncio.to_thread(_begin, made, relays, buses)
    until_s, vouchers = time.monotonic() + for_s, Vouchers(chance)
    playing = [Player(made, PLAYED[number % len(PLAYED)], number, chance, vouchers) for number in range(players)]
    tasks = [asyncio.create_task(one.play(until_s)) for one in playing]
    faults, wanted, silent = Faults(made, relays, buses, chance), list(kinds), []
    await asyncio.sleep(3)
    while wanted or time.monotonic() < until_s:
        await faults.one(getattr(faults, wanted.pop(0)) if wanted else chance.choice(faults.kinds))
        silent += await unanswered(made, within_s)
    await asyncio.gather(*tasks)
    await asyncio.gather(*(asyncio.to_thread(node.end) for node in made.nodes))
    found = await asyncio.to_thread(_found, made, playing, vouchers, dict(faults.done))
    return found._replace(problems=found.problems + silent)


def _begin(made, relays, buses):
    """The first one makes everything; then the others."""
    for name in NAMES:
        database = f"postgresql://taisai@/house?host={relays[name].folder}"
        made.add(name, database=database, bus_url=buses[name].url)


def _found(made, playing, vouchers, faults):
    said = [one for player in playing for one in player.said]
    taken = sum(one.answer["is"] == "taken" for one in said)
    problems, takes, redeemed = history(made, PLAYED, said)
    unsettled, moved = sum(one.unsettled for one in playing), sum(one.moved for one in playing)
    return Found(faults, takes, taken, len(said) - taken, unsettled, moved, vouchers.issued, redeemed, problems)
