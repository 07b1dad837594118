"""`taisai tumbler`: tests whether a tumbler's throws look random."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from taisai.cli.laboratory import show_laboratory
from taisai.cli.output import console, json_option

if TYPE_CHECKING:
    from taisai.maths.randomness import Throws

ROLLS: Final = 100_000
ROLLS_MIN, ROLLS_MAX = 1_080, 10_000_000
STREAM: Final = 2_000
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

    They follow from seeds, as those of an electronic table to which nobody contributes. Exit code 1 means
    that the test failed. To test the throws of a file: taisai dice FILE --laboratory.

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


def _collected(rolls: int) -> "Throws":
    from taisai.house.tumbler import thrown  # noqa: PLC0415
    from taisai.reports.throws import collected  # noqa: PLC0415

    with _progress(rolls) as progress:
        return collected(thrown(), rolls, progress)


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
    from taisai.house.tumbler import thrown  # noqa: PLC0415

    return list(islice(thrown(), rolls))
