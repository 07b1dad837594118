"""The interface of a store of one table's journal."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from taisai.journal.entry import Fact, Head, Lines, Sealed
from taisai.journal.index import NO_ADDITIONS, Additions, Index
from taisai.journal.refusals import JournalRefusal
from taisai.journal.tree import TreeStore
from taisai.rules.refusals import Refused, shown


class Snapshot(NamedTuple):
    """A table's state after the entry `head`, so that a start does not depend on the length of the journal."""

    head: Head
    state: bytes


class Log(Protocol):
    """The entries of a journal. It has one writer: the process that took the journal last. Each take has an epoch, a
    growing number, and a write under an older epoch is refused. Tables that share a file share its claims."""

    def take(self) -> int:
        """Become the only writer and return the epoch. The caller must then read the journal again."""

    def take_again(self) -> int:
        """Fence off our own writes that are still on their way. Refused if another has taken the journal."""

    def head(self) -> Head: ...

    def bodies(self, facts: Sequence[Fact]) -> list[bytes]:
        """Return the bodies to seal and append."""

    def append(
        self,
        after: Head,
        entries: Sequence[Sealed],
        claims: Sequence[str] = (),
        additions: Additions = NO_ADDITIONS,
    ) -> None:
        """Append entries; durable on return, all or nothing. A claim can be made only once."""

    def claimed(self, key: str) -> bool:
        """Return whether a table of the file made a claim. It is a lock and proves nothing."""

    def read(self, after: int = 0) -> Iterator[Sealed]:
        """Yield entries that this house wrote. Use `seal.checked` to verify that they follow from a head."""

    def lines(self, after: int = 0) -> Iterator[Lines]:
        """Yield the same, many entries at a time, for long reads. Use `seal.checked_lines` to verify them."""

    def verify(self) -> Head:
        """Check every MAC and seal and return the head that they lead to. Refuses at the first bad entry."""

    def close(self) -> None: ...


class Shelf(Protocol):
    """What is derived from the entries of a journal, or signed. Whoever uses it compares it with them."""

    @property
    def index(self) -> Index:
        """The index. Entries appended without additions are not in it."""

    @property
    def tree(self) -> TreeStore:
        """The stored part of its Merkle tree."""

    def save_snapshot(self, snapshot: Snapshot) -> None: ...

    def snapshot(self) -> Snapshot | None:
        """Return the newest snapshot if it belongs to this very journal and is undamaged."""

    def add_checkpoint(self, note: bytes) -> None: ...

    def checkpoints(self) -> Iterator[bytes]: ...

    def newest_checkpoint(self) -> bytes:
        """Return the checkpoint saved last; empty if there is none."""


class Store(Log, Shelf, Protocol):
    """One table's journal."""


def check_held(epoch: int, current: int) -> None:
    if epoch != current:
        words = f"the journal was taken over (epoch {current}, ours is {epoch}); open it again before you write"
        raise Refused(JournalRefusal.TAKEN, words, epoch)


def check_follows(after: Head, head: Head) -> None:
    if after != head:
        here, there = _named(after), _named(head)
        words = f"the journal ends with {there}, not with {here}; read the new entries and decide again"
        raise Refused(JournalRefusal.MOVED, words, after.seq)


def check_reaches(store: Store, known: Head, head: Head, journal: str) -> None:
    """Refuse a journal that ends with `head` but lacks an entry that is `known` to have been durable."""
    if head.seq < known.seq:
        words = (
            f"{journal} ends with entry {head.seq}, but entry {known.seq} was written: the database came back without"
            " its last commits, or its end was cut off; restore a copy that has them before anyone plays on"
        )
        raise Refused(JournalRefusal.LOST, words, journal)
    found = head.seal if head.seq == known.seq or not known.seq else next(store.read(known.seq - 1)).seal
    if known.seq and found != known.seal:
        words = f"entry {known.seq} of {journal} is not the one that was written; restore a copy that has it"
        raise Refused(JournalRefusal.LOST, words, journal)


def check_batch(after: Head, entries: Sequence[Sealed]) -> None:
    assert entries, "a batch has an entry"
    assert entries[0].seq == after.seq + 1, after.seq
    assert entries[-1].seq == after.seq + len(entries), after.seq


def claimed_before(key: str) -> Refused:
    words = f"{shown(key)} was already claimed and can be claimed only once; look for its first use in the journal"
    return Refused(JournalRefusal.CLAIMED, words, key)


def _named(head: Head) -> str:
    return f"entry {head.seq} ({head.seal.hex()[:8]})"
