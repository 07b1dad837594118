"""`taisai tumbler`: tests whether a tumbler's throws look random."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

import click

from taisai.cli.output import console, json_option, print_json

if TYPE_CHECKING:
    from rich.table import Table

    from taisai.maths.randomness import Finding, Throws

LEVEL: Final = Fraction(1, 100)
ROLLS: Final = 100_000
ROLLS_MIN, ROLLS_MAX = 1_080, 10_000_000
STREAM: Final = 2_000
BAR: Final = 40
FAMILY: Final = (
    "All tests together are judged at 99 % (by Holm's method): a fair tumbler fails about one run in a hundred. "
    "After a failure, run the test again; after a second failure, call a technician."
)
ASCENDING: Final = (
    "Every throw is in ascending order, so the dice cannot be told apart: tests that need this are skipped."
)
APART: Final = "Two processes that started at the same time produced {}."


@click.group(no_args_is_help=True)
def command() -> None:
    """Test the electronic tumbler, or recorded throws.

    Example: taisai tumbler test
    """


@command.command()
@click.option(
    "--rolls", default=ROLLS, type=click.IntRange(ROLLS_MIN, ROLLS_MAX), show_default=True, help="The number of throws."
)
@click.option("--input", "recorded", type=click.File(encoding="utf-8"), help="Test the throws of this file instead.")
@click.option("--seed-free", is_flag=True, help="Also check that two processes started together throw differently.")
@click.option("--out", type=click.Path(path_type=Path), help="Write the raw throws to this new file.")
@json_option
def test(rolls: int, recorded: TextIO | None, seed_free: bool, out: Path | None, as_json: bool) -> None:
    """Collect throws and test them at 99 %.

    Without --input, the electronic tumbler is tested. A file has one throw per line, such as 2-2-5, from any tumbler or
    from dice thrown by hand, in the order of the dice if it is known. Exit code 1 means that the test failed.

    Example: taisai tumbler test --rolls 1000000 --out throws.txt
    """
    from taisai.maths.randomness import findings, passed  # noqa: PLC0415 - keeps --help fast
    from taisai.reports.files import write_new  # noqa: PLC0415
    from taisai.reports.throws import read, written  # noqa: PLC0415

    if recorded and seed_free:
        raise click.UsageError("--seed-free applies only to the electronic tumbler; remove --input")
    throws = read(recorded) if recorded else _collected(rolls)
    if out:
        write_new(out, written(throws))
    found = findings(throws)
    fine = passed(found, LEVEL)
    differ = _differ() if seed_free else True
    notes = _notes(throws, seed_free=seed_free, differ=differ)
    _show(throws, list(zip(found, fine, strict=True)), notes, passed=all(fine) and differ, as_json=as_json)
    sys.exit(0 if all(fine) and differ else 1)


def _collected(rolls: int) -> "Throws":
    from taisai.house.tumbler import faces  # noqa: PLC0415
    from taisai.reports.throws import collected  # noqa: PLC0415

    with _progress(rolls) as progress:
        return collected(faces, rolls, progress)


@contextmanager
def _progress(rolls: int) -> Iterator[Callable[[int], None]]:
    from rich.progress import Progress  # noqa: PLC0415

    out = console(stderr=True)
    with Progress(console=out, transient=True, disable=not out.is_terminal) as bars:
        task = bars.add_task("throwing", total=rolls)
        yield lambda more: bars.advance(task, more)


def _differ() -> bool:
    """Check that two processes throw differently. With a fixed seed or a copied state, both would be the same."""
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
    from multiprocessing import get_context  # noqa: PLC0415

    from numpy import array  # noqa: PLC0415

    from taisai.reports.throws import share_a_stretch  # noqa: PLC0415

    with ProcessPoolExecutor(2, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        one, other = pool.map(_stream, (STREAM, STREAM))
    return not share_a_stretch(array(one), array(other))


def _stream(rolls: int) -> list[tuple[int, int, int]]:
    """Return the first throws of a fresh process. It imports only the tumbler, so that both start together."""
    from taisai.house.tumbler import faces  # noqa: PLC0415

    return [faces() for _ in range(rolls)]


def _notes(throws: "Throws", *, seed_free: bool, differ: bool) -> list[str]:
    from taisai.maths.randomness import is_ascending  # noqa: PLC0415

    notes = [FAMILY]
    if is_ascending(throws):
        notes.append(ASCENDING)
    if seed_free:
        notes.append(APART.format("different throws" if differ else "the same throws: the tumbler is seeded"))
    return notes


def _show(
    throws: "Throws", judged: list[tuple["Finding", bool]], notes: list[str], *, passed: bool, as_json: bool
) -> None:
    if as_json:
        tests = [finding._asdict() | {"passed": fine} for finding, fine in judged]
        totals = {str(total): count for total, count, _ in _totals(throws)}
        head = {"throws": len(throws), "level": str(LEVEL), "passed": passed}
        print_json(head | {"tests": tests, "totals": totals, "notes": notes})
        return
    out = console()
    out.print(_grid(judged))
    for total, count, fair in _totals(throws):
        bar = "█" * round(BAR * count * 6 / len(throws))
        out.print(f"{total:>4} {bar:<{BAR}} {count / len(throws):>7.3%}  (fair {fair:.3%})", soft_wrap=True)
    for note in notes:
        out.print(note)
    verdict = "passed" if passed else "failed"
    out.print(f"{len(throws):,} throws: {verdict}", style="bold green" if passed else "bold red")


def _totals(throws: "Throws") -> list[tuple[int, int, float]]:
    """Yield each total, how often it came, and how often it is expected."""
    from numpy import bincount  # noqa: PLC0415

    from taisai.rules.roll import ROLLS as ALL  # noqa: PLC0415
    from taisai.rules.roll import TOTALS, WAYS  # noqa: PLC0415

    counts = bincount(throws.sum(axis=1), minlength=TOTALS[-1] + 1).tolist()
    fair = {total: sum(roll.ways for roll in ALL if roll.total == total) / WAYS for total in TOTALS}
    return [(total, counts[total], fair[total]) for total in TOTALS]


def _grid(judged: list[tuple["Finding", bool]]) -> "Table":
    from rich.box import SIMPLE_HEAD  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    grid = Table(box=SIMPLE_HEAD)
    grid.add_column("test", no_wrap=True)
    for heading in ("statistic", "df", "p-value"):
        grid.add_column(heading, justify="right", no_wrap=True)
    grid.add_column("verdict")
    for finding, fine in judged:
        freedom = str(finding.freedom) if finding.freedom else "normal"
        verdict = "passed" if fine else "[red]failed[/]"
        grid.add_row(finding.name, f"{finding.statistic:.3f}", freedom, f"{finding.p:.6f}", verdict)
    return grid
