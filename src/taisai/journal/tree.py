"""The stored part of a journal's Merkle tree: the root above each full tile, and the newest checkpoints."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol


class TileRoot(NamedTuple):
    """The root of the full tile with this number in its level."""

    level: int
    number: int
    root: bytes


class Kept(StrEnum):
    """The stored checkpoints: the last one that the house signed, and the last one that enough witnesses have seen."""

    SIGNED = "signed"
    COSIGNED = "cosigned"


class TreeStore(Protocol):
    """Derived from the entries, so it can be rebuilt. Missing parts are added later."""

    def count(self, level: int) -> int:
        """Return how many full tiles of a level are known from the first on; 0 if some are missing in between."""

    def roots(self, level: int, first: int, count: int) -> list[bytes]:
        """Return the roots of consecutive tiles."""

    def add(self, roots: Sequence[TileRoot]) -> None: ...

    def clear(self) -> None:
        """Delete the roots. Checkpoints stay, because they are signed."""

    def save_checkpoint(self, kept: Kept, note: bytes) -> None: ...

    def drop_checkpoints(self) -> None:
        """Delete the checkpoints of lost entries, once someone takes responsibility for the loss."""

    def checkpoint(self, kept: Kept) -> bytes:
        """Return a checkpoint; empty if there is none."""


class MemoryTree:
    def __init__(self) -> None:
        self._roots: dict[tuple[int, int], bytes] = {}
        self._checkpoints: dict[Kept, bytes] = {}

    def count(self, level: int) -> int:
        numbers = [number for one, number in self._roots if one == level]
        return len(numbers) if len(numbers) == max(numbers, default=-1) + 1 else 0

    def roots(self, level: int, first: int, count: int) -> list[bytes]:
        return [self._roots[level, number] for number in range(first, first + count)]

    def add(self, roots: Sequence[TileRoot]) -> None:
        self._roots |= {(level, number): root for level, number, root in roots}

    def clear(self) -> None:
        self._roots.clear()

    def save_checkpoint(self, kept: Kept, note: bytes) -> None:
        self._checkpoints[kept] = note

    def drop_checkpoints(self) -> None:
        self._checkpoints.clear()

    def checkpoint(self, kept: Kept) -> bytes:
        return self._checkpoints.get(kept, b"")
