"""What multipliers add to a plan's winnings on a roll: every sum with its exact chance."""

from collections.abc import Mapping
from fractions import Fraction
from math import comb

from taisai.rules.multipliers import Multipliers
from taisai.rules.paytable import PayTable
from taisai.rules.roll import Roll

Chances = dict[Fraction, Fraction]
NOTHING: Chances = {Fraction(0): Fraction(1)}


def gains_on(table: PayTable, stakes: Mapping[str, int], roll: Roll) -> Chances:
    won = []
    for spot_id, stake in stakes.items():
        spot = table[spot_id]
        odds = spot.odds(roll)
        if odds and odds.wins and spot.drawn.spots:
            won.append(stake * odds.to_one)
    return _gains(table.multipliers, won) if won else NOTHING


def _gains(drawn: Multipliers, won: list[Fraction]) -> Chances:
    """Return every gain with its chance. All sets of winners of the same size are equally likely to be struck."""
    found: Chances = {}
    for many, gains in enumerate(_by_size(drawn, won)):
        chance = _this_set_alone(drawn, len(won), many)
        for gain, weight in gains.items():
            found[gain] = found.get(gain, Fraction(0)) + chance * weight
    return {gain: chance for gain, chance in found.items() if chance}


def _by_size(drawn: Multipliers, won: list[Fraction]) -> list[Chances]:
    """Return, for each number of struck winners, the gains over all sets of that size; each set has weight one."""
    whole = sum(weight for _, weight in drawn.times)
    sizes: list[Chances] = [dict(NOTHING), *({} for _ in won)]
    for winnings in won:
        for many in range(len(won), 0, -1):
            for before, chance in sizes[many - 1].items():
                for times, weight in drawn.times:
                    gain = before + winnings * (times - 1)
                    sizes[many][gain] = sizes[many].get(gain, Fraction(0)) + chance * weight / whole
    return sizes


def _this_set_alone(drawn: Multipliers, winners: int, many: int) -> Fraction:
    """Return the chance that, of `winners` winners, exactly `many` given ones are struck."""
    spots, whole = len(drawn.spots), sum(weight for _, weight in drawn.struck)
    ways = (
        Fraction(weight * comb(spots - winners, struck - many), comb(spots, struck))
        for struck, weight in drawn.struck
        if struck >= many
    )
    return sum(ways, Fraction(0)) / whole
