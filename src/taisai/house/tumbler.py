"""The electronic tumbler: the secrets of a round, and dice that use only the operating system's randomness."""

import secrets
from base64 import b64decode, b64encode
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from taisai.house.seeds import SeedChain
from taisai.rules.roll import FACES, Roll

if TYPE_CHECKING:
    from collections.abc import Iterable

NONCE_BYTES = 12


def faces() -> tuple[int, int, int]:
    """Return three dice in the order they fell. `secrets` draws by rejection, so all faces are equally likely."""
    one, two, three = (FACES[secrets.randbelow(len(FACES))] for _ in range(3))
    return one, two, three


class Secret(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a commitment hides until it is opened: the seed of the round. Rounds from before seeds have the dice as they
    fell and a nonce."""

    throw: str = ""
    nonce: str = ""
    seed: str = ""

    @property
    def roll(self) -> Roll:
        return Roll.parse(self.throw)


class Tumbler:
    """Keeps secrets in the journal, encrypted with the tumbler's key, so that the process may end at any moment and no
    throw is ever drawn twice. The first key encrypts; the others can still decrypt. Without a key, secrets last only as
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

    def hide(self, table: str, number: int, secret: Secret) -> str:
        nonce = secrets.token_bytes(NONCE_BYTES)
        kept = nonce + self._ciphers[0].encrypt(nonce, msgspec.json.encode(secret), _bound(table, number))
        return b64encode(kept).decode()

    def secret(self, table: str, number: int, kept: str) -> Secret | None:
        """Decrypt a secret; None if it was encrypted with another key."""
        raw = b64decode(kept)
        for cipher in self._ciphers:
            with suppress(InvalidTag):
                plain = cipher.decrypt(raw[:NONCE_BYTES], raw[NONCE_BYTES:], _bound(table, number))
                return msgspec.json.decode(plain, type=Secret)
        return None


def _bound(table: str, number: int) -> bytes:
    """Bind a secret to its round, so that it cannot be used for another."""
    return f"{table} {number}".encode()
