"""A store whose snapshots only this house can make: each has a MAC, and the key is not in the database."""

import hmac
from typing import Final

from taisai.journal.entry import Head
from taisai.journal.store import Snapshot, Store
from taisai.journal.wrapped import WrappedStore

MAC_BYTES: Final = 32
PURPOSE: Final = b"taisai snapshot 1\n"


def key_of(key: bytes, journal: str) -> bytes:
    """Return the key of one journal, so that its snapshot is useless for another."""
    return hmac.digest(key, b"taisai snapshot of " + journal.encode(), "sha256")


class KeyedStore(WrappedStore):
    """`refused` says why the last snapshot was rejected. The caller then reads the journal instead, which takes longer
    and is always right."""

    def __init__(self, store: Store, key: bytes) -> None:
        super().__init__(store, store)
        self._key = key
        self.refused = ""

    def sealed(self, snapshot: Snapshot) -> Snapshot:
        return Snapshot(snapshot.head, self._mac(*snapshot) + snapshot.state)

    def snapshot(self) -> Snapshot | None:
        self.refused = ""
        return super().snapshot()

    def opened(self, stored: Snapshot) -> Snapshot | None:
        mac, state = stored.state[:MAC_BYTES], stored.state[MAC_BYTES:]
        if not hmac.compare_digest(mac, self._mac(stored.head, state)):
            self.refused = f"the snapshot of entry {stored.head.seq} was not made with this house's key"
            return None
        return Snapshot(stored.head, state)

    def _mac(self, head: Head, state: bytes) -> bytes:
        made = hmac.new(self._key, PURPOSE + head.seq.to_bytes(8) + head.seal, "sha256")
        made.update(state)
        return made.digest()
