"""Questions about transparency logs, answered by a separate process, because hashing many entries takes time."""

from collections.abc import Iterable
from typing import ClassVar

import msgspec

from taisai.house.journal_checkpoints import head_at
from taisai.house.journal_log import content, grow, tiled
from taisai.house.receipts import entries_for, entries_of_session, entry_is_for
from taisai.journal.place import OpenPlace, Place
from taisai.journal.seal import START
from taisai.journal.store import Store
from taisai.journal.tree import TileRoot
from taisai.log.proofs import consistency, inclusion
from taisai.log.tiles import Tile, TiledTree
from taisai.log.tree import Tree

_encode = msgspec.json.Encoder().encode
_opened: dict[Place, OpenPlace] = {}  # a process that answers many questions opens each once


class Growth(msgspec.Struct, frozen=True):
    """A tree that has grown: its size, root and right edge, the seal of its last entry, and the roots of newly
    completed tiles."""

    size: int
    root: bytes
    seal: bytes
    edge: list[list[bytes]]
    roots: list[TileRoot]

    @property
    def tree(self) -> Tree:
        return Tree(self.edge, self.size)


def grown(store: Store, tree: Tree) -> Growth:
    roots = grow(store, tree)
    return Growth(tree.size, tree.root(), head_at(store, tree.size).seal, tree.edge, roots)


class _LogQuestion(msgspec.Struct, frozen=True, tag_field="ask"):
    queue: ClassVar[str] = "log"

    place: Place
    log: str

    def answer(self) -> bytes:
        if self.place not in _opened:
            _opened[self.place] = self.place.open_for_reading()
        return self._read(_opened[self.place].store(self.log))

    def _read(self, store: Store) -> bytes:
        raise NotImplementedError


class AskGrowth(_LogQuestion, frozen=True, tag="growth"):
    """Ask for the growth of a tree from this size and edge."""

    size: int
    edge: list[list[bytes]]

    def _read(self, store: Store) -> bytes:
        return _encode(grown(store, Tree(self.edge, self.size)))


class AskTile(_LogQuestion, frozen=True, tag="tile"):
    level: int
    number: int
    width: int

    def _read(self, store: Store) -> bytes:
        return content(store, Tile(self.level, self.number, self.width))


class AskTiles(_LogQuestion, frozen=True, tag="tiles"):
    """Ask for `count` consecutive full tiles of hashes: a client that reads one soon reads the next."""

    level: int
    number: int
    count: int

    def _read(self, store: Store) -> bytes:
        numbers = range(self.number, self.number + self.count)
        return b"".join(content(store, Tile(self.level, number)) for number in numbers)


class AskConsistency(_LogQuestion, frozen=True, tag="consistency"):
    """Ask for the proof that the log of size `old` is a prefix of the log of size `new`."""

    old: int
    new: int

    def _read(self, store: Store) -> bytes:
        return _encode(consistency(tiled(store, self.new).hash, self.old, self.new))


class Included(msgspec.Struct, frozen=True):
    """An entry, numbered from 1 as in journals, and the proof that the log of this size includes it.

    If no checkpoint covers it yet, `size` is 0 and `before` is the previous seal."""

    seq: int
    body: bytes
    size: int
    path: list[bytes]
    before: bytes = b""


class _InclusionQuestion(_LogQuestion, frozen=True):
    """Ask for proofs of entries that a seat may see; seat 0 sees all.

    Each entry is proved by the first of the `sizes` that covers it. `later`: return entries that none covers, too."""

    seat: int
    sizes: tuple[int, ...]
    later: bool

    def _wanted(self, store: Store) -> Iterable[int]:
        raise NotImplementedError

    def _read(self, store: Store) -> bytes:
        trees = [tiled(store, size) for size in self.sizes]
        found = (_included(store, seq, trees) for seq in self._wanted(store))
        return _encode([one for one in found if one.size or self.later])


class AskInclusion(_InclusionQuestion, frozen=True, tag="inclusion"):
    """Ask for one entry; the answer is empty if this seat may not see it."""

    seq: int

    def _wanted(self, store: Store) -> Iterable[int]:
        return [self.seq] if entry_is_for(store, self.seq, self.seat) else []


class AskRoundInclusion(_InclusionQuestion, frozen=True, tag="round-inclusion"):
    """Ask for a seat's entries of a finished round."""

    round: int

    def _wanted(self, store: Store) -> Iterable[int]:
        return entries_for(store, self.round, self.seat)


class AskSessionInclusion(_InclusionQuestion, frozen=True, tag="session-inclusion"):
    """Ask for the entries of a seat's current session."""

    def _wanted(self, store: Store) -> Iterable[int]:
        return entries_of_session(store, self.seat)


def _included(store: Store, seq: int, trees: Iterable[TiledTree]) -> Included:
    body = next(store.read(seq - 1)).body
    tree = next((one for one in trees if one.size >= seq), None)
    if tree is None:
        return Included(seq, body, 0, [], next(store.read(seq - 2)).seal if seq > 1 else START.seal)
    return Included(seq, body, tree.size, inclusion(tree.hash, seq - 1, tree.size))


LogQuestion = AskGrowth | AskTile | AskTiles | AskConsistency | AskInclusion | AskRoundInclusion | AskSessionInclusion

growth_of = msgspec.json.Decoder(Growth).decode
path_of = msgspec.json.Decoder(list[bytes]).decode
included_of = msgspec.json.Decoder(list[Included]).decode
