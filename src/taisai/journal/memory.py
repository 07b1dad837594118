"""Journals that last as long as the process: for tests, scenarios and simulation."""

from collections.abc import Iterator, Sequence
from threading import Lock

from taisai.journal.entry import Fact, Head, Lines, Sealed, encode
from taisai.journal.index import NO_ADDITIONS, Additions, MemoryIndex
from taisai.journal.seal import CHUNK, START, checked, head_of, last_of
from taisai.journal.store import Snapshot, check_batch, check_follows, claimed
from taisai.journal.tree import MemoryTree


class MemoryFile:
    """What tables share: one place for the journals of several, and their claims."""

    def __init__(self) -> None:
        self.claims: set[str] = set()
        self.mutex = Lock()
        self._stores: dict[str, MemoryStore] = {}

    def store(self, table: str) -> "MemoryStore":
        return self._stores.setdefault(table, MemoryStore(self))


class MemoryStore:
    def __init__(self, file: MemoryFile | None = None) -> None:
        self._file = file or MemoryFile()
        self._entries: list[Sealed] = []
        self._snapshot: Snapshot | None = None
        self._anchors: list[bytes] = []
        self.index, self.tree = MemoryIndex(), MemoryTree()

    def head(self) -> Head:
        return self._head_at(len(self._entries))

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
        with self._file.mutex:
            check_follows(after, self.head())
            self._claim(claims)
            self._entries += entries
            if additions.pointers:
                self.index.add(additions, entries[-1].seq)

    def _claim(self, claims: Sequence[str]) -> None:
        fresh: set[str] = set()
        for claim in claims:
            if claim in self._file.claims or claim in fresh:
                raise claimed(claim)
            fresh.add(claim)
        self._file.claims |= fresh

    def has_claim(self, claim: str) -> bool:
        return claim in self._file.claims

    def read(self, after: int = 0) -> Iterator[Sealed]:
        yield from self._entries[after:]

    def lines(self, after: int = 0) -> Iterator[Lines]:
        for place in range(after, len(self._entries), CHUNK):
            some = self._entries[place : place + CHUNK]
            yield Lines(place + 1, b"".join(entry.seal for entry in some), [entry.body for entry in some])

    def verify(self) -> Head:
        return last_of(checked(self._entries))

    def save_snapshot(self, snapshot: Snapshot) -> None:
        assert self._head_at(snapshot.head.seq) == snapshot.head, snapshot.head
        self._snapshot = max(snapshot, self._snapshot or snapshot)

    def snapshot(self) -> Snapshot | None:
        return self._snapshot

    def _head_at(self, seq: int) -> Head:
        return head_of(self._entries[seq - 1]) if seq else START

    def save_anchor(self, anchor: bytes) -> None:
        self._anchors.append(anchor)

    def anchors(self) -> Iterator[bytes]:
        yield from self._anchors

    def newest_anchor(self) -> bytes:
        return self._anchors[-1] if self._anchors else b""

    def close(self) -> None:
        """Nothing is held open."""
