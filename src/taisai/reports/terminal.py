"""A report for a terminal."""

from io import StringIO
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from taisai.reports.cells import NUMBERS, heading, notes, shown
from taisai.reports.report import Column, Report, Row

FILE_WIDTH: Final = 200
WORDS_WIDTH: Final = 24
WIDEST: Final = 10_000


def show(report: Report, console: Console) -> None:
    report = report.spelled_out()
    for name, said in heading(report):
        console.print(f"{name + ':':<10}{said}", markup=False, soft_wrap=True)
    grid = _grid(report, _widths(report))
    if console.measure(grid, options=console.options.update(width=WIDEST)).minimum <= console.width:
        console.print()
        console.print(grid)
        console.print()
    else:
        _show_stacked(report, console)
    for note in notes(report):
        console.print(note, markup=False)


def text(report: Report) -> str:
    """The same for a file."""
    page = StringIO()
    show(report, Console(file=page, width=FILE_WIDTH, highlight=False))
    return page.getvalue()


def _grid(report: Report, widths: list[int]) -> Table:
    grid = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    for column, width in zip(report.columns, widths, strict=True):
        is_number = column.kind in NUMBERS
        name = Text(column.name.replace(" ", "\n"))
        grid.add_column(name, justify="right" if is_number else "left", vertical="bottom", min_width=width)
    for place, row in enumerate(report.rows, start=1):
        grid.add_row(*_cells(report.columns, row), end_section=place == len(report.rows))
    for total in report.totals:
        grid.add_row(*_cells(report.columns, total), style="bold")
    return grid


def _widths(report: Report) -> list[int]:
    """What each column needs; only what people said in their own words may be broken into lines."""
    rows = (*report.rows, *report.totals)
    return [
        WORDS_WIDTH
        if column.name == "words"
        else max(map(cell_len, (*column.name.split(), *(shown(row[place], column.kind) for row in rows))))
        for place, column in enumerate(report.columns)
    ]


def _show_stacked(report: Report, console: Console) -> None:
    """A row below the other, each cell on a line of its own: a number is never broken for want of width."""
    widest = max(len(column.name) for column in report.columns)
    for row in (*report.rows, *report.totals):
        console.print()
        for column, cell in zip(report.columns, row, strict=True):
            if cell != "":
                console.print(f"  {column.name:<{widest}}  {shown(cell, column.kind)}", markup=False)
    console.print()


def _cells(columns: tuple[Column, ...], row: Row) -> list[Text]:
    """As plain text: what people wrote may look like mark-up."""
    return [Text(shown(cell, column.kind)) for column, cell in zip(columns, row, strict=True)]
