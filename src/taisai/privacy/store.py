"""A store whose entries and snapshots reveal nothing about people without the keys."""

import os
from collections.abc import Iterator, Sequence
from typing import Final

from cryptography.exceptions import InvalidTag

from taisai.journal.entry import Fact, Lines, Sealed
from taisai.journal.store import Snapshot, Store
from taisai.privacy.keys import ID_LENGTH, NONCE_BYTES, SNAPSHOTS, PersonKeys
from taisai.privacy.veil import Veil

PURPOSE: Final = b"taisai veiled snapshot 1\n"
_MARK: Final = ord("~")  # a number, because searching for one is several times faster


class VeiledEntry(Sealed, frozen=True, gc=False):
    """An entry. `body` and `seal` are as stored; `clear` is decrypted."""

    veil: Veil

    @property
    def clear(self) -> bytes:
        return self.veil.opened(self.body)


class VeiledLines(Lines, frozen=True):
    veil: Veil

    @property
    def clear(self) -> list[bytes]:
        return [self.veil.opened(body) if _MARK in body else body for body in self.bodies]


class VeiledStore:
    """Encrypts personal data.

    Veiled bodies are what is sealed, mirrored, exported and backed up, so destroying a key breaks no seal."""

    def __init__(self, store: Store, keys: PersonKeys, journal: str) -> None:
        self._store, self._keys, self._veil = store, keys, Veil(keys, journal)
        self.is_bare = False  # whether the last snapshot was made before encryption existed
        self.take, self.take_again, self.head = store.take, store.take_again, store.head
        self.append, self.claimed = store.append, store.claimed
        self.verify, self.close = store.verify, store.close
        self.index, self.tree = store.index, store.tree
        self.save_anchor, self.anchors, self.newest_anchor = store.save_anchor, store.anchors, store.newest_anchor

    @property
    def refused(self) -> str:
        return str(getattr(self._store, "refused", ""))

    def bodies(self, facts: Sequence[Fact]) -> list[bytes]:
        return self._veil.bodies(facts)

    def read(self, after: int = 0) -> Iterator[Sealed]:
        veil = self._veil

        def seen(entry: Sealed) -> Sealed:
            return VeiledEntry(entry.seq, entry.body, entry.seal, veil) if _MARK in entry.body else entry

        return map(seen, self._store.read(after))  # faster than a generator

    def lines(self, after: int = 0) -> Iterator[Lines]:
        return (VeiledLines(some.first, some.seals, some.bodies, self._veil) for some in self._store.lines(after))

    def save_snapshot(self, snapshot: Snapshot) -> None:
        key, nonce = self._keys.record(SNAPSHOTS), os.urandom(NONCE_BYTES)
        cipher = self._keys.cipher(key)
        assert cipher is not None, "a key that was just asked for is here"
        sealed = cipher.encrypt(nonce, snapshot.state, PURPOSE)
        self._store.save_snapshot(Snapshot(snapshot.head, PURPOSE + key.encode() + nonce + sealed))

    def snapshot(self) -> Snapshot | None:
        """Return the snapshot, or None. One from before an erasure cannot be read, because its key is gone."""
        found = self._store.snapshot()
        self.is_bare = found is not None and not found.state.startswith(PURPOSE)
        if found is None or self.is_bare:
            return found
        state = found.state[len(PURPOSE) :]
        cipher = self._keys.cipher(state[:ID_LENGTH].decode("ascii", "replace"))
        nonce, sealed = state[ID_LENGTH : ID_LENGTH + NONCE_BYTES], state[ID_LENGTH + NONCE_BYTES :]
        try:
            return Snapshot(found.head, cipher.decrypt(nonce, sealed, PURPOSE)) if cipher else None
        except InvalidTag:
            return None
