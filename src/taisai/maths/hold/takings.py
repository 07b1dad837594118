"""What a house wins over many rounds with the same mix of wagers: its win, its hold, and bands of both."""

from fractions import Fraction
from functools import cached_property

import msgspec

from taisai.maths.chance.bounded import Bounded
from taisai.maths.chance.evening import Evening, evening
from taisai.maths.chance.html import rows_html
from taisai.maths.plan import Plan, plan
from taisai.maths.refusals import LabRefusal
from taisai.rules.paytable import PayTable
from taisai.rules.refusals import Refused


def house_side(mix: Plan) -> Plan:
    """Return the same wagers from the house's side: it loses what players win."""
    gains = tuple({-gain: chance for gain, chance in one.items()} for one in mix.gains)
    return Plan(mix.stakes, mix.staked, tuple(-net for net in mix.nets), -mix.expected, -mix.edge, mix.variance, gains)


class Takings(msgspec.Struct, frozen=True, dict=True):
    """The result of `rounds` rounds in which players stake the `mix`. The hold is the win per unit staked.

    >>> from taisai import paytable, plan
    >>> table = paytable("rws-6/2")
    >>> year = takings(plan(table, [(table.spots[0].id, 1000)]), 1_000_000)
    >>> year.hold, year.handle
    (Fraction(1, 36), 1000000000)
    >>> low, high = year.hold_band(0.99)
    >>> print(f"{float(low):.5f} {float(high):.5f}")
    0.02520 0.03035
    """

    mix: Plan
    rounds: int

    @cached_property
    def _house(self) -> Evening:
        return evening(house_side(self.mix), self.rounds)

    @property
    def handle(self) -> int:
        return self.rounds * self.mix.staked

    @property
    def expected(self) -> Fraction:
        return -self.rounds * self.mix.expected

    @property
    def variance(self) -> Fraction:
        return self.rounds * self.mix.variance

    @property
    def hold(self) -> Fraction:
        """The expected win per unit staked: the edge of the mix."""
        return self.mix.edge

    @property
    def losing(self) -> Bounded:
        """The chance that the house loses."""
        return self._house.behind

    def quantile(self, chance: float) -> Fraction:
        """Return the smallest win that is not exceeded with at least this chance."""
        return self._house.quantile(chance)

    def band(self, level: float) -> tuple[Fraction, Fraction]:
        """Return two wins that enclose at least `level` of all such periods, with equal tails."""
        return self._house.interval(level)

    def hold_band(self, level: float) -> tuple[Fraction, Fraction]:
        low, high = self.band(level)
        return low / self.handle, high / self.handle

    def __repr__(self) -> str:
        return f"takings({self.mix!r}, {self.rounds})"

    def _repr_html_(self) -> str:
        low, high = self.hold_band(0.99)
        rows = {
            "expected win": self.expected,
            "handle": self.handle,
            "hold": self.hold,
            "99 % from": low,
            "99 % to": high,
        }
        return rows_html(f"{self.rounds:,} rounds of {dict(self.mix.stakes)}", rows | {"losing": self.losing})


def takings(mix: Plan, rounds: int) -> Takings:
    """Return what a house wins over many rounds of a mix.

    >>> takings(plan(paytable("rws-6/2"), {"big": 1000}), 1_000_000).hold
    Fraction(1, 36)
    """
    assert evening(mix, rounds)
    return Takings(mix, rounds)


class Change(msgspec.Struct, frozen=True):
    """The same wagers under two pay tables. A gain is negative if the house loses by the change."""

    before: Takings
    after: Takings

    @property
    def gain(self) -> Fraction:
        return self.after.expected - self.before.expected

    @property
    def hold_gain(self) -> Fraction:
        return self.after.hold - self.before.hold


def change(before: PayTable, after: PayTable, stakes: dict[str, int], rounds: int) -> Change:
    """Return what another pay table is worth, if players keep playing the same."""
    missing = [spot for spot in stakes if spot not in after.by_id]
    if missing:
        words = f"{after.id} has no {', '.join(missing)}, on which players stake under {before.id}"
        raise Refused(LabRefusal.MIX_INVALID, words, missing[0])
    return Change(takings(plan(before, stakes.items()), rounds), takings(plan(after, stakes.items()), rounds))
