"""Compares the embedded houses of two checkouts: processor time per wager, with the 95 % interval of their ratio.

python benchmarks/two_trees.py OTHER_CHECKOUT     exits with 1 if this one surely takes more than 3 % more"""

import os
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from load import BARE, Load, Served, compiled, seats_of
from promise import interval
from rich.console import Console
from rich.progress import track

SLICE_S, WARM_S = 0.25, 0.3
MOST: Final = 1.03
HERE: Final = Path(__file__).resolve().parents[1]


def asked() -> Namespace:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("other", type=Path, help="the other checkout; what it measures with is its own")
    parser.add_argument("--kind", default="house", help=f"a kind of house of serving.py, or {BARE} (house)")
    parser.add_argument("--tables", type=int, default=1)
    parser.add_argument("--terminals", type=int, default=192)
    parser.add_argument("--processes", type=int, default=5, help="of each tree, in turn (5)")
    parser.add_argument("--batches", type=int, default=6, help="of each process, in turn (6)")
    parser.add_argument("--wagers", type=int, default=4_000, help="at least so many in a batch (4,000)")
    return parser.parse_args()


def main() -> None:
    given = asked()
    trees = {"other": given.other.resolve(), "this": HERE}
    told: dict[str, list[float]] = {name: [] for name in trees}
    ratios: list[list[float]] = []
    for number in track(range(given.processes), "processes", console=Console(stderr=True), transient=True):
        found = batches(trees if number % 2 else dict(reversed(trees.items())), given)
        ratios.append([this / other for this, other in zip(found["this"], found["other"], strict=True)])
        for name, some in found.items():
            told[name] += some
    for name, some in told.items():
        print(f"{name}: {median(some):.1f} µs of the processor a wager")
    low, middle, high = interval(ratios)
    load = f"load {os.getloadavg()[0]:.1f}"
    print(f"ratio {middle:.3f}, 95 % of it {low:.3f} to {high:.3f}, wanted at most {MOST}, {load}")
    sys.exit(low > MOST)


def batches(trees: dict[str, Path], given: Namespace) -> dict[str, list[float]]:
    """Return processor time per wager of each batch, with one process of each tree."""
    with ExitStack() as opened:
        up = {name: opened.enter_context(_served(tree, given)) for name, tree in trees.items()}
        found: dict[str, list[float]] = {name: [] for name in up}
        for one in up.values():
            one.wager(WARM_S)
        for turn in range(given.batches):
            for name in up if turn % 2 else reversed(up):
                found[name].append(_batch(up[name], given.wagers))
        return found


def _batch(served: Served, wagers: int) -> float:
    """Wager until so many are answered, however slow the machine is just now."""
    answered, cpu_s = 0, 0.0
    while answered < wagers:
        made = served.wager(SLICE_S)
        answered, cpu_s = answered + made.answered, cpu_s + made.cpu_s
    return cpu_s / answered * 1e6


@contextmanager
def _served(tree: Path, given: Namespace) -> Iterator[Served]:
    """Measure each with its own benchmark, its own sources and its own load."""
    with TemporaryDirectory() as folder, compiled(tree / "benchmarks" / "load.c") as program:
        seats = -(-given.terminals // given.tables)
        words = [sys.executable, str(tree / "benchmarks/serving.py"), given.kind, folder, str(given.tables), str(seats)]
        means = {**os.environ, "PYTHONPATH": str(tree / "src")}
        process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=means)
        assert process.stdout is not None
        try:
            address = process.stdout.readline().strip()
            terminals = list(seats_of(given.kind, address, given.tables, given.terminals))
            with Load(program, address, terminals) as load:
                yield Served(load, process.pid)
        finally:
            process.terminate()
            process.communicate()


if __name__ == "__main__":
    main()
