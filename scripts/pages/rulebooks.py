"""Pages about the rulebooks: every clause with its proof, and every figure."""

import subprocess
import sys
import tempfile
from pathlib import Path

from mutation.mutants import read_cases
from pages.writing import ROOT, as_json, headed

from taisai import figures, paytables
from taisai.books.files import book_ids
from taisai.books.load import rulebook
from taisai.books.proofs import Proof, proofs
from taisai.rules.paytable import PayTable


def collected_proofs() -> str:
    """Return what the test suite proves."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "proofs.json"
        command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "--assert=plain"]
        command += ["-p", "no:cacheprovider", f"--proofs={file}", *_marked()]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit((done.stdout + done.stderr)[-2000:])
        return file.read_text(encoding="utf-8")


def _marked() -> list[str]:
    """Return the files of tests with the mark of a clause: to collect all others takes four times as long."""
    tests = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(path) for path in tests if "pytest.mark.clause(" in path.read_text(encoding="utf-8")]


def collected_mutants() -> str:
    """Return the mutants of every clause."""
    told = {case.clause: {"breaks": case.mutant.breaks, "caught_by": case.mutant.caught_by} for case in read_cases()}
    return as_json(dict(sorted(told.items())))


def clauses_page() -> str:
    lines = [
        "A mutant is a change of the rulebook or of the program that breaks the clause. `make clauses` makes each",
        "in turn and sees that one of the clause's own tests catches it.\n",
    ]
    for book in book_ids():
        rows = proofs(book)
        counts = ", ".join(f"{sum(r.status == s for r in rows)} {s}" for s in ("proven", "open", "procedural"))
        identity = rulebook(book).rulebook
        caught = sum(row.mutant is not None for row in rows)
        lines += [f"## {book}: {identity.title}, {identity.edition}\n", f"{counts}; {caught} with a mutant.\n"]
        lines += ["| clause | our words | kind | proven by | mutant | caught by |", "|---|---|---|---|---|---|"]
        lines += [f"| {' | '.join(_clauses_row(row))} |" for row in rows]
        lines.append("")
    return headed("Every clause and what proves it", lines, source="the rulebooks or the tests")


def _clauses_row(row: Proof) -> tuple[str, ...]:
    words = row.clause.says + (f" *{row.clause.reading}*" if row.clause.reading else "")
    proof = row.clause.why or "<br>".join(f"`{test}`" for test in row.tests) or "open"
    mutant = (row.mutant.breaks, f"`{row.mutant.caught_by}`") if row.mutant else ("", "")
    return row.id, words, row.clause.kind, proof, *mutant


def figures_page() -> str:
    lines = ["Odds are to one. The edge is what the house expects to keep of a unit staked."]
    lines.append("Odds with a * are inferred; the reason stands under the table.\n")
    for book in book_ids():
        for table in paytables(book):
            lines += [f"## {table.id}: {table.name}\n", f"Fingerprint `{table.fingerprint}`.\n"]
            lines += [
                "| spots | pays | ways of 216 | edge | edge % | variance | clause |",
                "|---|---|---|---|---|---|---|",
            ]
            lines += [*_figures_rows(table), ""]
            lines += [f"\\* {reason}\n" for reason in dict.fromkeys(s.inferred for s in table.spots if s.inferred)]
    return headed("The nine pay tables in exact figures", lines, source="the rulebooks or the tests")


def _figures_rows(table: PayTable) -> list[str]:
    rows: dict[tuple[str, ...], list[str]] = {}
    for spot in table.spots:
        exact = figures(spot)
        odds = spot.odds_words.replace("*", "\\*")
        percent = f"{float(exact.edge * 100):.4f}"
        row = (odds, str(exact.ways), str(exact.edge), percent, str(exact.variance), spot.clause, spot.area)
        rows.setdefault(row, []).append(spot.id)
    return [f"| {_span(ids)} | {' | '.join(row[:-1])} |" for row, ids in rows.items()]


def _span(ids: list[str]) -> str:
    return ", ".join(ids) if len(ids) < 3 else f"{ids[0]} … {ids[-1]} ({len(ids)})"
