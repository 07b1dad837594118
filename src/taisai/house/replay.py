"""Replays a journal. Nearly all entries are wagers of finished rounds, of which only each seat's stakes matter. Those
are added up, and only the current round is rebuilt wager by wager."""

from collections import defaultdict, deque
from collections.abc import Iterator
from functools import reduce
from operator import attrgetter, or_
from typing import Any, Final, get_args

import msgspec

from taisai.house.desk_state import AWARDING, Known
from taisai.house.dice_watch import WATCHED
from taisai.house.table_entry import asked, replayed
from taisai.journal.entry import Head, Lines
from taisai.journal.seal import checked_lines
from taisai.journal.store import Store
from taisai.ledger.balances import Ledger
from taisai.table import events as e
from taisai.table.accounts import LAYOUT, seat_account
from taisai.table.evolve import evolve
from taisai.table.parts import NUMBER_MOST

# These only move stakes between credit and the layout, and none of that outlasts the round.
ON_LAYOUT: Final = frozenset((
    e.WagerPlaced, e.WagerMoved, e.WagerShifted, e.LineJudged, e.WagerWithdrawn, e.ExcessRejected, e.UnnoticedRecorded,
))  # fmt: skip
# A player's limits move with a voucher; what is left of them is computed from the credit at that moment.
BY_CREDIT: Final = frozenset((e.VoucherIssued, e.CreditBought))


class _Wager(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="wager-placed"):
    """The fields of a wager that matter after its round."""

    seat: int
    stake: int


class _ChipWager(msgspec.Struct, frozen=True, tag_field="is", tag="wager-placed"):
    """The same for tables with chips, which must be followed afterwards too."""

    seat: int
    spot: str
    stake: int
    chips: dict[str, int] | None = None


_OTHERS: Final = {*get_args(e.Event)} - {e.WagerPlaced}
_Lasting: Any = reduce(or_, _OTHERS, _Wager)
_LastingChips: Any = reduce(or_, _OTHERS, _ChipWager)


class _Read(msgspec.Struct, gc=False):
    """The part that is read of every entry."""

    event: _Lasting


class _ReadChips(msgspec.Struct, gc=False):
    event: _LastingChips


_read, _read_chips = msgspec.json.Decoder(_Read), msgspec.json.Decoder(_ReadChips)
_WITH_CHIPS: Final = b'"money":"chips"'  # in the entry that installs a table
_event = attrgetter("event")


def replay(known: Known, store: Store, after: Head) -> Head:
    """Bring the known state from `after` to the last entry, checking seals on the way."""
    replaying = _Replay(known)
    for lines in checked_lines(store.lines(after.seq), after):
        replaying.take(lines)
        after = lines.head(len(lines.bodies) - 1)
    replaying.finish()
    return after


class _Replay:
    def __init__(self, known: Known) -> None:
        self._known = known
        self._staked: dict[int, int] = defaultdict(int)
        self._others: list[e.Event] = []  # events that moved stakes to or from the layout
        self._oldest = 0  # the oldest entry whose order is remembered
        self._kept: deque[Lines] = deque()  # lines from that entry on

    def take(self, lines: Lines) -> None:
        staked = self._staked
        self._kept.append(lines)
        chips = _WITH_CHIPS in lines.clear[0] if lines.first == 1 else self._known.table.money == "chips"
        for place, event in enumerate(_events(lines.clear, chips=chips)):
            if type(event) is _Wager:
                staked[event.seat] += event.stake
            elif type(event) is _ChipWager:
                staked[event.seat] += event.stake
                if event.chips is not None:
                    self._known.table.tray.stake(event.seat, event.spot, event.chips)
            elif type(event) in ON_LAYOUT:
                self._others.append(event)
            else:
                self._follow(event, lines.first + place)
                if type(event) in AWARDING:
                    self._known.awards_are_at(event, lines.head(place))

    def _follow(self, event: e.Event, seq: int) -> None:
        known = self._known
        if seq == 1:
            assert isinstance(event, e.TableInstalled), "a journal begins with its table"
            known.begin(event)
        if type(event) in BY_CREDIT:
            self._take_stakes()
        evolve(known.table, event)
        known.ledger.post(event)
        if type(event) in WATCHED:
            known.dice = known.dice.after(seq, event)
        if type(event) is e.RoundBegun:
            self._oldest = known.round_begins(seq)
            while len(self._kept) > 1 and self._kept[1].first < self._oldest:
                self._kept.popleft()

    def finish(self) -> None:
        if self._kept:
            self._take_stakes()
            self._remember()
            self._known.forget(self._oldest)

    def _take_stakes(self) -> None:
        """Move the net stakes between the seats and the layout. No other account takes part."""
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
        self._staked.clear()
        self._others.clear()

    def _remember(self) -> None:
        """Restore the orders that may be sent again, and the wagers of the current round."""
        known, table = self._known, self._known.table
        credits_known = [seat.credit for seat in table.seats.values()]
        under_way = known.begun if table.current else NUMBER_MOST
        for lines in self._kept:
            bodies, before = lines.clear, max(0, under_way - lines.first + 1)
            for seq, body in enumerate(bodies[:before], lines.first):
                known.remember(*asked(body), seq)
            for entry in map(replayed, bodies[before:]):
                known.remember(entry.cause, entry.digest, entry.seq)
                if type(entry.event) in ON_LAYOUT:
                    evolve(table, _without_chips(entry.event))
        for seat, credit in zip(table.seats.values(), credits_known, strict=True):
            seat.credit = credit  # the stakes were already taken from it


def _without_chips(event: e.Event) -> e.Event:
    """Return the event without its chips, which are already on the layout."""
    is_set = isinstance(event, e.WagerPlaced) and event.chips is not None
    return msgspec.structs.replace(event, chips=None) if is_set else event


def _events(bodies: list[bytes], *, chips: bool) -> Iterator[Any]:
    """Yield the events, wagers reduced to what lasts."""
    return map(_event, map((_read_chips if chips else _read).decode, bodies))
