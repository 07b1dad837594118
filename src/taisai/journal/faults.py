"""Turns SQLite errors into refusals."""

from pathlib import Path

import apsw

from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused

_FAULTS: tuple[tuple[type[Exception], JournalRefusal, str], ...] = (
    (apsw.BusyError, JournalRefusal.LOCKED, "is in use by another program; close that program and try again"),
    (
        apsw.ReadOnlyError,
        JournalRefusal.READ_ONLY,
        "is read-only; open it for writing, or check whether the disk turned read-only",
    ),
    (
        apsw.CantOpenError,
        JournalRefusal.READ_ONLY,
        "cannot be opened; allow this user to access its folder and files",
    ),
    (apsw.NotADBError, JournalRefusal.NOT_OURS, "is not a taisai journal; choose another file"),
    (apsw.CorruptError, JournalRefusal.CORRUPT, "is damaged; restore it from a copy that verifies"),
    (
        apsw.FullError,
        JournalRefusal.FULL,
        "could not be written because its disk is full; free disk space and try again",
    ),
    (apsw.IOError, JournalRefusal.FAILED, "could not be read or written; check the disk and try again"),
    (OSError, JournalRefusal.FAILED, "could not be read or written; check the disk and try again"),
)


class Refusing:
    """A context manager. It is not a generator: that would cost more than the rest of a small append."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, apsw.Error | OSError):
            for kind, code, words in _FAULTS:
                if isinstance(error, kind):
                    raise Refused(code, f"{self._path} {words} ({error})", str(self._path)) from error
