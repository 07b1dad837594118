"""Waiting times in a house with many tables or a very long round: its start, and its snapshots."""

import asyncio
import os
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from measure import Claim

from taisai.house.clock import now
from taisai.house.desk import Desk
from taisai.house.games import game
from taisai.house.settings import Settings
from taisai.house.setup import Setup
from taisai.house.tables import TableSettings
from taisai.journal.keyed import KeyedStore
from taisai.journal.sqlite import SqliteStore
from taisai.people.secret_hashes import Hasher
from taisai.privacy.keys import PersonKeys
from taisai.privacy.store import VeiledStore
from taisai.rules.vocabulary import Role
from taisai.server.run import running
from taisai.table import commands as c
from taisai.table.limits import LimitRule
from taisai.table.order import Order, Person

TABLES, START_S = 200, 3
WAGERS = tuple(int(size) for size in os.environ.get("TAISAI_WAGERS", "1000,10000,100000").split(","))
STOP_MS, SAVES, SEATS, AT_ONCE = 50, 5, 100, 1_000
GAME = game("rws-6/2")
SPOTS = [str(spot.id) for spot in GAME.paytable.spots]
DEALER, MANAGER = Person("Mei", Role.DEALER), Person("Ann", Role.PIT_MANAGER)
PLAYERS = [Person(f"p{seat}", Role.PLAYER, seat) for seat in range(1, SEATS + 1)]
ENDED = (c.CloseBets(), c.TumbleDice(3), c.RevealDice(), *map(c.PressButton, (2, 2, 5)), c.EnterRoll(),
         c.CollectLosers(), c.PayArea())  # fmt: skip


def claims() -> Iterator[Claim]:
    yield from _starting()
    yield from _stopping_play()


def _starting() -> Iterator[Claim]:
    """Measure both, including everything that a house does before it accepts connections."""
    with TemporaryDirectory() as folder:
        one = min(asyncio.run(_started(f"{folder}/one", 1)) for _ in range(3))
        times = {"new": asyncio.run(_started(f"{folder}/many", TABLES))}
        times["that were there before"] = min(asyncio.run(_started(f"{folder}/many", TABLES)) for _ in range(3))
    for which, taken in times.items():
        what, limit = f"start of a house with {TABLES} tables {which}", f"{START_S} s; with one table: {one:.2f} s"
        yield Claim(what, f"{taken:.2f} s", limit, taken / START_S, "at most 1", taken <= START_S)


async def _started(folder: str, tables: int) -> float:
    """Start a house. Every fourth table is electronic, and opens and plays by itself."""
    floor = tuple(
        TableSettings(f"T{number}", "rws-6/2" if number % 2 else "nz-2008/1",
                      automation="electronic" if number % 4 == 1 else "by-hand", pause_s=3600)
        for number in range(tables)
    )  # fmt: skip
    settings = Settings(folder=folder, port=0, demo=True, tables=floor)
    start = perf_counter()
    async with running(settings, hasher=Hasher(b"", time_cost=1, memory_kib=8)):
        return perf_counter() - start


def _stopping_play() -> Iterator[Claim]:
    """Measure how long a wager waits while a snapshot is made and written; the longest of several."""
    for wagers in WAGERS:
        with TemporaryDirectory() as folder:
            taken_ms = _longest_save_ms(Path(folder), wagers)
        yield Claim(f"longest stop for a snapshot after rounds of {wagers:,} wagers", f"{taken_ms:.1f} ms",
                    f"{STOP_MS} ms", taken_ms / STOP_MS, "at most 1", taken_ms <= STOP_MS)  # fmt: skip


def _longest_save_ms(folder: Path, wagers: int) -> float:
    """Measure saving, sealed and encrypted as in a house."""
    store = VeiledStore(KeyedStore(SqliteStore.open(folder / "journal", "T1"), bytes(32)), PersonKeys(), "T1")
    desk = Desk.install(store, GAME, Setup("T1", seats=SEATS, limits=(LimitRule("", 5, 10**9, 10**9),)), now)
    _play(desk, wagers)
    longest = 0.0
    for _ in range(SAVES):
        start = perf_counter()
        desk.save_snapshot()
        longest = max(longest, perf_counter() - start)
    store.close()
    return longest * 1e3


def _play(desk: Desk, wagers: int) -> None:
    """Play two rounds, so that the orders of both are remembered."""
    ids = map(str, count())
    _do(desk, [Order(next(ids), MANAGER, c.OpenTable())])
    _do(desk, [Order(next(ids), person, c.BuyIn(person.seat, 10**9)) for person in PLAYERS])
    for number in (1, 2):
        _do(desk, [Order(next(ids), DEALER, c.OpenBets(), number)])
        for first in range(0, wagers, AT_ONCE):
            places = range(first, min(wagers, first + AT_ONCE))
            _do(desk, [Order(next(ids), *_wager(place), number) for place in places])
        for command in ENDED:
            _do(desk, [Order(next(ids), DEALER, command, number)])


def _wager(place: int) -> tuple[Person, c.PlaceWager]:
    person = PLAYERS[place // len(SPOTS) % SEATS]
    return person, c.PlaceWager(person.seat, SPOTS[place % len(SPOTS)], 10)


def _do(desk: Desk, orders: Iterable[Order]) -> None:
    """Do orders. A batch ends when a snapshot is due, so some may be left for the next."""
    left = list(orders)
    while left:
        batch = desk.prepare(left)
        desk.write(batch)
        left = left[len(batch.answers) :]
