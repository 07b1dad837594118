"""The cost of a lookup with a short and a long journal: by index, or over the whole history."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory

from history import at, written
from measure import Claim, best_each

from taisai.house.desk import Desk
from taisai.house.games import game
from taisai.house.recall import recall
from taisai.house.setup import Setup
from taisai.journal.sqlite import SqliteStore
from taisai.reports.registry import REPORTS
from taisai.reports.sources import Sources

SHORT, LONG = (int(size) for size in os.environ.get("TAISAI_LOOKING", "100000,1000000").split(","))
WANTED, TRIES = 1.5, 3
DAY = ("2026-11-02", "2026-11-02T12:00:00")  # in the shorter journal


def claims() -> Iterator[Claim]:
    with ExitStack() as opened:
        folder = Path(opened.enter_context(TemporaryDirectory()))
        stores = {size: opened.enter_context(closing(_history(folder, size))) for size in (SHORT, LONG)}
        for what, look in LOOKS.items():
            actions = {str(size): (lambda look=look, size=size: look(stores[size])) for size in (SHORT, LONG)}
            taken = best_each(actions, TRIES)
            short, long = taken[str(SHORT)], taken[str(LONG)]
            limit = f"with {SHORT:,}: {short * 1e3:.1f} ms"
            yield Claim(f"{what} with {LONG:,} entries", f"{long * 1e3:.1f} ms", limit, long / short,
                        f"at most {WANTED}", long <= WANTED * short)  # fmt: skip
        lasting = (folder / str(LONG)).stat().st_size / LONG
        bodies = sum(len(entry.body) + len(entry.seal) for entry in stores[LONG].read()) / LONG
        yield Claim("bytes of an entry on the disk, index and all", f"{lasting:.0f}", f"plain: {bodies:.0f}",
                    lasting / bodies, "below 0.5", lasting < bodies / 2)  # fmt: skip


def _history(folder: Path, size: int) -> SqliteStore:
    store = SqliteStore.open(folder / str(size), "T1")
    written(Desk.install(store, game("rws-6/2"), Setup("T1", seats=4), lambda: at(0)), size)
    return store


def _report(name: str) -> Callable[[SqliteStore], object]:
    since, until = DAY
    return lambda store: REPORTS[name].make(Sources({"T1": store}, "", "", at(LONG), since, until))


LOOKS: dict[str, Callable[[SqliteStore], object]] = {
    "recall of a round": lambda store: recall(store, 50),
    "turnover of half a day": _report("turnover"),
    "meters of half a day": _report("meters"),
}

if __name__ == "__main__":
    for claim in claims():
        print(claim)
