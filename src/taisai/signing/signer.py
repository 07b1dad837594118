"""Whoever signs with Ed25519: a key from a file, or one that never leaves its token."""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


class Signer(Protocol):
    """A private key of `cryptography` is one as it is."""

    def public_key(self) -> "Ed25519PublicKey": ...

    def sign(self, data: bytes, /) -> bytes: ...
