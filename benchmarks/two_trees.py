"""Compares the embedded houses of two checkouts: processor time per wager, in turn.

python benchmarks/two_trees.py OTHER_CHECKOUT     exits with 1 if this one takes more than 3 % more"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from load import Load, Served, Slice, compiled, seats_taken

TERMINALS, SLICE_S, WARM_S = 192, 0.5, 0.3
TURNS = int(os.environ.get("TAISAI_TURNS", "20"))
MOST = 1.03


def main() -> None:
    trees = {"other": Path(sys.argv[1]).resolve(), "this": Path(__file__).resolve().parents[1]}
    with ExitStack() as opened:
        up = {name: opened.enter_context(_served(tree)) for name, tree in trees.items()}
        found: dict[str, list[Slice]] = {name: [] for name in up}
        for turn in range(TURNS + 1):
            for name in up if turn % 2 else reversed(up):
                made = up[name].wager(SLICE_S if turn else WARM_S)
                found[name] += [made] if turn else []
    pairs = zip(found["this"], found["other"], strict=True)
    ratio = median(this.cpu_us / other.cpu_us for this, other in pairs)
    for name, some in found.items():
        print(f"{name}: {median(one.cpu_us for one in some):.1f} µs of the processor a wager")
    print(f"ratio {ratio:.3f} (median of {TURNS} pairs), wanted at most {MOST}, load {os.getloadavg()[0]:.1f}")
    sys.exit(ratio > MOST)


@contextmanager
def _served(tree: Path) -> Iterator[Served]:
    """Measure each with its own benchmark, its own sources and its own load."""
    with TemporaryDirectory() as folder, compiled(tree / "benchmarks" / "load.c") as program:
        assert program is not None, "needs a C compiler"
        words = [sys.executable, str(tree / "benchmarks" / "serving.py"), "house", folder, "1", str(TERMINALS)]
        means = {**os.environ, "PYTHONPATH": str(tree / "src")}
        process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=means)
        assert process.stdout is not None
        try:
            address = process.stdout.readline().strip()
            with Load(program, address, list(seats_taken(address, 1, TERMINALS))) as load:
                yield Served(load, process.pid)
        finally:
            process.terminate()
            process.communicate()


if __name__ == "__main__":
    main()
