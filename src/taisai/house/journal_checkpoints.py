"""Signed checkpoints of journals: size, root and seal. Anyone who keeps one can prove what the journal contained."""

from collections.abc import Callable
from typing import Final, NamedTuple

from taisai.house.journal_log import begun, grow
from taisai.journal.checkpoint_schedule import EVERY_S
from taisai.journal.entry import Head
from taisai.journal.seal import START
from taisai.journal.store import Store
from taisai.log.checkpoints import Checkpoint, Sealing
from taisai.log.notes import Key, Note, key_of
from taisai.log.tree import Tree
from taisai.signing.signer import Signer

ENTRIES_MOST: Final = 20_000  # most entries hashed for one checkpoint; if more are missing, it covers fewer


def checkpoint_at(key: Key, head: Head, root: bytes, at: str) -> Checkpoint:
    """Return the checkpoint of a journal that ends with this head, not signed yet."""
    return Checkpoint(key.name, head.seq, root, str(Sealing(head.seal, at, EVERY_S)))


def head_at(store: Store, size: int) -> Head:
    """Return the head that a journal had at this size."""
    return Head(size, next(store.read(size - 1)).seal) if size else START


class Known(NamedTuple):
    """The tree of the previous checkpoint, and the seal of its last entry."""

    tree: Tree
    seal: bytes


class JournalCheckpoints:
    """Signs in the thread that writes the journal, once entries are durable. Trees are kept between checkpoints.

    `house` is the name that the logs of the house carry."""

    def __init__(self, house: str, key: Signer, store: Callable[[str], Store]) -> None:
        self._house, self._key, self._store = house, key, store
        self._known: dict[str, Known] = {}

    def sign(self, journal: str, head: Head, at: str) -> bytes:
        """Return a checkpoint over the entries up to a head, or over those hashed so far."""
        store, key = self._store(journal), key_of(f"{self._house}/{journal}", self._key)
        tree = self._tree(journal, store, head)
        covered = head if tree.size == head.seq else head_at(store, tree.size)
        return str(signed(checkpoint_at(key, covered, tree.root(), at), key, self._key)).encode()

    def _tree(self, journal: str, store: Store, head: Head) -> Tree:
        """Return the tree of the journal up to the head. If hashing the rest would hold up play, return the tree of a
        stored state; the process that signs checkpoints after the round hashes the rest."""
        known = self._known.pop(journal, None)
        tree = known.tree if known and self._goes_on(store, known, head) else begun(store)
        if 0 <= head.seq - tree.size <= ENTRIES_MOST:
            grow(store, tree)
        if tree.size == head.seq:
            self._known[journal] = Known(tree, head.seal)
        return tree if tree.size <= head.seq else Tree()

    def _goes_on(self, store: Store, known: Known, head: Head) -> bool:
        """Return whether this is still the same journal: two roots are never signed for one size."""
        stored = next(store.read(known.tree.size - 1), None) if 0 < known.tree.size <= head.seq else None
        return stored is not None and stored.seal == known.seal


def signed(checkpoint: Checkpoint, key: Key, private: Signer) -> Note:
    return checkpoint.note.signed(key, private)
