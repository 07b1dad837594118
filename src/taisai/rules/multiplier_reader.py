"""Reads a rulebook's multipliers, and the spots that they may strike."""

import re
from fractions import Fraction
from typing import Final

import msgspec

from taisai.rules.fault import Faults, Path
from taisai.rules.multipliers import NONE, Multipliers, Weights
from taisai.rules.odds import MOST
from taisai.rules.refusals import did_you_mean
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
    """Return the multipliers of a pay table; none, with faults recorded, if the rule does not fit."""
    if rule is None or table.number not in rule.tables:
        return NONE
    before = len(faults.found)
    _check_wagers(rule, table, {spot.area for spot in spots}, faults)
    chosen = [spot for spot in spots if spot.area in rule.wagers]
    _check_weights(rule.struck, "struck", 0, min(len(chosen) or STRUCK_MOST, STRUCK_MOST), faults)
    _check_weights(rule.times, "times", 2, TIMES_MOST, faults)
    if len(faults.found) > before:
        return NONE
    for spot in chosen:
        if spot.commission.of:
            fix = "remove the wager from [multipliers], or remove its rounding"
            faults.add(AT, "a rounded commission together with multipliers", str(spot.id), fix)
            return NONE
    made = Multipliers(tuple(sorted(str(spot.id) for spot in chosen)), _rising(rule.struck), _rising(rule.times))
    _check_most(made, chosen, faults)
    return made if len(faults.found) == before else NONE


def check_multiplied(rule: MultipliersRule | None, numbers: tuple[int, ...], electronic: bool, faults: Faults) -> None:
    """Check the rule. Multipliers are drawn with the committed throw, so only an electronic table can have them."""
    if rule is None:
        return
    for place, number in enumerate(rule.tables):
        if number not in numbers:
            known = ", ".join(map(str, numbers)) or "none"
            faults.add((*AT, "tables", place), "no such pay table", number, f"known here: {known}")
    if not rule.tables:
        faults.add((*AT, "tables"), "multipliers on no pay table", "[]", "name its pay tables: tables = [1]")
    if not electronic:
        fix = 'set electronic = "house-game" in [rulebook], or remove [multipliers]'
        faults.add(AT, "multipliers need an electronic tumbler", "no", fix)


def _check_wagers(rule: MultipliersRule, table: Table, areas: set[str], faults: Faults) -> None:
    if not rule.wagers:
        faults.add((*AT, "wagers"), "no wager to multiply", "[]", 'name wagers: wagers = ["total"]')
    for place, name in enumerate(rule.wagers):
        if name not in areas:
            fix = f"name wagers of pay table {table.number}, not spots{did_you_mean(name, areas)}"
            faults.add((*AT, "wagers", place), "no such wager to multiply", name, fix)


def _check_weights(given: dict[str, int], key: str, least: int, most: int, faults: Faults) -> None:
    if not given:
        faults.add((*AT, key), "no weights", "{}", f"write each number with its weight: {key} = {{ 2 = 3, 5 = 1 }}")
    for number, weight in given.items():
        at: Path = (*AT, key, number)
        if not re.fullmatch("0|[1-9][0-9]{0,5}", number) or not least <= int(number) <= most:
            faults.add(at, f"not a number for {key}", number, f"use a whole number from {least} to {most}")
        elif not 1 <= weight <= WEIGHT_MOST:
            faults.add(at, "not a weight", weight, f"use a whole number from 1 to {WEIGHT_MOST}")
    if given and not faults.found and max(map(int, given)) < 1:
        faults.add((*AT, key), "no spot would ever be struck", "0", "add a number other than 0")


def _check_most(made: Multipliers, chosen: list[Spot], faults: Faults) -> None:
    for spot in chosen:
        best = max((odds.to_one for _, odds in spot.wins), default=Fraction(0)) * made.times_most
        if best > MOST:
            words = f"{spot.id} could pay more than {MOST} to one"
            faults.add((*AT, "times"), words, made.times_most, "use smaller multipliers, or remove this wager")
            return


def _rising(weights: dict[str, int]) -> Weights:
    return tuple(sorted((int(number), weight) for number, weight in weights.items()))
