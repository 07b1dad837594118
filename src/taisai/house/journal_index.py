"""Maintains the index of a table's journal entry by entry; also rebuilds, completes and checks it."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Final

import msgspec
from xxhash import xxh3_64_intdigest

from taisai.house.table_entry import recorded
from taisai.house.topics import SILENT, topics
from taisai.journal.index import Additions, Index, Looking, MemoryIndex, Milestone, Pointer
from taisai.journal.minutes import MINUTE, SHOWN, minute_of
from taisai.journal.store import Store
from taisai.ledger.balances import Ledger, bank_of
from taisai.table import events as e
from taisai.table.accounts import Account

MILESTONE_EVERY: Final = 10_000  # entries; then at the next round
CHUNK: Final = 5_000  # entries whose pointers are added at a time

Balances = Mapping[Account, int]
_decode = msgspec.json.Decoder(dict[str, int]).decode


def balances_of(milestone: Milestone | None) -> dict[Account, int]:
    return {Account(name): balance for name, balance in _decode(milestone.known).items()} if milestone else {}


class Indexer:
    """Follows a journal. `minute` is the text of the last entry's minute and `milestone` the entry of the newest
    milestone, both before the entries that it takes."""

    def __init__(self, minute: str = "", milestone: int = 0) -> None:
        self._minute, self._milestone = minute, milestone
        self._pointers: list[Pointer] = []
        self._milestones: list[Milestone] = []

    @classmethod
    def behind(cls, store: Store, seq: int) -> "Indexer":
        """Return an indexer for the entries that follow `seq`."""
        newest = store.index.milestone(seq)
        last = next(store.read(seq - 1), None) if seq else None
        return cls(recorded(last.clear).at[:SHOWN] if last else "", newest.seq if newest else 0)

    def take(self, seq: int, event: e.Event, balances: Balances) -> None:
        """Index an entry that is not `SILENT`. `balances` are those before it, or after it if it moves no money."""
        self._pointers += [Pointer(*topic, seq) for topic in topics(event)]
        if type(event) is e.RoundBegun and seq >= self._milestone + MILESTONE_EVERY:
            self._milestone = seq
            known = {str(account): balance for account, balance in balances.items() if balance}
            self._milestones.append(Milestone(seq, msgspec.json.encode(known)))

    def note_minute(self, seq: int, at: str) -> None:
        """Index the minute of an entry, if it is the first of that minute."""
        if at[:SHOWN] != self._minute:
            self._minute = at[:SHOWN]
            self._pointers.append(Pointer(MINUTE, minute_of(at), seq))

    def taken(self) -> Additions | None:
        """Return the additions since the last call; None if there are none."""
        if not self._pointers:
            return None
        found = Additions(self._pointers, self._milestones)
        self._pointers, self._milestones = [], []
        return found


def complete(store: Store) -> None:
    """Add what the index lacks for entries that were written without it."""
    if is_ahead(store):
        store.index.clear()
    for seq, additions in _missing(store):
        store.index.add(additions, seq)


def whole(store: Store) -> Looking:
    """Return a complete index for reading, including what the store's own index lacks."""
    ahead = is_ahead(store)
    missing = _made(_followed(store, 0, store.head().seq) if ahead else _missing(store))
    if ahead:
        return missing
    return Both(store.index, missing) if missing.upto() else store.index


def _made(followed: Iterable[tuple[int, Additions]]) -> MemoryIndex:
    made = MemoryIndex()
    for seq, additions in followed:
        made.add(additions, seq)
    return made


def is_ahead(store: Store) -> bool:
    """Return whether the index points at missing entries, because the end of the journal was lost."""
    return store.index.upto() > store.head().seq


def differs(store: Store) -> bool:
    """Return whether the index contradicts the entries. Missing additions are no fault."""
    if is_ahead(store):
        return True
    made = _made(_followed(store, 0, store.index.upto()))
    return _sum(made) != _sum(store.index) or list(made.milestones()) != list(store.index.milestones())


class Both:
    """An index joined with a later one."""

    def __init__(self, index: Looking, later: Looking) -> None:
        self._index, self._later = index, later

    def find(self, what: str, low: int = 0, high: int | None = None) -> list[Pointer]:
        return sorted((*self._index.find(what, low, high), *self._later.find(what, low, high)))

    def before(self, what: str, number: int) -> Pointer | None:
        found = (index.before(what, number) for index in (self._index, self._later))
        return max(filter(None, found), default=None)

    def milestone(self, seq: int) -> Milestone | None:
        return self._later.milestone(seq) or self._index.milestone(seq)


def _sum(index: Index) -> int:
    """Return a sum that is the same for the same pointers in any order."""
    return sum(xxh3_64_intdigest(f"{one.what} {one.number} {one.seq}".encode()) for one in index.pointers())


def _missing(store: Store) -> Iterator[tuple[int, Additions]]:
    """Yield the missing additions. Balances are computed only if a milestone may be due."""
    upto, head = store.index.upto(), store.head().seq
    newest = store.index.milestone(upto)
    begin = newest.seq - 1 if newest else 0
    return _followed(store, upto if head - begin < MILESTONE_EVERY else begin, head, upto)


def _followed(store: Store, begin: int, last: int, upto: int = 0) -> Iterator[tuple[int, Additions]]:
    """Yield the additions of the entries after `upto` in chunks, each with its last entry. `begin` is where the
    balances are known or not needed."""
    indexer, ledger = Indexer.behind(store, upto), _ledger(store, begin)
    entries = (recorded(stored.clear) for stored in islice(store.read(begin), last - begin))
    while chunk := list(islice(entries, CHUNK)):
        for entry in chunk:
            if entry.seq > upto:
                indexer.note_minute(entry.seq, entry.at)
                if type(entry.event) not in SILENT:
                    indexer.take(entry.seq, entry.event, ledger.balances)
            ledger.post(entry.event)
        if additions := indexer.taken():
            yield chunk[-1].seq, additions


def _ledger(store: Store, begin: int) -> Ledger:
    first = next(store.read(), None)
    installed = recorded(first.clear).event if first else None
    ledger = Ledger(bank_of(installed.money if isinstance(installed, e.TableInstalled) else ""))
    newest = store.index.milestone(begin + 1)
    if newest and newest.seq == begin + 1:
        ledger.balances.update(balances_of(newest))
    return ledger
