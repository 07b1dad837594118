"""A report as CSV for a spreadsheet."""

import csv
from collections.abc import Iterator
from fractions import Fraction
from io import StringIO
from typing import Final

from taisai.reports.cells import currency_of, heading, notes, percent
from taisai.reports.report import Cell, Column, Kind, Report, Row, Section
from taisai.rules.currency import units

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", *"\uff1d\uff0b\uff0d\uff20")  # the last four are full-width


def text(report: Report) -> str:
    """Return the CSV: heading pairs, an empty line, columns and rows, an empty line, notes.

    Further sections follow in the same way, each below its title."""
    report = report.spelled_out()
    page = StringIO()
    writer = csv.writer(page)
    writer.writerows((name, _harmless(said)) for name, said in heading(report))
    for part in report.parts:
        writer.writerow(())
        if part.name:
            writer.writerows(((part.title,), ()))
        writer.writerows(_lines(part))
        writer.writerow(())
        writer.writerows((_harmless(note),) for note in notes(report, part))
    return page.getvalue()


def _lines(part: Section) -> Iterator[list[str]]:
    yield [_name(column) for column in part.columns]
    yield from (_cells(part.columns, row) for row in (*part.rows, *part.totals))


def _name(column: Column) -> str:
    return f"{column.name} %" if column.kind is Kind.SHARE else column.name


def _cells(columns: tuple[Column, ...], row: Row) -> list[str]:
    currency = currency_of(columns, row)
    return [_cell(cell, column.kind, currency) for column, cell in zip(columns, row, strict=True)]


def _cell(cell: Cell, kind: Kind, currency: str) -> str:
    if isinstance(cell, str):
        return _harmless(cell)
    match kind:
        case Kind.SHARE:
            return percent(Fraction(cell))
        case Kind.MONEY:
            return str(units(round(cell), currency))
    return str(round(cell))


def _harmless(said: str) -> str:
    """Put an apostrophe before text that a spreadsheet would run as a formula."""
    return f"'{said}" if said.lstrip(" ").startswith(FORMULA) else said
