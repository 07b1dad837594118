"""An index of a journal: which entries are about a round, a minute, a seat, a voucher, or of a kind."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, Protocol


class Pointer(NamedTuple):
    """Says that an entry is about `what` (a round, a seat, ...) with this number; 0 for a kind of event."""

    what: str
    number: int
    seq: int


class Milestone(NamedTuple):
    """What was known just before an entry, so that a read can begin there and not at the first entry."""

    seq: int
    known: bytes


class Additions(NamedTuple):
    """What entries add to the index, in order."""

    pointers: Sequence[Pointer] = ()
    milestones: Sequence[Milestone] = ()


NO_ADDITIONS: Final = Additions()


class Looking(Protocol):
    """The reading side of an index."""

    def find(self, what: str, low: int = 0, high: int | None = None) -> list[Pointer]:
        """Return pointers sorted by number, then entry. Without `high`, only those with the number `low`."""

    def before(self, what: str, number: int) -> Pointer | None:
        """Return the pointer with the largest number below this."""

    def milestone(self, seq: int) -> Milestone | None:
        """Return the newest milestone at or before an entry."""


class Index(Looking, Protocol):
    """Derived from the entries, so it can be rebuilt. It is written in the same commit, so it is never ahead of
    them."""

    def upto(self) -> int:
        """Return the newest entry that added something. Later entries may be missing from the index."""

    def pointers(self) -> Iterable[Pointer]:
        """Return all pointers, in no order."""

    def milestones(self) -> Iterable[Milestone]:
        """Return all milestones, in the order of their entries."""

    def add(self, additions: Additions, upto: int) -> None:
        """Add what is missing for written entries. Existing data stays: another process may have added it meanwhile."""

    def clear(self) -> None: ...


class MemoryIndex:
    def __init__(self) -> None:
        self._seqs: dict[str, list[Pointer]] = defaultdict(list)
        self._milestones: list[Milestone] = []
        self._upto = 0

    def upto(self) -> int:
        return self._upto

    def find(self, what: str, low: int = 0, high: int | None = None) -> list[Pointer]:
        high = low if high is None else high
        return [one for one in self._seqs.get(what, ()) if low <= one.number <= high]

    def before(self, what: str, number: int) -> Pointer | None:
        return max((one for one in self._seqs.get(what, ()) if one.number < number), default=None)

    def milestone(self, seq: int) -> Milestone | None:
        place = bisect_right(self._milestones, seq, key=lambda one: one.seq)
        return self._milestones[place - 1] if place else None

    def pointers(self) -> Iterable[Pointer]:
        return [one for some in self._seqs.values() for one in some]

    def milestones(self) -> Iterable[Milestone]:
        return self._milestones

    def add(self, additions: Additions, upto: int) -> None:
        for one in additions.pointers:
            known = self._seqs[one.what]
            place = bisect_left(known, one)
            if known[place : place + 1] != [one]:
                known.insert(place, one)
        last = self._milestones[-1].seq if self._milestones else 0
        self._milestones += [one for one in additions.milestones if one.seq > last]
        self._upto = max(self._upto, upto)

    def clear(self) -> None:
        self._seqs.clear()
        self._milestones, self._upto = [], 0
