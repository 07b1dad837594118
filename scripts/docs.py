"""Writes the generated pages and the record of which tests prove which clause; --check only compares."""

import subprocess
import sys
import tempfile
from pathlib import Path

from taisai import figures, paytables
from taisai.books.files import book_ids
from taisai.books.load import rulebook
from taisai.books.proofs import PROOFS, proofs
from taisai.cli.main import COMMANDS
from taisai.rules.paytable import PayTable

ROOT = Path(__file__).parents[1]
HEAD = "<!-- Written by `make docs`; edit the rulebooks or the tests, not this page. -->\n"


def collected_proofs() -> str:
    """What the test suite says that it proves."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "proofs.json"
        command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", f"--proofs={file}"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit((done.stdout + done.stderr)[-2000:])
        return file.read_text(encoding="utf-8")


def clauses_page() -> str:
    lines = [HEAD, "# Every clause and what proves it\n"]
    for book in book_ids():
        rows = proofs(book)
        counts = ", ".join(f"{sum(r.status == s for r in rows)} {s}" for s in ("proven", "open", "procedural"))
        identity = rulebook(book).rulebook
        lines += [f"## {book}: {identity.title}, {identity.edition}\n", f"{counts}.\n"]
        lines += ["| clause | our words | kind | proven by |", "|---|---|---|---|"]
        for row in rows:
            words = row.clause.says + (f" *{row.clause.reading}*" if row.clause.reading else "")
            proof = row.clause.why or "<br>".join(f"`{test}`" for test in row.tests) or "open"
            lines.append(f"| {row.id} | {words} | {row.clause.kind} | {proof} |")
        lines.append("")
    return "\n".join(lines)


def figures_page() -> str:
    lines = [HEAD, "# The nine pay tables in exact figures\n"]
    lines.append("Odds are to one. The edge is what the house expects to keep of a unit staked.")
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
    return "\n".join(lines)


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


def command_page() -> str:
    lines = [HEAD, "# The `taisai` command\n"]
    for command in ("", *COMMANDS):
        shown = subprocess.run(
            [str(Path(sys.executable).parent / "taisai"), *command.split(), "--help"],
            capture_output=True, text=True, check=True, env={"COLUMNS": "100", "LANG": "C.UTF-8"},
        )  # fmt: skip
        lines += [f"## taisai {command}".rstrip() + "\n", "```text", shown.stdout.strip(), "```\n"]
    return "\n".join(lines)


def main() -> None:
    check = "--check" in sys.argv
    stale = []
    pages = [(PROOFS, collected_proofs), (ROOT / "docs" / "clauses.md", clauses_page)]
    pages += [(ROOT / "docs" / "figures.md", figures_page), (ROOT / "docs" / "reference" / "command.md", command_page)]
    for path, make in pages:
        text = make()
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(str(path.relative_to(ROOT)))
            if not check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
    said = "are out of date; run make docs" if check else "written"
    sys.stdout.write(f"{', '.join(stale)} {said}\n" if stale else "all generated pages are up to date\n")
    sys.exit(1 if check and stale else 0)


if __name__ == "__main__":
    main()
