"""A store whose snapshots only this house can make: each has a MAC, and the key is not in the database."""

import hmac
from typing import Final

from taisai.journal.entry import Head
from taisai.journal.store import Snapshot, Store

MAC_BYTES: Final = 32
PURPOSE: Final = b"taisai snapshot 1\n"


def key_of(key: bytes, journal: str) -> bytes:
    """Return the key of one journal, so that its snapshot is useless for another."""
    return hmac.digest(key, b"taisai snapshot of " + journal.encode(), "sha256")


class KeyedStore:
    """Everything but snapshots is the store's own. `refused` says why the last snapshot was rejected. The caller then
    reads the journal instead, which takes longer and is always right."""

    def __init__(self, store: Store, key: bytes) -> None:
        self._store, self._key = store, key
        self.refused = ""
        self.take, self.take_again, self.head = store.take, store.take_again, store.head
        self.append, self.claimed = store.append, store.claimed
        self.bodies, self.index, self.tree = store.bodies, store.index, store.tree
        self.read, self.lines, self.verify = store.read, store.lines, store.verify
        self.save_anchor, self.anchors, self.newest_anchor = store.save_anchor, store.anchors, store.newest_anchor
        self.close = store.close

    def save_snapshot(self, snapshot: Snapshot) -> None:
        self._store.save_snapshot(Snapshot(snapshot.head, self._mac(*snapshot) + snapshot.state))

    def snapshot(self) -> Snapshot | None:
        found, self.refused = self._store.snapshot(), ""
        if found is None:
            return None
        mac, state = found.state[:MAC_BYTES], found.state[MAC_BYTES:]
        if not hmac.compare_digest(mac, self._mac(found.head, state)):
            self.refused = f"the snapshot of entry {found.head.seq} was not made with this house's key"
            return None
        return Snapshot(found.head, state)

    def _mac(self, head: Head, state: bytes) -> bytes:
        made = hmac.new(self._key, PURPOSE + head.seq.to_bytes(8) + head.seal, "sha256")
        made.update(state)
        return made.digest()
