"""Journals that last as long as the process, for tests, scenarios and simulation. Their batches have no MACs: only the
process reaches its own memory."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import RLock

from taisai.journal.entry import Fact, Head, Lines, Sealed, encode
from taisai.journal.fenced import FencedIndex, FencedTree
from taisai.journal.index import NO_ADDITIONS, Additions, MemoryIndex
from taisai.journal.seal import CHUNK, START, checked, head_of, last_of
from taisai.journal.store import Snapshot, check_batch, check_follows, check_held, claimed_before
from taisai.journal.tree import MemoryTree


class MemoryJournal:
    """The data that all stores of one journal share."""

    def __init__(self) -> None:
        self.epoch = 0
        self.entries: list[Sealed] = []
        self.snapshot: Snapshot | None = None
        self.checkpoints: list[bytes] = []
        self.index, self.tree = MemoryIndex(), MemoryTree()


class MemoryFile:
    """The place that several tables share, with their journals and claims."""

    def __init__(self) -> None:
        self.claims: set[str] = set()
        self.mutex = RLock()
        self.journals: dict[str, MemoryJournal] = {}

    def store(self, table: str) -> "MemoryStore":
        return MemoryStore(self, self.journals.setdefault(table, MemoryJournal()))


class MemoryStore:
    def __init__(self, file: MemoryFile | None = None, journal: MemoryJournal | None = None) -> None:
        self._file = file or MemoryFile()
        self.journal = journal or MemoryJournal()
        self.index = FencedIndex(self.journal.index, self._held)
        self.tree = FencedTree(self.journal.tree, self._held)
        self._epoch = 0

    def take(self) -> int:
        with self._file.mutex:
            self._epoch = self.journal.epoch = self.journal.epoch + 1
            return self._epoch

    def take_again(self) -> int:
        with self._held():
            return self.take()

    def head(self) -> Head:
        return self._head_at(len(self.journal.entries))

    def bodies(self, facts: Sequence[Fact]) -> list[bytes]:
        return encode(facts)

    def append(
        self,
        after: Head,
        entries: Sequence[Sealed],
        claims: Sequence[str] = (),
        additions: Additions = NO_ADDITIONS,
    ) -> None:
        check_batch(after, entries)
        with self._held():
            check_follows(after, self.head())
            self._claim(claims)
            self.journal.entries += entries
            if additions.pointers:
                self.journal.index.add(additions, entries[-1].seq)

    @contextmanager
    def _held(self) -> Iterator[None]:
        with self._file.mutex:
            check_held(self._epoch, self.journal.epoch)
            yield

    def _claim(self, claims: Sequence[str]) -> None:
        fresh: set[str] = set()
        for key in claims:
            if key in self._file.claims or key in fresh:
                raise claimed_before(key)
            fresh.add(key)
        self._file.claims |= fresh

    def claimed(self, key: str) -> bool:
        return key in self._file.claims

    def read(self, after: int = 0) -> Iterator[Sealed]:
        yield from self.journal.entries[after:]

    def lines(self, after: int = 0) -> Iterator[Lines]:
        entries = self.journal.entries
        for place in range(after, len(entries), CHUNK):
            some = entries[place : place + CHUNK]
            yield Lines(place + 1, b"".join(entry.seal for entry in some), [entry.body for entry in some])

    def verify(self) -> Head:
        return last_of(checked(self.journal.entries))

    def save_snapshot(self, snapshot: Snapshot) -> None:
        with self._held():
            assert self._head_at(snapshot.head.seq) == snapshot.head, snapshot.head
            self.journal.snapshot = max(snapshot, self.journal.snapshot or snapshot)

    def snapshot(self) -> Snapshot | None:
        return self.journal.snapshot

    def _head_at(self, seq: int) -> Head:
        return head_of(self.journal.entries[seq - 1]) if seq else START

    def add_checkpoint(self, note: bytes) -> None:
        with self._held():
            self.journal.checkpoints.append(note)

    def checkpoints(self) -> Iterator[bytes]:
        yield from self.journal.checkpoints

    def newest_checkpoint(self) -> bytes:
        return self.journal.checkpoints[-1] if self.journal.checkpoints else b""

    def close(self) -> None:
        """Do nothing: no file is open."""
