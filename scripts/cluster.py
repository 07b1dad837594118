"""Runs a house on three nodes behind a balancer, with PostgreSQL and NATS, until Ctrl-C."""

import signal
import sys
import tempfile
from pathlib import Path
from threading import Event

import click
from rich.console import Console

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from nodes.processes import Cluster, cluster

NAMES = ("one", "two", "three")


@click.command()
@click.option("--port", default=8080, show_default=True, help="Where the balancer listens.")
def main(port: int) -> None:
    """Create everything in a temporary folder and remove it afterwards."""
    stopping = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopping.set())
    out = Console()
    with tempfile.TemporaryDirectory(prefix="taisai-cluster-") as folder, cluster(folder) as made:
        for name in NAMES:
            made.add(name)
            out.print(f"  node {name} is up", highlight=False)
        tell(out, made, made.balance(port))
        while not stopping.wait(1):
            told_of_dead(out, made)


def tell(out: Console, made: Cluster, address: str) -> None:
    code = made.nodes[0].told["first_code"]
    out.print(f"\n[b]a house on three nodes[/b]: {address}   (pit: {address}/pit, consoles: {address}/console)")
    out.print(f"  the first account is [b]first.manager[/b], with the one-time code [b]{code}[/b]\n", highlight=False)
    for node in made.nodes:
        out.print(f"  node {node.name:<6} {node.address}   kill -KILL {node.process.pid}", highlight=False)
    out.print(
        "\nTake a seat at an electronic table, then kill a node with the line beside it. If it had your table, the"
        " screen says that the table is moving, and then the table is back with your credit; a"
        " round whose wagers were still open is void and your stakes are back. If it only had your connection, the"
        " screen connects again by itself. A node that was killed is not started again.\n\nCtrl-C stops everything",
        highlight=False,
    )


def told_of_dead(out: Console, made: Cluster) -> None:
    for node in made.nodes:
        if node.process.poll() is not None and node.told:
            node.told = {}
            out.print(f"  node {node.name} is gone; the others take its tables", highlight=False)


if __name__ == "__main__":
    main()
