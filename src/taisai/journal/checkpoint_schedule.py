"""When a journal's head is signed: once a minute while it is written, every five thousand entries, and on request."""

from collections.abc import Callable
from typing import Final

from taisai.journal.entry import Head
from taisai.journal.store import Store

EVERY_S: Final = 60  # what a checkpoint promises
ENTRIES: Final = 5_000
MINUTE: Final = len("2026-11-15T06:10")

Signing = Callable[[Head, str], bytes]


class CheckpointSchedule:
    """Signs one journal; without a `signer`, nothing. a checkpoint that cannot be written is tried again with the next
    entries."""

    def __init__(self, store: Store, signer: Signing | None = None) -> None:
        self._store, self.signer = store, signer
        self._minute, self._since = "", 0
        self.signed = 0  # last signed entry since the start

    def written(self, head: Head, at: str, entries: int, *, at_once: bool = False) -> None:
        """Count new entries up to a head, and sign if due. The first entries after a start are signed at once."""
        self._since += entries
        if at_once or at[:MINUTE] != self._minute or self._since >= ENTRIES:
            self.sign(head, at)

    def sign(self, head: Head, at: str) -> None:
        if self.signer:
            note = self.signer(head, at)
            self._store.add_checkpoint(note)
            self._minute, self._since, self.signed = at[:MINUTE], 0, size_of(note)

    def sign_rest(self, head: Head, at: str) -> None:
        """Sign what was written since the last checkpoint, once a journal is idle."""
        if self._since:
            self.sign(head, at)


def size_of(note: bytes) -> int:
    """Return how many entries a checkpoint covers, as its second line says."""
    return int(note.split(b"\n", 2)[1])
