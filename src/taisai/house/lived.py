"""The last rounds of each seat as its player lived them, corrections and voids included."""

from collections import defaultdict, deque
from collections.abc import Iterable
from typing import Final

import msgspec

from taisai.house.desk import Desk
from taisai.house.reading import recorded
from taisai.ledger.balances import Ledger
from taisai.ledger.transfers import seat_account
from taisai.table import events as e

KEPT: Final = 10
ENTRIES: Final = 50_000  # read again after a start; older rounds are for staff to recall


class Lived(msgspec.Struct):
    """`opening` and `closing` are the credit before the first wager and after the last payment; `void` is why."""

    round: int
    at: str
    roll: str
    opening: int
    wagers: dict[str, int]
    returned: dict[str, int]
    closing: int
    void: str = ""


class LivedRounds:
    def __init__(self, desk: Desk) -> None:
        self._seats: dict[int, deque[Lived]] = defaultdict(lambda: deque(maxlen=KEPT))
        self._ledger = Ledger(desk.ledger.bank)
        self._awards: tuple[e.Award, ...] = ()
        self._again(desk)

    def of(self, seat: int) -> tuple[Lived, ...]:
        """Newest first."""
        return tuple(reversed(self._seats[seat])) if seat in self._seats else ()

    def heard(self, at: str, events: Iterable[e.Event]) -> None:
        for event in events:
            self._ledger.post(event)
            self._take(at, event)

    def _again(self, desk: Desk) -> None:
        entries = [recorded(entry.body) for entry in desk.store.read(max(0, desk.head.seq - ENTRIES))]
        for entry in entries:
            self._ledger.post(entry.event)
        for account, balance in desk.ledger.balances.items():
            self._ledger.balances[account] = balance - self._ledger.balances[account]
        for entry in entries:
            self.heard(entry.at, (entry.event,))

    def _take(self, at: str, event: e.Event) -> None:
        match event:
            case e.LosersCollected(lost=lost, winners=winners):
                self._awards = (*lost, *(award for awards in winners.values() for award in awards))
            case e.RoundSettled():
                self._settled(at, event)
            case e.RoundVoided():
                self._voided(at, event)
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
        for seat, given in _by_seat(event.returned).items():
            wagers = {one.spot: one.stake for one in given}
            self._keep(seat, Lived(event.round, at, "", 0, wagers, wagers, self._credit(seat), event.trouble.value))

    def _corrected(self, event: e.RoundCorrected) -> None:
        for seat, awards in _by_seat(event.awards).items():
            for lived in self._lived(event.round, seat):
                lived.roll, lived.returned = event.roll, _returned(awards)

    def _credit(self, seat: int) -> int:
        return self._ledger.balances[seat_account(seat)]

    def _keep(self, seat: int, lived: Lived) -> None:
        lived.opening = lived.closing + sum(lived.wagers.values()) - sum(lived.returned.values())
        self._seats[seat].append(lived)

    def _lived(self, number: int, seat: int = 0) -> list[Lived]:
        seats = [self._seats[seat]] if seat else list(self._seats.values())
        return [lived for rounds in seats for lived in rounds if lived.round == number]


def _by_seat(of: Iterable[e.Award] | Iterable[e.Stake]) -> dict[int, list[e.Award]]:
    found: dict[int, list[e.Award]] = defaultdict(list)
    for one in of:
        found[one.seat].append(one)  # type: ignore[arg-type]
    return found


def _returned(awards: Iterable[e.Award]) -> dict[str, int]:
    return {one.spot: one.returned + one.refused for one in awards if one.returned + one.refused}
