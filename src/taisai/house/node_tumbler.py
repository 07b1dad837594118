"""The tumbler's keys on nodes. Each node makes fresh keys, and processes pass them on, encrypted for each receiver."""

import os
import secrets
import time
from collections.abc import Collection, Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from taisai.house.key_files import KEY_BYTES, write_secret
from taisai.house.tumbler import Tumbler
from taisai.house.tumbler_key import Hidden, read_keys
from taisai.journal.shared import Shared

NODE: Final = "tumbler-node"  # a process with its public key and the names of its keys
KEY: Final = "tumbler-key"  # a key for one process
LASTS_S: Final = 7 * 24 * 3600
RENEW_S: Final = 6 * 3600
KEYS_MOST: Final = 64
PUBLIC_BYTES: Final = 32
NONCE_BYTES: Final = 12


class Holder(msgspec.Struct, frozen=True):
    """A process and the names of its keys. Messages for it are encrypted with `public`; the private key is in its
    memory only."""

    public: bytes
    keys: list[str]


class NodeTumbler(Tumbler):
    """`keys` has the newest first and the house's own key, which every node has, last. The house's key encrypts only
    while some live node has none of the others: a node that takes a table over must be able to decrypt its secrets."""

    def __init__(self, path: Path, house: bytes, shared: Shared, address: str) -> None:
        self._path, self._house, self._shared, self._address = path, house, shared, address
        self._own = X25519PrivateKey.generate()
        self._public = self._own.public_key().public_bytes_raw()
        known = read_keys(path) if path.exists() else ()
        self._kept = [key for key in known if key != house]
        self._holders: dict[str, Holder] = {}
        self._handed: set[tuple[str, bytes]] = set()
        self._version, self._renewed_s = 0, -float("inf")
        super().__init__(house, *self._kept)
        self._tell()

    def renew(self, hidden: Iterable[Hidden]) -> None:
        """Make a fresh key, used once every node has it. Older keys stay while they hide something here, and for days,
        because a table may come from another node."""
        if time.monotonic() < self._renewed_s + RENEW_S:
            return
        hidden, old = tuple(hidden), self._kept[KEYS_MOST - 1 :]
        needed = [key for key in old if any(Tumbler(key).seed(*one) for one in hidden)]
        self._keep([secrets.token_bytes(KEY_BYTES), *self._kept[: KEYS_MOST - 1], *needed])
        self._renewed_s = time.monotonic()

    def follow(self, others: Collection[str]) -> None:
        """Read which keys other processes have, pass on what live ones lack, and choose the key to encrypt with."""
        for row in self._shared.since((NODE, KEY), self._version):
            self._version = row.version
            self._hear(row.kind, row.key, row.body)
        for address in others:
            self._hand_on(address)
        self._choose(others)

    def _hear(self, kind: str, key: str, body: bytes) -> None:
        if kind == NODE:
            self._holders[key] = msgspec.msgpack.decode(body, type=Holder)
        elif key.endswith(f" {self._address}"):
            with suppress(InvalidTag, ValueError):
                found = self._opened(body)
                if found not in self._kept:
                    self._keep([found, *self._kept][:KEYS_MOST])

    def _hand_on(self, address: str) -> None:
        holder = self._holders.get(address)
        lacking = [key for key in reversed(self._kept) if holder and named(key) not in holder.keys]
        for key in lacking:
            assert holder is not None
            mark = named(key), holder.public
            if mark not in self._handed:
                self._handed.add(mark)
                self._shared.put(KEY, f"{mark[0]} {address}", _sealed(key, holder.public), LASTS_S)

    def _choose(self, others: Collection[str]) -> None:
        held = [{*self._holders[one].keys} if one in self._holders else set[str]() for one in others]
        chosen = next((key for key in self._kept if all(named(key) in keys for keys in held)), self._house)
        if self.keys[0] != chosen or len(self.keys) != len(self._kept) + 1:
            self.use(chosen, *(key for key in (*self._kept, self._house) if key != chosen))

    def _keep(self, keys: list[bytes]) -> None:
        """Write the keys to the file before anyone is told of them."""
        write_secret(self._path, "".join(f"{key.hex()}\n" for key in keys).encode())
        self._kept = keys
        self.use(self.keys[0], *(key for key in (*keys, self._house) if key != self.keys[0]))
        self._tell()

    def _tell(self) -> None:
        told = Holder(self._public, list(map(named, self._kept)))
        self._shared.put(NODE, self._address, msgspec.msgpack.encode(told), LASTS_S)

    def _opened(self, sealed: bytes) -> bytes:
        theirs, rest = sealed[:PUBLIC_BYTES], sealed[PUBLIC_BYTES:]
        cipher = _cipher(self._own.exchange(X25519PublicKey.from_public_bytes(theirs)), theirs, self._public)
        return cipher.decrypt(rest[:NONCE_BYTES], rest[NONCE_BYTES:], None)


def named(key: bytes) -> str:
    return sha256(b"taisai tumbler key " + key).hexdigest()[:16]


def _sealed(key: bytes, public: bytes) -> bytes:
    """Encrypt a key so that only the holder of the private key of `public` can read it."""
    once = X25519PrivateKey.generate()
    ours, nonce = once.public_key().public_bytes_raw(), os.urandom(NONCE_BYTES)
    cipher = _cipher(once.exchange(X25519PublicKey.from_public_bytes(public)), ours, public)
    return ours + nonce + cipher.encrypt(nonce, key, None)


def _cipher(agreed: bytes, theirs: bytes, public: bytes) -> AESGCM:
    return AESGCM(sha256(b"taisai tumbler hand-over" + agreed + theirs + public).digest())
