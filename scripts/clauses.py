"""Breaks every clause of the rulebooks on purpose, one at a time, and checks that one of its tests fails."""

import json
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import NoReturn

import click
import msgspec
from mutation.mutants import MUTANTS, Case, Misfit, misfits, read_cases
from mutation.running import Outcome, Verdict, judge, run_tests
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from taisai.books.files import book_ids
from taisai.books.proofs import proofs


class Found(msgspec.Struct):
    """`without` are clauses without a mutant; `failing` is the output of tests that fail without any mutant."""

    mutants: int = 0
    without: list[str] = []
    misfits: list[str] = []
    failing: list[str] = []
    verdicts: list[Verdict] = []

    @property
    def uncaught(self) -> list[Verdict]:
        return [verdict for verdict in self.verdicts if verdict.outcome is not Outcome.CAUGHT]


@click.command()
@click.option("--book", "books", multiple=True, type=click.Choice(book_ids()), help="only clauses of this rulebook")
@click.option("--clause", "clauses", multiple=True, help="only this clause, such as rws-6:5.1.1")
@click.option("--jobs", default=2, show_default=True, type=click.IntRange(1), help="how many mutants at a time")
@click.option("--check", is_flag=True, help="run no test, only see whether the mutants fit the source")
@click.option("--mutants", default=MUTANTS, type=click.Path(path_type=Path), help="the folder that describes them")
@click.option("--json", "as_json", is_flag=True, help="print one JSON object")
def main(
    books: tuple[str, ...], clauses: tuple[str, ...], jobs: int, check: bool, mutants: Path, as_json: bool
) -> None:
    """Break clauses on purpose; exit with 1 and a table if a mutant is not caught.

    Example: scripts/clauses.py --book rws-6
    """
    tests = software()
    try:
        cases = read_cases(mutants)
    except Misfit as misfit:
        end(Found(misfits=[str(misfit)]), as_json)
    if unknown := set(clauses) - {case.clause for case in cases}:
        raise click.BadParameter(f"no mutant of {', '.join(sorted(unknown))}", param_hint="--clause")
    wanted = [case for case in cases if case.book in (books or book_ids()) and case.clause in (clauses or tests)]
    found = Found(len(cases), sorted(tests.keys() - {case.clause for case in cases}), list(misfits(cases, tests)))
    if not check and not found.misfits:
        found.failing = failing({case.mutant.caught_by for case in wanted}, jobs)
        found.verdicts = [] if found.failing else judged(wanted, jobs)
    end(found, as_json)


def software() -> dict[str, tuple[str, ...]]:
    """Return the clauses implemented in software, with their tests."""
    named = ((f"{book}:{proof.id}", proof) for book in book_ids() for proof in proofs(book))
    return {name: proof.tests for name, proof in named if proof.status != "procedural"}


def failing(tests: Iterable[str], jobs: int) -> list[str]:
    """Return failing tests: a test that fails without a mutant proves nothing."""
    ordered = sorted(tests)
    with ThreadPoolExecutor(jobs) as pool:
        runs = list(pool.map(run_tests, filter(None, (ordered[first::jobs] for first in range(jobs)))))
    return [done.stdout + done.stderr for done in runs if done.returncode]


def judged(cases: list[Case], jobs: int) -> list[Verdict]:
    """Return the results in the order of the cases."""
    with Progress(console=Console(stderr=True)) as progress, ThreadPoolExecutor(jobs) as pool:
        bar = progress.add_task("mutants", total=len(cases))
        asked = [pool.submit(judge, case) for case in cases]
        for _ in as_completed(asked):
            progress.advance(bar)
    return [one.result() for one in asked]


def end(found: Found, as_json: bool) -> NoReturn:
    if as_json:
        sys.stdout.write(json.dumps(msgspec.to_builtins(found), indent=1, ensure_ascii=False) + "\n")
    else:
        show(found)
    sys.exit(1 if found.uncaught or found.misfits or found.failing else 0)


def show(found: Found) -> None:
    out = Console()
    for words in (*found.misfits, *found.failing):
        out.print(words, markup=False, highlight=False)
    if found.uncaught:
        grid = Table("clause", "what is broken", "outcome", "test", show_lines=True)
        for one in found.uncaught:
            grid.add_row(one.clause, one.breaks, f"{one.outcome}: {one.words}", one.caught_by)
        out.print(grid)
    counts = [f"{sum(one.outcome is kind for one in found.verdicts)} {kind}" for kind in Outcome if found.verdicts]
    out.print(", ".join([f"{found.mutants} mutants", f"{len(found.without)} clauses without one", *counts]))


if __name__ == "__main__":
    main()
