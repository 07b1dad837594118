"""The entries for which a player gets receipts: their own, and those of a round that concern no one in particular."""

from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import Final

from taisai.house.journal_index import whole
from taisai.house.recall import recall
from taisai.house.table_entry import recorded
from taisai.house.topics import ROUND, SEAT, kind
from taisai.journal.index import Looking
from taisai.journal.store import Store
from taisai.table import events as e

OPEN: Final = (
    e.TableInstalled, e.RulesStated, e.SeedsChained, e.BeaconChosen, e.BeaconNamed, e.RoundBegun, e.BetsOpened,
    e.SeedRevealed, e.MultipliersDrawn, e.RollEntered, e.EntryAmended, e.RoundSettled,
)  # fmt: skip
WHEN_OVER: Final = (*OPEN, e.SeedCommitted)  # these hold data that only the house can read

SESSION_ENTRIES: Final = 50_000  # of all seats, read for one session; older rounds are requested by number
SESSION_RECEIPTS: Final = 2_000
BEGINS: Final = (e.CreditBought, e.CashChanged)
ENDS: Final = (e.VoucherIssued, e.SeatReleased)


def is_for(event: e.Event, seat: int, kinds: tuple[type, ...] = OPEN) -> bool:
    """Return whether a seat may have the receipt of an event. Seat 0 stands for someone who may see all of them."""
    return not seat or isinstance(event, kinds) or getattr(event, "seat", 0) == seat


def entries_for(store: Store, number: int, seat: int) -> Iterator[int]:
    """Yield the entry with the pay table, and those of a finished round that a seat may see."""
    yield 1
    yield from (told.seq for told in recall(store, number) if told.seq > 1 and is_for(told.event, seat, WHEN_OVER))


def entry_is_for(store: Store, seq: int, seat: int) -> bool:
    return is_for(recorded(next(store.read(seq - 1)).clear).event, seat)


def last_of_round(store: Store, number: int, head: int) -> int:
    """Return the entry before the next round begins; the newest entry if none has begun yet."""
    following = store.index.find(ROUND, number + 1)
    return following[0].seq - 1 if following else head


def entries_of_session(store: Store, seat: int) -> Iterator[int]:
    """Yield the entry with the pay table, the seat's own entries since its session began, and the rounds it wagered in;
    only the newest if there are too many."""
    head = store.head().seq
    start = max(session_start(whole(store), seat), head - SESSION_ENTRIES)
    yield 1
    yield from deque((seq for seq in _of_session(store, start, seat) if seq > 1), maxlen=SESSION_RECEIPTS)


def session_start(index: Looking, seat: int) -> int:
    """Return the first credit after the seat was last paid out, even if it has been paid out again since."""
    begins, ends = _of_seat(index, seat, BEGINS), _of_seat(index, seat, ENDS)
    ended = max((seq for seq in ends if begins and seq < begins[-1]), default=0)
    return next((seq for seq in begins if seq > ended), 1)


def _of_seat(index: Looking, seat: int, kinds: tuple[type[e.Event], ...]) -> list[int]:
    about = {one.seq for one in index.find(SEAT, seat)}
    return sorted(about & {one.seq for of in kinds for one in index.find(kind(of))})


def _of_session(store: Store, start: int, seat: int) -> Iterator[int]:
    """Yield entries round by round. Those that concern no one in particular count if the seat has a wager."""
    common, own = list[int](), list[int]()
    has_wager = False
    for stored in islice(store.read(max(start, 1) - 1), SESSION_ENTRIES):
        event = recorded(stored.clear).event
        if isinstance(event, e.RoundBegun):
            yield from sorted([*own, *(common if has_wager else ())])
            common, own, has_wager = [], [], False
        if getattr(event, "seat", 0) == seat:
            own.append(stored.seq)
            has_wager = has_wager or isinstance(event, e.WagerPlaced)
        elif isinstance(event, OPEN):
            common.append(stored.seq)
    yield from sorted([*own, *(common if has_wager else ())])
