"""Chips on their way: which of a holder's chips make up an amount, with change from the float if necessary."""

from collections.abc import Callable, Sequence
from functools import cached_property

from taisai.rules.refusals import Refusal, Refused
from taisai.table.accounts import FLOAT
from taisai.table.game import Game
from taisai.table.make_up import ENOUGH, Stock, fewest, made_of
from taisai.table.parts import Correction, Move
from taisai.table.piles import Pile, add_to, added, lying, rack, worth
from taisai.table.state import Table


def values_of(table: Table) -> dict[str, int]:
    """Return the value of each kind of chip at this table."""
    colours = {seat.colour: seat.colour_value for seat in table.seats.values() if seat.colour}
    return {str(value): value for value in table.chips} | colours


def worth_of(table: Table, chips: Pile) -> int:
    """Return the value of these value chips."""
    return worth(chips, {str(value): value for value in table.chips})


class Moving:
    """Plans chip moves without changing the tray. `moves` is the result."""

    def __init__(self, game: Game, table: Table) -> None:
        self.game, self.table = game, table
        self.moves: list[Move] = []
        self._piles: dict[str, Pile] = {}

    @cached_property
    def values(self) -> dict[str, int]:
        return values_of(self.table)

    def pile(self, holder: str) -> Pile:
        if holder not in self._piles:
            self._piles[holder] = dict(self.table.tray.pile(holder))
        return self._piles[holder]

    def move(self, source: str, target: str, chips: Pile) -> None:
        chips = {kind: count for kind, count in chips.items() if count}
        if chips and source != target:
            add_to(self.pile(source), chips, -1)
            add_to(self.pile(target), chips)
            self.moves.append(Move(source, target, chips))

    def all(self, source: str, target: str) -> None:
        self.move(source, target, self.pile(source))

    def pay(self, source: str, target: str, amount: int, seat: int) -> None:
        """Pay in the fewest chips.

        A holder who lacks the right chips gets change from the float. `seat` is the one whose colour may be used."""
        made = self.makes(source, amount, seat)
        if made is None and source != FLOAT:
            self.change(source, amount, seat)
            made = self.makes(source, amount, seat)
        if made is None:
            raise self.lacking(amount)
        self.move(source, target, made)

    def tries(self, move: Callable[[], None]) -> bool:
        """Return whether a move can be made; if it cannot, nothing moves."""
        moves, piles = list(self.moves), {holder: dict(pile) for holder, pile in self._piles.items()}
        try:
            move()
        except Refused:
            self.moves, self._piles = moves, piles
            return False
        return True

    def covering(self, holder: str, amount: int) -> int:
        """Return what whole chips of the holder are worth that cover the amount."""
        return worth(self._over(self.pile(holder), amount), self.values)

    def put_back(self, seat: int, spot: str, stake: int) -> None:
        """Return a stake from the layout."""
        self.pay(lying(seat, spot), rack(seat), stake, seat)

    def correct(self, corrections: Sequence[Correction]) -> None:
        """Move the chips of corrections. Chips that come back first can be paid out again."""
        for one in corrections:
            self.pay(rack(one.seat), FLOAT, one.debited, one.seat)
        for one in corrections:
            self.pay(FLOAT, rack(one.seat), one.credited, one.seat)

    def give(self, target: str, chips: Pile) -> None:
        """Give exactly these chips from the float, which must have them."""
        self.check_float(chips)
        self.move(FLOAT, target, chips)

    def check_float(self, chips: Pile) -> None:
        held = self.pile(FLOAT)
        short = {kind: count - held.get(kind, 0) for kind, count in chips.items()}
        short = {kind: count for kind, count in short.items() if count > 0 and kind.isdecimal()}
        if short:
            raise self._fill_needed(worth(chips, self.values), short)

    def swap(self, holder: str, wanted: Pile, seat: int) -> None:
        """Exchange chips at the float, so that the holder has the wanted ones."""
        held = self.pile(holder)
        lacks = {kind: count - held.get(kind, 0) for kind, count in wanted.items()}
        lacks = {kind: count for kind, count in lacks.items() if count > 0}
        if not lacks:
            return
        value = worth(lacks, self.values)
        spare = added(held, {kind: min(count, held.get(kind, 0)) for kind, count in wanted.items()}, -1)
        given = fewest(self._stocks(spare), value) or self._over(spare, value)
        back = worth(given, self.values) - value
        self.move(holder, FLOAT, given)
        self.give(holder, lacks)
        if back:
            self.pay(FLOAT, holder, back, seat)

    def makes(self, source: str, amount: int, seat: int) -> Pile | None:
        """Return chips of the holder that make the amount. The float also pays in the colour of the seat."""
        pile = self.pile(source)
        colour = self.table.seats[seat].colour if seat else ""
        if not colour and (made := made_of(pile, self.table.chips, amount)) is not None:
            return made
        if source != FLOAT:
            return fewest(self._stocks(pile), amount)
        stocks = [one for one in self._stocks(pile) if one.kind.isdecimal()]
        return fewest([*stocks, *([Stock(colour, self.values[colour], ENOUGH)] if colour else [])], amount)

    def _stocks(self, pile: Pile) -> list[Stock]:
        return [Stock(kind, self.values[kind], count) for kind, count in pile.items()]

    def _over(self, pile: Pile, amount: int) -> Pile:
        """Return the largest chips up to the amount, and the smallest chip that covers the rest."""
        taken: Pile = {}
        for one in sorted(self._stocks(pile), key=lambda one: -one.value):
            taken[one.kind] = min(one.many, amount // one.value)
            amount -= taken[one.kind] * one.value
        left = [one for one in self._stocks(added(pile, taken, -1)) if one.value >= amount > 0]
        return added(taken, {min(left, key=lambda one: one.value).kind: 1}) if left else taken

    def change(self, source: str, amount: int, seat: int) -> None:
        pile = self.pile(source)
        given = self._over(pile, amount)
        back = worth(given, self.values) - amount
        if back <= 0:
            return
        self.move(source, FLOAT, given)
        self.pay(FLOAT, source, amount, seat)
        self.pay(FLOAT, source, back, seat)

    def lacking(self, amount: int) -> Refused:
        """Return the refusal: why the float cannot pay, and which fill would help."""
        wide = [Stock(str(value), value, ENOUGH) for value in self.table.chips]
        ideal = fewest(wide, amount)
        if ideal is None:
            words = (
                f"chips cannot make {self.game.money(amount)}: the smallest is {self.game.money(self.table.chips[0])}"
            )
            return Refused(Refusal.CHIP_UNKNOWN, words, amount)
        held = self.pile(FLOAT)
        short = {kind: count - max(held.get(kind, 0), 0) for kind, count in ideal.items()}
        return self._fill_needed(amount, {kind: count for kind, count in short.items() if count > 0} or ideal)

    def _fill_needed(self, amount: int, short: Pile) -> Refused:
        wanted = " and ".join(f"{count} x {self.game.money(int(kind))}" for kind, count in short.items())
        words = f"the float does not have the chips for {self.game.money(amount)}; request a fill of {wanted}"
        return Refused(Refusal.CHIPS_LACKING, words, amount)


def stack_of(moving: Moving, seat: int, stake: int, stack: tuple[int, ...]) -> Pile:
    """Return the chips of a wager: the named stack, or the seat's colour if it has enough, or the fewest chips.

    Missing chips are changed first."""
    holder, colour = rack(seat), moving.table.seats[seat].colour
    if stack:
        wanted = _as_said(moving, holder, colour, stack)
        moving.swap(holder, wanted, seat)
        return wanted
    value = moving.values.get(colour, 0)
    if value and stake % value == 0 and moving.pile(holder).get(colour, 0) * value >= stake:
        return {colour: stake // value}
    made = moving.makes(holder, stake, seat)
    if made is None:
        moving.change(holder, stake, seat)
        made = moving.makes(holder, stake, seat)
    if made is None:
        raise moving.lacking(stake)
    return made


def _as_said(moving: Moving, holder: str, colour: str, stack: tuple[int, ...]) -> Pile:
    """Return the named stack by kind. A chip of the colour's value counts as the colour, while the seat has any."""
    wanted: Pile = {}
    for value in stack:
        own = bool(colour) and moving.values[colour] == value
        is_value = str(value) in moving.values and moving.pile(holder).get(colour, 0) <= wanted.get(colour, 0)
        kind = colour if own and not is_value else str(value)
        wanted[kind] = wanted.get(kind, 0) + 1
    return wanted
