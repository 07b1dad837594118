"""Where one table's journal is kept."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from taisai.journal.entry import Fact, Head, Lines, Sealed
from taisai.journal.index import NO_ADDITIONS, Additions, Index
from taisai.journal.refusals import JournalRefusal
from taisai.journal.tree import TreeStore
from taisai.rules.refusals import Refused, shown


class Snapshot(NamedTuple):
    """A table's state after the entry `head`, so that starting does not depend on the length of history."""

    head: Head
    state: bytes


class Claim(NamedTuple):
    """What can be claimed once ever, and what is told to whoever asks for it."""

    key: str
    value: bytes = b""


class Store(Protocol):
    """One writer: whoever took the journal last. Each taking has an epoch, a number that grows, and whatever is written
    under an older one is refused. Tables that share a file share its claims."""

    @property
    def index(self) -> Index:
        """Where to look; entries that were appended without additions are not in it."""

    @property
    def tree(self) -> TreeStore:
        """What is kept of its Merkle tree."""

    def take(self) -> int:
        """From now on only this one writes; what it knows it must read after this. Gives the epoch."""

    def take_again(self) -> int:
        """Shuts out whatever of our own is still on its way; refused where another has taken the journal."""

    def head(self) -> Head: ...

    def bodies(self, facts: Sequence[Fact]) -> list[bytes]:
        """As they are to be sealed and appended."""

    def append(
        self,
        after: Head,
        entries: Sequence[Sealed],
        claims: Sequence[Claim] = (),
        additions: Additions = NO_ADDITIONS,
    ) -> None:
        """Durable when it returns, whole or absent; a claim can be made once ever."""

    def claimed(self, key: str) -> bytes | None:
        """What goes with the claim, whichever table of the file made it; nothing where none did."""

    def read(self, after: int = 0) -> Iterator[Sealed]:
        """As stored: `seal.checked` finds out whether it is what was sealed."""

    def lines(self, after: int = 0) -> Iterator[Lines]:
        """The same, many entries at a time, for whoever reads all of them: `seal.checked_lines` finds that out."""

    def verify(self) -> Head:
        """Checks every seal and gives the head that they lead to; refuses at the first bad entry."""

    def save_snapshot(self, snapshot: Snapshot) -> None: ...

    def snapshot(self) -> Snapshot | None:
        """The newest, if it belongs to this very history and is undamaged."""

    def save_anchor(self, anchor: bytes) -> None: ...

    def anchors(self) -> Iterator[bytes]: ...

    def newest_anchor(self) -> bytes:
        """The one that was saved last; empty where there is none."""

    def close(self) -> None: ...


def check_held(epoch: int, current: int) -> None:
    if epoch != current:
        words = f"the journal was taken by another (epoch {current}, ours is {epoch}); open it again before you write"
        raise Refused(JournalRefusal.TAKEN, words, epoch)


def check_follows(after: Head, head: Head) -> None:
    if after != head:
        here, there = _named(after), _named(head)
        words = f"the journal does not end with {here} but with {there}; read what is new and decide again"
        raise Refused(JournalRefusal.MOVED, words, after.seq)


def check_batch(after: Head, entries: Sequence[Sealed]) -> None:
    assert entries, "a batch has an entry"
    assert entries[0].seq == after.seq + 1, after.seq
    assert entries[-1].seq == after.seq + len(entries), after.seq


def claimed_before(key: str) -> Refused:
    words = f"{shown(key)} was claimed before and can be claimed once only; look for its first use in the journal"
    return Refused(JournalRefusal.CLAIMED, words, key)


def _named(head: Head) -> str:
    return f"entry {head.seq} ({head.seal.hex()[:8]})"
