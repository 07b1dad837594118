"""Small values that the processes of a house share besides its journals, by kind and key, with growing versions."""

import hmac
import os
from collections.abc import Collection
from hashlib import sha256
from threading import Lock
from typing import Final, NamedTuple, Protocol

import msgspec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

NONCE_BYTES: Final = 12


class SharedRow(NamedTuple):
    """A `gone` row is still reported for a while."""

    kind: str
    key: str
    version: int
    gone: bool
    body: bytes


class Shared(Protocol):
    """Versions grow in the order in which changes become visible, so a reader that asks for news misses nothing."""

    def put(self, kind: str, key: str, body: bytes, lasts_s: float) -> None: ...

    def change(self, kind: str, key: str, body: bytes) -> None:
        """Change a value; do nothing if it is gone."""

    def put_new(self, kind: str, key: str, body: bytes) -> bytes:
        """Return the existing value, or store and return this one."""

    def drop(self, kind: str, key: str, body: bytes = b"") -> None: ...

    def since(self, kinds: Collection[str], version: int) -> list[SharedRow]:
        """Return the rows after a version, oldest first."""


class MemoryShared:
    """For tests whose processes are threads."""

    def __init__(self) -> None:
        self._rows: dict[tuple[str, str], SharedRow] = {}
        self._version, self._lock = 0, Lock()

    def put(self, kind: str, key: str, body: bytes, lasts_s: float) -> None:
        del lasts_s
        with self._lock:
            self._put(kind, key, body, gone=False)

    def change(self, kind: str, key: str, body: bytes) -> None:
        with self._lock:
            known = self._rows.get((kind, key))
            if known is not None and not known.gone:
                self._put(kind, key, body, gone=False)

    def put_new(self, kind: str, key: str, body: bytes) -> bytes:
        with self._lock:
            known = self._rows.get((kind, key))
            if known is None or known.gone:
                self._put(kind, key, body, gone=False)
            return self._rows[kind, key].body

    def drop(self, kind: str, key: str, body: bytes = b"") -> None:
        with self._lock:
            self._put(kind, key, body, gone=True)

    def since(self, kinds: Collection[str], version: int) -> list[SharedRow]:
        with self._lock:
            found = [row for row in self._rows.values() if row.kind in kinds and row.version > version]
        return sorted(found, key=lambda row: row.version)

    def _put(self, kind: str, key: str, body: bytes, *, gone: bool) -> None:
        self._version += 1
        self._rows[kind, key] = SharedRow(kind, key, self._version, gone, body)


class SealedShared:
    """Encrypts keys and bodies, so that someone who can read the database learns neither. Values that live for minutes
    can open doors."""

    def __init__(self, shared: Shared, secret: bytes) -> None:
        self._shared = shared
        self._mac_key = sha256(b"taisai shared keys " + secret).digest()
        self._cipher = AESGCM(sha256(b"taisai shared bodies " + secret).digest())

    def put(self, kind: str, key: str, body: bytes, lasts_s: float) -> None:
        self._shared.put(kind, self._hidden(kind, key), self._sealed(kind, key, body), lasts_s)

    def change(self, kind: str, key: str, body: bytes) -> None:
        self._shared.change(kind, self._hidden(kind, key), self._sealed(kind, key, body))

    def put_new(self, kind: str, key: str, body: bytes) -> bytes:
        found = self._shared.put_new(kind, self._hidden(kind, key), self._sealed(kind, key, body))
        return self._opened(kind, found)[1]

    def drop(self, kind: str, key: str, body: bytes = b"") -> None:
        self._shared.drop(kind, self._hidden(kind, key), self._sealed(kind, key, body))

    def since(self, kinds: Collection[str], version: int) -> list[SharedRow]:
        return [self._told(row) for row in self._shared.since(kinds, version)]

    def _told(self, row: SharedRow) -> SharedRow:
        key, body = self._opened(row.kind, row.body)
        return row._replace(key=key, body=body)

    def _hidden(self, kind: str, key: str) -> str:
        return hmac.digest(self._mac_key, f"{kind} {key}".encode(), "sha256").hex()

    def _sealed(self, kind: str, key: str, body: bytes) -> bytes:
        nonce = os.urandom(NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, msgspec.msgpack.encode((key, body)), kind.encode())

    def _opened(self, kind: str, sealed: bytes) -> tuple[str, bytes]:
        plain = self._cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], kind.encode())
        return msgspec.msgpack.decode(plain, type=tuple[str, bytes])
