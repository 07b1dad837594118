"""Several nodes of one house in the test's own loop, on a real PostgreSQL and a real NATS server."""

import asyncio
import shutil
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from msgspec.structs import replace
from server.making import BOSS, CHEAP, HAND, SELF, Server, hurry, settings_of, until
from unchanged import files_unchanged

from taisai.server.acceptance import Accepting
from taisai.server.run import running

LONG_S = 15.0  # a busy machine may be silent for longer than a real term
HANDS = tuple(replace(HAND, id=name) for name in ("H1", "H2", "H3"))
SELVES = tuple(replace(SELF, id=name) for name in ("E1", "E2"))


class Node(Server):
    """A node with its folder; `leave` stops it in order, before the others if need be."""

    def __init__(self, started, leaving):
        super().__init__(started)
        self._leaving = leaving

    @property
    def tables(self):
        return self.house.streams

    def enrol(self, kind, table="", seat=0):
        self.house.hear_people()
        return super().enrol(kind, table, seat)

    def sign_in(self, name, device="making"):
        self.house.hear_people()
        return super().sign_in(name, device)

    async def drain(self):
        """Hands all its tables over, and stays."""
        lease = self.house.lease
        await asyncio.to_thread(lease._leases.drain, lease._keeper.life)

    async def leave(self):
        await self._leaving.aclose()

    async def be_lost(self):
        """As when its machine is lost: nothing is said any more, nothing is given back, and its lease runs out."""
        house = self.house
        await asyncio.to_thread(house.lease.rest)
        house._ticking.cancel()
        await house._nats.stop()


class Floor:
    def __init__(self, folder, database, bus, stack, **settings):
        self._folder, self._stack, self._settings = (
            folder,
            stack,
            settings | {"nodes_database": database, "nodes_bus": (bus,)},
        )
        self.nodes = []

    async def begin(self, name, tables, term_s=LONG_S, **changes):
        folder = self._folder / name
        if self.nodes:
            folder.mkdir()
            shutil.copytree(Path(self.nodes[0].house.settings.keys_folder), folder / "keys")
        settings = settings_of(folder, *tables, nodes_name=name, **(self._settings | changes))
        leaving = await self._stack.enter_async_context(AsyncExitStack())
        boss = BOSS if self.nodes else ""  # the files of a checkout may change between two starts
        with files_unchanged():
            started = await leaving.enter_async_context(
                running(settings, hasher=CHEAP, accepting=Accepting(boss, boss), term_s=term_s)
            )
        node = Node(started, leaving)
        if node.house.first_code:
            node.employ_all()
        hurry(node.house)
        self.nodes.append(node)
        return node


@asynccontextmanager
async def nodes(folder, database, bus, *names, tables=HANDS, term_s=LONG_S, **settings):
    async with AsyncExitStack() as stack:
        floor = Floor(folder, database, bus, stack, **settings)
        for name in names:
            await floor.begin(name, tables, term_s)
        await until(lambda: shared(floor.nodes, tables))
        yield floor


def shared(some, tables):
    """Every table is somebody's, and everybody hears everybody else and knows who has what."""
    held = sorted(table for one in some for table in one.tables)
    many = [len(one.tables) for one in some]
    return held == sorted(table.id for table in tables) and max(many) - min(many) < 2 and all(map(knows, some))


def knows(node):
    house = node.house
    others = [table.id for table in house.settings.tables if table.id not in house.streams]
    return all(house.post.hears(house.lease.owner(table)) for table in others)


def owner(some, table):
    return next(one for one in some if table in one.tables)


def other(some, table):
    return next(one for one in some if table not in one.tables)
