import pytest
from clauses.naive import FOUR_FOURS, SG_DOMINOES, SG_PAIRS, SG_THREES
from clauses.proving import check_against_document, check_lines, paid, spots_of

from taisai import paytable

ALL_THREE = {
    "small": "1",
    "big": "1",
    "even": "1",
    "odd": "1",
    "single-*": "1/2/12",
    "total-7 total-14": "12",
    "total-9 total-12": "7",
    "domino-*": "6",
}
GENEROUS = {
    "total-4 total-17": "64",
    "total-5 total-16": "32",
    "total-6 total-15": "19",
    "total-8 total-13": "8.5",
    "total-10 total-11": "6.5",
    "four-*": "7.5",
    "double-*": "11.5",
    "any-triple": "32",
    "triple-*": "195",
}
PLAIN = {
    "total-4 total-17": "62",
    "total-5 total-16": "31",
    "total-6 total-15": "18",
    "total-8 total-13": "8",
    "total-10 total-11": "6",
    "four-*": "7",
    "double-*": "11",
    "any-triple": "31",
    "triple-*": "180",
}
COMBINED = {"three-*": "30", "pair-*": "50"}

each_table = pytest.mark.parametrize(
    "name",
    [
        pytest.param("etg/1", marks=pytest.mark.clause("etg:4.1.1")),
        pytest.param("etg/2", marks=pytest.mark.clause("etg:4.1.2")),
        pytest.param("etg/3", marks=pytest.mark.clause("etg:4.1.3")),
    ],
)


@pytest.mark.clause("etg:4.1.1")
def test_pay_table_1_is_that_of_appendix_a_without_three_number_and_pair_wagers():
    check_lines(paytable("etg/1"), ALL_THREE | GENEROUS)
    assert not spots_of(paytable("etg/1"), "three-*") | spots_of(paytable("etg/1"), "pair-*")


@pytest.mark.clause("etg:4.1.2")
def test_pay_table_2_is_that_of_appendix_b():
    check_lines(paytable("etg/2"), ALL_THREE | GENEROUS | COMBINED)


@pytest.mark.clause("etg:4.1.2")
def test_the_odds_that_pay_table_2_does_not_show_legibly_are_marked_as_inferred():
    marked = {spot.id for spot in paytable("etg/2").spots if spot.inferred}
    assert marked == spots_of(paytable("etg/2"), "four-*")
    assert len(marked) == 4


@pytest.mark.clause("etg:4.1.3")
def test_pay_table_3_is_that_of_appendix_c():
    check_lines(paytable("etg/3"), ALL_THREE | PLAIN | COMBINED)


@each_table
def test_every_wager_wins_and_loses_as_the_table_describes_it(name):
    check_against_document(paytable(name))


@each_table
def test_the_combinations_on_offer_are_the_printed_lists(name):
    table = paytable(name)
    printed = (
        {"domino": SG_DOMINOES, "three": SG_THREES, "pair": SG_PAIRS} if name != "etg/1" else {"domino": SG_DOMINOES}
    )
    for kind, words in printed.items():
        assert spots_of(table, f"{kind}-*") == {"-".join([kind, *word]) for word in words.split()}
    assert spots_of(table, "four-*") == {"-".join(["four", *reversed(word)]) for word in FOUR_FOURS.split()}


@each_table
def test_four_numbers_never_win_on_a_pair_or_a_triple(name):
    table = paytable(name)
    assert paid(table, "four-1-2-3-4", 4, 1, 2) in {"7", "7.5"}
    assert paid(table, "four-1-2-3-4", 4, 4, 2) is paid(table, "four-1-2-3-4", 4, 4, 4) is None
    assert paid(table, "four-1-2-3-4", 4, 1, 5) is None


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("etg/1", marks=pytest.mark.clause("etg:4.1.1")),
        pytest.param("etg/2", marks=pytest.mark.clause("etg:4.1.2")),
    ],
)
def test_stakes_on_half_odds_come_in_steps_that_settle_whole(name):
    halves = {"total-8", "total-13", "total-10", "total-11"} | spots_of(paytable(name), "four-*")
    halves |= spots_of(paytable(name), "double-*")
    assert {spot.id for spot in paytable(name).spots if spot.stake_step == 2} == halves
    assert {spot.stake_step for spot in paytable(name).spots} == {1, 2}
