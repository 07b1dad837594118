"""The last rounds of each seat as its player experienced them, corrections and voids included."""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

import msgspec

from taisai.house.desk import Desk
from taisai.house.journal_index import MILESTONE_EVERY, balances_of, whole
from taisai.house.table_entry import recorded
from taisai.house.topics import ROUND, SEAT, kind
from taisai.journal.index import Looking
from taisai.journal.store import Store
from taisai.ledger.balances import Ledger
from taisai.table import events as e
from taisai.table.accounts import Account, seat_account

KEPT: Final = 10
SESSION: Final = 1_000  # rounds of one seat, if more are requested
PAGE: Final = 400  # entries about the seat; most rounds have one
ENTRIES: Final = 50_000  # read back after a start, on request; staff can recall older rounds
_WANTED: Final = {
    e.LosersCollected, e.SettlementUndone, e.RoundSettled, e.RoundVoided, e.RoundReversed, e.RoundCorrected,
}  # fmt: skip

Told = tuple[str, e.Event]
"""When, and what."""


class Lived(msgspec.Struct):
    """One round of a seat. `opening` and `closing` are the credit before the first wager and after the last payment;
    `void` is the reason for a void."""

    round: int
    at: str
    roll: str
    opening: int
    wagers: dict[str, int]
    returned: dict[str, int]
    closing: int
    void: str = ""


class LivedRounds:
    """Empty after a start until someone asks for more rounds: a start does not depend on history."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._book = _Book(desk.ledger.bank)
        self._read_back = not desk.table.round
        self._late: list[e.Event] = []  # corrections since reading back began

    def of(self, seat: int) -> tuple[Lived, ...]:
        """Return the rounds of a seat, newest first."""
        return self._book.of(seat)

    def is_short(self, seat: int) -> bool:
        """Return whether the journal may have more rounds of a seat."""
        return not self._read_back and len(self._book.of(seat)) < KEPT

    def heard(self, at: str, events: Sequence[e.Event]) -> None:
        """Take in new events, which the desk's ledger already includes."""
        if not _WANTED.isdisjoint(map(type, events)):
            self._late += [event for event in events if isinstance(event, e.RoundReversed | e.RoundCorrected)]
            self._book.walk([(at, event) for event in events], self._desk.ledger.balances)

    def start_reading_back(self) -> "ReadingBack":
        """Begin to read back. Call it when everything the desk knows is written."""
        self._late = []
        return self.look_back()

    def look_back(self) -> "ReadingBack":
        """Return a reader that does not change what is known here."""
        return ReadingBack(self._desk.head.seq, dict(self._desk.ledger.balances), self._desk.ledger.bank)

    def has_read_back(self, found: "ReadingBack") -> None:
        """Add what was found. Rounds known since the start take precedence."""
        self._book.add(found.book)
        for event in self._late:
            self._book.correct(event)
        self._read_back, self._late = True, []


class ReadingBack:
    """The slow part. It shares nothing with the table and can run in its own thread."""

    def __init__(self, last: int, balances: dict[Account, int], bank: Account, kept: int = KEPT) -> None:
        self.book = _Book(bank, kept)
        self.balances = balances
        self.last = last

    def read(self, store: Store) -> None:
        start = max(0, self.last - ENTRIES)
        entries = (recorded(entry.clear) for entry in islice(store.read(start), self.last - start))
        self.book.walk([(entry.at, entry.event) for entry in entries], self.balances)

    def page(self, store: Store, seat: int, before: int) -> tuple[list[Lived], bool]:
        """Return some of a seat's rounds before a round, newest first, and whether there are more.

        What is read lies between the seat's own entries and the next milestone, whose balances are known, so a page
        costs the same however long the journal is."""
        index = whole(store)
        bound = min((one.seq for one in index.find(ROUND, before)), default=self.last + 1)
        own = [one.seq for one in index.find(SEAT, seat) if one.seq < bound]
        if not own:
            return [], False
        start = own[-PAGE] - 1 if len(own) > PAGE else 0
        last, balances = self._known_after(index, bound)
        entries = (recorded(entry.clear) for entry in islice(store.read(start), last - start))
        self.book.walk([(entry.at, entry.event) for entry in entries], balances)
        for event in self._corrections(store, index, last):
            self.book.correct(event)
        found = [lived for lived in self.book.of(seat) if lived.round < before]
        return (found[:-1] if start and len(found) > 1 else found), start > 0  # the oldest may lack its beginning

    def _known_after(self, index: Looking, seq: int) -> tuple[int, Mapping[Account, int]]:
        """Return an entry at or after `seq` and the balances there: those of a milestone, or else of the last entry."""
        for probe in range(seq, self.last, MILESTONE_EVERY):
            found = index.milestone(min(probe + MILESTONE_EVERY, self.last))
            if found and found.seq > seq:
                return found.seq - 1, balances_of(found)
        return self.last, self.balances

    def _corrections(self, store: Store, index: Looking, after: int) -> Iterator[e.Event]:
        """Yield what was corrected later."""
        kinds = (kind(e.RoundReversed), kind(e.RoundCorrected))
        pointers = sorted(one.seq for name in kinds for one in index.find(name))
        for seq in pointers:
            if after < seq <= self.last:
                yield recorded(next(store.read(seq - 1)).clear).event

    def take(self, seats: Mapping[int, Iterable[Lived]]) -> None:
        """Take rounds that another reader has read."""
        self.book.seats = {seat: deque(rounds, maxlen=KEPT) for seat, rounds in seats.items()}


