"""The nine pay tables against a second definition, made from the rule documents alone."""

from collections import Counter

import pytest
from clauses.naive import FACES, NAIVE, THROWS, winners
from shipped import REFS, TABLES

from taisai import ROLLS, Roll, paytable

EVERY_TABLE = {"small": 1, "big": 1, "single": 6, "total": 14, "triple": 6, "any": 1, "domino": 15}
ODD_EVEN = {"odd": 1, "even": 1}
SINGAPORE = {"three": 20, "pair": 28}
COUNTS = {
    "nz-1998/1": EVERY_TABLE | {"double": 6},
    "nz-2008/1": EVERY_TABLE | {"double": 6},
    "nz-2008/2": EVERY_TABLE | ODD_EVEN | {"double": 6, "three": 20, "pair": 30, "four": 4},
    "rws-6/1": EVERY_TABLE | {"double": 6},
    "rws-6/2": EVERY_TABLE | ODD_EVEN | SINGAPORE | {"double": 6, "four": 4},
    "rws-6/3": EVERY_TABLE | SINGAPORE | {"four": 15},
    "etg/1": EVERY_TABLE | ODD_EVEN | {"double": 6, "four": 4},
    "etg/2": EVERY_TABLE | ODD_EVEN | SINGAPORE | {"double": 6, "four": 4},
    "etg/3": EVERY_TABLE | ODD_EVEN | SINGAPORE | {"double": 6, "four": 4},
}
SPOTS = {
    "nz-1998/1": 50,
    "nz-2008/1": 50,
    "nz-2008/2": 106,
    "rws-6/1": 50,
    "rws-6/2": 104,
    "rws-6/3": 107,
    "etg/1": 56,
    "etg/2": 104,
    "etg/3": 104,
}

each_table = pytest.mark.parametrize("name", NAIVE)


def kinds(spots):
    return Counter(spot.partition("-")[0] for spot in spots)


def test_the_nine_pay_tables_are_those_of_the_documents():
    assert sorted(REFS) == sorted(NAIVE) == sorted(COUNTS)
    assert len(NAIVE) == 9


@each_table
def test_a_table_has_exactly_the_spots_of_its_document(name):
    spots = [spot.id for spot in paytable(name).spots]
    assert set(spots) == set(NAIVE[name])
    assert len(spots) == len(set(spots)) == SPOTS[name]


@each_table
def test_every_list_is_as_long_as_the_document_prints_it(name):
    assert kinds(spot.id for spot in paytable(name).spots) == COUNTS[name]
    assert kinds(NAIVE[name]) == COUNTS[name]


@each_table
def test_every_spot_pays_on_every_throw_what_the_document_says(name):
    table = paytable(name)
    for spot, rule in NAIVE[name].items():
        for throw in THROWS:
            odds = table[spot].odds(Roll.of(*throw))
            assert (odds and odds.to_one) == rule(throw), (spot, throw)


@each_table
def test_a_spot_wins_in_as_many_ways_as_throws_pay(name):
    for spot in paytable(name).spots:
        assert spot.ways == sum(NAIVE[name][spot.id](throw) is not None for throw in THROWS), spot.id
        assert 0 < spot.ways < 216
        assert len(spot.wins) == len({roll for roll, _ in spot.wins}), spot.id


@each_table
def test_the_lit_spots_of_a_roll_are_its_winners(name):
    table = paytable(name)
    for roll in ROLLS:
        assert {spot.id: spot.odds(roll).to_one for spot in table.lit(roll)} == winners(name, roll.faces), roll


@each_table
@pytest.mark.parametrize("face", FACES)
def test_on_a_triple_only_the_wagers_of_the_seventh_reading_win(name, face):
    may_win = {f"triple-{face}", "any-triple", f"double-{face}", f"single-{face}"}
    may_win |= {f"total-{total}" for total in (6, 9, 12, 15) if total == 3 * face}
    table = paytable(name)
    assert {spot.id for spot in table.lit(Roll.of(face, face, face))} == may_win & set(NAIVE[name])


def test_only_the_four_number_odds_of_the_second_etg_table_are_inferred():
    inferred = {(table.id, spot.id): spot.inferred for table in TABLES for spot in table.spots if spot.inferred}
    fours = ("four-3-4-5-6", "four-2-3-5-6", "four-2-3-4-5", "four-1-2-3-4")
    assert set(inferred) == {("etg/2", spot) for spot in fours}
    assert all(len(reason.split()) > 3 for reason in inferred.values())
