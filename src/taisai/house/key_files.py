"""Secret keys of a house: 32 random bytes in hex, each in its own file that only its owner can read."""

import os
import re
import secrets
from pathlib import Path
from typing import Final

from taisai.journal.batch_key import FILE as BATCH_KEY
from taisai.journal.batch_key import BatchKeys, written
from taisai.journal.keyed import KeyedStore, key_of
from taisai.journal.refusals import JournalRefusal
from taisai.journal.sqlite_open import sync_folder
from taisai.journal.store import Store
from taisai.privacy.keys import PersonKeys
from taisai.privacy.store import VeiledStore
from taisai.rules.refusals import Refused

KEY_BYTES: Final = 32
PERSON_KEYS: Final = "people.keys"
PEOPLE_LOST: Final = (
    "keys/people.keys does not have the keys of all staff, so their names cannot be read: stop the house and restore"
    " the file, or run taisai rescue for a shift manager and add all staff again"
)
_HEX: Final = re.compile(rb"[0-9a-f]{64}\s*")


def read_key(path: Path) -> bytes:
    try:
        text = path.read_bytes()
    except OSError as error:
        words = f"the key {path} cannot be read ({error.strerror}); restore it, or give this user access to it"
        raise Refused(JournalRefusal.KEY_MISSING, words, str(path)) from error
    if not _HEX.fullmatch(text):
        words = f"{path} is not a key of {KEY_BYTES} bytes in hex; restore the correct file"
        raise Refused(JournalRefusal.KEY_INVALID, words, str(path))
    return bytes.fromhex(text.decode())


def made_key(path: Path) -> bytes:
    """Return the key in a file; create it if there is none."""
    if not path.exists():
        write_secret(path, f"{secrets.token_hex(KEY_BYTES)}\n".encode())
    return read_key(path)


def make_batch_key(folder: Path) -> None:
    """Create the key of batches, if there is none."""
    if not (folder / BATCH_KEY).exists():
        write_secret(folder / BATCH_KEY, written(BatchKeys(secrets.token_bytes(KEY_BYTES))))


def write_secret(path: Path, content: bytes) -> None:
    """Write or replace a file atomically."""
    new = path.with_name(f".{path.name}.new")
    try:
        new.unlink(missing_ok=True)
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        new.rename(path)
        sync_folder(path.parent)
    except OSError as error:
        words = f"{path} could not be written ({error.strerror}); give this user write access to its folder"
        raise Refused(JournalRefusal.KEY_FAILED, words, str(path)) from error


def keyed(store: Store, journal: str, path: Path) -> Store:
    """Return a store that signs snapshots with the house's key and believes no others."""
    return KeyedStore(store, key_of(read_key(path), journal))


def readable(store: Store, journal: str, keys: Path) -> Store:
    """Return a store that shows people's names, if the folder `keys` has their keys."""
    path = keys / PERSON_KEYS
    return VeiledStore(store, PersonKeys(path), journal) if path.exists() else store
