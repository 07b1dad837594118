"""A child process that serves until it is stopped: one kind of house, or a bare loop.

    serving KIND FOLDER TABLES SEATS     electronic tables T1, T2 ... with so many seats each, and one dealt by hand

KIND is house, mirrored, capped (an exposure limit), logged (a checkpoint each second), unlogged, no-game, bare, dealing
(a hundred more tables deal by themselves), more (the history continues), or history-ENTRIES: so many behind the table
that is dealt by hand. Prints its address."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count
from pathlib import Path

import history
import uvloop
from bare import ENTRY, FACT, LIMITS, PLACED, bare
from load import BARE, BY_HAND

from taisai.house import live
from taisai.house.desk import SNAPSHOT_EVERY, Batch, Desk, Reply
from taisai.house.floor_table import FloorTable
from taisai.house.settings import Settings
from taisai.house.settings_tables import Mirror
from taisai.house.tables import TableSettings
from taisai.journal.entry import Sealed
from taisai.journal.seal import START
from taisai.people.secret_hashes import Hasher
from taisai.rules.vocabulary import Role
from taisai.server import logs
from taisai.server.callers import SESSION
from taisai.server.house import FIRST_NAME, House
from taisai.server.limiter import Limiter
from taisai.server.run import allow_files, collect_garbage_seldom, running
from taisai.table import commands as c
from taisai.table.limits import LimitRule
from taisai.table.order import Order, Person
from taisai.table.state import Closed, Entered, Idle

DEALING = 100


async def house(kind: str, folder: str, tables: int, seats: int) -> None:
    mirror = f"{folder}/mirror" if kind == "mirrored" else ""
    floor = (*electronic(tables, seats, capped=kind == "capped"), TableSettings(BY_HAND, "rws-6/2"))
    floor += tuple(dealing()) if kind == "dealing" else ()
    settings = Settings(folder=folder, port=0, demo=True, tables=floor, mirror=Mirror(mirror))
    live.PLAYER_MOST = 10**9  # type: ignore[misc] # nobody plays as fast as a load does
    async with running(settings, limits=LIMITS, hasher=Hasher(b"", time_cost=1, memory_kib=8)) as served:
        served.house.limiter = Limiter(10**6, 10**6)
        collect_garbage_seldom()
        by_hand = served.house.floor.tables[BY_HAND]
        if kind == "no-game":
            for table in served.house.floor.tables.values():
                table.desk.decide = partial(undecided, table.desk)  # type: ignore[method-assign]
                table.desk.seal = partial(unsealed, table.desk)  # type: ignore[method-assign]
                table.live.provers.clear()  # no round to check
        if kind == "logged":
            logs.REST_S = 1.0  # type: ignore[misc] # a checkpoint each second, where a house signs one after each round
        if kind == "unlogged":
            served.house.logs.logs.clear()
        name, _, entries = kind.partition("-")
        if name == "history":
            history.written(by_hand.desk, int(entries))
            await served.house.logs.checkpoint([served.house.logs.log(BY_HAND)])  # a house that lived it has them all
            print(served.address, _manager(served.house), flush=True)
        else:
            print(served.address, flush=True)
        await (_reading(by_hand.desk) if name in {"history", "more"} else _dealt(by_hand))


def electronic(tables: int, seats: int, *, capped: bool = False) -> Iterator[TableSettings]:
    """Keep wagers open for an hour, so that all are in one round."""
    limits = (LimitRule(minimum=1, maximum=10**9, differential=10**9, exposure=10**12 if capped else 0),)
    for number in range(1, tables + 1):
        yield TableSettings(
            f"T{number}", "rws-6/2", seats=seats, automation="electronic", window_s=3600, pause_s=0, limits=limits
        )


def dealing() -> Iterator[TableSettings]:
    for number in range(1, DEALING + 1):
        yield TableSettings(f"D{number}", "rws-6/2", automation="electronic", window_s=5, pause_s=1)


def _manager(served: House) -> str:
    """Return the cookie of the first account after sign-in."""
    register, word = served.register, "correct horse battery"
    register.set_password(register.renewal(FIRST_NAME).password(served.first_code, word), "bench")
    challenge = register.challenge(FIRST_NAME)
    signed = register.signed_in(challenge, challenge.verify(word), "bench", time.monotonic())
    return f"{SESSION}={signed.token}"


async def _reading(desk: Desk) -> None:
    """For each input line, pause or resume the readers; or extend the history without a new snapshot, up to the entry
    where one would be due."""
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        if line == "more\n":
            history.played(desk, desk.head.seq + SNAPSHOT_EVERY)
        else:
            for child in _children():
                os.kill(child, signal.SIGSTOP if line == "stop\n" else signal.SIGCONT)
        print("done", flush=True)


def _children() -> list[int]:
    """Return the processes that this one started, and their forks."""
    found = [os.getpid()]
    for pid in found:
        found += [int(one) for path in Path(f"/proc/{pid}/task").glob("*/children") for one in path.read_text().split()]
    return found[1:]


async def _dealt(table: FloorTable) -> None:
    """For each input line, do one step of the dealer: everything up to the entry, or the entry itself."""
    ids = count()
    loop = asyncio.get_running_loop()

    async def give(command: c.Command, by: Role = Role.DEALER) -> None:
        number = table.desk.table.round + isinstance(table.desk.table.phase, Idle)
        answer = await table.live.do(Order(f"bench-{next(ids)}", Person("bench", by), command, number))
        assert isinstance(answer, Reply), answer

    if isinstance(table.desk.table.phase, Closed):
        await give(c.OpenTable(), Role.PIT_MANAGER)
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        if line == "prepare\n":
            if isinstance(table.desk.table.phase, Entered):
                await give(c.CollectLosers())
            for command in (
                c.OpenBets(),
                c.CloseBets(),
                c.TumbleDice(3),
                c.RevealDice(),
                *map(c.PressButton, (2, 2, 5)),
            ):
                await give(command)
            print("prepared", flush=True)
        else:
            await give(c.EnterRoll())


def undecided(desk: Desk, orders: Sequence[Order]) -> Batch:
    """Record an empty entry for each wager, neither decided nor sealed; decide everything else."""
    if not all(isinstance(order.command, c.PlaceWager) for order in orders):
        return Desk.decide(desk, orders)
    numbered = list(enumerate(orders, desk.head.seq + 1))
    return Batch(
        desk.head,
        desk.clock(),
        answers=[Reply(seq, seq, (PLACED,)) for seq, _ in numbered],
        facts=[FACT] * len(orders),
        entries=[Sealed(seq, ENTRY % (seq, order.id.encode()), START.seal) for seq, order in numbered],
    )


def unsealed(desk: Desk, batch: Batch) -> None:
    if not batch.entries:
        Desk.seal(desk, batch)


if __name__ == "__main__":
    allow_files()
    kind, folder, tables, seats = sys.argv[1:]
    uvloop.run(bare(folder) if kind == BARE else house(kind, folder, int(tables), int(seats)))
