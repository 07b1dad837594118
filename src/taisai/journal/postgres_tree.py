"""The stored part of the Merkle tree of one table's journal, in the same PostgreSQL database."""

from collections.abc import Sequence
from typing import Final

from taisai.journal.postgres_database import Database
from taisai.journal.postgres_fence import HELD, Fence
from taisai.journal.tree import Kept, TileRoot

_COUNT: Final = "SELECT count(*), max(number) FROM tile WHERE journal = %s AND level = %s"
_ROOTS: Final = "SELECT root FROM tile WHERE journal = %s AND level = %s AND number >= %s ORDER BY number LIMIT %s"
_ADD: Final = f"""{HELD} INSERT INTO tile SELECT held.number, level, one.number, root FROM held,
    unnest(%(levels)s::int[], %(numbers)s::bigint[], %(roots)s::bytea[]) AS one(level, number, root)
    ON CONFLICT (journal, level, number) DO UPDATE SET root = excluded.root"""
_CLEAR: Final = f"{HELD} DELETE FROM tile USING held WHERE journal = held.number"
_DROP: Final = f"{HELD} DELETE FROM kept_checkpoint USING held WHERE journal = held.number"
_SAVE: Final = f"""{HELD} INSERT INTO kept_checkpoint SELECT number, %(kept)s, %(note)s FROM held
    ON CONFLICT (journal, kept) DO UPDATE SET note = excluded.note"""


class PostgresTree:
    def __init__(self, database: Database, number: int, fence: Fence) -> None:
        self._database, self._number, self._fence = database, number, fence

    def count(self, level: int) -> int:
        """Return the number of stored tiles; 0 if some are missing in between, because then all are rebuilt."""
        count, last = self._database.rows(_COUNT, (self._number, level))[0]
        return int(count) if count and count == last + 1 else 0

    def roots(self, level: int, first: int, count: int) -> list[bytes]:
        return [bytes(root) for (root,) in self._database.rows(_ROOTS, (self._number, level, first, count))]

    def add(self, roots: Sequence[TileRoot]) -> None:
        levels, numbers, hashes = map(list, zip(*roots, strict=True)) if roots else ([], [], [])
        self._fence.change_held(_ADD, {"levels": levels, "numbers": numbers, "roots": hashes})

    def clear(self) -> None:
        self._fence.change_held(_CLEAR, {})

    def save_checkpoint(self, kept: Kept, note: bytes) -> None:
        self._fence.change_held(_SAVE, {"kept": kept.value, "note": note})

    def drop_checkpoints(self) -> None:
        self._fence.change_held(_DROP, {})

    def checkpoint(self, kept: Kept) -> bytes:
        query = "SELECT note FROM kept_checkpoint WHERE journal = %s AND kept = %s"
        return next((bytes(note) for (note,) in self._database.rows(query, (self._number, kept.value))), b"")
