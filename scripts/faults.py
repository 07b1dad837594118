"""Makes a cluster's nodes, database and bus fail under load for an hour, and checks the result of every order."""

import asyncio
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

import click
from rich.console import Console

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from nodes.faults import run
from nodes.processes import cluster

WITHIN_S = 45.0  # a lease, and the end of a round


@click.command()
@click.option("--minutes", default=60.0, show_default=True, help="For how long.")
@click.option("--players", default=10, show_default=True, help="How many play meanwhile.")
@click.option("--seed", default=1, show_default=True, help="Which faults, and in which order.")
@click.option("--first", default="", help="Faults that come first, with commas between: kill, stop, database...")
def main(minutes: float, players: int, seed: int, first: str) -> None:
    """Exits with an error if a history is invalid, or a node does not answer for a table after a fault."""
    out = Console()
    with tempfile.TemporaryDirectory(prefix="taisai-faults-") as folder, ExitStack() as stack:
        made = stack.enter_context(cluster(folder))
        kinds = tuple(filter(None, first.split(",")))
        given = {"players": players, "kinds": kinds, "seed": seed, "within_s": WITHIN_S}
        found = asyncio.run(run(made, stack, for_s=60 * minutes, **given))
    out.print(f"faults: {sum(found.faults.values())} ({found.faults})", highlight=False)
    out.print(f"tables taken {found.takes} times, {found.moved} times shown as moving", highlight=False)
    out.print(f"orders: {found.taken} acknowledged, {found.refused} refused, {found.unsettled} sent again")
    out.print(f"vouchers: {found.issued} issued, {found.redeemed} redeemed at each other's tables", highlight=False)
    for problem in found.problems:
        out.print(problem, highlight=False)
    out.print(
        "nothing lost, nothing twice, every node answered after every fault"
        if not found.problems
        else f"{len(found.problems)} problems"
    )
    sys.exit(bool(found.problems))


if __name__ == "__main__":
    main()
