"""Runs a mutant: its test must fail by an assertion, not because the program no longer runs."""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

import msgspec
from mutation.mutants import ROOT, SOURCE, Case, Misfit, changed, plant

LONGEST_S: Final = 300
LOADING: Final = (
    "import sys; from taisai.books.load import layout, paytables; book, *numbers = sys.argv[1:]\n"
    "tables = {table.id: table for table in paytables(book)}\n"
    "for number in numbers: layout(f'{book}/{number}', tables[f'{book}/{number}'])"
)
QUICK: Final = ("-q", "--no-header", "--tb=short", "-p", "no:cacheprovider", "-p", "anyio")
ASSERTED: Final = (
    "assert ",
    "AssertionError",
    "Failed: DID NOT RAISE",
    "ValueError: not enough values to unpack",  # no parallel workers if a test needs the only instance of something
)


class Outcome(StrEnum):
    CAUGHT = "caught"
    SURVIVED = "survived"
    UNFIT = "unfit"


class Verdict(msgspec.Struct, frozen=True):
    clause: str
    breaks: str
    caught_by: str
    outcome: Outcome
    words: str


def judge(case: Case) -> Verdict:
    with tempfile.TemporaryDirectory() as folder:
        try:
            plant(case, Path(folder))
            _check_loads(case, Path(folder))
            outcome, words = _outcome(case, Path(folder))
        except (Misfit, SyntaxError) as fault:
            outcome, words = Outcome.UNFIT, str(fault)
    return Verdict(case.clause, case.mutant.breaks, case.mutant.caught_by, outcome, words)


def _check_loads(case: Case, folder: Path) -> None:
    """Refuse a mutant that does not load as a program or rulebook, before tests run."""
    files = changed(case)
    for file, text in files.items():
        if file.endswith(".py"):
            compile(text, file, "exec")
    written = [Path(file).stem for file in files if file.startswith("rulebooks/")]
    if written:
        _check_book(case.book, [number for _, _, number in (stem.partition("-") for stem in written) if number], folder)


def _check_book(book: str, layouts: list[str], folder: Path) -> None:
    """Check the rulebook with its own package, where it counts as shipped."""
    command = [sys.executable, "-c", LOADING, book, *layouts]
    environment = os.environ | {"PYTHONPATH": str(folder)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Misfit(_last_line(done.stderr))


def _outcome(case: Case, folder: Path) -> tuple[Outcome, str]:
    report = folder / "report.xml"
    done = run_tests([case.mutant.caught_by], folder, "-x", f"--clause={case.clause}", f"--junitxml={report}")
    if done.returncode == 0:
        return Outcome.SURVIVED, "the test passes all the same"
    failure = next(ET.parse(report).iter("failure"), None) if report.exists() else None
    if failure is None:
        return Outcome.UNFIT, f"no test of the clause could be run: {_last_line(done.stdout + done.stderr)}"
    words = failure.get("message", "").partition("\n")[0]
    return (Outcome.CAUGHT if _is_asserted(words, failure.text or "", folder) else Outcome.UNFIT), words


def _is_asserted(words: str, traceback: str, folder: Path) -> bool:
    """Return whether the test or a refusal asserted it; an assertion inside the package is a crash."""
    *_, place = re.findall(r"^(\S+):\d+: in ", traceback, re.MULTILINE) or [""]
    return words.startswith("taisai.rules.refusals.Refused: ") or (
        words.startswith(ASSERTED) and folder.name not in place
    )


def run_tests(tests: Iterable[str], path: Path = SOURCE.parent, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the tests with the package in a folder, regardless of the installed one and of anybody's own options."""
    environment = os.environ | {"PYTHONPATH": str(path), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""}
    environment.pop("PYTEST_PLUGINS", None)
    command = [sys.executable, "-m", "pytest", *QUICK, *options, *tests]
    try:
        return subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=LONGEST_S
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 2, f"not done after {LONGEST_S} seconds", "")


def _last_line(text: str) -> str:
    return next((line for line in reversed(text.splitlines()) if line.strip()), "")
