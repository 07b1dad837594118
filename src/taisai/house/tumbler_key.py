"""The tumbler's own key, in a file that outlasts the process. It hides the throw of an open round and nothing else."""

import re
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from taisai.house.key_files import KEY_BYTES, write_secret
from taisai.house.tumbler import Tumbler
from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused

_LINES: Final = re.compile(r"([0-9a-f]{64}\n)+")

Hidden = tuple[str, int, str]
"""A table, a round and what the journal keeps of its throw."""


class KeptTumbler(Tumbler):
    """The file has one key per line, newest first."""

    def __init__(self, path: Path) -> None:
        self._path = path
        super().__init__(*(read_keys(path) if path.exists() else self._written((_fresh(),))))

    def renew(self, hidden: Iterable[Hidden]) -> None:
        """Use a fresh key from now on. The previous key stays until the next renewal, because a throw may be on its way
        to the journal; older keys stay while they hide something."""
        hidden = tuple(hidden)
        needed = (key for key in self.keys[1:] if any(Tumbler(key).seed(*one) for one in hidden))
        self.use(*self._written((_fresh(), self.keys[0], *needed)))

    def _written(self, keys: tuple[bytes, ...]) -> tuple[bytes, ...]:
        write_secret(self._path, "".join(f"{key.hex()}\n" for key in keys).encode())
        return keys


def read_keys(path: Path) -> tuple[bytes, ...]:
    try:
        text = path.read_text(encoding="ascii", errors="replace")
    except OSError as error:
        words = f"the tumbler's key {path} cannot be read ({error.strerror}); give this user access to it"
        raise Refused(JournalRefusal.KEY_MISSING, words, str(path)) from error
    if not _LINES.fullmatch(text):
        words = f"{path} is not a tumbler key; restore the correct file, or delete it and void open rounds"
        raise Refused(JournalRefusal.KEY_INVALID, words, str(path))
    return tuple(map(bytes.fromhex, text.split()))


def _fresh() -> bytes:
    return secrets.token_bytes(KEY_BYTES)
