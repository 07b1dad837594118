"""`taisai load`: many terminals at once, as a load test."""

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import click

from taisai.cli.output import complain, console, json_option, print_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from taisai.client.load import Outcome, Showing

BAR: Final = 50
WRONG_SHOWN: Final = 10


@click.command()
@click.argument("address", default="")
@click.option(
    "--terminals", default=200, type=click.IntRange(1, 10_000), help="The number of terminals, each with its own seat."
)
@click.option("--rounds", default=5, type=click.IntRange(1, 10_000), help="The number of complete rounds.")
@click.option(
    "--rate", default=0.0, type=click.FloatRange(0), help="Wagers a second in total; 0: as fast as answers come."
)
@click.option("--table", default="T1", help="The table, one that deals itself.")
@click.option("--seed", default=0, help="The same seed gives the same players.")
@json_option
def command(  # noqa: PLR0913, PLR0917 - one per option
    address: str, terminals: int, rounds: int, rate: float, table: str, seed: int, as_json: bool
) -> None:
    """Play with many terminals at once, and check every balance.

    ADDRESS is a demo house such as http://127.0.0.1:8080. Without it, the command starts a house in a temporary folder
    and also compares its journal. Each terminal takes a demo seat, wagers, moves and withdraws, and sometimes asks for
    too much or too late. The time is measured from an order to its receipt, which is sent when the order is durable.

    Exit code 1 if a balance is wrong.

    Example: taisai load --terminals 1000 --rounds 10
    """
    from taisai.client.load import Plan, played  # noqa: PLC0415 - keeps --help fast
    from taisai.client.own import played_in_own_house  # noqa: PLC0415

    with _bars(as_json=as_json) as show:
        if address:
            outcome = played(Plan(address.rstrip("/"), table, terminals, rounds, rate, seed=seed), show)
        else:
            outcome = played_in_own_house(Plan("", table, terminals, rounds, rate, 0, seed), show)
    if as_json:
        print_json(outcome)
    else:
        _tell(outcome)
    if outcome.wrong:
        shown = "; ".join(outcome.wrong[:WRONG_SHOWN])
        complain(f"{len(outcome.wrong)} results are wrong: {shown}")
        sys.exit(1)


@contextmanager
def _bars(*, as_json: bool) -> "Iterator[Showing]":
    """Show one progress bar per task, on the error stream."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    columns = (TextColumn("{task.description:<20}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console(stderr=True, quiet=as_json)) as progress:
        tasks = {}

        def show(what: str, done: float, total: float) -> None:
            if what not in tasks:
                tasks[what] = progress.add_task(what, total=total)
            progress.update(tasks[what], completed=done)

        yield show


def _tell(outcome: "Outcome") -> None:
    out, answers = console(), outcome.answers
    out.print(f"{outcome.terminals} terminals, {outcome.rounds} rounds in {outcome.seconds} s")
    out.print(f"seated and connected in {outcome.seating_s} s")
    out.print(f"{outcome.taken} orders accepted, {outcome.taken_per_s:,.0f} per second while wagers were open")
    out.print(f"response times: p50 {answers.p50} ms, p90 {answers.p90} ms, p99 {answers.p99} ms, max {answers.max} ms")
    most = max((bucket.count for bucket in outcome.histogram), default=1)
    for bucket in outcome.histogram:
        name = f"up to {bucket.ms} ms" if bucket.ms else "longer"
        out.print(f"  {name:>14} {bucket.count:>9} {'█' * -(-bucket.count * BAR // most)}")
    for code, count in outcome.refused.items():
        out.print(f"  {'refused':>14} {count:>9} {code}")
    spread = max(outcome.roll_spread_ms, default=0)
    out.print(f"a roll reached the last terminal at most {spread} ms after the first")
    if outcome.house_memory_bytes:
        out.print(f"the house uses {outcome.house_memory_bytes / 2**20:,.0f} MiB of memory")
    if not outcome.wrong:
        out.print(f"every balance is correct: {sum(outcome.balances.values()):,} over all seats")
