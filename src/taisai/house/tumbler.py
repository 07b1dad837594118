"""The electronic tumbler: what it keeps secret of a round, and dice from the operating system's randomness alone."""

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
    """As they fell. `secrets` draws by rejection, so every face is as likely as another."""
    one, two, three = (FACES[secrets.randbelow(len(FACES))] for _ in range(3))
    return one, two, three


class Secret(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a commitment hides until it is opened: the seed of the round; the dice as they fell and a nonce in rounds of
    before there were seeds."""

    throw: str = ""
    nonce: str = ""
    seed: str = ""

    @property
    def roll(self) -> Roll:
        return Roll.parse(self.throw)


class Tumbler:
    """Secrets are kept in the journal, readable with the tumbler's key alone, so that the process may end at any moment
    and no throw is ever drawn twice. The first key hides; the others still open what they hid. Without a key secrets
    last as long as the process."""

    def __init__(self, *keys: bytes) -> None:
        self.use(*(keys or (secrets.token_bytes(32),)))

    def use(self, *keys: bytes) -> None:
        self.keys = keys
        self._ciphers = [AESGCM(sha256(b"taisai tumbler" + key).digest()) for key in keys]

    def renew(self, hidden: "Iterable[tuple[str, int, str]]") -> None:
        """Nothing to do where no key outlasts the process."""

    def chain(self) -> SeedChain:
        return SeedChain(secrets.token_hex(32))

    def hide(self, table: str, number: int, secret: Secret) -> str:
        nonce = secrets.token_bytes(NONCE_BYTES)
        kept = nonce + self._ciphers[0].encrypt(nonce, msgspec.json.encode(secret), _bound(table, number))
        return b64encode(kept).decode()

    def secret(self, table: str, number: int, kept: str) -> Secret | None:
        """None where another key kept it."""
        raw = b64decode(kept)
        for cipher in self._ciphers:
            with suppress(InvalidTag):
                plain = cipher.decrypt(raw[:NONCE_BYTES], raw[NONCE_BYTES:], _bound(table, number))
                return msgspec.json.decode(plain, type=Secret)
        return None


def _bound(table: str, number: int) -> bytes:
    """A secret kept for one round is of no use for another."""
    return f"{table} {number}".encode()
