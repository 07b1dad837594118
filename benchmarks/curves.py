"""Measures this machine and draws the results into docs/curves: wagers against terminals and tables; memory, disk,
starts and reports against the length of a journal.

curves terminals, tables or entries measures only that part. --longest continues to 10,000,000 entries, which takes
long; --drawn only redraws the stored figures."""

import os
import platform
import sys
from datetime import UTC, datetime
from pathlib import Path

import lengths
import msgspec
from chart import Chart, Curve, Spread, svg
from load import Slice, Variant, compiled
from rich.console import Console
from rich.progress import Progress
from wagers import SLICE_S, TERMINALS, WARM_S, in_turns, up_at_once

FOLDER = Path(__file__).parents[1] / "docs" / "curves"
COUNTS = (50, 100, 200, 400, 800, 1_600, 3_000)
TABLES = (1, 2, 4, 8, 16, 32, 64)
ENTRIES = (10**4, 10**5, 10**6)
LONGEST = 10**7
TURNS = int(os.environ.get("TAISAI_TURNS", "7"))

Points = dict[str, list[tuple[float, Spread]]]


class Figures(msgspec.Struct):
    """The measurements, with the time, the machine and its other load."""

    date: str
    machine: str
    load_average: float
    points: Points


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    if "--drawn" not in sys.argv:
        with Progress(console=Console(stderr=True), transient=True) as progress:
            measure(progress)
    for path in sorted(FOLDER.glob("*.json")):
        draw(path.stem, msgspec.json.decode(path.read_bytes(), type=Figures).points)


def measure(progress: Progress) -> None:
    wanted = [name for name in PARTS if name in sys.argv] or list(PARTS)
    with compiled() as program:
        for name in wanted:
            keep(name, PARTS[name](program, progress))


def terminals(program: Path, progress: Progress) -> Points:
    return wagers(program, {count: Variant(str(count), "house", 1, count) for count in COUNTS}, progress)


def tables(program: Path, progress: Progress) -> Points:
    return wagers(program, {count: Variant(str(count), "house", count, TERMINALS) for count in TABLES}, progress)


def entries(_: Path, progress: Progress) -> Points:
    counts = (*ENTRIES, LONGEST) if "--longest" in sys.argv else ENTRIES
    task = progress.add_task("journals", total=len(counts))
    points: Points = {}
    for count in counts:
        for name, spread in lengths.measured(count).items():
            points.setdefault(name, []).append((count, spread))
        progress.advance(task)
    return points


PARTS = {"terminals": terminals, "tables": tables, "entries": entries}


def wagers(program: Path, variants: dict[int, Variant], progress: Progress) -> Points:
    task = progress.add_task(f"wagers, {len(variants)} houses at once", total=TURNS)
    slices: dict[str, list[Slice]] = {variant.name: [] for variant in variants.values()}
    with up_at_once(program, variants.values()) as up:
        in_turns(up, 1, WARM_S)
        for _ in range(TURNS):
            for name, (one,) in in_turns(up, 1, SLICE_S).items():
                slices[name].append(one)
            progress.advance(task)
    return {name: [(count, Spread.of(getattr(one, name) for one in slices[variant.name]))
                   for count, variant in variants.items()]
            for name in ("per_s", "p99_ms", "cpu_us")}  # fmt: skip


def keep(name: str, points: Points) -> None:
    """Store each part when it is ready, with the machine's load during the measurement."""
    when = datetime.now(UTC).isoformat("T", "minutes")
    machine = f"{platform.machine()}, {os.cpu_count()} cores, {platform.system()} {platform.release()}"
    figures = Figures(when, machine, round(os.getloadavg()[1], 1), points)
    (FOLDER / f"{name}.json").write_bytes(msgspec.json.format(msgspec.json.encode(figures), indent=1) + b"\n")


def draw(name: str, points: Points) -> None:
    for file, chart in charts(name, points).items():
        (FOLDER / f"{file}.svg").write_text(svg(chart), encoding="utf-8")


def charts(name: str, points: Points) -> dict[str, Chart]:
    """Return the charts of one file of figures."""
    if name == "entries":
        return {file: lengths.chart(file, points) for file in lengths.CHARTS}
    return {
        f"{name}-{kind}": Chart(f"{title} against {name}", name, y, [Curve("", points[kind])])
        for kind, title, y in (
            ("per_s", "Wagers durably accepted", "a second"),
            ("p99_ms", "p99 of a wager", "milliseconds"),
            ("cpu_us", "The server's processor time", "microseconds a wager"),
        )
    }


if __name__ == "__main__":
    main()
