"""When the head of a journal is signed: once a minute while it is written, each thousand entries, and when asked."""

from collections.abc import Callable
from typing import Final

from taisai.journal.entry import Head
from taisai.journal.store import Store

EVERY_S: Final = 60  # which is what an anchor promises
ENTRIES: Final = 1_000
MINUTE: Final = len("2026-11-15T06:10")

Signing = Callable[[Head, str], bytes]


class Anchoring:
    """Of one journal. Without a `signer` nothing is signed. An anchor that cannot be written is tried again with the
    next entries."""

    def __init__(self, store: Store, signer: Signing | None = None) -> None:
        self._store, self.signer = store, signer
        self._minute, self._since = "", 0
        self.anchored = 0  # up to which entry, since the start

    def written(self, head: Head, at: str, entries: int, *, at_once: bool = False) -> None:
        """So many entries more, up to a head. The first ones after a start are signed at once."""
        self._since += entries
        if at_once or at[:MINUTE] != self._minute or self._since >= ENTRIES:
            self.sign(head, at)

    def sign(self, head: Head, at: str) -> None:
        if self.signer:
            self._store.save_anchor(self.signer(head, at))
            self._minute, self._since, self.anchored = at[:MINUTE], 0, head.seq

    def sign_rest(self, head: Head, at: str) -> None:
        """What was written since, where a journal rests."""
        if self._since:
            self.sign(head, at)
