"""Tiles by c2sp.org/tlog-tiles: their paths, their widths, and the roots that they lead to."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from taisai.log.proofs import split
from taisai.log.refusals import LogRefusal
from taisai.log.tree import EMPTY, HASH_BYTES, WIDTH, Tree, node_hash, root_of, widths
from taisai.rules.refusals import Refused

ENTRIES: Final = "entries"
LEVEL_MOST: Final = 63
ENTRY_BYTES_MAX: Final = 0xFFFF
NUMBERED: Final = re.compile(r"((?:x[0-9]{3}/)*[0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?", re.ASCII)
"""The path of a tile without its level."""
_TILE: Final = re.compile(rf"(0|[1-9][0-9]?|entries)/{NUMBERED.pattern}", re.ASCII)


class Tile(NamedTuple):
    """`level` is -1 for a bundle, which holds the entries themselves; `width` is 256 for a full tile."""

    level: int
    number: int
    width: int = WIDTH

    @property
    def path(self) -> str:
        """The path below `tile/`."""
        groups = re.findall("...", f"{self.number:0{3 * max(1, -(-len(str(self.number)) // 3))}}")
        number = "/".join([*(f"x{group}" for group in groups[:-1]), groups[-1]])
        partial = f".p/{self.width}" if self.width < WIDTH else ""
        return f"{ENTRIES if self.level < 0 else self.level}/{number}{partial}"

    @property
    def is_bundle(self) -> bool:
        return self.level < 0

    @property
    def first(self) -> int:
        """The position of its first hash within its level."""
        return self.number * WIDTH

    def is_in(self, size: int) -> bool:
        """Return whether a tree of this size has the tile, including partial tiles that have grown since."""
        return self.first + self.width <= size >> 8 * max(0, self.level)


def parse(path: str) -> Tile:
    found = _TILE.fullmatch(path)
    if found is None:
        raise _invalid(path)
    level, number, width = found.groups()
    tile = Tile(-1 if level == ENTRIES else int(level), int(re.sub("[x/]", "", number)), int(width or WIDTH))
    if tile.path != path or tile.level > LEVEL_MOST or (width and tile.width == WIDTH):
        raise _invalid(path)
    return tile


def _invalid(path: str) -> Refused:
    words = f"{path!r} is not the path of a tile; valid paths look like 0/001, 1/x001/234 or entries/000.p/17"
    return Refused(LogRefusal.TILE_INVALID, words, path)


def tiles_of(size: int) -> Iterator[Tile]:
    """Yield every tile of a tree of this size, including bundles."""
    for level, width in enumerate(widths(size)):
        full = size >> 8 * (level + 1)
        found = [*(Tile(level, number) for number in range(full)), *([Tile(level, full, width)] if width else [])]
        yield from found
        yield from (tile._replace(level=-1) for tile in found if not level)


Reading = Callable[[Tile], Sequence[bytes]]
"""The hashes of a tile."""


def cut(content: bytes) -> list[bytes]:
    """Return the hashes of a tile as sent."""
    return [content[place : place + HASH_BYTES] for place in range(0, len(content), HASH_BYTES)]


class TiledTree:
    """A tree of a given size that reads its hashes from as few tiles as possible."""

    def __init__(self, size: int, read: Reading) -> None:
        self.size, self._read = size, read
        self._known: dict[Tile, Sequence[bytes]] = {}

    def hash(self, low: int, high: int) -> bytes:
        """Return the root over the leaves from `low` up to but not including `high`."""
        length = high - low
        if not length:
            return EMPTY
        if not length & length - 1 and not low % length:
            return self._perfect(length.bit_length() - 1, low)
        middle = low + split(length)
        return node_hash(self.hash(low, middle), self.hash(middle, high))

    def root(self) -> bytes:
        return self.hash(0, self.size)

    def tree(self) -> Tree:
        """Return a tree that can grow."""
        edge = [self._tile(level, self.size >> 8 * (level + 1)) for level in range(len(widths(self.size)))]
        return Tree(edge, self.size)

    def _perfect(self, height: int, low: int) -> bytes:
        level, rest = divmod(height, 8)
        number, place = divmod(low >> 8 * level, WIDTH)
        return root_of(self._tile(level, number)[place : place + (1 << rest)])

    def _tile(self, level: int, number: int) -> Sequence[bytes]:
        tile = Tile(level, number, min(WIDTH, (self.size >> 8 * level) - number * WIDTH))
        if tile not in self._known:
            self._known[tile] = self._read(tile) if tile.width else ()
            assert len(self._known[tile]) == tile.width, tile
        return self._known[tile]


def bundle(entries: Sequence[bytes]) -> bytes:
    """Return the entries, each preceded by its length in two bytes."""
    assert all(len(entry) <= ENTRY_BYTES_MAX for entry in entries)
    return b"".join(len(entry).to_bytes(2) + entry for entry in entries)


def unbundled(content: bytes) -> list[bytes]:
    entries, place = list[bytes](), 0
    while place < len(content):
        end = place + 2 + int.from_bytes(content[place : place + 2])
        if end > len(content) or place + 2 > len(content):
            raise Refused(LogRefusal.TILE_INVALID, "the bundle ends in the middle of an entry; fetch it again", place)
        entries.append(content[place + 2 : end])
        place = end
    return entries
