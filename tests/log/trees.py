"""Trees the slow way: RFC 6962's own definition, word for word."""

from hashlib import sha256

from taisai.log.tiles import TiledTree
from taisai.log.tree import Tree, leaf_hashes

LEAVES = [bytes([n % 251, n // 251]) * (n % 7) for n in range(700)]


def naive_root(leaves):
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return sha256(b"\x00" + leaves[0]).digest()
    k = 1
    while k * 2 < len(leaves):
        k *= 2
    return sha256(b"\x01" + naive_root(leaves[:k]) + naive_root(leaves[k:])).digest()


def tiles_by_hand(leaves):
    """Reads tiles by the definition of tlog-tiles."""

    def read(tile):
        step = 256**tile.level
        return [
            naive_root(leaves[(tile.first + place) * step : (tile.first + place + 1) * step])
            for place in range(tile.width)
        ]

    return read


def grown(leaves, *cuts):
    tree = Tree()
    for low, high in zip((0, *cuts), (*cuts, len(leaves)), strict=True):
        tree.add(leaf_hashes(leaves[low:high]))
    return tree


def tiled(leaves):
    return TiledTree(len(leaves), tiles_by_hand(leaves))
