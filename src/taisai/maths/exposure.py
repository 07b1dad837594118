"""The most the house could lose this round, over the 56 rolls and all multipliers, updated with every wager."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from taisai.rules.amounts import AMOUNT_MAX, checked_amount, checked_stake, whole
from taisai.rules.drawn_risk import risk_of
from taisai.rules.html import LINE
from taisai.rules.paytable import PayTable
from taisai.rules.refusals import Refusal, Refused, shown
from taisai.rules.roll import ROLLS, Roll

NOTHING: Final = Fraction(0)
NO_STAKES: Final[Mapping[str, int]] = MappingProxyType({})


class Book:
    """The wagers of one round, as far as they affect the house's risk. A wager touches only the rolls it wins on.

    >>> book = Book(paytable("rws-6/2"), {"big": 100})
    >>> book, len(book), list(book)
    (Book(paytable('rws-6/2'), {'big': 100}), 1, ['big'])
    """

    def __init__(self, table: PayTable, stakes: Mapping[str, int] = NO_STAKES) -> None:
        self.table = table
        self._risk = risk_of(table)
        self._stakes = dict.fromkeys(table.by_id, 0)
        for spot_id, stake in stakes.items():
            self.add(spot_id, stake)

    def __iter__(self) -> Iterator[str]:
        """Iterate over the spots with stakes."""
        return (spot for spot, stake in self._stakes.items() if stake)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        made = f"Book({self.table!r}, { {spot: self._stakes[spot] for spot in self} })"
        return made if len(made) <= LINE else f"<Book on {self.table.id}: {self.staked:,} on {len(self)} spots>"

    def add(self, spot_id: str, stake: int) -> None:
        """Put a stake on a spot.

        >>> book = Book(paytable("rws-6/2"))
        >>> book.add("big", 100); book.staked
        100
        """
        on_spot = self._stakes.get(spot_id)
        if on_spot is None:
            on_spot = self._stakes[self.table[spot_id].id]  # which refuses an unknown spot
        if type(stake) is not int or not 1 <= stake <= AMOUNT_MAX:
            stake = checked_stake(stake, spot_id)
        self._stakes[spot_id] = on_spot + stake
        self._risk.change(spot_id, stake)

    def withdraw(self, spot_id: str, stake: int) -> None:
        """Take a stake off a spot.

        >>> book = Book(paytable("rws-6/2"), {"big": 100})
        >>> book.withdraw("big", 40); book
        Book(paytable('rws-6/2'), {'big': 60})
        """
        on_spot = self._stakes[self.table[spot_id].id]
        if whole(stake) is None or not 1 <= stake <= on_spot:
            raise Refused(
                Refusal.STAKE_INVALID, f"cannot withdraw {shown(stake)} from {spot_id!r}, which holds {on_spot}", stake
            )
        self._stakes[spot_id] = on_spot - stake
        self._risk.change(spot_id, -stake)

    @property
    def staked(self) -> int:
        """The total of all stakes.

        >>> Book(paytable("rws-6/2"), {"big": 100, "small": 40}).staked
        140
        """
        return self._risk.staked // self._risk.per

    def loss(self, roll: Roll) -> Fraction:
        """Return the house's loss on a roll; negative values are gains.

        >>> Book(paytable("rws-6/2"), {"big": 100}).loss(Roll(1, 1, 3))
        Fraction(-100, 1)
        """
        return Fraction(self._risk.returned[roll.index] - self._risk.staked, self._risk.per)

    @property
    def losses(self) -> tuple[Fraction, ...]:
        """The house's loss on each of the 56 rolls.

        >>> max(Book(paytable("rws-6/2"), {"big": 100}).losses)
        Fraction(100, 1)
        """
        return tuple(self.loss(roll) for roll in ROLLS)

    @property
    def exposure(self) -> Fraction:
        """The loss on the worst roll; zero if the house cannot lose.

        >>> Book(paytable("rws-6/2"), {"big": 100, "small": 40}).exposure
        Fraction(60, 1)
        """
        risk = self._risk
        worst = risk.worst
        if worst <= 0:
            return NOTHING
        return Fraction(worst) if risk.per == 1 else Fraction(worst, risk.per)

    @property
    def worst_rolls(self) -> tuple[Roll, ...]:
        """The rolls on which the house loses most.

        >>> Book(paytable("rws-6/2"), {"triple-2": 1}).worst_rolls
        (Roll(2, 2, 2),)
        """
        most = max(self._risk.returned)
        return tuple(roll for roll, returned in zip(ROLLS, self._risk.returned, strict=True) if returned == most)

    def headroom(self, spot_id: str, cap: int) -> int:
        """Return the largest further stake on a spot that settles to whole units and keeps exposure within the cap.

        >>> Book(paytable("rws-6/2"), {"big": 100}).headroom("small", 500)
        600
        """
        spot = self.table[spot_id]
        if self.exposure > checked_amount(cap, Refusal.LIMITS_INVALID, "an exposure cap"):
            return 0
        return self._risk.headroom(spot_id, cap) // spot.stake_step * spot.stake_step
