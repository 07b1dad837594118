"""Recalls any round step by step, including later corrections."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from taisai.house.journal_index import whole
from taisai.house.table_entry import recorded
from taisai.house.topics import DISPUTE, ROUND
from taisai.journal.entry import Head, Sealed
from taisai.journal.index import Looking
from taisai.journal.seal import START, checked, head_of
from taisai.journal.store import Store
from taisai.rules.refusals import Refusal, Refused
from taisai.table import events as e
from taisai.table.electronic import table_kind


class Told(NamedTuple):
    seq: int
    at: str
    by: str
    event: e.Event


def history(store: Store) -> Iterator[Told]:
    """Yield the whole journal, checking its seals on the way."""
    return told_of(store, lambda _: True)


def told_of(store: Store, may_matter: Callable[[bytes], bool]) -> Iterator[Told]:
    """Yield entries as `history` does, but only those whose bytes may matter: decoding an entry costs more than a
    scan."""
    return (_told(stored) for stored in checked(store.read()) if may_matter(stored.body))


def told_from(store: Store, seq: int) -> Iterator[Told]:
    """Yield the entries from one on, checking seals from the entry before it."""
    return map(_told, checked(store.read(seq - 1), head_before(store, seq)))


def told_at(store: Store, seqs: Iterable[int]) -> Iterator[Told]:
    """Yield only the given entries."""
    for seq in sorted(set(seqs)):
        yield from map(_told, checked(islice(store.read(seq - 1), 1), head_before(store, seq)))


def head_before(store: Store, seq: int) -> Head:
    return head_of(next(store.read(seq - 2))) if seq > 1 else START


def recorded_kind(store: Store) -> str:
    """Return the label of the table's kind, as recorded in its journal."""
    first = _installed(store)
    return table_kind(first.paytable, first.automation)


def recorded_currency(store: Store) -> str:
    return _installed(store).currency


def _installed(store: Store) -> e.TableInstalled:
    first = next(history(store)).event
    assert isinstance(first, e.TableInstalled), "a journal begins with its table"
    return first


def recall(store: Store, number: int) -> list[Told]:
    found = recalled(store, whole(store), number)
    if not found:
        raise Refused(Refusal.ROUND_UNKNOWN, f"there is no round {number} in this journal", number)
    return found


def recalled(store: Store, index: Looking, number: int) -> list[Told]:
    """Return the entries written during a round, and all others that name it."""
    named = list(told_at(store, (one.seq for one in index.find(ROUND, number))))
    played = [told for one in named if isinstance(one.event, e.RoundBegun) for told in _played(store, one.seq, number)]
    found = {told.seq: told for told in (*named, *played, *_disputed(store, index, named))}
    return [found[seq] for seq in sorted(found)]


def _played(store: Store, begun: int, number: int) -> Iterator[Told]:
    """Yield a round's entries until the next round begins. Events beside it count only while it is in progress."""
    is_over = False
    for told in told_from(store, begun):
        if isinstance(told.event, e.RoundBegun) and told.seq > begun:
            return
        if getattr(told.event, "round", 0) == number or (_is_beside(told.event) and not is_over):
            yield told
        is_over = is_over or isinstance(told.event, e.RoundSettled | e.RoundVoided)


def _disputed(store: Store, index: Looking, named: list[Told]) -> Iterator[Told]:
    for one in named:
        if isinstance(one.event, e.DisputeOpened):
            yield from told_at(store, (pointer.seq for pointer in index.find(DISPUTE, one.event.dispute)))


def _is_beside(event: e.Event) -> bool:
    """Return whether an event can happen during a round without naming it."""
    return isinstance(event, e.TroubleReported | e.TerminalFailed | e.TerminalMended | e.SeatLeft | e.PostAssigned)


def _told(stored: Sealed) -> Told:
    entry = recorded(stored.clear)
    return Told(entry.seq, entry.at, f"{entry.by.name} ({entry.by.role})", entry.event)
