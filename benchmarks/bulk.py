"""Settling very many wagers, compared with copying their stakes and with the usual loop of simulators."""

import random
from collections.abc import Callable, Iterator
from itertools import cycle

import numpy as np
from measure import Claim, best, rate

from taisai import ROLLS, PayTable, Roll, paytable
from taisai.maths.bulk import BulkBook

SIZES = (10**3, 10**5, 10**7)
LOOP_SIZE = 10**4


def claims() -> Iterator[Claim]:
    table = paytable("rws-6/2")
    generator = np.random.default_rng(1)
    for size in SIZES:
        spots = generator.integers(0, len(table.spots), size)
        stakes = generator.integers(1, 1000, size) * 10
        book = BulkBook(table, spots, stakes)
        copied = np.empty_like(stakes)
        whole = size / best(_built_and_settled(table, spots, stakes), 5)
        settle = size / best(_each_roll(book)) * len(ROLLS)
        gather = size / best(_gather(table, spots, stakes), 5)
        copy = size / best(lambda copied=copied, stakes=stakes: np.copyto(copied, stakes))
        limit = f"copy the stakes: {rate(copy)}"
        yield Claim(f"group {size:,} wagers and settle them once", rate(whole), limit, whole / copy)
        yield Claim(f"settle the same {size:,} again by another roll", rate(settle), limit, settle / copy)
        yield Claim(f"settle {size:,} wagers once, by gather", rate(gather), limit, gather / copy)
    loop = LOOP_SIZE / best(_loop(random.Random(1)), 5)
    yield Claim(
        f"settle {LOOP_SIZE:,} wagers in a plain loop", rate(loop), f"copy the stakes: {rate(copy)}", loop / copy
    )


def _built_and_settled(table: PayTable, spots: np.ndarray, stakes: np.ndarray) -> Callable[[], object]:
    """Settle one round, including the time to build the book."""
    rolls = cycle(ROLLS)
    return lambda: list(BulkBook(table, spots, stakes).settle(next(rolls)))


def _each_roll(book: BulkBook) -> Callable[[], object]:
    """Use all 56 rolls in turn, so that no single roll decides the figure."""

    def settle() -> None:
        for roll in ROLLS:
            for _ in book.settle(roll):
                pass

    return settle


def _gather(table: PayTable, spots: np.ndarray, stakes: np.ndarray) -> Callable[[], object]:
    """The usual way in NumPy: look up every wager's multiple and multiply."""
    rolls = cycle(np.array([[_multiple(table, spot, roll) for spot in range(len(table.spots))] for roll in ROLLS]))
    return lambda: next(rolls)[spots] * stakes


def _multiple(table: PayTable, spot: int, roll: Roll) -> int:
    odds = table.spots[spot].odds(roll)
    return odds.units + 1 if odds else 0


def _loop(generator: random.Random) -> Callable[[], object]:
    """A chain of comparisons for each wager, as in common simulators of the game."""
    names = ["small", "big", "odd", "even", "any triple", "total", "double", "single"]
    wagers = [(generator.choice(names), generator.randint(1, 6), 10) for _ in range(LOOP_SIZE)]

    def settle() -> int:
        dice = [generator.randint(1, 6) for _ in range(3)]
        return sum(_paid(name, number, stake, dice) for name, number, stake in wagers)

    return settle


def _paid(name: str, number: int, stake: int, dice: list[int]) -> int:  # noqa: PLR0911
    total, triple = sum(dice), dice.count(dice[0]) == 3
    if name == "small":
        return stake * 2 if 4 <= total <= 10 and not triple else 0
    if name == "big":
        return stake * 2 if 11 <= total <= 17 and not triple else 0
    if name == "odd":
        return stake * 2 if total % 2 == 1 and not triple else 0
    if name == "even":
        return stake * 2 if total % 2 == 0 and not triple else 0
    if name == "any triple":
        return stake * 32 if triple else 0
    if name == "total":
        return stake * 7 if total == number + 6 else 0
    if name == "double":
        return stake * 12 if dice.count(number) >= 2 else 0
    return stake * (0, 2, 3, 13)[dice.count(number)]
