"""What an event adds to the house's win: staked, minus returned, plus corrected is what the bank gained."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import msgspec

from taisai.house.recall import Told
from taisai.ledger.balances import Ledger
from taisai.reports.report import Cell, share
from taisai.table import events as e


class Undone(NamedTuple):
    """Losers collected or an area paid, in a settlement that was undone or a round that became void."""

    event: e.LosersCollected | e.AreaPaid


Counted = e.Event | Undone


def counted(entries: Iterable[Told]) -> Iterator[tuple[Told, Counted]]:
    """Yield each event with its entry. Undone settlements are counted again, reversed, when they are undone. So the
    figures of past periods never change."""
    waiting: list[e.LosersCollected | e.AreaPaid] = []
    for told in entries:
        match told.event:
            case e.LosersCollected() | e.AreaPaid():
                waiting.append(told.event)
            case e.SettlementUndone() | e.RoundVoided():
                yield from ((told, Undone(event)) for event in waiting)
                waiting = []
            case e.RoundSettled():
                waiting = []
        yield told, told.event


def settled(event: Counted) -> tuple[e.Award, ...]:
    """Return the settled awards. A loser is settled on collection, a winner when its area is paid, because the bank's
    money moves then."""
    match event:
        case Undone(event=one):
            return tuple(e.Award(award.seat, award.spot, -award.stake, -award.returned, 0) for award in settled(one))
        case e.LosersCollected(lost=lost):
            return lost
        case e.AreaPaid(awards=awards):
            return awards
    return ()


def awards_of(event: e.LosersCollected) -> tuple[e.Award, ...]:
    """Return all awards of a round."""
    return (*event.lost, *(award for awards in event.winners.values() for award in awards))


def posted(entries: Iterable[Told], ledger: Ledger) -> Iterator[Told]:
    """Post each entry to the ledger, then yield it."""
    for told in entries:
        ledger.post(told.event)
        yield told


def rounds_in(event: Counted) -> int:
    """Count a round when its losers are collected."""
    if isinstance(event, Undone):
        return -rounds_in(event.event)
    return int(isinstance(event, e.LosersCollected))


def corrections(event: Counted) -> tuple[e.Correction, ...]:
    """Return the corrections. After an undone settlement, only what a seat could not give back counts: it keeps and
    owes that."""
    match event:
        case e.RoundReversed() | e.RoundCorrected() | e.DisputeDecided():
            return event.corrections
        case e.SettlementUndone() | e.RoundVoided():
            return tuple(e.Correction(one.seat, one.owed, 0, one.owed) for one in event.corrections if one.owed)
    return ()


def voucher_out(event: Counted) -> tuple[int, int]:
    """Return the seat of a printed voucher and its amount; seat 0 for other events."""
    match event:
        case e.VoucherCollected(seat=seat, amount=amount):
            return seat, amount
    return 0, 0


def gained(event: Counted) -> int:
    """Return what the bank gained by play and corrections, without what is owed to it."""
    won = sum(award.stake - award.returned for award in settled(event))
    return won + sum(one.debited - one.credited for one in corrections(event))


TALLIED: Final = {"rounds": "count", "staked": "money", "returned": "money"}


class Tally(msgspec.Struct):
    """`corrected` is what corrections brought the house, including what is owed to it."""

    rounds: int = 0
    staked: int = 0
    returned: int = 0
    corrected: int = 0

    @property
    def win(self) -> int:
        return self.staked - self.returned + self.corrected

    @property
    def hold(self) -> Cell:
        return share(self.win, self.staked)

    @property
    def cells(self) -> tuple[int, int, int]:
        """The cells of the columns `TALLIED`."""
        return self.rounds, self.staked, self.returned

    def add(self, other: "Tally") -> None:
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def count(self, event: Counted) -> None:
        self.rounds += rounds_in(event)
        for award in settled(event):
            self.settle(award)
        self.correct(event)

    def settle(self, award: e.Award) -> None:
        self.staked += award.stake
        self.returned += award.returned

    def correct(self, event: Counted) -> None:
        self.corrected += sum(one.debited + one.owed - one.credited for one in corrections(event))


def touched(tally: Tally) -> bool:
    return tally != Tally()


def stakes_by_spot(awards: Iterable[e.Award]) -> dict[str, int]:
    stakes: dict[str, int] = {}
    for award in awards:
        stakes[award.spot] = stakes.get(award.spot, 0) + award.stake
    return stakes
