"""Where the chips of a table are, what was counted of them, and the open slips and boxes."""

from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

import msgspec

from taisai.table.accounts import FLOAT, LAYOUT
from taisai.table.boxes import Box
from taisai.table.parts import Award
from taisai.table.piles import RACK, Pile, add_to, added, lying, rack

Name = TypeVar("Name", int, str)


class Count(msgspec.Struct, frozen=True):
    """What two people found in the float, for the opening, the closing or a change of dealer; no `purpose` where
    nothing was counted since chips moved. It `waits` where it differs and nobody has approved that yet."""

    purpose: str = ""
    chips: Pile = {}
    amount: int = 0
    waits: bool = False
    by: tuple[str, ...] = ()


NOT_COUNTED: Final = Count()


class Slip(msgspec.Struct, frozen=True):
    """A fill or a credit in progress; `people` are who requested, prepared and carried it so far."""

    number: int
    kind: str
    chips: Pile
    amount: int
    step: str
    people: tuple[str, ...]


class Tray(msgspec.Struct):
    """Where every chip lies, from the first counted opening on: `racks` are by seat, those on the `layout` by seat and
    spot, the other `piles` by holder; all three add up to nothing. `staked` is the whole layout once more.
    Chips of a colour count below zero in the float while some are out. `closing` is the last closing count; `box` is
    the drop box on the table, and `boxes` are that one and those that are not counted yet. `duties` are who deals and
    supervises where a change of either takes a count, `count_due` is whose change does."""

    counted: bool = False
    piles: dict[str, Pile] = msgspec.field(default_factory=dict)
    racks: dict[int, Pile] = msgspec.field(default_factory=dict)
    layout: dict[int, dict[str, Pile]] = msgspec.field(default_factory=dict)
    staked: Pile = msgspec.field(default_factory=dict)
    count: Count = NOT_COUNTED
    closing: Pile = msgspec.field(default_factory=dict)
    slips: dict[int, Slip] = msgspec.field(default_factory=dict)
    slips_made: int = 0
    box: str = ""
    boxes: dict[str, Box] = msgspec.field(default_factory=dict)
    duties: dict[str, str] = msgspec.field(default_factory=dict)
    count_due: str = ""

    def pile(self, holder: str) -> Pile:
        place, _, rest = holder.partition(":")
        if place == RACK:
            return self.racks.get(int(rest), {})
        if place == LAYOUT:
            seat, _, spot = rest.partition(":")
            return self.layout.get(int(seat), {}).get(spot, {})
        return self.piles.get(holder, {})

    def holders(self) -> Iterator[tuple[str, Pile]]:
        """Yield every holder of chips, with its chips."""
        yield from self.piles.items()
        yield from ((rack(seat), pile) for seat, pile in self.racks.items())
        yield from ((lying(seat, spot), pile) for seat, spots in self.layout.items() for spot, pile in spots.items())

    def move(self, source: str, target: str, chips: Pile) -> None:
        for holder, sign in ((source, -1), (target, 1)):
            self._put(holder, added(self.pile(holder), chips, sign))
            if holder.startswith(LAYOUT):
                add_to(self.staked, chips, sign)

    def _put(self, holder: str, pile: Pile) -> None:
        place, _, rest = holder.partition(":")
        if place == RACK:
            _set(self.racks, int(rest), pile)
        elif place == LAYOUT:
            seat, _, spot = rest.partition(":")
            spots = self.layout.setdefault(int(seat), {})
            _set(spots, spot, pile)
            if not spots:
                del self.layout[int(seat)]
        else:
            _set(self.piles, holder, pile)

    def stake(self, seat: int, spot: str, chips: Pile) -> None:
        """Move chips from a rack to the layout. It does what `move` does, but faster, because wagers are many."""
        held, staked = self.racks[seat], self.staked
        for kind in chips:
            count = chips[kind]
            left = held[kind] - count
            if left:
                held[kind] = left
            else:
                del held[kind]
            staked[kind] = staked.get(kind, 0) + count
        if not held:
            del self.racks[seat]
        spots = self.layout.get(seat)
        if spots is None:
            self.layout[seat] = {spot: chips}
        elif spot in spots:
            spots[spot] = added(spots[spot], chips)
        else:
            spots[spot] = chips

    def collect(self, lost: Pile, winners: Iterable[Iterable[Award]]) -> None:
        """Move the chips of all losing stakes to the float."""
        layout, self.layout = self.layout, {}
        for awards in winners:
            for award in awards:
                self.layout.setdefault(award.seat, {})[award.spot] = layout[award.seat][award.spot]
        add_to(self.staked, lost, -1)
        self.change_float(lost)

    def pay(self, awards: Iterable[Award], chips: Iterable[Pile]) -> None:
        """Give each winner the float's chips and the chips of the stake. If a stake comes back only in part, its chips
        go to the float."""
        layout, racks, change, back = self.layout, self.racks, dict[str, int](), dict[str, int]()
        for award, paid in zip(awards, chips, strict=True):
            spots, held = layout[award.seat], racks.get(award.seat)
            if held is None:
                held = racks[award.seat] = {}
            stake = spots.pop(award.spot)
            if not spots:
                del layout[award.seat]
            gets = held if award.returned >= award.stake else change
            for kind in stake:
                gets[kind] = gets.get(kind, 0) + stake[kind]
                back[kind] = back.get(kind, 0) + stake[kind]
            for kind in paid:
                held[kind] = held.get(kind, 0) + paid[kind]
                change[kind] = change.get(kind, 0) - paid[kind]
        add_to(self.staked, back, -1)
        self.change_float(change)

    def change_float(self, chips: Pile) -> None:
        """Add chips to the float or take them away. The last count is then no longer valid."""
        if chips:
            _set(self.piles, FLOAT, added(self.pile(FLOAT), chips))
            self.count = NOT_COUNTED


def _set(piles: dict[Name, Pile], name: Name, pile: Pile) -> None:
    """Set a pile; an empty one is removed."""
    if pile:
        piles[name] = pile
    else:
        piles.pop(name, None)
