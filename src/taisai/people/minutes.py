"""The index of the register's journal: the entry at which each minute begins."""

from collections.abc import Iterator

from taisai.journal.entry import decode
from taisai.journal.index import Additions, Pointer
from taisai.journal.minutes import Minutes
from taisai.journal.store import Store

CHUNK = 5_000


def is_unknown(store: Store) -> bool:
    """Return whether the index is missing or has entries that the journal lacks."""
    return not 0 < store.index.upto() <= store.head().seq


def complete(store: Store) -> None:
    """Add what the index lacks of entries that were written without it."""
    if store.index.upto() > store.head().seq:
        store.index.clear()
    some: list[Pointer] = []
    for pointer in made(store, store.index.upto()):
        some.append(pointer)
        if len(some) == CHUNK:
            store.index.add(Additions(some), pointer.seq)
            some = []
    if some:
        store.index.add(Additions(some), some[-1].seq)


def made(store: Store, after: int = 0) -> Iterator[Pointer]:
    """Yield the index of all entries after `after`."""
    minutes = Minutes(at_of(store, after))
    for stored in store.read(after):
        entry = decode(stored.clear)
        yield from minutes.begun(entry.seq, entry.at)


def at_of(store: Store, seq: int) -> str:
    """Return the time of an entry; empty before the first."""
    found = next(store.read(seq - 1), None) if seq else None
    return decode(found.clear).at if found else ""


def differs(store: Store) -> bool:
    """Return whether the index contradicts the entries. An incomplete index is no fault."""
    known = sorted(store.index.pointers())
    upto = store.index.upto()
    return upto > store.head().seq or known != sorted(one for one in made(store) if one.seq <= upto)
