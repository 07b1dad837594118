"""Checkpoints that tests sign: of a head, with the root that the store's entries have, or with none that fits."""

from taisai.house.journal_checkpoints import checkpoint_at, signed
from taisai.house.journal_log import grow
from taisai.log.notes import key_of
from taisai.log.tree import Tree


def sign(head, at, key, store=None, journal="T1"):
    """`store` has the entries up to the head; without one the root is of no entries."""
    tree, named = Tree(), key_of(f"h/{journal}", key)
    if store is not None:
        grow(store, tree)
    return str(signed(checkpoint_at(named, head, tree.root(), at), named, key)).encode()
