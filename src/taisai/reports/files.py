"""Writes a report, or the throws of a tumbler, to a new file."""

from pathlib import Path

from taisai.reports.refusals import ReportRefusal
from taisai.rules.refusals import Refused


def write_new(path: Path, text: str) -> None:
    """Never overwrite a file."""
    write_new_bytes(path, text.encode())


def write_new_bytes(path: Path, content: bytes) -> None:
    try:
        with path.open("xb") as file:
            file.write(content)
    except OSError as error:
        words = f"{path} was not written completely: {error.strerror or error}; choose a new file on a disk with space"
        raise Refused(ReportRefusal.OUT_FAILED, words, str(path)) from None
