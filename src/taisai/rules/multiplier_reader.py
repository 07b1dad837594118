"""Reading what a rulebook says of multipliers, and the spots that they may strike."""

import re
from fractions import Fraction
from typing import Final

import msgspec

from taisai.rules.fault import Faults, Path
from taisai.rules.multipliers import NONE, Multipliers, Weights
from taisai.rules.odds import MOST
from taisai.rules.rulebook import MultipliersRule, Table
from taisai.rules.spot import Spot

WEIGHT_MOST: Final = 10_000
TIMES_MOST: Final = 10_000
STRUCK_MOST: Final = 100
AT: Final = ("multipliers",)


def multiplied(spot: Spot, drawn: Multipliers) -> Spot:
    return msgspec.structs.replace(spot, drawn=drawn) if spot.id in drawn.known else spot


def read_multipliers(
    rule: MultipliersRule | None, table: Table, spots: tuple[Spot, ...], faults: Faults
) -> Multipliers:
    """Those of a pay table; none, with the faults noted, where the rule does not fit it."""
    if rule is None or table.number not in rule.tables:
        return NONE
    before = len(faults.found)
    areas = {spot.area for spot in spots}
    for place, name in enumerate(rule.wagers):
        if name not in areas:
            faults.add((*AT, "wagers", place), "no such wager to be multiplied", name, "name wagers of this pay table")
    chosen = [spot for spot in spots if spot.area in rule.wagers]
    _check_weights(rule.struck, "struck", 0, min(len(chosen), STRUCK_MOST), faults)
    _check_weights(rule.times, "times", 2, TIMES_MOST, faults)
    if len(faults.found) > before:
        return NONE
    for spot in chosen:
        if spot.commission.of:
            fix = "leave the wager out of [multipliers], or let its stakes make the commission whole"
            faults.add(AT, "a rounded commission beside multipliers", str(spot.id), fix)
            return NONE
    made = Multipliers(tuple(sorted(str(spot.id) for spot in chosen)), _rising(rule.struck), _rising(rule.times))
    _check_most(made, chosen, faults)
    return made if len(faults.found) == before else NONE


def _check_weights(given: dict[str, int], key: str, least: int, most: int, faults: Faults) -> None:
    if not given:
        faults.add((*AT, key), "no weights", "{}", f"write each number with its weight: {key} = {{ 2 = 3, 5 = 1 }}")
    for number, weight in given.items():
        at: Path = (*AT, key, number)
        if not re.fullmatch("0|[1-9][0-9]{0,5}", number) or not least <= int(number) <= most:
            faults.add(at, f"not a number for {key}", number, f"a whole number from {least} to {most}")
        elif not 1 <= weight <= WEIGHT_MOST:
            faults.add(at, "not a weight", weight, f"a whole number from 1 to {WEIGHT_MOST}")
    if given and not faults.found and max(map(int, given)) < 1:
        faults.add((*AT, key), "nothing would ever be struck", "0", "name another number beside 0")


def _check_most(made: Multipliers, chosen: list[Spot], faults: Faults) -> None:
    for spot in chosen:
        best = max((odds.to_one for _, odds in spot.wins), default=Fraction(0)) * made.times_most
        if best > MOST:
            words = f"{spot.id} could pay more than {MOST} to one"
            faults.add((*AT, "times"), words, made.times_most, "multiply by less, or leave this wager out")
            return


def _rising(weights: dict[str, int]) -> Weights:
    return tuple(sorted((int(number), weight) for number, weight in weights.items()))
