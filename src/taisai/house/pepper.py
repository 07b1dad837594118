"""The pepper of a house: a key beside the database, without which no password or PIN can be tried."""

import os
import secrets
from pathlib import Path
from typing import Final

from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused

FILE: Final = "pepper.key"
PEPPER_BYTES: Final = 32
LOST: Final = (
    "keys/pepper.key is not the one that passwords and PINs were hashed with: bring it back, or stop the house, run"
    " taisai rescue for a shift manager, and have everybody else reset"
)


def pepper(path: Path) -> bytes:
    """Made where it is missing, for its owner alone to read."""
    try:
        if not path.exists():
            _make(path)
        found = bytes.fromhex(path.read_text(encoding="ascii"))
    except (OSError, ValueError) as error:
        words = f"{path} cannot be read as a key ({error}); bring the right one back"
        raise Refused(JournalRefusal.KEY_INVALID, words, str(path)) from None
    if len(found) != PEPPER_BYTES:
        words = f"{path} is no key of {PEPPER_BYTES} bytes in hex; bring the right one back"
        raise Refused(JournalRefusal.KEY_INVALID, words, str(path))
    return found


def _make(path: Path) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(secrets.token_hex(PEPPER_BYTES) + "\n")
        file.flush()
        os.fsync(file.fileno())
