"""`taisai tumbler`: tests whether a tumbler's throws look random."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from taisai.cli.dice import findings_grid
from taisai.cli.output import console, json_option, print_json

if TYPE_CHECKING:
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
    """Test the electronic tumbler.

    Example: taisai tumbler test
    """


@command.command()
@click.option(
    "--rolls", default=ROLLS, type=click.IntRange(ROLLS_MIN, ROLLS_MAX), show_default=True, help="The number of throws."
)
@click.option("--seed-free", is_flag=True, help="Also check that two processes started together throw differently.")
@click.option("--out", type=click.Path(path_type=Path), help="Write the raw throws to this new file.")
@json_option
def test(rolls: int, seed_free: bool, out: Path | None, as_json: bool) -> None:
    """Collect throws and test them at 99 %.

    Exit code 1 means that the test failed. To test the throws of a file: taisai dice FILE --laboratory.

    Example: taisai tumbler test --rolls 1000000 --out throws.txt
    """
    from taisai.reports.files import write_new  # noqa: PLC0415 - keeps --help fast
    from taisai.reports.throws import written  # noqa: PLC0415

    throws = _collected(rolls)
    if out:
        write_new(out, written(throws))
    differ = _differ() if seed_free else True
    apart = [APART.format("different throws" if differ else "the same throws: the tumbler is seeded")]
    fine = show_laboratory(throws, apart if seed_free else [], fine=differ, as_json=as_json)
    sys.exit(0 if fine else 1)


def show_laboratory(throws: "Throws", more: Sequence[str] = (), *, fine: bool = True, as_json: bool) -> bool:
    """Show what a laboratory's tests find, and return whether all passed, and everything else is fine."""
    from taisai.maths.randomness import findings, is_ascending, passed  # noqa: PLC0415

    found = findings(throws)
    judged = list(zip(found, passed(found, LEVEL), strict=True))
    fine = fine and all(passed for _, passed in judged)
    notes = [FAMILY, *([ASCENDING] if is_ascending(throws) else []), *more]
    _show(throws, judged, notes, passed=fine, as_json=as_json)
    return fine


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
    out.print(findings_grid(judged))
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
