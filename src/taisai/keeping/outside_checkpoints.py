"""Stores checkpoints outside the database too, where someone who truncates the database cannot reach them."""

import os
from collections import deque
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Final

from taisai.house.settings import Settings
from taisai.journal.checkpoint_schedule import Signing
from taisai.journal.entry import Head
from taisai.journal.export import framed_note, note_in

WAITING_MOST: Final = 10_000
NEWEST_BYTES: Final = 4_096  # longer than any checkpoint


def checkpoints_file(settings: Settings, name: str) -> Path:
    """Return the file of a journal's checkpoints outside the database, one per line."""
    return Path(settings.checkpoints_folder) / f"{name}.checkpoints"


class Outside:
    """Signs the checkpoints of all journals. What cannot be written outside now is written with the next one, and
    `lost` says why; the database has it in any case."""

    def __init__(self, settings: Settings, sign: Callable[[str, Head, str], bytes]) -> None:
        self._settings, self._sign = settings, sign
        self._waiting: dict[str, deque[bytes]] = {}
        self._lock = Lock()  # another thread signs the house's own journal
        self.lost = ""

    def signer(self, journal: str) -> Signing:
        return lambda head, at: self._signed(journal, head, at)

    def _signed(self, journal: str, head: Head, at: str) -> bytes:
        checkpoint = self._sign(journal, head, at)
        if self._settings.checkpoints_folder:
            with self._lock:
                self._waiting.setdefault(journal, deque(maxlen=WAITING_MOST)).append(checkpoint)
                self._write_all()
        return checkpoint

    def _write_all(self) -> None:
        for journal in tuple(self._waiting):
            path = checkpoints_file(self._settings, journal)
            try:
                with os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "wb") as file:
                    file.write(b"".join(map(framed_note, self._waiting[journal])))
                del self._waiting[journal]
            except OSError as error:
                self.lost = f"checkpoints could not be saved in {path} ({error.strerror}); make the folder writable"
                return
        self.lost = ""


def kept_outside(settings: Settings, name: str, *, newest: bool) -> list[bytes]:
    """Return all complete notes, or the newest one without reading the others."""
    path = checkpoints_file(settings, name)
    if not settings.checkpoints_folder or not path.is_file():
        return []
    with path.open("rb") as file:
        if newest:
            file.seek(max(0, path.stat().st_size - NEWEST_BYTES))
        lines = [line for line in file.read().splitlines(keepends=True) if line.endswith(b"\n")]
        return [note_in(line) for line in lines[-1 if newest else 0 :]]
