"""Hashes of secrets, and codes that are easy to read aloud."""

import hmac
import secrets
from hashlib import sha256
from typing import Final
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

from taisai.rules.control_characters import spelled_out

SECRET_LONGEST: Final = 128
MARK_LENGTH: Final = 8
ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no I, L, O, U
_MISREAD: Final = str.maketrans("OIL", "011", "- ")


class Hasher:
    """Argon2id over a secret and a pepper. Threads may share it, because it holds no changing state.

    The pepper is a key stored apart from the hashes: the hashes alone do not allow guessing. A hash begins with the
    mark of its pepper. The default cost is the OWASP recommendation."""

    def __init__(self, pepper: bytes, *, time_cost: int = 2, memory_kib: int = 19 * 1024) -> None:
        self._cost = time_cost, memory_kib
        self._argon2 = PasswordHasher(time_cost=time_cost, memory_cost=memory_kib, parallelism=1)
        self._pepper = pepper
        self._mark = digest(f"taisai pepper {pepper.hex()}")[:MARK_LENGTH]
        self.decoy = self.hash(token())

    def with_pepper(self, pepper: bytes) -> "Hasher":
        time_cost, memory_kib = self._cost
        return Hasher(pepper, time_cost=time_cost, memory_kib=memory_kib)

    def hash(self, secret: str) -> str:
        return self._mark + self._argon2.hash(self._peppered(secret))

    def matches(self, hashed: str, secret: str) -> bool:
        """Return whether the secret matches. A hash with another pepper never does, but takes as long."""
        _, sign, rest = hashed.partition("$")
        try:
            fits = self._argon2.verify(sign + rest, self._peppered(secret))
        except VerifyMismatchError:
            return False
        return fits and self.knows(hashed)

    def knows(self, hashed: str) -> bool:
        """Return whether any secret could match: the pepper is ours."""
        return hashed.partition("$")[0] == self._mark

    def _peppered(self, secret: str) -> bytes:
        return hmac.digest(self._pepper, _bytes(secret), "sha256")


def _bytes(secret: str) -> bytes:
    """Normalize, so that the same letters from two keyboards are the same secret."""
    return normalize("NFC", secret[: SECRET_LONGEST + 1]).encode("utf-8", "surrogatepass")


def token() -> str:
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def one_time_code(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def read_code(text: str) -> str:
    """Return the intended code, whatever letters were confused in typing."""
    return text[:SECRET_LONGEST].upper().translate(_MISREAD)


def plain(text: str, longest: int) -> str:
    """Return outside text shortened and made safe for a journal and its readers."""
    return spelled_out(text[:longest].encode("utf-8", "replace").decode(), lines=True)[:longest]
