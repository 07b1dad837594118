"""Prints every speed claim as a ratio to a limit or a peer measured in the same run; --json for machines."""

import sys

import bulk
import exposure
import journal
import msgspec
import reading
import screens
import server
import sockets
import starting
import startup
import table
from rich.console import Console
from rich.progress import Progress
from rich.table import Table


def main() -> None:
    claims = []
    modules = (startup, exposure, bulk, journal, table, starting, sockets, server, reading, screens)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("measuring", total=len(modules))
        for module in modules:
            progress.update(task, description=f"measuring {module.__name__}")
            claims += module.claims()
            progress.advance(task)
    if "--json" in sys.argv:
        print(msgspec.json.encode([claim._asdict() for claim in claims]).decode())
        return
    grid = Table(title="measured in one run; trust the ratios, not the seconds")
    for heading in ("what", "figure", "limit or peer", "ratio", "wanted"):
        grid.add_column(heading, justify="right" if heading in {"figure", "ratio"} else "left")
    for claim in claims:
        holds = {None: "", True: "[green]holds[/]", False: "[red]does not hold[/]"}[claim.holds]
        grid.add_row(claim.what, claim.figure, claim.limit, f"{claim.ratio:.3g}", f"{claim.wanted} {holds}".strip())
    Console(width=None if sys.stdout.isatty() else 140).print(grid)


if __name__ == "__main__":
    main()
