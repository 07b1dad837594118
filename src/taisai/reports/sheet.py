"""A report as CSV for a spreadsheet."""

import csv
from fractions import Fraction
from io import StringIO
from typing import Final

from taisai.reports.cells import heading, notes, percent
from taisai.reports.report import Cell, Column, Kind, Report, Row

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", *"\uff1d\uff0b\uff0d\uff20")  # the last four are full-width


def text(report: Report) -> str:
    """The heading in pairs, an empty line, the rows below their columns, an empty line, the notes."""
    report = report.spelled_out()
    page = StringIO()
    writer = csv.writer(page)
    writer.writerows((name, _harmless(said)) for name, said in heading(report))
    writer.writerow(())
    writer.writerow(_name(column) for column in report.columns)
    writer.writerows(_cells(report.columns, row) for row in (*report.rows, *report.totals))
    writer.writerow(())
    writer.writerows((_harmless(note),) for note in notes(report))
    return page.getvalue()


def _name(column: Column) -> str:
    return f"{column.name} %" if column.kind is Kind.SHARE else column.name


def _cells(columns: tuple[Column, ...], row: Row) -> list[str]:
    return [_cell(cell, column.kind) for column, cell in zip(columns, row, strict=True)]


def _cell(cell: Cell, kind: Kind) -> str:
    if isinstance(cell, str):
        return _harmless(cell)
    return percent(Fraction(cell)) if kind is Kind.SHARE else str(round(cell))


def _harmless(said: str) -> str:
    """A spreadsheet would run what begins like this as a formula; an apostrophe makes it words."""
    return f"'{said}" if said.lstrip(" ").startswith(FORMULA) else said
