"""The state that a desk keeps of its table. All of it comes from the journal and is rebuilt at a start."""

from itertools import takewhile
from typing import Final
from zlib import crc32

from taisai.house.dice_watch import DiceWatch
from taisai.journal.entry import Head
from taisai.ledger.balances import Ledger, bank_of
from taisai.table import events as e
from taisai.table.evolve import install
from taisai.table.state import RECENT_ROUNDS, Table

AWARDING: Final = frozenset((e.LosersCollected, e.RoundCorrected))
SHORT_BITS: Final = 24
REST_BITS: Final = 32 - SHORT_BITS
ENTRIES_KEPT: Final = 5_000  # entries whose orders are always remembered, whatever their rounds


def stamp(first: int, digest: str) -> int:
    """Return the first entry of an order's answer and a short form of the order's digest as one number, which
    saves memory. The journal has the whole digest."""
    return first << SHORT_BITS | crc32(digest.encode()) >> REST_BITS


def first_of(stamped: int) -> int:
    return stamped >> SHORT_BITS


class Known:
    """`begun` is the entry at which the current round began. `answered` are the orders that may be sent again, oldest
    first, each with its `stamp`. `awarded` maps a round to the entry with its awards. `dice` is the watch over the
    dice."""

    table: Table
    ledger: Ledger

    def __init__(self) -> None:
        self.answered: dict[str, int] = {}
        self.awarded: dict[int, Head] = {}
        self.begun = 0
        self.dice = DiceWatch()

    def begin(self, event: e.TableInstalled) -> None:
        self.table = install(event)
        self.ledger = Ledger(bank_of(event.money))
        self.answered, self.awarded, self.begun, self.dice = {}, {}, 0, DiceWatch()

    def know(self, other: "Known") -> None:
        """Take over the state of another desk that no longer needs it."""
        self.table, self.ledger, self.begun = other.table, other.ledger, other.begun
        self.answered, self.awarded, self.dice = other.answered, other.awarded, other.dice

    def round_begins(self, seq: int) -> int:
        """Return the oldest entry whose order is still remembered. Orders of the round before are always kept, so that
        an order is never accepted twice."""
        oldest = min(self.begun, seq - ENTRIES_KEPT)
        self.begun = seq
        return oldest

    def awards_are_at(self, event: e.Event, head: Head) -> None:
        """Remember the entry that settles or corrects a round; forget rounds of long ago."""
        assert isinstance(event, e.LosersCollected | e.RoundCorrected), event
        self.awarded[event.round] = head
        if len(self.awarded) > 2 * RECENT_ROUNDS:
            kept = {event.round, *(settled.number for settled in self.table.recent)}
            self.awarded = {number: entry for number, entry in self.awarded.items() if number in kept}

    def remember(self, cause: str, digest: str, seq: int) -> None:
        """Remember an order by the first of its entries."""
        self.answered.setdefault(cause, stamp(seq, digest))

    def forget(self, oldest: int) -> None:
        """Forget the orders whose answers began before an entry."""
        gone = takewhile(lambda one: first_of(one[1]) < oldest, self.answered.items())
        for cause in [cause for cause, _ in gone]:
            del self.answered[cause]
