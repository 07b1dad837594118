"""Loads rulebooks, pay tables, layouts and clauses from files. A faulty rulebook is refused.

Results are cached while the files stay the same, and shared: they are immutable."""

from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from taisai.books.files import (
    CLAUSES,
    REMEDIES,
    RULES,
    book_ids,
    contents,
    find,
    layout_file,
    public_ids,
    read_toml,
    shipped_folder,
)  # fmt: skip
from taisai.books.identity import review_identity
from taisai.books.preset import filled, layout_path, preset_remedies
from taisai.rules.compile import compile_table
from taisai.rules.fault import Faults
from taisai.rules.html import called, loaded_by
from taisai.rules.layout import Layout, check_layout
from taisai.rules.multiplier_reader import check_multiplied
from taisai.rules.paytable import PayTable
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.rulebook import Clause, Remedies, Rulebook, Table

KEPT: Final = 64


def rulebook(ref: str) -> Rulebook:
    """Return the rulebook, with its remedies if it has any: a shipped one by its id, or one of your own by its path.

    >>> rulebook("rws-6")
    rulebook('rws-6')
    """
    folder = find(ref).folder
    return _rulebook(folder, contents(folder))


def rulebooks() -> tuple[Rulebook, ...]:
    """Return all twelve shipped rulebooks: four documents, then houses whose pay tables are public.

    >>> len(rulebooks()), [book.id for book in rulebooks()][:5]
    (12, ['etg', 'nz-1998', 'nz-2008', 'rws-6', 'atlantic-city'])
    """
    return tuple(rulebook(ref) for ref in (*book_ids(), *public_ids()))


@lru_cache(KEPT)
def _rulebook(folder: Path, _: bytes) -> Rulebook:
    book, own = _read(folder), folder / REMEDIES
    file = own if own.is_file() else preset_remedies(read_toml(folder / RULES))
    if file is None:
        return book
    from taisai.books.remedies import faulty_remedies  # noqa: PLC0415 - figures alone need no remedies

    try:
        remedies = msgspec.convert(read_toml(file), Remedies)
    except ValueError:
        raise _invalid(own) from None
    if faulty_remedies(book, remedies).found:
        raise _invalid(own)
    return loaded_by(msgspec.structs.replace(book, remedies=remedies), _ref(folder))


def paytable(ref: str) -> PayTable:
    """Return a pay table by its rulebook and number; the number may be left out if there is only one.

    >>> paytable("rws-6/2")
    paytable('rws-6/2')
    """
    folder, number = find(ref)
    return _paytable(folder, number, contents(folder))


@lru_cache(KEPT)
def _paytable(folder: Path, number: int, _: bytes) -> PayTable:
    book = _read(folder)
    return _compile(folder, book, _table(book, number))


def paytables(ref: str = "") -> tuple[PayTable, ...]:
    """Return all pay tables of a rulebook; without one, all nineteen that are shipped.

    >>> paytables("rws-6")
    (paytable('rws-6/1'), paytable('rws-6/2'), paytable('rws-6/3'))
    >>> len(paytables())
    19
    """
    if not ref:
        return tuple(table for book in (*book_ids(), *public_ids()) for table in paytables(book))
    folder = find(ref).folder
    book = _read(folder)
    return tuple(_compile(folder, book, table) for table in book.table)


def layout(ref: str, table: PayTable | None = None) -> Layout:
    """Return the layout of a pay table, by the same reference as the table.

    >>> layout("rws-6/2"), len(layout("rws-6/2"))
    (layout('rws-6/2'), 3)
    """
    folder = find(ref).folder
    return _layout(folder, int((table or paytable(ref)).id.rpartition("/")[2]), contents(folder))


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
    vars(drawn)["table"] = table
    return loaded_by(drawn, called(table, table.id))


def clauses(ref: str) -> dict[str, Clause]:
    """Return the clauses in the document's order; empty for a rulebook without any.

    >>> clauses("rws-6")["5.1"].kind
    'software'
    """
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
    return loaded_by(book, _ref(folder))


def _ref(folder: Path) -> str:
    """Return how a rulebook is named: by its id if it is shipped, else by its path."""
    return folder.name if shipped_folder(folder.name) == folder else f"{folder}"


def _compile(folder: Path, book: Rulebook, table: Table) -> PayTable:
    faults = Faults(RULES)
    compiled = compile_table(book, table, faults)
    if faults.found or not compiled.spots:
        raise _invalid(folder / RULES)
    loaded_by(compiled, f"{_ref(folder)}/{table.number}")
    for spot in compiled.spots:
        loaded_by(spot, called(compiled, compiled.id))
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
