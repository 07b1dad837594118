"""Which entries a player gets receipts for: their own, and those of a round that are about nobody in particular."""

from collections.abc import Iterator
from typing import Final

from taisai.house.reading import recorded
from taisai.house.recall import recall
from taisai.house.topics import ROUND
from taisai.journal.store import Store
from taisai.table import events as e

OPEN: Final = (
    e.TableInstalled, e.RulesStated, e.RoundBegun, e.BetsOpened, e.CommitmentOpened, e.RollEntered, e.EntryAmended,
    e.RoundSettled,
)  # fmt: skip
WHEN_OVER: Final = (*OPEN, e.RollCommitted)  # which keeps the throw, though nobody but the house can read it


def is_for(event: e.Event, seat: int, kinds: tuple[type, ...] = OPEN) -> bool:
    """0 is whoever may see all of them."""
    return not seat or isinstance(event, kinds) or getattr(event, "seat", 0) == seat


def entries_for(store: Store, number: int, seat: int) -> Iterator[int]:
    """The pay table that was played by, and what a round that is over was to a seat."""
    yield 1
    yield from (told.seq for told in recall(store, number) if told.seq > 1 and is_for(told.event, seat, WHEN_OVER))


def entry_is_for(store: Store, seq: int, seat: int) -> bool:
    return is_for(recorded(next(store.read(seq - 1)).clear).event, seat)


def last_of_round(store: Store, number: int, head: int) -> int:
    """The entry before the next round begins; the newest where none has begun yet."""
    following = store.index.find(ROUND, number + 1)
    return following[0].seq - 1 if following else head
