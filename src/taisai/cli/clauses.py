"""`taisai clauses`: every numbered clause in our words, the tests that prove it, and a mutant that they catch."""

from collections.abc import Iterator

import click

from taisai.books.files import book_ids, find
from taisai.books.load import rulebook
from taisai.books.proofs import Proof, proofs
from taisai.cli.output import console, json_option, print_json


@click.command()
@click.argument("book", metavar="[BOOK]", default="")
@json_option
def command(book: str, as_json: bool) -> None:
    """Show the clauses of a rule document and what proves them.

    BOOK is a rulebook such as rws-6 or a path; without one, all of ours. Every numbered clause is given in our own
    words. A clause is software, and then proven or still open, or procedural: done by people, with the reason. A mutant
    is a change that breaks the clause, and a test of the clause catches it.

    Example: taisai clauses rws-6
    """
    rows = [(rulebook(ref).id, proof) for ref in ([book] if book else book_ids()) if find(ref) for proof in proofs(ref)]
    if as_json:
        print_json({"clauses": [_plain(book_id, proof) for book_id, proof in rows]})
        return
    from rich.table import Table  # noqa: PLC0415

    out = console()
    grid = Table(show_lines=True)
    grid.add_column("clause", no_wrap=True)
    grid.add_column("our words", ratio=3)
    grid.add_column("proof", ratio=2)
    for book_id, proof in rows:
        words = proof.clause.says + (f"\n[dim]{proof.clause.reading}[/]" if proof.clause.reading else "")
        grid.add_row(f"{book_id}:{proof.id}", words, "\n".join(_shown(proof)))
    out.print(grid)
    tally = {status: sum(proof.status == status for _, proof in rows) for status in ("proven", "open", "procedural")}
    caught = sum(proof.mutant is not None for _, proof in rows)
    out.print(f"{', '.join(f'{count} {status}' for status, count in tally.items())}; {caught} with a mutant")


def _shown(proof: Proof) -> Iterator[str]:
    """Return the tests by their names, as sentences."""
    if proof.status != "proven":
        yield f"procedural: {proof.clause.why}" if proof.status == "procedural" else "open"
    caught_by = proof.mutant.caught_by if proof.mutant else ""
    if proof.mutant:
        yield f"[bold]mutant:[/] {proof.mutant.breaks}"
        yield f"[bold]caught by:[/] {_sentence(caught_by)}"
    for test in proof.tests:
        if test != caught_by:
            yield f"[dim]test: {_sentence(test)}[/]"


def _sentence(test: str) -> str:
    return test.rpartition("::test_")[2].replace("_", " ")


def _plain(book_id: str, proof: Proof) -> dict[str, object]:
    clause = proof.clause
    return {
        "book": book_id,
        "clause": proof.id,
        "says": clause.says,
        "kind": clause.kind,
        "why": clause.why,
        "reading": clause.reading,
        "status": proof.status,
        "tests": list(proof.tests),
        "mutant": proof.mutant.breaks if proof.mutant else "",
        "caught_by": proof.mutant.caught_by if proof.mutant else "",
    }
