import pytest
from clauses.naive import ALL_FOURS, FOUR_FOURS, SG_DOMINOES, SG_PAIRS, SG_THREES
from clauses.proving import check_against_document, check_lines, paid, spots_of

from taisai import paytable

ALL_THREE = {
    "small": "1",
    "big": "1",
    "single-*": "1/2/12",
    "total-4 total-17": "62",
    "total-5 total-16": "31",
    "total-6 total-15": "18",
    "total-7 total-14": "12",
    "total-8 total-13": "8",
    "total-9 total-12": "7",
    "total-10 total-11": "6",
    "domino-*": "6",
    "any-triple": "31",
    "triple-*": "180",
}
COMBINED = {"four-*": "7", "three-*": "30", "pair-*": "50"}


def listed(table, kind):
    """The combinations of a kind as the document prints them, its fours from high to low."""
    words = {spot.partition("-")[2].replace("-", "") for spot in spots_of(table, f"{kind}-*")}
    return {word[::-1] for word in words} if kind == "four" else words


@pytest.mark.clause("rws-6:4.1.1")
def test_pay_table_1_is_that_of_appendix_a():
    table = paytable("rws-6/1")
    check_lines(table, ALL_THREE | {"double-*": "11"})
    check_against_document(table)


@pytest.mark.clause("rws-6:4.1.2")
def test_pay_table_2_is_that_of_appendix_c():
    table = paytable("rws-6/2")
    check_lines(table, ALL_THREE | COMBINED | {"odd": "1", "even": "1", "double-*": "11"})
    check_against_document(table)


@pytest.mark.clause("rws-6:4.1.3")
def test_pay_table_3_is_that_of_appendix_e_without_doubles_odd_and_even():
    table = paytable("rws-6/3")
    check_lines(table, ALL_THREE | COMBINED)
    check_against_document(table)
    assert not {"odd", "even", "double-1"} & {spot.id for spot in table.spots}


@pytest.mark.parametrize(
    ("name", "fours"),
    [
        pytest.param("rws-6/2", FOUR_FOURS, marks=pytest.mark.clause("rws-6:4.1.2")),
        pytest.param("rws-6/3", ALL_FOURS, marks=pytest.mark.clause("rws-6:4.1.3")),
    ],
)
def test_the_combinations_on_offer_are_the_printed_lists(name, fours):
    table = paytable(name)
    assert listed(table, "domino") == set(SG_DOMINOES.split())
    assert listed(table, "three") == set(SG_THREES.split())
    assert listed(table, "pair") == set(SG_PAIRS.split())
    assert listed(table, "four") == set(fours.split())
    assert not {"pair-1-1-2", "pair-6-6-5"} & {spot.id for spot in table.spots}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("rws-6/2", marks=pytest.mark.clause("rws-6:4.1.2")),
        pytest.param("rws-6/3", marks=pytest.mark.clause("rws-6:4.1.3")),
    ],
)
def test_four_numbers_win_on_three_of_them_and_never_on_a_pair_or_a_triple(name):
    table = paytable(name)
    assert paid(table, "four-3-4-5-6", 6, 3, 5) == "7"
    assert paid(table, "four-3-4-5-6", 6, 3, 2) is None
    assert paid(table, "four-3-4-5-6", 6, 6, 5) is None
    assert paid(table, "four-3-4-5-6", 6, 6, 6) is None
    assert {spot.ways for spot in table.spots if spot.id.startswith("four")} == {24}
