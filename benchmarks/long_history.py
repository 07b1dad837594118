"""A recall and a report from a short and a long journal, and what an entry takes of the disk."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from time import perf_counter

from history import at, written
from promise import Pair

from taisai.house.desk import Desk
from taisai.house.games import game
from taisai.house.recall import recall
from taisai.house.setup import Setup
from taisai.journal.sqlite import SqliteStore
from taisai.reports.registry import REPORTS
from taisai.reports.sources import Sources

SHORT, LONG, LOOKS = 100_000, 1_000_000, 5
DAY = ("2026-11-02", "2026-11-02T12:00:00")  # in the shorter journal


def measured(folder: Path) -> Iterator[Pair]:
    """The first process writes the journals."""
    with ExitStack() as opened:
        short, long = (opened.enter_context(closing(_history(folder, size))) for size in (SHORT, LONG))
        for name, look in (("recall", lambda store: recall(store, 50)), ("report", _turnover)):
            for _ in range(LOOKS):
                yield Pair(name, _ms(look, long), _ms(look, short))
        plain = sum(len(entry.body) + len(entry.seal) for entry in short.read()) / SHORT
        yield Pair("disk", (folder / str(LONG)).stat().st_size / LONG, plain)


def _history(folder: Path, size: int) -> SqliteStore:
    is_new = not (folder / str(size)).exists()
    store = SqliteStore.open(folder / str(size), "T1")
    if is_new:
        written(Desk.install(store, game("rws-6/2"), Setup("T1", seats=4), lambda: at(0)), size)
    return store


def _turnover(store: SqliteStore) -> object:
    since, until = DAY
    return REPORTS["turnover"].make(Sources({"T1": store}, "", "", at(LONG), since, until))


def _ms(look: Callable[[SqliteStore], object], store: SqliteStore) -> float:
    start = perf_counter()
    look(store)
    return (perf_counter() - start) * 1e3
