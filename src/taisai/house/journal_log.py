"""A journal as a transparency log. Its tree grows with its entries; tiles, roots and proofs are read from storage."""

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
    """Return the tree that the stored full tiles make; the caller grows it by the rest."""
    known = _tiles_known(store)
    return TiledTree(known * WIDTH, lambda tile: hashes(store, tile)).tree()


def _tiles_known(store: Store) -> int:
    """Return the number of stored tiles; 0 if some are missing or belong to a lost end, so that all are rebuilt."""
    count, known, level = store.tree.count(0), store.tree.count(0), 0
    while count:
        level, above = level + 1, store.tree.count(level + 1)
        if above != count // WIDTH:
            return 0
        count = above
    return known if known * WIDTH <= store.head().seq else 0


def grow(store: Store, tree: Tree) -> list[TileRoot]:
    """Grow the tree by the entries written since, and return the tile roots to store."""
    found: list[TileRoot] = []
    for lines in store.lines(tree.size):
        found += [TileRoot(*full) for full in tree.add(leaf_hashes(map(logged, lines.bodies)))]
    return found


def hashes(store: Store, tile: Tile) -> list[bytes]:
    """Return the hashes of a tile. Leaf hashes are computed from the entries; the others are stored."""
    if tile.level == 0:
        return leaf_hashes(entries(store, tile.first, tile.width))
    return store.tree.roots(tile.level - 1, tile.first, tile.width)


def content(store: Store, tile: Tile) -> bytes:
    """Return a tile or bundle as it is sent."""
    return bundle(entries(store, tile.first, tile.width)) if tile.is_bundle else b"".join(hashes(store, tile))


def entries(store: Store, first: int, count: int) -> list[bytes]:
    """Return entries as they are logged, counted from 0."""
    return [logged(body) for body in islice(_bodies(store, first), count)]


def _bodies(store: Store, first: int) -> Iterator[bytes]:
    for lines in store.lines(first):
        yield from lines.bodies


def tiled(store: Store, size: int) -> TiledTree:
    """Return the tree as it was at `size` leaves. All its full tiles must be stored."""
    return TiledTree(size, lambda tile: hashes(store, tile))


def newest(store: Store, kept: Kept = Kept.SIGNED) -> tuple[Checkpoint, Note] | None:
    stored = store.tree.checkpoint(kept)
    note = parse(stored) if stored else None
    return (checkpoint_of(note), note) if note else None


def fault(store: Store, held: Sequence[Term], *, whole: bool) -> str:
    """Return what is wrong with the stored tree; empty if it matches the entries. Without `whole` only the end of the
    tree is checked. `held` are the keys that may have signed it, each for its term."""
    for kept in Kept:
        found = newest(store, kept)
        why = _misfit(store, *found, held) if found else ""
        if why:
            return f"the {kept} checkpoint {why}"
    return "a stored hash does not match its entries" if whole and _differs(store) else ""


def _misfit(store: Store, checkpoint: Checkpoint, note: Note, held: Sequence[Term]) -> str:
    note.check_signed(term.key._replace(name=checkpoint.origin) for term in held if term.holds(checkpoint.size))
    if checkpoint.size > store.head().seq:
        return f"covers {checkpoint.size} entries, but the journal has only {store.head().seq}"
    known = _tiles_known(store)
    if known < checkpoint.size // WIDTH:
        return ""  # the tiles are rebuilt, and then it is compared
    return "" if tiled(store, checkpoint.size).root() == checkpoint.root else "does not match the entries"


def _differs(store: Store) -> bool:
    """Return whether a stored hash is wrong. Hashes that are not stored yet, or are stored meanwhile, are no fault."""
    counts = [store.tree.count(level) for level in range(LEVELS)]
    made = grow(store, Tree())
    return any(not _holds(store, made, level, count) for level, count in enumerate(counts))


def _holds(store: Store, made: Sequence[TileRoot], level: int, count: int) -> bool:
    roots = [one.root for one in made if one.level == level]
    return store.tree.roots(level, 0, count) == roots[:count]
