"""Simulates houses of several nodes in virtual time, one per seed, and checks every history; then without guards."""

import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from simulation.guards import ALL, MEANING, SMALLEST, Guard, Guards, without
from simulation.house import PLAY_S, QUIET_S, Outcome, simulate

WITHIN = 200  # seeds within which a missing guard must be noticed


@click.command()
@click.option("--from", "first", default=1, show_default=True, help="The first seed.")
@click.option("--to", "last", default=200, show_default=True, help="The last seed.")
@click.option("--guards-off", default="", help=f"Names with commas between: {', '.join(one.value for one in Guard)}.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def main(first: int, last: int, guards_off: str, as_json: bool) -> None:
    """With all guards, every seed must be sound. Without each smallest set of guards, one of the first seeds must fail.
    With --guards-off, only the seeds are played, without those guards."""
    try:
        guards = without(filter(None, guards_off.split(",")))
    except ValueError as error:
        raise click.UsageError(f"{error}; the guards are {', '.join(one.value for one in Guard)}") from error
    begun_s = time.monotonic()
    with Progress(console=Console(stderr=True)) as progress:
        outcomes = _played(progress, range(first, last + 1), guards)
        found = {} if guards_off else _found(progress, range(first, first + WITHIN))
    figures = _figures(outcomes, found, time.monotonic() - begun_s)
    if as_json:
        sys.stdout.write(json.dumps(figures, indent=2) + "\n")
    else:
        _show(figures)
    sys.exit(1 if figures["problems"] or not all(found.values()) else 0)


def _played(progress: Progress, seeds: range, guards: Guards) -> list[Outcome]:
    outcomes = []
    for seed in progress.track(seeds, description="seeds"):
        outcomes.append(simulate(seed, guards))
        for problem in outcomes[-1].problems[:3]:
            progress.console.print(f"seed {seed}: {problem}", markup=False)
    return outcomes


def _found(progress: Progress, seeds: range) -> dict[str, int]:
    """Return for each set the first seed that fails without it; 0 if none does."""
    found = {}
    for guards in progress.track(SMALLEST, description="guards"):
        name = ",".join(one.value for one in guards)
        found[name] = next((seed for seed in seeds if simulate(seed, ALL - {*guards}).problems), 0)
    return found


def _figures(outcomes: list[Outcome], found: dict[str, int], took_s: float) -> dict[str, Any]:
    counted = Counter[str]()
    for one in outcomes:
        counted.update(one.figures)
    return {
        "seeds": len(outcomes),
        "virtual s": len(outcomes) * (PLAY_S + QUIET_S),
        "took s": round(took_s, 1),
        **counted,
        "seeds with problems": [one.seed for one in outcomes if one.problems],
        "first seed without": found,
        "problems": [f"seed {one.seed}: {problem}" for one in outcomes for problem in one.problems],
    }


def _show(figures: dict[str, Any]) -> None:
    out = Console()
    shown = Table("what", "times")
    for name, value in figures.items():
        if isinstance(value, int | float):
            shown.add_row(name, f"{value:,}")
    out.print(shown)
    guards = Table("without", "first seed with a problem", "what it is for")
    for name, seed in figures["first seed without"].items():
        meaning = "; ".join(MEANING[Guard(one)] for one in name.split(","))
        guards.add_row(name, str(seed) if seed else f"none of the first {WITHIN}: find out why", meaning)
    if guards.row_count:
        out.print(guards)
    out.print(f"{len(figures['problems'])} problems in the seeds {figures['seeds with problems']}", markup=False)


if __name__ == "__main__":
    main()
