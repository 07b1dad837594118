"""Data derived from a journal. Only the holder of the journal can write it."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from taisai.journal.index import Additions, Index
from taisai.journal.tree import Kept, TileRoot, TreeStore

Held = Callable[[], AbstractContextManager[None]]
"""Refuses whoever lost the journal to another."""


class FencedIndex:
    def __init__(self, index: Index, held: Held) -> None:
        self._index, self._held = index, held
        self.upto, self.find, self.before, self.milestone = index.upto, index.find, index.before, index.milestone
        self.pointers, self.milestones = index.pointers, index.milestones

    def add(self, additions: Additions, upto: int) -> None:
        with self._held():
            self._index.add(additions, upto)

    def clear(self) -> None:
        with self._held():
            self._index.clear()


class FencedTree:
    def __init__(self, tree: TreeStore, held: Held) -> None:
        self._tree, self._held = tree, held
        self.count, self.roots, self.checkpoint = tree.count, tree.roots, tree.checkpoint

    def add(self, roots: Sequence[TileRoot]) -> None:
        with self._held():
            self._tree.add(roots)

    def clear(self) -> None:
        with self._held():
            self._tree.clear()

    def save_checkpoint(self, kept: Kept, note: bytes) -> None:
        with self._held():
            self._tree.save_checkpoint(kept, note)

    def drop_checkpoints(self) -> None:
        with self._held():
            self._tree.drop_checkpoints()
