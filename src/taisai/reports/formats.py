"""All file formats of reports."""

from collections.abc import Callable
from typing import Final, NamedTuple

from taisai.reports import machine, page, paper, sheet, terminal
from taisai.reports.report import Report


class Format(NamedTuple):
    media: str
    content: Callable[[Report], bytes]


def _encoded(text: Callable[[Report], str]) -> Callable[[Report], bytes]:
    return lambda report: text(report).encode()


FORMATS: Final[dict[str, Format]] = {
    "text": Format("text/plain; charset=utf-8", _encoded(terminal.text)),
    "json": Format("application/json", _encoded(machine.text)),
    "csv": Format("text/csv; charset=utf-8", _encoded(sheet.text)),
    "html": Format("text/html; charset=utf-8", _encoded(page.text)),
    "pdf": Format("application/pdf", paper.content),
}
