"""A journal as it was at one moment, for long reads while others keep writing."""

from collections.abc import Iterable, Iterator
from itertools import islice

import msgspec

from taisai.journal.entry import Head, Lines, Sealed
from taisai.journal.index import Additions, Index, Milestone, Pointer
from taisai.journal.seal import SEAL_BYTES, checked_lines, last_of_lines
from taisai.journal.store import Snapshot, Store
from taisai.journal.wrapped import WrappedStore


class BoundedStore(WrappedStore):
    """Leaves out what was written since. Entries never change, so no lock is needed. `live` is the journal as it is
    now."""

    def __init__(self, live: Store) -> None:
        super().__init__(live, live)
        self.live = live
        self._head, self._snapshot = live.head(), live.snapshot()
        self._index = BoundedIndex(live.index)

    @property
    def index(self) -> Index:
        return self._index

    def head(self) -> Head:
        return self._head

    def snapshot(self) -> Snapshot | None:
        return self._snapshot

    def read(self, after: int = 0) -> Iterator[Sealed]:
        return islice(self._log.read(after), max(0, self._head.seq - after))

    def lines(self, after: int = 0) -> Iterator[Lines]:
        for some in self._log.lines(after):
            count = min(len(some.bodies), self._head.seq - some.first + 1)
            if count < 1:
                return
            yield msgspec.structs.replace(some, seals=some.seals[: count * SEAL_BYTES], bodies=some.bodies[:count])

    def verify(self) -> Head:
        return last_of_lines(checked_lines(self.lines()))


class BoundedIndex:
    """The index without what was added since."""

    def __init__(self, live: Index) -> None:
        self._live, self._upto = live, live.upto()
        self.find, self.before, self.milestone = live.find, live.before, live.milestone

    def upto(self) -> int:
        return self._upto

    def pointers(self) -> Iterable[Pointer]:
        return (one for one in self._live.pointers() if one.seq <= self._upto)

    def milestones(self) -> Iterable[Milestone]:
        return (one for one in self._live.milestones() if one.seq <= self._upto)

    def add(self, additions: Additions, upto: int) -> None:
        raise AssertionError(f"whoever reads what was adds nothing: {additions}, {upto}")

    def clear(self) -> None:
        raise AssertionError("whoever reads what was clears nothing")
