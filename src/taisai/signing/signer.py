"""A signer with Ed25519: a key from a file, or a key that never leaves its token."""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


class Signer(Protocol):
    """The interface of a signer. A private key of `cryptography` already satisfies it."""

    def public_key(self) -> "Ed25519PublicKey": ...

    def sign(self, data: bytes, /) -> bytes: ...
