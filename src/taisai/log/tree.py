"""The Merkle tree of RFC 6962 over SHA-256. It grows by batches and keeps only its right edge."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

EMPTY: Final = sha256(b"").digest()  # the root of a tree without leaves
WIDTH: Final = 256  # hashes of a full tile: a tile is a subtree eight levels high
HASH_BYTES: Final = 32

_leaf: Final = sha256(b"\0")
_node: Final = sha256(b"\1")


def leaf_hashes(leaves: Iterable[bytes]) -> list[bytes]:
    """Return the hashes of logged entries. Copying a started hash costs less than a new one."""
    found, copy = list[bytes](), _leaf.copy
    for leaf in leaves:
        made = copy()
        made.update(leaf)
        found.append(made.digest())
    return found


def leaf_hash(leaf: bytes) -> bytes:
    return sha256(b"\0" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


def root_of(hashes: Sequence[bytes]) -> bytes:
    """Return the root above the hashes of equal subtrees; the last one may be smaller."""
    row = list(hashes)
    while len(row) > 1:
        row = _above(row)
    return row[0] if row else EMPTY


def _above(row: list[bytes]) -> list[bytes]:
    """Return the next level up. A hash without a sibling moves up unchanged."""
    found, copy = list[bytes](), _node.copy
    for left, right in zip(row[::2], row[1::2], strict=False):
        made = copy()
        made.update(left + right)
        found.append(made.digest())
    return found + row[len(row) & ~1 :]


class Full(NamedTuple):
    """A full tile, which never changes: its level, its number in the level, and the root above it."""

    level: int
    number: int
    root: bytes


class Tree:
    """`edge` has the hashes of each level's tile that is not full yet: fewer than 256."""

    def __init__(self, edge: Iterable[Iterable[bytes]] = ((),), size: int = 0) -> None:
        self.edge = [list(hashes) for hashes in edge] or [[]]
        self.size = size
        assert [len(hashes) for hashes in self.edge] == widths(size), size

    def add(self, hashes: Sequence[bytes]) -> list[Full]:
        """Add the hashes of the next leaves, and return the tiles that they fill."""
        self.size += len(hashes)
        return self._add(0, hashes)

    def _add(self, level: int, hashes: Sequence[bytes]) -> list[Full]:
        if level == len(self.edge):
            self.edge.append([])
        row = [*self.edge[level], *hashes]
        many = len(row) // WIDTH
        self.edge[level] = row[many * WIDTH :]
        if not many:
            return []
        roots = [root_of(row[place * WIDTH : (place + 1) * WIDTH]) for place in range(many)]
        first = (self.size >> 8 * (level + 1)) - many
        full = [Full(level, number, root) for number, root in enumerate(roots, first)]
        return full + self._add(level + 1, roots)

    def root(self) -> bytes:
        below: tuple[bytes, ...] = ()
        for hashes in self.edge:
            if hashes or below:
                below = (root_of([*hashes, *below]),)
        return below[0] if below else EMPTY


def widths(size: int) -> list[int]:
    """Return how many hashes the rightmost tile of each level has in a tree of this size."""
    found = [size % WIDTH]
    while size := size >> 8:
        found.append(size % WIDTH)
    return found
