"""What a stake gets back on a roll: one place for the engine, for figures and for reports."""

from fractions import Fraction

from taisai.rules.roll import Roll
from taisai.rules.spot import Spot


def returned_on(spot: Spot, stake: int, roll: Roll, times: int = 1) -> int:
    """Return stake and winnings, or nothing if it loses.

    `times` multiplies winnings only. Stakes are accepted only if this is whole."""
    odds = spot.odds(roll)
    if odds is None:
        return 0
    winnings, rest = divmod(stake * odds.units * (times if odds.wins else 1), odds.per)
    assert rest == 0, (spot.id, stake)
    kept = int(spot.commission.kept(winnings)) if spot.commission.of and odds.wins else 0
    return stake + winnings - kept


def net_on(spot: Spot, stake: int | Fraction, roll: Roll) -> Fraction:
    """Return what a stake gains or loses, even one that no table would accept because it is not whole."""
    odds = spot.odds(roll)
    if odds is None:
        return -Fraction(stake)
    won = stake * odds.to_one
    return won - spot.commission.kept(won) if spot.commission.of and odds.wins else won
