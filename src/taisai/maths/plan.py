"""Exact figures of a plan of wagers in one round."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING

import msgspec

from taisai.maths.chance.html import distribution_html
from taisai.maths.drawn_nets import Chances, gains_on
from taisai.rules.amounts import checked_stake
from taisai.rules.html import loaded_by, pasted
from taisai.rules.paytable import PayTable
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.roll import ROLLS, WAYS, Roll

if TYPE_CHECKING:
    from taisai.maths.chance.lattice import Lattice

Result = tuple[Roll, Fraction, Fraction | int]


def results(nets: tuple[Fraction, ...], gains: tuple[Chances, ...]) -> Iterator[Result]:
    """Yield each roll with its possible net results and their chances."""
    if not gains:
        yield from ((roll, net, 1) for roll, net in zip(ROLLS, nets, strict=True))
    for roll, net, more in zip(ROLLS, nets, gains, strict=True) if gains else ():
        yield from ((roll, net + gain, chance) for gain, chance in more.items())


class Plan(msgspec.Struct, frozen=True, dict=True):
    """Wagers of one round, with their exact figures. `nets` is the player's net result on each of the 56 rolls.

    With multipliers, `gains` is what they add, with chances; else it is empty. `edge` is per unit staked, `variance`
    that of the whole plan.

    >>> mine = plan(paytable("rws-6/2"), {"big": 100, "double-2": 10})
    >>> mine
    plan(paytable('rws-6/2'), {'big': 100, 'double-2': 10})
    >>> mine.expected, mine.edge, mine.staked
    (Fraction(-35, 9), Fraction(7, 198), 110)
    """

    stakes: Mapping[str, int]
    staked: int
    nets: tuple[Fraction, ...]
    expected: Fraction
    edge: Fraction
    variance: Fraction
    gains: tuple[Chances, ...] = ()

    def distribution(self) -> dict[Fraction, int]:
        """Return the ways, out of `whole`, to each net result, from worst to best.

        >>> plan(paytable("rws-6/2"), {"big": 100}).distribution()
        {Fraction(-100, 1): 111, Fraction(100, 1): 105}
        """
        return dict(self._ways)

    @cached_property
    def _ways(self) -> dict[Fraction, int]:
        ways: dict[tuple[int, int], Fraction | int] = {}  # by what is many times as fast to look up as a fraction
        for roll, net, chance in results(self.nets, self.gains):
            at = net.as_integer_ratio()
            ways[at] = ways.get(at, 0) + roll.ways * chance
        found = {Fraction(*at): int(many * (self.whole // WAYS)) for at, many in ways.items()}
        return {net: found[net] for net in sorted(found)}

    @cached_property
    def lattice(self) -> "Lattice":
        """Its net results as whole steps above the worst one; needs NumPy.

        >>> plan(paytable("rws-6/2"), {"big": 100}).lattice.sizes
        (0, 1)
        """
        from taisai.maths.chance.lattice import Lattice  # noqa: PLC0415 - exact figures need no NumPy

        return Lattice.of(self._ways)

    @cached_property
    def whole(self) -> int:
        """The number of all ways: 216, or a multiple of it with multipliers.

        >>> plan(paytable("rws-6/2"), {"big": 100}).whole
        216
        """
        return WAYS * lcm(*(chance.denominator for gains in self.gains for chance in gains.values()))

    def rolls_with(self, net: Fraction | int) -> tuple[Roll, ...]:
        """Return the rolls that bring a net result.

        >>> plan(paytable("rws-6/2"), {"triple-2": 1}).rolls_with(180)
        (Roll(2, 2, 2),)
        """
        return tuple(roll for roll, result, _ in results(self.nets, self.gains) if result == net)

    @property
    def worst(self) -> Fraction:
        """The lowest net result.

        >>> plan(paytable("rws-6/2"), {"triple-2": 1}).worst
        Fraction(-1, 1)
        """
        return min(net for _, net, _ in results(self.nets, self.gains))

    @property
    def best(self) -> Fraction:
        """The highest net result.

        >>> plan(paytable("rws-6/2"), {"triple-2": 1}).best
        Fraction(180, 1)
        """
        return max(net for _, net, _ in results(self.nets, self.gains))

    def __repr__(self) -> str:
        return pasted(self, f"<Plan of {len(self.stakes)} wagers, {self.staked:,} staked, edge {self.edge}>")

    def _repr_html_(self) -> str:
        """Draw the distribution of a round."""
        chances = {net: many / self.whole for net, many in self._ways.items()}
        return distribution_html(f"a round of {dict(self.stakes)}", list(chances.items()))


def plan(table: PayTable, wagers: Mapping[str, int] | Iterable[tuple[str, int]]) -> Plan:
    """Return the plan of these stakes by spot, or of pairs of a spot and a stake; those on the same spot add up.

    >>> plan(paytable("rws-6/2"), {"big": 100, "double-2": 10}).worst
    Fraction(-110, 1)
    """
    stakes: dict[str, int] = {}
    units = [0] * len(ROLLS)
    for spot_id, stake in wagers.items() if isinstance(wagers, Mapping) else wagers:
        spot = table[spot_id]
        whole = checked_stake(stake, spot_id)
        stakes[spot_id] = checked_stake(stakes.get(spot_id, 0) + whole, spot_id)
        for index, odds in table.units(spot):
            units[index] += whole * (odds + table.per)
    if not stakes:
        raise Refused(Refusal.WAGER_INVALID, "a plan needs at least one wager, such as big=100", "")
    staked = sum(stakes.values())
    nets = tuple(
        Fraction(won, table.per) - staked - _kept(table, stakes, roll) for won, roll in zip(units, ROLLS, strict=True)
    )
    drawn = any(table[spot].drawn.spots for spot in stakes)
    made = _figures(stakes, nets, tuple(gains_on(table, stakes, roll) for roll in ROLLS) if drawn else ())
    return loaded_by(made, f"plan({table!r}, {stakes})")


def _kept(table: PayTable, stakes: Mapping[str, int], roll: Roll) -> Fraction:
    """Return what a rounded commission keeps of the winnings."""
    kept = Fraction(0)
    for spot, stake in ((table[spot_id], stake) for spot_id, stake in stakes.items()):
        odds = spot.odds(roll)
        if spot.commission.of and odds and odds.wins:
            kept += spot.commission.kept(stake * odds.to_one)
    return kept


def _figures(stakes: dict[str, int], nets: tuple[Fraction, ...], gains: tuple[Chances, ...]) -> Plan:
    staked, found = sum(stakes.values()), tuple(results(nets, gains))
    expected, squared = _mean(found, 1), _mean(found, 2)
    return Plan(stakes, staked, nets, expected, -expected / staked, squared - expected**2, gains)


def _mean(found: Iterable[Result], power: int) -> Fraction:
    return sum((roll.ways * chance * net**power for roll, net, chance in found), Fraction(0)) / WAYS
