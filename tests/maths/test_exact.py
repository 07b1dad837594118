from fractions import Fraction
from itertools import combinations_with_replacement, product

import msgspec
import pytest
from shipped import TABLES

from taisai import Odds, Roll, covariance, figures, paytable
from taisai.maths.exact import net

THROWS = [Roll.of(*faces) for faces in product(range(1, 7), repeat=3)]
SAMPLE = ["big", "small", "single-1", "double-2", "triple-2", "any-triple", "total-8", "domino-1-2", "four-1-2-3-4"]

by_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.id)


def nets(spot):
    """Of a unit staked, on each of the 216 throws."""
    return [odds.to_one if (odds := spot.odds(throw)) else Fraction(-1) for throw in THROWS]


def mean(values):
    return sum(values, Fraction(0)) / 216


def test_there_are_nine_tables_to_try():
    assert len(TABLES) == 9
    assert all(len(table.spots) >= 50 for table in TABLES)


@by_table
def test_every_spot_has_the_figures_of_its_216_throws(table):
    for spot in table.spots:
        results = nets(spot)
        wins = sum(result > 0 for result in results)
        expected = mean(results)
        found = figures(spot)
        assert (found.ways, found.hit, found.edge) == (wins, Fraction(wins, 216), -expected), spot.id
        assert found.variance == mean([(result - expected) ** 2 for result in results]), spot.id


@by_table
def test_every_spot_favours_the_house_and_can_be_won(table):
    for spot in table.spots:
        assert 0 < figures(spot).edge < 1, spot.id
        assert 0 < figures(spot).hit < 1, spot.id


def test_figures_worked_by_hand():
    table = paytable("rws-6/2")
    big = figures(table["big"])  # wins 105 of 216 at 1 to 1
    assert (big.ways, big.hit) == (105, Fraction(35, 72))
    assert (big.edge, big.variance) == (Fraction(1, 36), Fraction(1295, 1296))
    triple = figures(table["triple-1"])  # wins 1 of 216 at 180 to 1
    assert (triple.ways, triple.edge) == (1, Fraction(35, 216))
    single = figures(table["single-1"])  # 75 ways at 1, 15 at 2, 1 at 12, and 125 lose
    assert (single.ways, single.edge) == (91, Fraction(125 - 75 - 30 - 12, 216))


def test_half_odds_stay_exact():
    double = figures(paytable("etg/2")["double-2"])  # wins 16 of 216 at 11.5 to 1
    assert (double.ways, double.edge) == (16, Fraction(200 - 184, 216))


def test_whole_and_fractional_odds_mix_in_one_spot():
    spot = paytable("rws-6/2")["single-1"]
    rising = {1: Odds.parse("1"), 2: Odds.parse("2.5"), 3: Odds.parse("12.2")}
    mixed = msgspec.structs.replace(spot, wins=tuple((roll, rising[roll.faces.count(1)]) for roll, _ in spot.wins))
    results = nets(mixed)
    assert figures(mixed).edge == -mean(results)
    assert figures(mixed).variance == mean([result**2 for result in results]) - mean(results) ** 2
    assert covariance(mixed, mixed) == figures(mixed).variance


@pytest.mark.parametrize("ref", ["rws-6/2", "etg/2"])
def test_covariance_is_that_of_the_216_throws(ref):
    spots = [paytable(ref)[spot_id] for spot_id in SAMPLE]
    for one, other in combinations_with_replacement(spots, 2):
        results = nets(one), nets(other)
        middle = [mean(result) for result in results]
        expected = mean([(left - middle[0]) * (right - middle[1]) for left, right in zip(*results, strict=True)])
        assert covariance(one, other) == covariance(other, one) == expected, (one.id, other.id)


@pytest.mark.parametrize("ref", ["rws-6/2", "etg/2"])
def test_covariance_of_a_spot_with_itself_is_its_variance(ref):
    for spot in paytable(ref).spots:
        assert covariance(spot, spot) == figures(spot).variance, spot.id


def test_big_and_small_pull_against_each_other():
    table = paytable("rws-6/2")
    # Both lose on the 6 triples; on the other 210 throws one wins what the other loses.
    assert covariance(table["big"], table["small"]) == Fraction(6 - 210, 216) - Fraction(1, 36) ** 2 < 0


def test_a_unit_gains_its_odds_or_is_lost():
    spot = paytable("rws-6/2")["single-1"]
    results = {text: net(spot, Roll.parse(text)) for text in ("1-2-3", "1-1-3", "1-1-1", "2-3-4")}
    assert results == {"1-2-3": 1, "1-1-3": 2, "1-1-1": 12, "2-3-4": -1}
