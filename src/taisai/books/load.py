"""Loads rulebooks, pay tables, layouts and clauses from files. A faulty rulebook is refused.

Results are cached while the files stay the same, and shared: they are immutable."""

from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from taisai.books.files import CLAUSES, REMEDIES, RULES, book_ids, contents, find, layout_file, read_toml
from taisai.books.identity import review_identity
from taisai.books.preset import filled, layout_path, preset_remedies
from taisai.books.remedies import faulty_remedies
from taisai.rules.compile import compile_table
from taisai.rules.fault import Faults
from taisai.rules.layout import Layout, check_layout
from taisai.rules.multiplier_reader import check_multiplied
from taisai.rules.paytable import PayTable
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.rulebook import Clause, Remedies, Rulebook, Table

KEPT: Final = 64


def rulebook(ref: str) -> Rulebook:
    """Return the rulebook, with its remedies if it has any."""
    folder = find(ref).folder
    return _rulebook(folder, contents(folder))


@lru_cache(KEPT)
def _rulebook(folder: Path, _: bytes) -> Rulebook:
    book, own = _read(folder), folder / REMEDIES
    file = own if own.is_file() else preset_remedies(read_toml(folder / RULES))
    if file is None:
        return book
    try:
        remedies = msgspec.convert(read_toml(file), Remedies)
    except ValueError:
        raise _invalid(own) from None
    if faulty_remedies(book, remedies).found:
        raise _invalid(own)
    return msgspec.structs.replace(book, remedies=remedies)


def paytable(ref: str) -> PayTable:
    folder, number = find(ref)
    return _paytable(folder, number, contents(folder))


@lru_cache(KEPT)
def _paytable(folder: Path, number: int, _: bytes) -> PayTable:
    book = _read(folder)
    return _compile(folder, book, _table(book, number))


def paytables(ref: str) -> tuple[PayTable, ...]:
    """Return all pay tables of a rulebook."""
    folder = find(ref).folder
    book = _read(folder)
    return tuple(_compile(folder, book, table) for table in book.table)


def shipped_paytables() -> tuple[PayTable, ...]:
    return tuple(table for book in book_ids() for table in paytables(book))


def layout(ref: str, table: PayTable) -> Layout:
    """Return the layout of a pay table that was loaded by the same reference."""
    folder = find(ref).folder
    return _layout(folder, int(table.id.rpartition("/")[2]), contents(folder))


@lru_cache(KEPT)
def _layout(folder: Path, number: int, held: bytes) -> Layout:
    table, file = _paytable(folder, number, held), layout_path(folder, number, read_toml(folder / RULES))
    if not file.is_file():
        raise Refused(Refusal.LAYOUT_MISSING, f"{table.id} has no layout: add {file.name} beside {RULES}", file.name)
    faults = Faults(file.name)
    try:
        drawn = msgspec.convert(read_toml(file), Layout)
    except ValueError:
        raise _invalid(file) from None
    check_layout(drawn, table, faults)
    if faults.found and file.parent != folder:
        words = f"{table.id} has no layout: the layout of {file.parent.name} does not fit; add {layout_file(number)}"
        raise Refused(Refusal.LAYOUT_MISSING, words, table.id)
    if faults.found:
        raise _invalid(file)
    return drawn


def clauses(ref: str) -> dict[str, Clause]:
    """Return the clauses in the document's order; empty for a rulebook without any."""
    folder = find(ref).folder
    if not (folder / CLAUSES).is_file():
        return {}
    try:
        return msgspec.convert(read_toml(folder / CLAUSES), dict[str, Clause])
    except ValueError:
        raise _invalid(folder / CLAUSES) from None


def _read(folder: Path) -> Rulebook:
    faults = Faults(RULES)
    try:
        document = filled(read_toml(folder / RULES), folder)
        book = msgspec.convert(document, Rulebook)
    except ValueError:  # not TOML, not UTF-8, or not the shape of a rulebook
        raise _invalid(folder / RULES) from None
    review_identity(document, folder, faults)
    check_multiplied(book.multipliers, tuple(table.number for table in book.table), book.permits_electronic, faults)
    if faults.found:
        raise _invalid(folder / RULES)
    return book


def _compile(folder: Path, book: Rulebook, table: Table) -> PayTable:
    faults = Faults(RULES)
    compiled = compile_table(book, table, faults)
    if faults.found or not compiled.spots:
        raise _invalid(folder / RULES)
    return compiled


def _table(book: Rulebook, number: int) -> Table:
    by_number = {table.number: table for table in book.table}
    if number in by_number:
        return by_number[number]
    if not number and len(by_number) == 1:
        return book.table[0]
    choices = ", ".join(f"{book.id}/{known}" for known in by_number)
    if number:
        raise Refused(Refusal.TABLE_UNKNOWN, f"{book.id} has no pay table {number}; it has {choices}", number)
    raise Refused(Refusal.TABLE_UNSAID, f"{book.id} has several pay tables; choose one: {choices}", book.id)


def _invalid(file: Path) -> Refused:
    from taisai.books.check import check  # noqa: PLC0415 - only a faulty rulebook needs the lines

    problems = [found for found in check(file.parent) if found.kind == "problem"]
    first = min(problems, key=lambda problem: problem.file != file.name)
    more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
    words = f"{first}{more}; see all with: taisai check {file.parent}"
    return Refused(Refusal.BOOK_INVALID, words, str(file.parent))
