"""Reads what a row of a wager pays: odds, and returned shares of a stake, flat or by count."""

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from taisai.rules.commission import NO_COMMISSION, Commission
from taisai.rules.fault import Faults, Path
from taisai.rules.odds import Odds, percent_of
from taisai.rules.refusals import Refused
from taisai.rules.wager import Pays, Wager

OddsByCount = dict[int, Odds]
FLAT: Final = 0  # the key of odds that do not depend on a count
COUNTS: Final = ("1", "2", "3")
UNIT_MOST: Final = 1_000_000
MISSING_FIX: Final = "add odds = N (to one) or for_one = N (including the stake)"
WHEN_FIX: Final = "add odds = N (to one), for_one = N (including the stake) or returns = 1 (the stake is returned)"
ODDS_FIX: Final = "write the odds as the house prints them"
RETURNS_FIX: Final = 'write 1 for a push, "1/2" for half back'


def read_odds(row: Pays, at: Path, faults: Faults, commission: Fraction = Fraction(0)) -> OddsByCount:
    """Return the odds by count, or under FLAT; empty, with a fault recorded, if there are none."""
    given = {key: getattr(row, key) for key in ("odds", "for_one") if getattr(row, key) is not None}
    if len(given) > 1 or not (given or (row.when and row.returns is not None)):
        missing = ("missing odds", WHEN_FIX if row.when else MISSING_FIX)
        words, fix = ("both odds and for_one", "keep the one that the house prints") if given else missing
        faults.add(at, words, _name(row), fix)
        return {}
    odds: OddsByCount = {}
    for key, value in given.items():
        odds = _by_count(value, _reader(key == "for_one", commission), ODDS_FIX, (*at, key), faults)
    return _with_returns(row, odds, at, faults)


def _reader(for_one: bool, commission: Fraction) -> Callable[[object], Odds]:
    def read(value: object) -> Odds:
        odds = Odds.of(value, for_one=for_one)
        return odds.less(commission) if commission else odds

    return read


def _with_returns(row: Pays, odds: OddsByCount, at: Path, faults: Faults) -> OddsByCount:
    if row.returns is None:
        return odds
    here = (*at, "returns")
    shares = _by_count(row.returns, Odds.returning, RETURNS_FIX, here, faults)
    if FLAT in odds or (odds and FLAT in shares):
        fix = "write both by count, or put the share into a row with when"
        faults.add(here, "both odds and returns for the same rolls", row.returns, fix)
    for count in sorted(odds.keys() & shares.keys() - {FLAT}):
        faults.add(here, "both odds and returns for a count", count, "keep one of them")
    return shares | odds


def read_commission(wager: Wager, at: Path, faults: Faults) -> Fraction:
    if wager.commission is None:
        return Fraction(0)
    try:
        return percent_of(wager.commission)
    except Refused as refused:
        faults.add(
            (*at, "commission"), refused.words, wager.commission, "write the percentage of the winnings, such as 5"
        )
        return Fraction(0)


def rounded_commission(wager: Wager, share: Fraction, at: Path, faults: Faults) -> Commission:
    """Return the rounded commission, or none.

    One that is not rounded is part of the odds, and stakes must make it whole."""
    if wager.rounding is None:
        return NO_COMMISSION
    here = (*at, "rounding")
    if wager.commission is None:
        faults.add(here, "rounding without a commission", wager.name, "add commission = N, or remove rounding")
    if not 1 <= wager.rounding.unit <= UNIT_MOST:
        words = f"use minor units, a whole number from 1 to {UNIT_MOST}"
        faults.add((*here, "unit"), "not a rounding unit", wager.rounding.unit, words)
        return NO_COMMISSION
    return Commission(share.numerator, share.denominator, wager.rounding.unit, wager.rounding.direction)


def _by_count(value: object, read: Callable[[object], Odds], fix: str, at: Path, faults: Faults) -> OddsByCount:
    odds = {}
    for key, number in value.items() if isinstance(value, dict) else [(FLAT, value)]:
        place = (*at, key) if key else at
        if key not in {FLAT, *COUNTS}:
            faults.add(place, "odds by count need a count from 1 to 3", key, "write the count as 1, 2 or 3")
            continue
        try:
            odds[int(key)] = read(number)
        except Refused as refused:
            faults.add(place, refused.words, number, fix)
    return odds


def _name(row: Pays) -> str:
    return str(getattr(row, "name", ", ".join(map(str, row.selections or row.when))))
