"""What one more wager costs the exposure, with few and with very many on the book."""

import random
from collections.abc import Iterator

from measure import Claim, best

from taisai import Book, paytable

SIZES = (10**2, 10**4, 10**6)
BATCH = 2000


def claims() -> Iterator[Claim]:
    table = paytable("rws-6/2")
    generator = random.Random(1)
    names = [str(spot.id) for spot in table.spots]
    batch = [(generator.choice(names), generator.randint(1, 100)) for _ in range(BATCH)]
    first = 0.0
    for size in SIZES:
        book = Book(table)
        for _ in range(size - BATCH if size > BATCH else size):
            book.add(generator.choice(names), 10)
        taken = best(lambda book=book: _add_all(book, batch)) / BATCH
        first = first or taken
        ratio = taken / first
        limit = f"with {SIZES[0]:,} on the book: {first * 1e6:.2f} µs"
        wanted, holds = ("at most 1.3", ratio <= 1.3) if size > SIZES[0] else ("", None)
        yield Claim(
            f"add a wager and read the exposure, {size:,} on the book",
            f"{taken * 1e6:.2f} µs",
            limit,
            ratio,
            wanted,
            holds,
        )


def _add_all(book: Book, batch: list[tuple[str, int]]) -> None:
    for spot, stake in batch:
        book.add(spot, stake)
        _ = book.exposure
