"""One writing process per file. The kernel releases the lock when the process ends, however it ends."""

import fcntl
import os
import socket
from contextlib import suppress
from pathlib import Path

from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused


class FileLock:
    """Locks a separate file beside the journal: closing any handle of the journal itself would drop SQLite's locks."""

    def __init__(self, path: Path) -> None:
        self._handle = _open(path)
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            who = os.pread(self._handle, 200, 0).decode("utf-8", "replace") or "another process"
            os.close(self._handle)
            words = f"{path} is in use by {who}; stop that first, or open the journal read-only"
            raise Refused(JournalRefusal.LOCKED, words, str(path)) from error
        with suppress(OSError):  # naming the holder needs room on the disk
            os.ftruncate(self._handle, 0)
            os.pwrite(self._handle, f"process {os.getpid()} on {socket.gethostname()}".encode(), 0)

    def release(self) -> None:
        os.close(self._handle)


def _open(path: Path) -> int:
    lock = path.with_name(f"{path.name}.lock")
    try:
        return os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        words = f"{lock} cannot be written ({error.strerror}); allow this user to write to its folder"
        raise Refused(JournalRefusal.READ_ONLY, words, str(path)) from error
