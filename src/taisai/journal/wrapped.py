"""A journal whose log is wrapped, and whose shelf is the one below."""

from collections.abc import Iterator, Sequence

from taisai.journal.entry import Fact, Head, Lines, Sealed
from taisai.journal.index import NO_ADDITIONS, Additions, Index
from taisai.journal.store import Log, Shelf, Snapshot
from taisai.journal.tree import TreeStore


class WrappedLog:
    """Does what the log below does. A wrapper overrides what it changes."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def take(self) -> int:
        return self._log.take()

    def take_again(self) -> int:
        return self._log.take_again()

    def head(self) -> Head:
        return self._log.head()

    def bodies(self, facts: Sequence[Fact]) -> list[bytes]:
        return self._log.bodies(facts)

    def append(
        self,
        after: Head,
        entries: Sequence[Sealed],
        claims: Sequence[str] = (),
        additions: Additions = NO_ADDITIONS,
    ) -> None:
        self._log.append(after, entries, claims, additions)

    def claimed(self, key: str) -> bool:
        return self._log.claimed(key)

    def read(self, after: int = 0) -> Iterator[Sealed]:
        return self._log.read(after)

    def lines(self, after: int = 0) -> Iterator[Lines]:
        return self._log.lines(after)

    def verify(self) -> Head:
        return self._log.verify()

    def close(self) -> None:
        self._log.close()


class WrappedStore(WrappedLog):
    """A log over the shelf of a store. Its snapshots may have another form; see `sealed` and `opened`."""

    def __init__(self, log: Log, shelf: Shelf) -> None:
        super().__init__(log)
        self._shelf = shelf

    def sealed(self, snapshot: Snapshot) -> Snapshot:
        """Return a snapshot in the form that is stored."""
        return snapshot

    def opened(self, stored: Snapshot) -> Snapshot | None:
        """Return a snapshot as it was saved; None if it cannot be believed."""
        return stored

    @property
    def index(self) -> Index:
        return self._shelf.index

    @property
    def tree(self) -> TreeStore:
        return self._shelf.tree

    def save_snapshot(self, snapshot: Snapshot) -> None:
        self._shelf.save_snapshot(self.sealed(snapshot))

    def snapshot(self) -> Snapshot | None:
        stored = self._shelf.snapshot()
        return stored and self.opened(stored)

    def add_checkpoint(self, note: bytes) -> None:
        self._shelf.add_checkpoint(note)

    def checkpoints(self) -> Iterator[bytes]:
        return self._shelf.checkpoints()

    def newest_checkpoint(self) -> bytes:
        return self._shelf.newest_checkpoint()
