"""Anchors that are checkpoints of a journal's log. Anyone who keeps one can prove what the journal contained."""

from collections.abc import Callable
from typing import Final, NamedTuple

from taisai.house.journal_log import begun, grow
from taisai.house.rotations import house_name
from taisai.house.settings import Settings
from taisai.journal.anchor import Anchor, anchored, line_of
from taisai.journal.anchor_schedule import ENTRIES, EVERY_S, MINUTE
from taisai.journal.entry import Head
from taisai.journal.keys import key_name
from taisai.journal.store import Store
from taisai.log.checkpoints import Checkpoint
from taisai.log.notes import key_of
from taisai.log.tree import Tree
from taisai.signing.signer import Signer

ENTRIES_MOST: Final = 5_000  # most entries hashed for one anchor; if more are missing, its checkpoint covers fewer


class Known(NamedTuple):
    """The tree of the previous anchor, the seal of its last entry, and its minute."""

    tree: Tree
    seal: bytes
    minute: str


class CheckpointAnchors:
    """Signs in the thread that writes the journal, once entries are durable. Trees are kept between anchors."""

    def __init__(self, settings: Settings, key: Signer, store: Callable[[str], Store]) -> None:
        self._settings, self._key, self._store = settings, key, store
        self._known: dict[str, Known] = {}

    def sign(self, journal: str, head: Head, at: str) -> bytes:
        """Return a checkpoint over the entries hashed so far. It includes the seal of the head."""
        tree, public = self._tree(journal, head, at[:MINUTE]), self._key.public_key()
        anchor = Anchor(head.seq, head.seal.hex(), at, key_name(public), EVERY_S)
        key = key_of(f"{house_name(self._settings, public.public_bytes_raw())}/{journal}", self._key)
        checkpoint = Checkpoint(key.name, tree.size, tree.root(), line_of(anchor, tree.size))
        return anchored(anchor, str(checkpoint.note.signed(key, self._key)))

    def _tree(self, journal: str, head: Head, minute: str) -> Tree:
        """Return the tree of the whole journal. If hashing the rest would hold up play, return the tree of an earlier
        or stored state; the process that signs checkpoints after the round hashes the rest."""
        store, known = self._store(journal), self._known.get(journal)
        if known and not self._goes_on(store, known):
            known = None
        if known and known.minute == minute and head.seq - known.tree.size >= ENTRIES:
            return known.tree
        tree = known.tree if known and head.seq - known.tree.size <= ENTRIES_MOST else begun(store)
        return self._grown(journal, tree, head, minute)

    def _grown(self, journal: str, tree: Tree, head: Head, minute: str) -> Tree:
        """Return the tree grown to the head; an empty tree if it already covers entries after the head."""
        if head.seq - tree.size <= ENTRIES_MOST:
            grow(self._store(journal), tree)
        self._known.pop(journal, None)
        if tree.size == head.seq:
            self._known[journal] = Known(tree, head.seal, minute)
        return tree if tree.size <= head.seq else Tree()

    def _goes_on(self, store: Store, known: Known) -> bool:
        """Return whether this is still the same journal: two roots are never signed for one size."""
        stored = next(store.read(known.tree.size - 1), None)
        return stored is not None and stored.seal == known.seal
