"""The cost of one more wager for the exposure, with few and with very many wagers on the book."""

import random
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from statistics import median
from time import process_time

import msgspec
from measure import Claim, Name, best_each

from taisai import Book, PayTable, paytable
from taisai.house.clock import now
from taisai.house.desk import Desk
from taisai.house.games import game
from taisai.house.setup import Setup
from taisai.journal.memory import MemoryStore
from taisai.rules.drawn_risk import risk_of
from taisai.rules.risk import Risk
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table.limits import LimitRule
from taisai.table.order import Order, Person

GAME = game("rws-6/2")
PLAYER = Person("p1", Role.PLAYER, 1)
OPENED = (
    (Person("Ann", Role.PIT_MANAGER), c.OpenTable()),
    (PLAYER, c.BuyIn(1, 10**9)),
    (Person("Mei", Role.DEALER), c.OpenBets()),
)

SIZES = (10**2, 10**4, 10**6)
BATCH, WANTED_US = 2000, 2
TURNS, AT_ONCE, WANTED = 9, 50, 0.8
LIMIT = LimitRule(minimum=5, maximum=10**9, differential=10**9)


def claims() -> Iterator[Claim]:
    """As a table keeps it, in whole units; and as the library tells it, as an exact fraction."""
    table = paytable("rws-6/2")
    generator = random.Random(1)
    names = [str(spot.id) for spot in table.spots]
    batch = [(generator.choice(names), generator.randint(1, 100)) for _ in range(BATCH)]
    books = {size: _book(table, names, size, generator) for size in SIZES}
    taken_us = _each_us({size: partial(_changed, risk, batch) for size, risk in books.items()})
    first_us = taken_us[SIZES[0]]
    for size, one_us in taken_us.items():
        ratio = one_us / first_us
        limit = f"with {SIZES[0]:,} on the book: {first_us:.2f} µs"
        wanted, holds = f"under {WANTED_US} µs, at most 1.3", ratio <= 1.3 and one_us < WANTED_US
        what = f"add a wager and read the exposure, {size:,} on the book"
        yield Claim(what, f"{one_us:.2f} µs", limit, ratio, wanted, holds)
    yield _as_fractions(Book(table), batch)
    yield _capped()


def _book(table: PayTable, names: list[str], size: int, generator: random.Random) -> Risk:
    risk = risk_of(table)
    for _ in range(size - BATCH if size > BATCH else size):
        risk.change(generator.choice(names), 10)
    return risk


def _as_fractions(book: Book, batch: list[tuple[str, int]]) -> Claim:
    """Compare with making the fractions alone."""
    taken_us = _each_us({"told": partial(_told, book, batch), "made": partial(_made, batch)})
    told, made = taken_us["told"], taken_us["made"]
    what = "add a wager to the library's book and read the exposure as a fraction"
    return Claim(
        what, f"{told:.2f} µs", f"making the fraction: {made:.2f} µs", told / made, "at most 4", told / made <= 4
    )


def _capped() -> Claim:
    """Place the same wagers alternately at a table with a cap and at one without."""
    generator = random.Random(1)
    names = [str(spot.id) for spot in GAME.paytable.spots]
    orders = [Order(str(place), PLAYER, c.PlaceWager(1, generator.choice(names), 10), 1) for place in range(BATCH)]
    limits = {"uncapped": LIMIT, "capped": msgspec.structs.replace(LIMIT, exposure=10**9)}
    times: dict[str, list[float]] = {name: [] for name in limits}
    for _ in range(TURNS):
        for name, limit in limits.items():
            times[name].append(_played(limit, orders) / BATCH * 1e6)
    capped, uncapped = median(times["capped"]), median(times["uncapped"])
    ratio = uncapped / capped
    what, limit = "take a wager at a capped table", f"uncapped: {uncapped:.2f} µs"
    return Claim(what, f"{capped:.2f} µs", limit, ratio, f"at least {WANTED}", ratio >= WANTED)


def _played(limit: LimitRule, orders: list[Order]) -> float:
    desk = Desk.install(MemoryStore(), GAME, Setup("T1", limits=(limit,)), now)
    for place, (by, command) in enumerate(OPENED):
        desk.do(Order(f"open-{place}", by, command, int(isinstance(command, c.OpenBets))))
    start = process_time()
    for first in range(0, len(orders), AT_ONCE):
        desk.write(desk.prepare(orders[first : first + AT_ONCE]))
    return process_time() - start


def _each_us(runs: Mapping[Name, Callable[[], None]]) -> dict[Name, float]:
    """Return the least processor time of a wager in each run."""
    return {name: seconds / BATCH * 1e6 for name, seconds in best_each(runs, TURNS, process_time).items()}


def _changed(risk: Risk, batch: list[tuple[str, int]]) -> None:
    for spot, stake in batch:
        risk.change(spot, stake)
        _ = risk.worst


def _told(book: Book, batch: list[tuple[str, int]]) -> None:
    for spot, stake in batch:
        book.add(spot, stake)
        _ = book.exposure


def _made(batch: list[tuple[str, int]]) -> None:
    for _, stake in batch:
        _ = Fraction(stake)
