"""History read again. Nearly all of it are wagers of rounds that are over, of which nothing is left but who staked how
much: those are added up, and only the round under way is laid out wager by wager."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import chain
from operator import attrgetter, or_
from typing import Any, Final, get_args

import msgspec

from taisai.house.known import AWARDING, Known
from taisai.house.reading import replayed
from taisai.journal.entry import Head, Sealed
from taisai.journal.seal import checked_chunks, head_of
from taisai.journal.upcast import UPCASTS
from taisai.ledger.balances import Ledger
from taisai.ledger.transfers import LAYOUT, seat_account
from taisai.table import events as e
from taisai.table.commands import NUMBER_MOST
from taisai.table.evolve import evolve

# They change what lies on the layout and whose credit it was: nothing else, and nothing of that outlives the round.
ON_LAYOUT: Final = frozenset((
    e.WagerPlaced, e.WagerMoved, e.WagerShifted, e.LineJudged, e.WagerWithdrawn, e.ExcessRejected, e.UnnoticedRecorded,
))  # fmt: skip


class _Wager(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="wager-placed"):
    """All that outlives its round."""

    seat: int
    stake: int


_Lasting: Any = reduce(or_, {*get_args(e.Event)} - {e.WagerPlaced}, _Wager)


class _Read(msgspec.Struct, gc=False):
    """The little of an entry that every one is read for."""

    event: _Lasting


_read = msgspec.json.Decoder(_Read)
_event = attrgetter("event")


def replay(known: Known, entries: Iterable[Sealed], after: Head) -> None:
    """From what is known at `after` to what is known behind the last entry; seals are checked on the way."""
    replaying = _Replay(known)
    for chunk in checked_chunks(entries, after):
        replaying.take(chunk)
    replaying.finish()


class _Replay:
    def __init__(self, known: Known) -> None:
        self._known = known
        self._staked: dict[int, int] = defaultdict(int)
        self._others: list[e.Event] = []  # that moved something to the layout or from it
        self._oldest = 0  # entry whose order is remembered
        self._kept: list[list[Sealed]] = []  # the chunks from there on

    def take(self, chunk: list[Sealed]) -> None:
        staked = self._staked
        self._kept.append(chunk)
        bodies = [stored.body if type(stored) is Sealed else stored.clear for stored in chunk]
        for stored, event in zip(chunk, _events(bodies), strict=True):
            if type(event) is _Wager:
                staked[event.seat] += event.stake
            elif type(event) in ON_LAYOUT:
                self._others.append(event)
            else:
                self._follow(event, stored)

    def _follow(self, event: e.Event, stored: Sealed) -> None:
        known, kind = self._known, type(event)
        if stored.seq == 1:
            assert isinstance(event, e.TableInstalled), "a journal begins with its table"
            known.begin(event)
        evolve(known.table, event)
        known.ledger.post(event)
        if kind is e.RoundBegun:
            self._oldest = known.round_begins(stored.seq)
            self._kept = [chunk for chunk in self._kept if chunk[-1].seq >= self._oldest - 1]
        elif kind in AWARDING:
            known.awards_are_at(event, head_of(stored))

    def finish(self) -> None:
        if self._kept:
            self._take_stakes()
            self._remember()
            self._known.forget(self._oldest)

    def _take_stakes(self) -> None:
        """What lies on the layout came from a seat's credit, or goes back to it: nobody else has a part in it."""
        table, ledger = self._known.table, self._known.ledger
        moved = Ledger(ledger.bank)
        for event in self._others:
            moved.post(event)
        for number, stake in self._staked.items():
            moved.balances[seat_account(number)] -= stake
            moved.balances[LAYOUT] += stake
        seats = {seat_account(number): seat for number, seat in table.seats.items()}
        for account, amount in moved.balances.items():
            ledger.balances[account] += amount
            if account != LAYOUT:
                seats[account].credit += amount

    def _remember(self) -> None:
        """The orders that may come again, and the round under way as it lies there."""
        known, table = self._known, self._known.table
        credits_known = [seat.credit for seat in table.seats.values()]
        under_way = known.begun if table.current else NUMBER_MOST
        for stored in chain.from_iterable(self._kept):
            entry = replayed(stored.clear)
            known.remember(entry.cause, entry.digest, entry.seq)
            if entry.seq > under_way and type(entry.event) in ON_LAYOUT:
                evolve(table, entry.event)
        for seat, credit in zip(table.seats.values(), credits_known, strict=True):
            seat.credit = credit  # of which the stakes were taken already


def _events(bodies: list[bytes]) -> Iterator[Any]:
    """A wager as the little that lasts, while there are no old versions of events."""
    if UPCASTS:
        return (replayed(body).event for body in bodies)
    return map(_event, map(_read.decode, bodies))
