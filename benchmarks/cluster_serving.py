"""A child process that serves a node of a house until it is stopped.

    cluster_serving FOLDER TABLES SEATS DATABASE NODE BUS

Prints its address."""

import asyncio
import sys

import uvloop
from bare import LIMITS
from serving import electronic

from taisai.house import live
from taisai.house.settings import Settings
from taisai.house.settings_tables import Nodes
from taisai.people.secret_hashes import Hasher
from taisai.server.limiter import Limiter
from taisai.server.run import allow_files, collect_garbage_seldom, running


async def serve(folder: str, tables: int, seats: int, database: str, node: str, bus: str) -> None:
    settings = Settings(
        folder=folder,
        port=0,
        demo=True,
        tables=tuple(electronic(tables, seats)),
        nodes=Nodes(database, (bus,), node),
    )
    live.PLAYER_MOST = 10**9  # type: ignore[misc] # nobody plays as fast as a load does
    async with running(settings, limits=LIMITS, hasher=Hasher(b"", time_cost=1, memory_kib=8)) as served:
        served.house.limiter = Limiter(10**6, 10**6)
        collect_garbage_seldom()
        print(served.address, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    allow_files()
    folder, tables, seats, database, node, bus = sys.argv[1:]
    uvloop.run(serve(folder, int(tables), int(seats), database, node, bus))
