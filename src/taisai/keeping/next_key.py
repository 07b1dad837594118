"""The signing key that follows the current one. It waits beside it, in the house's folder or its token, until
everything that it has to sign is signed."""

from pathlib import Path
from secrets import token_hex
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key

from taisai.house.key_files import write_secret
from taisai.house.settings import Settings
from taisai.house.signers import LABEL_FILE, token_place
from taisai.journal.keys import PRIVATE_FILE
from taisai.signing.signer import Signer
from taisai.signing.token import TokenPlace, destroy_token_key, make_token_key, token_signer

NEXT: Final = ".next"


def next_of(path: Path) -> Path:
    return path.with_name(path.name + NEXT)


def make_next(settings: Settings) -> Signer:
    """Make the next key. The label of a key in a token is written down first, so that no key is forgotten there."""
    path = next_of(_kept(settings))
    if not settings.token.library:
        key = Ed25519PrivateKey.generate()
        write_secret(path, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        return key
    write_secret(path, f"{settings.token.key} {token_hex(4)}\n".encode())
    make_token_key(_next_place(settings))
    return token_signer(_next_place(settings))


def waiting(settings: Settings) -> Signer | None:
    path = next_of(_kept(settings))
    if not path.exists():
        return None
    if settings.token.library:
        return token_signer(_next_place(settings))
    key = load_pem_private_key(path.read_bytes(), None)
    assert isinstance(key, Ed25519PrivateKey), "it was made here"
    return key


def put_in_force(settings: Settings) -> None:
    """Replace the old key, which is then deleted."""
    if settings.token.library:
        destroy_token_key(token_place(settings))
    next_of(_kept(settings)).rename(_kept(settings))


def drop_next(settings: Settings) -> None:
    path = next_of(_kept(settings))
    if settings.token.library and path.exists():
        destroy_token_key(_next_place(settings))
    path.unlink(missing_ok=True)


def _kept(settings: Settings) -> Path:
    """Return the file that identifies the key: the key itself, or its label in the token."""
    return settings.keys_folder / (LABEL_FILE if settings.token.library else PRIVATE_FILE)


def _next_place(settings: Settings) -> TokenPlace:
    return token_place(settings)._replace(key=next_of(_kept(settings)).read_text(encoding="utf-8").strip())
