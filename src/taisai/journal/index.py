"""Where to look in a journal: which entries are about a round, a minute, a seat, a voucher, or of a kind."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, Protocol


class Pointer(NamedTuple):
    """An entry is about `what` (a round, a seat, ...) of this number; a kind of event has no number, so 0."""

    what: str
    number: int
    seq: int


class Milestone(NamedTuple):
    """What was known just before an entry, so that whoever reads from there need not begin with the first."""

    seq: int
    known: bytes


class Additions(NamedTuple):
    """What entries add to the index, in their order."""

    pointers: Sequence[Pointer] = ()
    milestones: Sequence[Milestone] = ()


NO_ADDITIONS: Final = Additions()


class Looking(Protocol):
    """For whoever reads."""

    def find(self, what: str, low: int = 0, high: int | None = None) -> list[Pointer]:
        """By number and then by entry; of one number where there is no `high`."""

    def before(self, what: str, number: int) -> Pointer | None:
        """The one of the largest number below this."""

    def milestone(self, seq: int) -> Milestone | None:
        """The newest at or before an entry."""


class Index(Looking, Protocol):
    """Derived from the entries, so it can be made anew; kept in the same commit, so it is never ahead of them."""

    def upto(self) -> int:
        """The newest entry that added something; there may be later ones that it does not know."""

    def pointers(self) -> Iterable[Pointer]:
        """All, in no order."""

    def milestones(self) -> Iterable[Milestone]:
        """All, in the order of their entries."""

    def add(self, additions: Additions, upto: int) -> None:
        """What was missing, of entries that are written. What is there already stays as it is: somebody else may have
        added it meanwhile."""

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
