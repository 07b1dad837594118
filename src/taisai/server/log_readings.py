"""What is read of logs, each as a question that a process of its own answers: hashing many entries takes time."""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from taisai.house.journal_log import content, grow, tiled
from taisai.house.receipts import entries_for, entry_is_for
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_file import SqliteFile
from taisai.journal.sqlite_open import open_for_reading
from taisai.journal.store import Store
from taisai.journal.tree import TileRoot
from taisai.log.proofs import consistency, inclusion
from taisai.log.tiles import Tile
from taisai.log.tree import Tree

_encode = msgspec.json.Encoder().encode
_opened: dict[str, SqliteFile] = {}  # a process that is asked often opens the file once


class Growth(msgspec.Struct, frozen=True):
    """A tree that has grown: its size, its root, its right edge, and the roots of the tiles that were filled."""

    size: int
    root: bytes
    edge: list[list[bytes]]
    roots: list[TileRoot]

    @property
    def tree(self) -> Tree:
        return Tree(self.edge, self.size)


def grown(store: Store, tree: Tree) -> Growth:
    roots = grow(store, tree)
    return Growth(tree.size, tree.root(), tree.edge, roots)


class _LogQuestion(msgspec.Struct, frozen=True, tag_field="ask"):
    journal: str
    log: str

    def answer(self) -> bytes:
        if self.journal not in _opened:
            _opened[self.journal] = open_for_reading(Path(self.journal))
        return self._read(SqliteStore(_opened[self.journal], self.log))

    def _read(self, store: Store) -> bytes:
        raise NotImplementedError


class AskGrowth(_LogQuestion, frozen=True, tag="growth"):
    """Of a tree from this size and edge on."""

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


class AskConsistency(_LogQuestion, frozen=True, tag="consistency"):
    """That the log of the old size is the beginning of that of the new."""

    old: int
    new: int

    def _read(self, store: Store) -> bytes:
        return _encode(consistency(tiled(store, self.new).hash, self.old, self.new))


class Included(msgspec.Struct, frozen=True):
    seq: int
    body: bytes
    path: list[bytes]


class AskInclusion(_LogQuestion, frozen=True, tag="inclusion"):
    """An entry, counted from 1 as journals do, and the proof that a log of this size has it; none where it is not for
    this seat."""

    seq: int
    seat: int
    size: int

    def _read(self, store: Store) -> bytes:
        wanted = [self.seq] if entry_is_for(store, self.seq, self.seat) else []
        return _encode(_included(store, wanted, self.size))


class AskRoundInclusion(_LogQuestion, frozen=True, tag="round-inclusion"):
    """The entries of a round that are for a seat."""

    round: int
    seat: int
    size: int

    def _read(self, store: Store) -> bytes:
        return _encode(_included(store, entries_for(store, self.round, self.seat), self.size))


def _included(store: Store, wanted: Iterable[int], size: int) -> list[Included]:
    """Those that the log has at this size, each with its proof."""
    tree, found = tiled(store, size), [seq for seq in wanted if seq <= size]
    bodies = (next(store.read(seq - 1)).body for seq in found)
    return [Included(seq, body, inclusion(tree.hash, seq - 1, size)) for seq, body in zip(found, bodies, strict=True)]


LogQuestion = AskGrowth | AskTile | AskConsistency | AskInclusion | AskRoundInclusion

growth_of = msgspec.json.Decoder(Growth).decode
path_of = msgspec.json.Decoder(list[bytes]).decode
included_of = msgspec.json.Decoder(list[Included]).decode
