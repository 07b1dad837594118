"""What is kept in place of a secret, and secrets that are easy to read aloud."""

import secrets
from hashlib import sha256
from typing import Final
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

SECRET_LONGEST: Final = 128
ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no I, L, O, U
_MISREAD: Final = str.maketrans("OIL", "011", "- ")


class Hasher:
    """Argon2id. The usual cost is the one that OWASP recommends; it holds no state, so threads may share it."""

    def __init__(self, *, time_cost: int = 2, memory_kib: int = 19 * 1024) -> None:
        self._argon2 = PasswordHasher(time_cost=time_cost, memory_cost=memory_kib, parallelism=1)
        self.decoy = self.hash(token())

    def hash(self, secret: str) -> str:
        return self._argon2.hash(_bytes(secret))

    def matches(self, hashed: str, secret: str) -> bool:
        try:
            return self._argon2.verify(hashed, _bytes(secret))
        except VerifyMismatchError:
            return False


def _bytes(secret: str) -> bytes:
    """The same letters typed on two keyboards are the same secret."""
    return normalize("NFC", secret[: SECRET_LONGEST + 1]).encode("utf-8", "surrogatepass")


def token() -> str:
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def one_time_code(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def read_code(text: str) -> str:
    """A code as it was meant, however it was typed."""
    return text[:SECRET_LONGEST].upper().translate(_MISREAD)


def plain(text: str, longest: int) -> str:
    """Text from outside as a journal can bear it."""
    return text[:longest].encode("utf-8", "replace").decode()
