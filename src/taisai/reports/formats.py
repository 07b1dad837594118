"""Every format that a report is written in."""

from collections.abc import Callable
from typing import Final, NamedTuple

from taisai.reports import machine, page, sheet, terminal
from taisai.reports.report import Report


class Format(NamedTuple):
    media: str
    text: Callable[[Report], str]


FORMATS: Final[dict[str, Format]] = {
    "text": Format("text/plain; charset=utf-8", terminal.text),
    "json": Format("application/json", machine.text),
    "csv": Format("text/csv; charset=utf-8", sheet.text),
    "html": Format("text/html; charset=utf-8", page.text),
}
