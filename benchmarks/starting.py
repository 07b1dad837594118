"""The start of a house with many tables: all that it does before it accepts connections, by processor time."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from time import process_time

from promise import Pair

from taisai.house.settings import Settings
from taisai.house.tables import TableSettings
from taisai.people.secret_hashes import Hasher
from taisai.server.run import running

TABLES, START_S, STARTS = 200, 3.0, 3


def measured(folder: Path) -> Iterator[Pair]:
    """The first process makes the tables, which takes longer."""
    if not (folder / "house").exists():
        asyncio.run(started(folder / "house"))
    for _ in range(STARTS):
        yield Pair("start", asyncio.run(started(folder / "house")), START_S)


async def started(folder: Path) -> float:
    """Start a house. Every fourth table is electronic, and opens and plays by itself."""
    floor = tuple(
        TableSettings(f"T{number}", "rws-6/2" if number % 2 else "nz-2008/1",
                      automation="electronic" if number % 4 == 1 else "by-hand", pause_s=3600)
        for number in range(TABLES)
    )  # fmt: skip
    settings = Settings(folder=str(folder), port=0, demo=True, tables=floor)
    start = process_time()
    async with running(settings, hasher=Hasher(b"", time_cost=1, memory_kib=8)):
        return process_time() - start
