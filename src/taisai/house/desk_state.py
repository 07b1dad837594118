"""What a desk knows of its table: all of it is in the journal, and a start reads it there again."""

from itertools import takewhile
from typing import Final

import msgspec

from taisai.house.dice_watch import DiceWatch
from taisai.journal.entry import Head
from taisai.ledger.balances import Ledger, bank_of
from taisai.table import events as e
from taisai.table.evolve import install
from taisai.table.state import RECENT_ROUNDS, Table

AWARDING: Final = frozenset((e.LosersCollected, e.RoundCorrected))
ENTRIES_KEPT: Final = 5_000  # whose orders are remembered, whatever their rounds


class Answered(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """An order by what it asked, and the entries of its answer."""

    digest: str
    first: int
    last: int


class Known:
    """`begun` is the entry with which the present round began; `answered` are the orders that may come again, oldest
    first; `awarded` says which entry has the awards of a round; `dice` is what the throws say of the dice."""

    table: Table
    ledger: Ledger

    def __init__(self) -> None:
        self.answered: dict[str, Answered] = {}
        self.awarded: dict[int, Head] = {}
        self.begun = 0
        self.dice = DiceWatch()

    def begin(self, event: e.TableInstalled) -> None:
        self.table = install(event)
        self.ledger = Ledger(bank_of(event.money))
        self.answered, self.awarded, self.begun, self.dice = {}, {}, 0, DiceWatch()

    def know(self, other: "Known") -> None:
        """All that another knows, who has no more use for it."""
        self.table, self.ledger, self.begun = other.table, other.ledger, other.begun
        self.answered, self.awarded, self.dice = other.answered, other.awarded, other.dice

    def round_begins(self, seq: int) -> int:
        """Gives the oldest entry whose order is still remembered: as long as an order could be taken it is known that
        it was, so never one of the round before."""
        oldest = min(self.begun, seq - ENTRIES_KEPT)
        self.begun = seq
        return oldest

    def awards_are_at(self, event: e.Event, head: Head) -> None:
        """In an entry by which a round is settled, or settled again; rounds of long ago are forgotten."""
        assert isinstance(event, e.LosersCollected | e.RoundCorrected), event
        self.awarded[event.round] = head
        if len(self.awarded) > 2 * RECENT_ROUNDS:
            kept = {event.round, *(settled.number for settled in self.table.recent)}
            self.awarded = {number: entry for number, entry in self.awarded.items() if number in kept}

    def remember(self, cause: str, digest: str, seq: int) -> None:
        """One more entry of its answer."""
        known = self.answered.get(cause)
        self.answered[cause] = Answered(digest, known.first if known else seq, seq)

    def forget(self, oldest: int) -> None:
        """Orders whose answer began before an entry."""
        gone = takewhile(lambda one: one[1].first < oldest, self.answered.items())
        for cause in [cause for cause, _ in gone]:
            del self.answered[cause]
