"""A player's own records: every receipt, and the outcome of every round."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from taisai.table import events as e
from taisai.wire.bodies import SeatRound
from taisai.wire.messages import Resumed, SeatChange, Taken, Told, View


class Outcome(NamedTuple):
    """The outcome of a round, as the house reported it."""

    staked: int
    returned: int


class Book:
    """A player's records. `receipts` are those of accepted orders, each once however often it was answered.

    `staked` is by round and spot, from receipts only; `outcomes` by round, from results only, because an answer may
    arrive after the result."""

    def __init__(self) -> None:
        self.opening: int | None = None
        self.receipts: dict[str, Taken] = {}
        self.staked: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        self.outcomes: dict[int, Outcome] = {}
        self._twice: list[str] = []

    def heard(self, told: Told) -> None:
        match told:
            case Taken():
                self._receipt(told)
            case View(seat=seat) | Resumed(seat=seat) | SeatChange(seat=seat) if seat:
                if self.opening is None:
                    self.opening = seat.credit + sum(seat.stakes.values())
                if seat.result is not None:
                    self.outcomes[seat.result.round] = Outcome(seat.result.staked, seat.result.returned)

    @property
    def open(self) -> set[int]:
        """The rounds whose outcome is not known yet."""
        return {number for number, spots in self.staked.items() if any(spots.values())} - self.outcomes.keys()

    def recalled(self, rounds: Iterable[SeatRound]) -> None:
        """Add missed outcomes, as the house reports them again.

        If it reports nothing for a round, every stake was returned at closing; the credit shows whether that is so."""
        known = {one.round: Outcome(sum(one.wagers.values()), sum(one.returned.values())) for one in rounds}
        self.outcomes |= {number: known.get(number, Outcome(0, 0)) for number in self.open}

    @property
    def handed_back(self) -> int:
        """Stakes on receipts that no round settled: excess that was returned at closing."""
        return sum(sum(spots.values()) - self._outcome(number).staked for number, spots in self.staked.items())

    @property
    def credit(self) -> int:
        """What the seat must have when none of its money is on the layout."""
        came = sum(self._outcome(number).returned - self._outcome(number).staked for number in self.staked)
        return (self.opening or 0) + came

    def wrongs(self) -> Iterator[str]:
        yield from self._twice
        for number, spots in self.staked.items():
            staked, settled = sum(spots.values()), self._outcome(number).staked
            if settled > staked:
                yield f"round {number} settled {settled}, but its receipts show {staked}"

    def _outcome(self, number: int) -> Outcome:
        return self.outcomes.get(number, Outcome(0, 0))

    def _receipt(self, told: Taken) -> None:
        first = self.receipts.get(told.id)
        if first is None:
            self.receipts[told.id] = told
            for event in told.events:
                self._write(event)
        elif (first.first, first.last, first.events) != (told.first, told.last, told.events):
            self._twice.append(f"order {told.id} has two receipts, {first.first} and {told.first}")

    def _write(self, event: e.Event) -> None:
        match event:
            case e.WagerPlaced(round=number, spot=spot, stake=stake):
                self.staked[number][spot] += stake
            case e.WagerWithdrawn(round=number, spot=spot, stake=stake):
                self.staked[number][spot] -= stake
            case e.WagerMoved(round=number, spot=spot, to=to, stake=stake):
                self.staked[number][spot] -= stake
                self.staked[number][to] += stake


def differences(book: Book, seat: Mapping[str, object]) -> list[str]:
    """Return, in words, where a seat differs from its player's records."""
    found = list(book.wrongs())
    if seat["stakes"]:
        found.append(f"{seat['stakes']} is on the layout after the last round")
    if seat["credit"] != book.credit:
        found.append(f"it has {seat['credit']}, but its player's records show {book.credit}")
    return [f"seat {seat['seat']}: {words}" for words in found]
