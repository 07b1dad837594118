"""4.1 (i) to (l): the wagers that only the alternative layout has, and what 2008 words more closely than 1998."""

from itertools import combinations, permutations

import pytest
from clauses.naive import FACES
from clauses.proving import TRIPLES, lost, paid, rolls, spots_of, won

from taisai import paytable

PAIRS = tuple(permutations(FACES, 2))
THREES = tuple(combinations(FACES, 3))
FOURS = ((3, 4, 5, 6), (2, 3, 5, 6), (2, 3, 4, 5), (1, 2, 3, 4))
COMBINATIONS = {f"pair-{twice}-{twice}-{once}": (twice, twice, once) for twice, once in PAIRS} | {
    f"three-{low}-{mid}-{high}": (low, mid, high) for low, mid, high in THREES
}


@pytest.fixture
def table():
    return paytable("nz-2008/2")


@pytest.mark.parametrize(
    ("number", "spots"),
    [
        pytest.param("4.1(i)", set(COMBINATIONS), marks=pytest.mark.clause("nz-2008:4.1(i)")),
        pytest.param(
            "4.1(j)",
            {f"four-{a}-{b}-{c}-{d}" for a, b, c, d in FOURS},
            marks=pytest.mark.clause("nz-2008:4.1(j)"),
        ),
        pytest.param("4.1(k)", {"odd"}, marks=pytest.mark.clause("nz-2008:4.1(k)")),
        pytest.param("4.1(l)", {"even"}, marks=pytest.mark.clause("nz-2008:4.1(l)")),
    ],
)
def test_only_the_alternative_layout_has_the_kind_with_each_of_its_selections(table, number, spots):
    assert {spot.id for spot in table.spots if spot.clause == number} == spots
    assert not spots & {spot.id for spot in paytable("nz-2008/1").spots}


@pytest.mark.clause("nz-2008:4.1(i)")
def test_there_are_thirty_doubles_with_a_single_and_twenty_of_three_different_faces(table):
    assert (len(spots_of(table, "pair-*")), len(spots_of(table, "three-*"))) == (30, 20)
    assert {"pair-1-1-2", "pair-6-6-5", "three-2-5-6"} <= {spot.id for spot in table.spots}


@pytest.mark.clause("nz-2008:4.1(i)(i)")
def test_a_three_dice_combination_wins_when_the_dice_show_it_in_any_order(table):
    for spot, faces in COMBINATIONS.items():
        assert {paid(table, spot, *throw) for throw in permutations(faces)} <= {"30", "60"}, spot


@pytest.mark.clause("nz-2008:4.1(i)(ii)")
def test_a_three_dice_combination_loses_on_every_other_roll(table):
    for spot, faces in COMBINATIONS.items():
        assert lost(table, spot) == rolls(lambda throw: True) - {tuple(sorted(faces))}, spot


@pytest.mark.clause("nz-2008:4.1(j)(i)")
@pytest.mark.parametrize("four", FOURS)
def test_four_numbers_win_when_the_dice_show_three_of_them(table, four):
    spot = "-".join(["four", *map(str, four)])
    assert won(table, spot) == set(combinations(four, 3))
    assert table[spot].ways == 24


@pytest.mark.clause("nz-2008:4.1(j)(ii)")
@pytest.mark.parametrize("four", FOURS)
def test_four_numbers_lose_on_a_pair_on_a_triple_and_on_any_other_number(table, four):
    spot = "-".join(["four", *map(str, four)])
    assert lost(table, spot) >= rolls(lambda throw: len(set(throw)) < 3)
    assert lost(table, spot) >= rolls(lambda throw: not set(throw) <= set(four))


@pytest.mark.clause("nz-2008:4.1(k)(i)")
def test_odd_wins_on_every_odd_total_from_5_to_17_but_not_on_triple_3_or_5(table):
    odd = rolls(lambda throw: sum(throw) in (5, 7, 9, 11, 13, 15, 17))
    assert won(table, "odd") == odd - {(3, 3, 3), (5, 5, 5)}


@pytest.mark.clause("nz-2008:4.1(k)(ii)")
def test_odd_loses_on_every_other_total_and_on_every_triple(table):
    assert lost(table, "odd") == rolls(lambda throw: sum(throw) % 2 == 0) | set(TRIPLES)


@pytest.mark.clause("nz-2008:4.1(l)(i)")
def test_even_wins_on_every_even_total_from_4_to_16_but_not_on_triple_2_or_4(table):
    even = rolls(lambda throw: sum(throw) in (4, 6, 8, 10, 12, 14, 16))
    assert won(table, "even") == even - {(2, 2, 2), (4, 4, 4)}


@pytest.mark.clause("nz-2008:4.1(l)(ii)")
def test_even_loses_on_every_other_total_and_on_every_triple(table):
    assert lost(table, "even") == rolls(lambda throw: sum(throw) % 2 == 1) | set(TRIPLES)


@pytest.mark.clause("nz-2008:4.1")
def test_the_first_layout_has_eight_kinds_of_wager_and_the_alternative_twelve(table):
    assert len({spot.clause for spot in paytable("nz-2008/1").spots}) == 8
    assert len({spot.clause for spot in table.spots}) == 12


@pytest.mark.clause("nz-2008:4.1(g)(i)")
def test_a_domino_wins_on_two_dice_and_on_all_three(table):
    assert paid(table, "domino-1-2", 1, 2, 6) == paid(table, "domino-1-2", 1, 1, 2) == "6"
    assert paid(table, "domino-1-2", 1, 1, 1) is None
