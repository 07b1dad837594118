"""The electronic tumbler: the seeds of rounds, drawn from the operating system's randomness alone."""

import secrets
from base64 import b64decode, b64encode
from contextlib import suppress
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from taisai.house.seeds import SeedChain
from taisai.table.throws import throw_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

NONCE_BYTES = 12
TESTED = "test"  # the table whose throws are tested


class Tumbler:
    """Keeps seeds in the journal, encrypted with the tumbler's key, so that the process may end at any moment and no
    throw is ever drawn twice. The first key encrypts; the others can still decrypt. Without a key, seeds last only as
    long as the process."""

    def __init__(self, *keys: bytes) -> None:
        self.use(*(keys or (secrets.token_bytes(32),)))

    def use(self, *keys: bytes) -> None:
        self.keys = keys
        self._ciphers = [AESGCM(sha256(b"taisai tumbler" + key).digest()) for key in keys]

    def renew(self, hidden: "Iterable[tuple[str, int, str]]") -> None:
        """Do nothing: no key outlasts the process."""

    def chain(self) -> SeedChain:
        return SeedChain(secrets.token_hex(32))

    def hide(self, table: str, number: int, seed: str) -> str:
        nonce = secrets.token_bytes(NONCE_BYTES)
        kept = nonce + self._ciphers[0].encrypt(nonce, bytes.fromhex(seed), _bound(table, number))
        return b64encode(kept).decode()

    def seed(self, table: str, number: int, kept: str) -> str | None:
        """Decrypt a seed; None if it was encrypted with another key."""
        raw = b64decode(kept)
        for cipher in self._ciphers:
            with suppress(InvalidTag):
                return cipher.decrypt(raw[:NONCE_BYTES], raw[NONCE_BYTES:], _bound(table, number)).hex()
        return None


def thrown() -> "Iterator[tuple[int, int, int]]":
    """Yield the throws of a table's rounds without end, as the seeds alone give them: nobody contributes."""
    tumbler = Tumbler()
    chain = tumbler.chain()
    for number in count():
        place = number % chain.length
        if number and not place:
            chain = tumbler.chain()
        one, two, three = map(int, throw_of(TESTED, number + 1, chain.seed(place + 1)).split("-"))
        yield one, two, three


def _bound(table: str, number: int) -> bytes:
    """Bind a seed to its round, so that it cannot be used for another."""
    return f"{table} {number}".encode()
