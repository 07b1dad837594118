"""Exact figures of a spot, per unit staked, as fractions."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

import msgspec

from taisai.rules.amounts import checked_stake
from taisai.rules.html import table_html
from taisai.rules.paytable import PayTable
from taisai.rules.returns import net_on
from taisai.rules.roll import ROLLS, WAYS, Roll
from taisai.rules.spot import Spot


class Figures(msgspec.Struct, frozen=True):
    """Figures per unit staked: `edge` is what the house expects to keep, `variance` that of the player's net.

    >>> figures(paytable("rws-6/2")["any-triple"])
    Figures(ways=6, hit=Fraction(1, 36), edge=Fraction(1, 9), variance=Fraction(2240, 81))
    """

    ways: int
    hit: Fraction
    edge: Fraction
    variance: Fraction


class Edges(msgspec.Struct, frozen=True):
    """The figures of every spot of a pay table, from the lowest edge to the highest.

    >>> table = edges(paytable("rws-6/2"))
    >>> len(table), next(iter(table))[0].label
    (104, 'Small')
    """

    table: PayTable

    def __iter__(self) -> Iterator[tuple[Spot, Figures]]:
        return iter(sorted(((spot, figures(spot)) for spot in self.table), key=lambda one: one[1].edge))

    def __len__(self) -> int:
        return len(self.table)

    def __repr__(self) -> str:
        return f"edges({self.table!r})"

    def _repr_html_(self) -> str:
        cells = (
            (spot.label, spot.odds_words, _percent(found.hit), found.edge, _percent(found.edge)) for spot, found in self
        )
        return table_html(f"{self.table.id}: {self.table.name}", ("spot", "pays", "wins", "edge", "edge %"), cells)


def _percent(share: Fraction) -> str:
    return f"{Decimal(round(share * 10**6)).scaleb(-4)} %"


def edges(table: PayTable) -> Edges:
    """Return the figures of every spot of a pay table.

    >>> edges(paytable("rws-6/2"))
    edges(paytable('rws-6/2'))
    """
    return Edges(table)


def figures(spot: Spot, stake: int = 0) -> Figures:
    """Return the figures over the throw, and over multipliers if the spot can be struck.

    If a commission is rounded, they are for `stake`, or without one for stakes so large that rounding does not
    matter.

    >>> figures(paytable("rws-6/2")["big"]).edge
    Fraction(1, 36)
    """
    if spot.commission.of:
        return _with_commission(spot, checked_stake(stake, spot.id) if stake else 0)
    per = spot.stake_step
    units = [(roll.ways, odds.units * (per // odds.per)) for roll, odds in spot.wins]
    ways, lost = spot.ways, WAYS - sum(times for times, _ in units)
    mean, mean_square = spot.drawn.mean, spot.drawn.square
    gain = sum(times * paid * (mean if paid > 0 else 1) for times, paid in units) - lost * per
    square = sum(times * paid * paid * (mean_square if paid > 0 else 1) for times, paid in units) + lost * per * per
    expected = Fraction(gain) / (WAYS * per)
    return Figures(ways, Fraction(ways, WAYS), -expected, Fraction(square) / (WAYS * per * per) - expected**2)


def _with_commission(spot: Spot, stake: int) -> Figures:
    kept = 1 - spot.commission.share
    unit = [net_on(spot, stake, roll) / stake if stake else _large(spot, roll, kept) for roll in ROLLS]
    expected = sum((roll.ways * one for roll, one in zip(ROLLS, unit, strict=True)), Fraction(0)) / WAYS
    square = sum((roll.ways * one * one for roll, one in zip(ROLLS, unit, strict=True)), Fraction(0)) / WAYS
    ways = sum(roll.ways for roll, one in zip(ROLLS, unit, strict=True) if one > 0)
    return Figures(ways, Fraction(ways, WAYS), -expected, square - expected**2)


def _large(spot: Spot, roll: Roll, kept: Fraction) -> Fraction:
    odds = spot.odds(roll)
    if odds is None:
        return Fraction(-1)
    return odds.to_one * kept if odds.wins else odds.to_one


def net(spot: Spot, roll: Roll) -> Fraction:
    """Return what a staked unit gains or loses on a roll, on average if its winnings may be multiplied."""
    odds = spot.odds(roll)
    if odds is None:
        return Fraction(-1)
    return odds.to_one * spot.drawn.mean * (1 - spot.commission.share) if odds.wins else odds.to_one


def covariance(one: Spot, other: Spot) -> Fraction:
    """Return the covariance of the nets of a unit on each spot in the same round.

    >>> table = paytable("rws-6/2")
    >>> covariance(table["big"], table["small"])
    Fraction(-1225, 1296)
    """
    joint = sum((roll.ways * _product(one, other, roll) for roll in ROLLS), Fraction(0)) / WAYS
    return joint - figures(one).edge * figures(other).edge


def _product(one: Spot, other: Spot, roll: Roll) -> Fraction:
    """Return the mean product of the nets of a unit on each. If both may be multiplied, the draw links them."""
    odds, others, drawn = one.odds(roll), other.odds(roll), one.drawn
    if not (odds and others and odds.wins and others.wins and drawn.spots and other.drawn.spots):
        return net(one, roll) * net(other, roll)
    return odds.to_one * others.to_one * (drawn.square if one.id == other.id else drawn.product)