class _Book:
    def __init__(self, bank: Account, kept: int = KEPT) -> None:
        self.bank = bank
        self.kept = kept
        self.seats: dict[int, deque[Lived]] = {}
        self._awards: tuple[e.Award, ...] = ()
        self._balances: dict[Account, int] = {}

    def of(self, seat: int) -> tuple[Lived, ...]:
        return tuple(reversed(self.seats.get(seat, ())))

    def add(self, older: "_Book") -> None:
        for seat, rounds in older.seats.items():
            known = {lived.round: lived for lived in (*rounds, *self.seats.get(seat, ()))}
            self.seats[seat] = deque((known[number] for number in sorted(known)), maxlen=KEPT)

    def walk(self, told: list[Told], balances: Mapping[Account, int]) -> None:
        """Take in events. `balances` include all of them, so amounts still to come are subtracted first."""
        to_come = Ledger(self.bank)
        for _, event in told:
            to_come.post(event)
        self._balances = defaultdict(int, balances)
        for account, amount in to_come.balances.items():
            self._balances[account] -= amount
        for at, event in told:
            _post(self._balances, event, self.bank)
            self._take(at, event)

    def _take(self, at: str, event: e.Event) -> None:
        match event:
            case e.LosersCollected(lost=lost, winners=winners):
                self._awards = (*lost, *(award for awards in winners.values() for award in awards))
            case e.SettlementUndone():
                self._awards = ()
            case e.RoundSettled():
                self._settled(at, event)
                self._awards = ()
            case e.RoundVoided():
                self._voided(at, event)
                self._awards = ()
            case _:
                self.correct(event)

    def correct(self, event: e.Event) -> None:
        match event:
            case e.RoundReversed(round=number, trouble=trouble):
                for lived in self._lived(number):
                    lived.returned, lived.void = dict(lived.wagers), trouble.value
            case e.RoundCorrected():
                self._corrected(event)

    def _settled(self, at: str, event: e.RoundSettled) -> None:
        for seat, awards in _by_seat(self._awards).items():
            wagers = {one.spot: one.stake + one.refused for one in awards}
            self._keep(seat, Lived(event.round, at, event.roll, 0, wagers, _returned(awards), self._credit(seat)))

    def _voided(self, at: str, event: e.RoundVoided) -> None:
        """Keep a void round: all stakes came back, whether or not they were collected or paid in between."""
        given = [e.Stake(one.seat, one.spot, one.stake + one.refused) for one in self._awards] or event.returned
        for seat, stakes in _by_seat(given).items():
            wagers = {one.spot: one.stake for one in stakes}
            self._keep(seat, Lived(event.round, at, "", 0, wagers, wagers, self._credit(seat), event.trouble.value))

    def _corrected(self, event: e.RoundCorrected) -> None:
        for seat, awards in _by_seat(event.awards).items():
            for lived in self._lived(event.round, seat):
                lived.roll, lived.returned = event.roll, _returned(awards)

    def _credit(self, seat: int) -> int:
        return self._balances[seat_account(seat)]

    def _keep(self, seat: int, lived: Lived) -> None:
        lived.opening = lived.closing + sum(lived.wagers.values()) - sum(lived.returned.values())
        self.seats.setdefault(seat, deque(maxlen=self.kept)).append(lived)

    def _lived(self, number: int, seat: int = 0) -> list[Lived]:
        seats = [self.seats.get(seat, deque())] if seat else list(self.seats.values())
        return [lived for rounds in seats for lived in rounds if lived.round == number]


def _post(balances: dict[Account, int], event: e.Event, bank: Account) -> None:
    for transfer in event.transfers(bank):
        balances[transfer.source] = balances.get(transfer.source, 0) - transfer.amount
        balances[transfer.target] = balances.get(transfer.target, 0) + transfer.amount


def _by_seat(of: Iterable[e.Award] | Iterable[e.Stake]) -> dict[int, list[e.Award]]:
    found: dict[int, list[e.Award]] = defaultdict(list)
    for one in of:
        found[one.seat].append(one)  # type: ignore[arg-type]
    return found


def _returned(awards: Iterable[e.Award]) -> dict[str, int]:
    return {one.spot: one.returned + one.refused for one in awards if one.returned + one.refused}
