"""All rows that a house stores with its journals, in one shape, so that they can be copied and compared."""

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from typing import Any, Final

import msgspec

from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused

COLUMNS: Final = {
    "journal": ("number", "name", "digest", "epoch"),
    "batch": ("journal", "first", "epoch", "mac_key", "before", "mac", "seals", "bodies"),
    "claim": ("key",),
    "snapshot": ("journal", "seq", "seal", "state", "digest"),
    "checkpoint": ("number", "journal", "note"),
    "pointer": ("journal", "what", "number", "seq"),
    "milestone": ("journal", "seq", "known"),
    "indexed": ("journal", "upto"),
    "tile": ("journal", "level", "number", "root"),
    "kept_checkpoint": ("journal", "kept", "note"),
}
"""By table; those that make a row's place come first."""
_PLACED: Final = {"batch": 2, "pointer": 4, "milestone": 2, "tile": 3, "kept_checkpoint": 2}
ORDER: Final = {table: columns[: _PLACED.get(table, 1)] for table, columns in COLUMNS.items()}
"""By which rows are read."""
TEXTS: Final = ("name", "key", "what", "kept")  # sorted by their bytes

Row = tuple[Any, ...]
Reading = Callable[[str], Iterable[Row]]
"""The rows of a table, in order."""
_encode = msgspec.msgpack.Encoder().encode


class Digest:
    """A digest of a table's rows as they pass."""

    def __init__(self) -> None:
        self._sum = sha256()

    def passing(self, rows: Iterable[Row]) -> Iterator[Row]:
        for row in rows:
            self._sum.update(_encode(tuple(row)))
            yield row

    def hex(self) -> str:
        return self._sum.hexdigest()


def digest_of(rows: Iterable[Row]) -> Digest:
    digest = Digest()
    for _ in digest.passing(rows):
        pass
    return digest


def check_same(table: str, here: Digest, there: Digest) -> None:
    if here.hex() != there.hex():
        words = f"the rows of {table} differ between the two places, so nothing was moved; try again"
        raise Refused(JournalRefusal.FAILED, words, table)
