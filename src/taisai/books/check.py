"""All faults of a rulebook at once: file, line, fault, offending value, and how to fix it."""

import re
from pathlib import Path
from typing import Any, get_args

import msgspec

from taisai.books.files import CLAUSES, REMEDIES, RULES, layout_file, read_toml
from taisai.books.identity import review_identity
from taisai.books.locate import line_of
from taisai.books.preset import filled, layout_path
from taisai.books.remedies import faulty_remedies
from taisai.books.review import Parts, review_rules
from taisai.books.shape import check_shape
from taisai.rules.fault import Fault, Faults
from taisai.rules.layout import Layout, check_layout
from taisai.rules.refusals import shown
from taisai.rules.rulebook import Clause, Electronic, Remedies, Rulebook


class Problem(msgspec.Struct, frozen=True):
    """A fault with its line, 0 if lines are not known."""

    file: str
    line: int
    kind: str
    words: str
    value: str
    fix: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.words}: {self.value} ({self.fix})"


def check(folder: Path) -> tuple[Problem, ...]:
    """Return problems and warnings by file, in the order of their lines."""
    rules, clauses = Faults(RULES), Faults(CLAUSES)
    clause_ids = _check_clauses(folder, clauses)
    written = _document(folder, rules, Rulebook)
    parts = Parts(filled(written, folder))
    if parts.document:
        review_identity(parts.document, folder, rules)
        review_rules(parts, clause_ids, rules)
    drawn = [fault for number in parts.numbers for fault in _check_layout(folder, number, parts, rules)]
    remedied = _check_remedies(folder, parts, rules)
    found = dict.fromkeys(_problem(folder, fault) for fault in [*rules.found, *clauses.found, *remedied, *drawn])
    return tuple(sorted(found, key=lambda problem: (problem.file != RULES, problem.file, problem.line)))


def electronic(folder: Path) -> str:
    """Return what the rulebook says about electronic tumblers; empty if unreadable."""
    identity = _document(folder, Faults(RULES), Rulebook).get("rulebook")
    said = identity.get("electronic", "no") if isinstance(identity, dict) else ""
    return said if said in get_args(Electronic) else ""


def _check_clauses(folder: Path, faults: Faults) -> frozenset[str]:
    if not (folder / CLAUSES).is_file():
        return frozenset()
    document = _document(folder, faults, dict[str, Clause])
    for number, clause in document.items():
        if isinstance(clause, dict) and clause.get("kind") == "procedural" and not clause.get("why"):
            faults.add((number,), "procedural without a reason", number, "add why no software is needed: why = …")
    return frozenset(document)


def _check_remedies(folder: Path, parts: Parts, rules: Faults) -> list[Fault]:
    """Check remedies. Their meaning is checked only if both files have the right shape."""
    faults = Faults(REMEDIES)
    if not (folder / REMEDIES).is_file():
        return []
    document = _document(folder, faults, Remedies)
    if any(fault.kind == "problem" for fault in [*faults.found, *rules.found]):
        return faults.found
    return faulty_remedies(msgspec.convert(parts.document, Rulebook), msgspec.convert(document, Remedies)).found


def _check_layout(folder: Path, number: int, parts: Parts, rules: Faults) -> list[Fault]:
    faults = Faults(layout_file(number))
    if (lent := layout_path(folder, number, parts.document)) != folder / faults.file:
        return _check_lent(lent, number, parts, rules)
    if not lent.is_file():
        fix = "figures work without one; add it so that the table can be drawn"
        rules.warn(("table",), "no layout file", faults.file, fix)
        return []
    document = _document(folder, faults, Layout)
    if not faults.found and number in parts.compiled:
        layout = msgspec.convert(document, Layout)
        check_layout(layout, parts.compiled[number], faults, parts.excused(rules))
    return faults.found


def _check_lent(path: Path, number: int, parts: Parts, rules: Faults) -> list[Fault]:
    """Check the layout of the table that this one is like; it must fit this one's spots."""
    drawn, table = Faults(path.name), parts.compiled.get(number)
    try:
        layout = msgspec.convert(read_toml(path), Layout)
    except ValueError:
        return []
    if table:
        check_layout(layout, table, drawn, parts.excused(rules))
    for fault in drawn.found[:1]:
        fix = f"figures work without one; add {layout_file(number)} so that the table can be drawn"
        rules.warn(("table",), f"the inherited layout does not fit: {fault.words}", fault.value, fix)
    return []


def _document(folder: Path, faults: Faults, wanted: Any) -> dict[str, Any]:
    """Return the document, checked for shape; empty if the file cannot be read."""
    try:
        document = read_toml(folder / faults.file)
    except ValueError as error:
        _note_unreadable(error, faults)
        return {}
    check_shape(filled(document, folder) if wanted is Rulebook else document, wanted, (), faults)
    return document


def _note_unreadable(error: ValueError, faults: Faults) -> None:
    if isinstance(error, UnicodeDecodeError):
        faults.add(("line", 1), "not UTF-8", str(error), "save the file as UTF-8")
    else:
        line = re.search(r"line (\d+)", str(error))
        faults.add(("line", int(line[1]) if line else 1), "not TOML", str(error), "fix the TOML syntax here")


def _problem(folder: Path, fault: Fault) -> Problem:
    match fault.at:
        case ("line", int(line)):
            pass
        case _:
            line = line_of((folder / fault.file).read_text(encoding="utf-8"), fault.at)
    return Problem(fault.file, line, fault.kind, fault.words, shown(fault.value), fault.fix)
