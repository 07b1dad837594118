"""What rulebooks beyond the four documents can say, each against a plain reading of the dice."""

from fractions import Fraction

import pytest
from books.house import wager

from taisai import ROLLS, PayTable, Roll, paytable


def pays(table: PayTable, spot: str, roll: str) -> str | None:
    odds = table[spot].odds(Roll.parse(roll))
    return odds and str(odds)


@pytest.mark.parametrize("third", [3, 12])
def test_odds_by_how_many_dice_show_a_face(house, third):
    house.add(wager("single", "show", "selections = [1, 6]", f"odds = {{ 1 = 1, 2 = 2, 3 = {third} }}"))
    table = paytable(house.ref)
    for roll in ROLLS:
        shown = roll.faces.count(6)
        assert pays(table, "single-6", str(roll)) == (None, "1", "2", str(third))[shown]


def test_totals_3_and_18(house):
    house.add(wager("total", "totals", "selections = [3, 18]", "odds = 180"))
    table = paytable(house.ref)
    assert [str(spot.wins[0][0]) for spot in table.spots if spot.area == "total"] == ["1-1-1", "6-6-6"]


def test_a_domino_that_pays_more_when_the_third_die_repeats_one_of_its_faces(house):
    house.add(wager("domino", "show", 'selections = ["2-1"]', "odds = { 2 = 5, 3 = 7 }"))
    table = paytable(house.ref)
    expected = {"1-1-2": "7", "1-2-2": "7", "1-2-3": "5", "1-2-6": "5", "1-1-3": None, "2-2-2": None}
    assert {roll: pays(table, "domino-1-2", roll) for roll in expected} == expected


def test_odds_for_one_are_converted_to_one(house):
    house.add(wager("any", "alike", "for_one = { 3 = 31, 2 = 1.5 }"))
    table = paytable(house.ref)
    assert (pays(table, "any", "4-4-4"), pays(table, "any", "1-4-4"), pays(table, "any", "1-2-4")) == (
        "30",
        "0.5",
        None,
    )


@pytest.mark.parametrize("odds", ["0.5", "8.5", "0.9", "11.1", "0.95"])
def test_odds_in_halves_tenths_and_hundredths_are_exact(house, odds):
    house.add(wager("small", "totals", "selection = [4]", f"odds = {odds}"))
    table = paytable(house.ref)
    assert pays(table, "small", "1-1-2") == odds
    assert table["small"].odds(Roll.parse("1-1-2")).to_one == Fraction(odds)
    assert (table["small"].stake_step * Fraction(odds)).denominator == 1


def test_a_double_with_its_single_and_four_numbers(house):
    house.add(wager("pair", "show", 'selections = ["5-6-6"]', "odds = 50"))
    house.add(wager("four", "among", 'selections = ["4-3-2-1"]', "odds = { 3 = 7 }"))
    table = paytable(house.ref)
    assert [str(roll) for roll, _ in table["pair-6-6-5"].wins] == ["5-6-6"]
    assert [str(roll) for roll, _ in table["four-1-2-3-4"].wins] == ["1-2-3", "1-2-4", "1-3-4", "2-3-4"]


def test_faces_among_a_set_may_pay_by_how_many_differ(house):
    house.add(wager("evens", "among", "selection = [2, 4, 6]", "odds = { 1 = 20, 2 = 5, 3 = 3 }"))
    table = paytable(house.ref)
    assert [pays(table, "evens", roll) for roll in ("2-2-2", "2-2-4", "2-4-6", "1-2-4")] == ["20", "5", "3", None]


def test_listed_rolls_make_one_spot_or_a_family(house):
    house.add(wager("straight", "listed", 'selection = ["1-2-3", "4-5-6"]', "odds = 10"))
    house.add(wager("exact", "listed", 'selections = ["3-2-1"]', "odds = 30"))
    table = paytable(house.ref)
    assert [str(roll) for roll, _ in table["straight"].wins] == ["1-2-3", "4-5-6"]
    assert [str(roll) for roll, _ in table["exact-1-2-3"].wins] == ["1-2-3"]


def test_labels_are_filled_from_the_selection(house):
    house.add(wager("domino", "show", 'selections = ["6-2"]', "odds = 6", 'label = "{1} over {0}"', 'short = "{0}{1}"'))
    house.add(wager("plain", "show", "selections = [3]", "odds = 1"))
    table = paytable(house.ref)
    assert (table["domino-2-6"].label, table["domino-2-6"].short) == ("6 over 2", "26")
    assert (table["plain-3"].label, table["plain-3"].short) == ("plain-3", "plain-3")
