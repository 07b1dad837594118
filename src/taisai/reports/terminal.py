"""A report for a terminal."""

from io import StringIO
from typing import Final

from rich.box import SIMPLE_HEAD, Box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from taisai.reports.cells import NUMBERS, heading, notes, shown_row
from taisai.reports.report import Column, Report, Row, Section

FILE_WIDTH: Final = 200
WORDS_WIDTH: Final = 24
WIDEST: Final = 10_000


def show(report: Report, console: Console, lines: Box = SIMPLE_HEAD) -> None:
    report = report.spelled_out()
    widest = max(len(name) for name, _ in heading(report)) + 2
    for name, said in heading(report):
        console.print(f"{name + ':':<{widest}}{said}", markup=False, soft_wrap=True)
    for part in report.parts:
        if part.name:
            console.print(f"\n{part.title}", markup=False, style="bold")
        _show_part(part, console, lines)
        for note in notes(report, part):
            console.print(note, markup=False)


def _show_part(part: Section, console: Console, lines: Box) -> None:
    grid = _grid(part, _widths(part), lines)
    if console.measure(grid, options=console.options.update(width=WIDEST)).minimum <= console.width:
        console.print()
        console.print(grid)
        console.print()
    else:
        _show_stacked(part, console)


def text(report: Report, width: int = FILE_WIDTH, lines: Box = SIMPLE_HEAD) -> str:
    """Return the same as text, for a file."""
    page = StringIO()
    show(report, Console(file=page, width=width, highlight=False), lines)
    return page.getvalue()


def _grid(report: Section, widths: list[int], lines: Box) -> Table:
    grid = Table(box=lines, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    for column, width in zip(report.columns, widths, strict=True):
        is_number = column.kind in NUMBERS
        name = Text(column.name.replace(" ", "\n"))
        grid.add_column(name, justify="right" if is_number else "left", vertical="bottom", min_width=width)
    for place, row in enumerate(report.rows, start=1):
        grid.add_row(*_cells(report.columns, row), end_section=place == len(report.rows))
    for total in report.totals:
        grid.add_row(*_cells(report.columns, total), style="bold")
    return grid


def _widths(report: Section) -> list[int]:
    """Return the width of each column. Only free text may be wrapped."""
    rows = [shown_row(report.columns, row) for row in (*report.rows, *report.totals)]
    return [
        WORDS_WIDTH
        if column.name == "words"
        else max(map(cell_len, (*column.name.split(), *(row[place] for row in rows))))
        for place, column in enumerate(report.columns)
    ]


def _show_stacked(report: Section, console: Console) -> None:
    """Print each cell on its own line, so that numbers are not broken in a narrow window."""
    widest = max(len(column.name) for column in report.columns)
    for row in (*report.rows, *report.totals):
        console.print()
        for column, said in zip(report.columns, shown_row(report.columns, row), strict=True):
            if said:
                console.print(f"  {column.name:<{widest}}  {said}", markup=False)
    console.print()


def _cells(columns: tuple[Column, ...], row: Row) -> list[Text]:
    """Return plain cells, because free text may look like mark-up."""
    return list(map(Text, shown_row(columns, row)))
