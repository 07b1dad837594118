"""The exact variance of a round with multipliers, without listing all draws."""

from collections.abc import Iterable
from fractions import Fraction

from taisai.maths.exact import figures
from taisai.rules.paytable import PayTable
from taisai.rules.roll import ROLLS, WAYS, Roll
from taisai.rules.spot import Spot


def drawn_variance(table: PayTable, stakes: Iterable[tuple[str, int]]) -> Fraction:
    """Return the variance of what players gain in a round with these stakes, one for each spot."""
    staked = [(table[spot], stake) for spot, stake in stakes]
    squares = sum((roll.ways * _square_mean(staked, roll) for roll in ROLLS), Fraction(0)) / WAYS
    return squares - sum((stake * figures(spot).edge for spot, stake in staked), Fraction(0)) ** 2


def _square_mean(staked: list[tuple[Spot, int]], roll: Roll) -> Fraction:
    """Return the mean squared net on a roll, from multiplied and fixed parts and their products."""
    fixed, struck, own = Fraction(0), Fraction(0), Fraction(0)
    for spot, stake in staked:
        odds = spot.odds(roll)
        net = stake * (odds.to_one if odds else Fraction(-1))
        if odds and odds.wins and spot.drawn.spots:
            struck, own = struck + net, own + net * net
        else:
            fixed += net
    drawn = next((spot.drawn for spot, _ in staked if spot.drawn.spots), None)
    if drawn is None:
        return fixed * fixed
    joint = (struck * struck - own) * drawn.product + own * drawn.square
    return fixed * fixed + 2 * fixed * struck * drawn.mean + joint
