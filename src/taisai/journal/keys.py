"""The pair of Ed25519 keys that sign and verify checkpoints."""

import os
from pathlib import Path
from typing import Final

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)

from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused

PRIVATE_FILE: Final = "taisai-private.pem"
PUBLIC_FILE: Final = "taisai-public.pem"
REPLACED: Final = b""  # instead of the digest of a key that was replaced


def make_keys(folder: Path) -> Path:
    """Make a key pair and return the path of the public key. Only the owner can read the private key beside it."""
    for path in (folder / PRIVATE_FILE, folder / PUBLIC_FILE):
        if path.exists():
            raise _exists(path)
    key = Ed25519PrivateKey.generate()
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    _write(folder / PRIVATE_FILE, secret, 0o600)
    return write_public(folder, key.public_key())


def write_public(folder: Path, key: Ed25519PublicKey) -> Path:
    """Write a public key for auditors. Its private half may be elsewhere."""
    _write(folder / PUBLIC_FILE, key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo), 0o600)
    return folder / PUBLIC_FILE


def load_private(folder: Path) -> Ed25519PrivateKey:
    path = folder / PRIVATE_FILE
    try:
        key = load_pem_private_key(_read(path), None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise _invalid(path) from error
    if not isinstance(key, Ed25519PrivateKey):
        raise _invalid(path)
    return key


def load_public(path: Path) -> Ed25519PublicKey:
    try:
        key = load_pem_public_key(_read(path))
    except (ValueError, UnsupportedAlgorithm) as error:
        raise _invalid(path) from error
    if not isinstance(key, Ed25519PublicKey):
        raise _invalid(path)
    return key


def key_name(key: Ed25519PublicKey) -> str:
    """Return the key itself in hex: the name that a checkpoint gives the key that signed it."""
    return key.public_bytes_raw().hex()


def _write(path: Path, text: bytes, mode: int) -> None:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with os.fdopen(handle, "wb") as file:
            file.write(text)
            file.flush()
            os.fsync(handle)
    except OSError as error:
        if isinstance(error, FileExistsError) and path.parent.is_dir():
            raise _exists(path) from error
        words = f"the key {path} could not be written ({error.strerror}); choose a folder that this user can write to"
        raise Refused(JournalRefusal.KEY_FAILED, words, str(path)) from error


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        words = f"the key {path} cannot be read ({error.strerror}); make a pair with taisai keys, or check the path"
        raise Refused(JournalRefusal.KEY_MISSING, words, str(path)) from error


def _exists(path: Path) -> Refused:
    words = f"{path} exists and is never overwritten, because old checkpoints need it; choose another folder"
    return Refused(JournalRefusal.KEY_EXISTS, words, str(path))


def _invalid(path: Path) -> Refused:
    words = f"{path} is not an Ed25519 key in PEM; make a pair with taisai keys"
    return Refused(JournalRefusal.KEY_INVALID, words, str(path))
