"""A store whose entries and snapshots reveal nothing about people without the keys."""

import os
from collections.abc import Iterator, Sequence
from typing import Final

from cryptography.exceptions import InvalidTag

from taisai.journal.entry import Fact, Lines, Sealed
from taisai.journal.store import Log, Snapshot, Store
from taisai.journal.wrapped import WrappedLog, WrappedStore
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


class VeiledLog(WrappedLog):
    """Encrypts personal data.

    Veiled bodies are what is sealed, mirrored, exported and backed up, so destroying a key breaks no seal."""

    def __init__(self, log: Log, veil: Veil) -> None:
        super().__init__(log)
        self._veil = veil

    def bodies(self, facts: Sequence[Fact]) -> list[bytes]:
        return self._veil.bodies(facts)

    def read(self, after: int = 0) -> Iterator[Sealed]:
        veil = self._veil

        def seen(entry: Sealed) -> Sealed:
            return VeiledEntry(entry.seq, entry.body, entry.seal, veil) if _MARK in entry.body else entry

        return map(seen, self._log.read(after))  # faster than a generator

    def lines(self, after: int = 0) -> Iterator[Lines]:
        return (VeiledLines(some.first, some.seals, some.bodies, self._veil) for some in self._log.lines(after))


class VeiledStore(WrappedStore):
    """A veiled log, and snapshots that are encrypted as a whole."""

    def __init__(self, store: Store, keys: PersonKeys, journal: str) -> None:
        super().__init__(VeiledLog(store, Veil(keys, journal)), store)
        self._keys = keys
        self.is_bare = False  # whether the last snapshot was made before encryption existed

    @property
    def refused(self) -> str:
        return str(getattr(self._shelf, "refused", ""))

    def sealed(self, snapshot: Snapshot) -> Snapshot:
        key, nonce = self._keys.record(SNAPSHOTS), os.urandom(NONCE_BYTES)
        cipher = self._keys.cipher(key)
        assert cipher is not None, "a key that was just asked for is here"
        return Snapshot(snapshot.head, PURPOSE + key.encode() + nonce + cipher.encrypt(nonce, snapshot.state, PURPOSE))

    def snapshot(self) -> Snapshot | None:
        self.is_bare = False
        return super().snapshot()

    def opened(self, stored: Snapshot) -> Snapshot | None:
        """Return the snapshot, or None. One from before an erasure cannot be read, because its key is gone."""
        self.is_bare = not stored.state.startswith(PURPOSE)
        if self.is_bare:
            return stored
        state = stored.state[len(PURPOSE) :]
        cipher = self._keys.cipher(state[:ID_LENGTH].decode("ascii", "replace"))
        nonce, sealed = state[ID_LENGTH : ID_LENGTH + NONCE_BYTES], state[ID_LENGTH + NONCE_BYTES :]
        try:
            return Snapshot(stored.head, cipher.decrypt(nonce, sealed, PURPOSE)) if cipher else None
        except InvalidTag:
            return None
