"""A report as a PDF."""

from typing import Final

from rich.box import Box

from taisai.reports import pdf, terminal
from taisai.reports.report import Report

LINES: Final = Box("    \n    \n -- \n    \n    \n    \n    \n    \n", ascii=True)
"""A line of dashes below the column names, because PDF fonts have no box characters."""


def content(report: Report) -> bytes:
    return pdf.pdf(terminal.text(report, pdf.COLUMNS, LINES).splitlines())
