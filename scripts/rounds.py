"""Plays random tables, with orders from every role, until so many rounds have ended."""

import sys
from itertools import cycle, product
from pathlib import Path

import click
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from machines.machine import TableMachine
from machines.people import KINDS, REFS

ENDS = ("RoundSettled", "RoundVoided")
SETTINGS = settings(
    max_examples=10,
    stateful_step_count=40,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.generate,),
)


@click.command()
@click.option("--rounds", default=10_000, show_default=True, help="How many rounds are to end, settled or void.")
@click.option("--shrink", is_flag=True, help="Look for the shortest way to a rule that is broken; that takes long.")
def main(rounds: int, shrink: bool) -> None:
    """Stop at the first broken rule and print the steps to it."""
    tally = TableMachine.tally
    chosen = settings(SETTINGS, phases=(Phase.generate, Phase.shrink)) if shrink else SETTINGS
    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task("rounds", total=rounds)
        for ref, kind in cycle(product(REFS, KINDS)):
            machine = type("Machine", (TableMachine,), {"ref": ref, "kind": kind})
            run_state_machine_as_test(machine, settings=chosen)
            ended = sum(tally.get(name, 0) for name in ENDS)
            progress.update(task, completed=ended, description=f"{ref} {kind}")
            if ended >= rounds:
                break
    shown = Table("event", "times", title="what happened; nothing that must not")
    for name, times in sorted(tally.items(), key=lambda item: -item[1]):
        shown.add_row(name, f"{times:,}")
    Console().print(shown)


if __name__ == "__main__":
    main()
