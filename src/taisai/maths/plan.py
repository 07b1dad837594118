"""Exact figures of a whole plan of wagers in one round."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

import msgspec

from taisai.rules.paytable import PayTable
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.roll import ROLLS, WAYS, Roll


class Plan(msgspec.Struct, frozen=True):
    """`nets` is the player's net result on each of the 56 rolls; `edge` is per unit staked, `variance` of the whole."""

    stakes: Mapping[str, int]
    staked: int
    nets: tuple[Fraction, ...]
    expected: Fraction
    edge: Fraction
    variance: Fraction

    def distribution(self) -> dict[Fraction, int]:
        """The ways of 216 to each net result, from the worst to the best."""
        ways: dict[Fraction, int] = {}
        for roll, net in sorted(zip(ROLLS, self.nets, strict=True), key=lambda pair: pair[1]):
            ways[net] = ways.get(net, 0) + roll.ways
        return ways

    def rolls_with(self, net: Fraction) -> tuple[Roll, ...]:
        return tuple(roll for roll, result in zip(ROLLS, self.nets, strict=True) if result == net)

    @property
    def worst(self) -> Fraction:
        return min(self.nets)

    @property
    def best(self) -> Fraction:
        return max(self.nets)


def plan(table: PayTable, wagers: Iterable[tuple[str, int]]) -> Plan:
    """Wagers on the same spot add up."""
    stakes: dict[str, int] = {}
    units = [0] * len(ROLLS)
    for spot_id, stake in wagers:
        spot = table[spot_id]
        if stake < 1:
            raise Refused(
                Refusal.STAKE_INVALID,
                f"{stake} on {spot_id!r} is no stake; stakes are whole numbers from 1",
                stake,
            )
        stakes[spot_id] = stakes.get(spot_id, 0) + stake
        for index, odds in table.units(spot):
            units[index] += stake * (odds + table.per)
    if not stakes:
        raise Refused(Refusal.WAGER_INVALID, "a plan needs at least one wager, such as big=100", "")
    return _figures(stakes, tuple(Fraction(won, table.per) for won in units))


def _figures(stakes: dict[str, int], returned: tuple[Fraction, ...]) -> Plan:
    staked = sum(stakes.values())
    nets = tuple(won - staked for won in returned)
    expected = _mean(nets)
    variance = _mean(tuple(net * net for net in nets)) - expected**2
    return Plan(stakes, staked, nets, expected, -expected / staked, variance)


def _mean(values: tuple[Fraction, ...]) -> Fraction:
    return sum((roll.ways * value for roll, value in zip(ROLLS, values, strict=True)), Fraction(0)) / WAYS
