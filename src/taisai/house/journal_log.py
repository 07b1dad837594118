"""A journal as a log: its tree grows with its entries, and any tile, root and proof is read from what is stored."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from taisai.journal.store import Store
from taisai.journal.tree import Kept, TileRoot
from taisai.log.checkpoints import Checkpoint, checkpoint_of
from taisai.log.entries import logged
from taisai.log.notes import Note, parse
from taisai.log.rotations import Term
from taisai.log.tiles import Tile, TiledTree, bundle
from taisai.log.tree import WIDTH, Tree, leaf_hashes

LEVELS: Final = 5  # 256 to the fifth is more than a journal can have


def begun(store: Store) -> Tree:
    """The tree as far as its full tiles are stored; whoever grows it adds the rest."""
    known = _tiles_known(store)
    return TiledTree(known * WIDTH, lambda tile: hashes(store, tile)).tree()


def _tiles_known(store: Store) -> int:
    """None where some are missing, or where they belong to a lost end: then all are made anew."""
    count, known, level = store.tree.count(0), store.tree.count(0), 0
    while count:
        level, above = level + 1, store.tree.count(level + 1)
        if above != count // WIDTH:
            return 0
        count = above
    return known if known * WIDTH <= store.head().seq else 0


def grow(store: Store, tree: Tree) -> list[TileRoot]:
    """By all that was written since; gives back what is to be stored."""
    found: list[TileRoot] = []
    for lines in store.lines(tree.size):
        found += [TileRoot(*full) for full in tree.add(leaf_hashes(map(logged, lines.bodies)))]
    return found


def hashes(store: Store, tile: Tile) -> list[bytes]:
    """Those of leaves are worked out from the entries; the others are stored."""
    if tile.level == 0:
        return leaf_hashes(entries(store, tile.first, tile.width))
    return store.tree.roots(tile.level - 1, tile.first, tile.width)


def content(store: Store, tile: Tile) -> bytes:
    """As it is sent."""
    return bundle(entries(store, tile.first, tile.width)) if tile.is_bundle else b"".join(hashes(store, tile))


def entries(store: Store, first: int, count: int) -> list[bytes]:
    """As they are logged, counted from 0."""
    return [logged(body) for body in islice(_bodies(store, first), count)]


def _bodies(store: Store, first: int) -> Iterator[bytes]:
    for lines in store.lines(first):
        yield from lines.bodies


def tiled(store: Store, size: int) -> TiledTree:
    """The tree as it was when it had so many leaves, of which all full tiles are stored."""
    return TiledTree(size, lambda tile: hashes(store, tile))


def newest(store: Store, kept: Kept = Kept.SIGNED) -> tuple[Checkpoint, Note] | None:
    stored = store.tree.checkpoint(kept)
    note = parse(stored) if stored else None
    return (checkpoint_of(note), note) if note else None


def fault(store: Store, held: Sequence[Term], *, whole: bool) -> str:
    """What is wrong with the tree as it is stored; nothing where it is what the entries lead to. Without `whole` only
    the end of the tree is looked at. `held` are the keys that may have signed it, each for its time."""
    for kept in Kept:
        found = newest(store, kept)
        why = _misfit(store, *found, held) if found else ""
        if why:
            return f"the {kept} checkpoint {why}"
    return "a stored hash is not that of its entries" if whole and _differs(store) else ""


def _misfit(store: Store, checkpoint: Checkpoint, note: Note, held: Sequence[Term]) -> str:
    note.check_signed(term.key._replace(name=checkpoint.origin) for term in held if term.holds(checkpoint.size))
    if checkpoint.size > store.head().seq:
        return f"is of {checkpoint.size} entries, and the journal ends with {store.head().seq}"
    known = _tiles_known(store)
    if known < checkpoint.size // WIDTH:
        return ""  # they are made anew, and then it is compared
    return "" if tiled(store, checkpoint.size).root() == checkpoint.root else "does not fit the entries"


def _differs(store: Store) -> bool:
    """What is not stored yet is no fault, nor what is stored meanwhile."""
    counts = [store.tree.count(level) for level in range(LEVELS)]
    made = grow(store, Tree())
    return any(not _holds(store, made, level, count) for level, count in enumerate(counts))


def _holds(store: Store, made: Sequence[TileRoot], level: int, count: int) -> bool:
    roots = [one.root for one in made if one.level == level]
    return store.tree.roots(level, 0, count) == roots[:count]
