"""Prints every speed claim as a ratio to a limit or a peer measured in the same run; exits with 1 if one fails."""

import os
import sys
import traceback
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from time import perf_counter
from types import ModuleType

import bulk
import chips
import exposure
import floors
import informing
import journal
import logs
import looking
import memory
import msgspec
import reading
import receipts
import risk
import screens
import sockets
import starting
import startup
import table
import variants
from measure import Claim
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

QUICK = (startup, exposure, table, chips)
ALL = (
    startup, exposure, bulk, risk, journal, logs, receipts, looking, table, chips, starting, floors, sockets, memory,
    variants, informing, reading, screens,
)  # fmt: skip
BY_NAME = {module.__name__: module for module in ALL}


def asked() -> Namespace:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the claims for machines")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--quick", action="store_true", help="only those that take less than a minute in all")
    which.add_argument("--cluster", action="store_true", help="those of a house on several nodes, some five minutes")
    which.add_argument("--only", nargs="+", choices=BY_NAME, metavar="NAME", help=f"some of: {', '.join(BY_NAME)}")
    return parser.parse_args()


def main() -> None:
    claims: list[Claim] = []
    seconds: dict[str, float] = {}
    told = asked()
    modules = _cluster() if told.cluster else QUICK if told.quick else [BY_NAME[name] for name in told.only or BY_NAME]
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("measuring", total=len(modules))
        for module in modules:
            progress.update(task, description=f"measuring {module.__name__}")
            begin_s = perf_counter()
            claims += _measured(module)
            seconds[module.__name__] = perf_counter() - begin_s
            progress.advance(task)
    if told.json:
        print(msgspec.json.encode([claim._asdict() for claim in claims]).decode())
    else:
        show(claims, seconds)
    sys.exit(any(claim.holds is False for claim in claims))


def _cluster() -> tuple[ModuleType, ...]:
    import cluster_nodes  # noqa: PLC0415 - they want drivers and servers that others do not
    import cluster_store  # noqa: PLC0415

    return cluster_store, cluster_nodes


def _measured(module: ModuleType) -> Iterator[Claim]:
    """Measure one claim. If it crashes, the others still run."""
    try:
        yield from module.claims()
    except Exception as error:  # noqa: BLE001 - every error is reported
        traceback.print_exc()
        yield Claim(f"{module.__name__}: measured to its end", "", f"{type(error).__name__}", 0.0, "no error", False)


def show(claims: list[Claim], seconds: dict[str, float]) -> None:
    loads = " ".join(f"{load:.1f}" for load in os.getloadavg())
    title = f"measured in one run, load average {loads}; trust the ratios, not the seconds"
    taken = ", ".join(f"{name} {taken_s:.0f}" for name, taken_s in seconds.items())
    grid = Table(title=title, caption=f"{sum(seconds.values()):.0f} seconds: {taken}")
    for heading in ("what", "figure", "limit or peer", "ratio", "wanted"):
        grid.add_column(heading, justify="right" if heading in {"figure", "ratio"} else "left")
    for claim in claims:
        holds = {None: "", True: "[green]holds[/]", False: "[red]does not hold[/]"}[claim.holds]
        grid.add_row(claim.what, claim.figure, claim.limit, f"{claim.ratio:.3g}", f"{claim.wanted} {holds}".strip())
    Console(width=None if sys.stdout.isatty() else 140).print(grid)


if __name__ == "__main__":
    main()
