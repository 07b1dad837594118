"""4.1 (a) to (h), which the editions of 1998 and 2008 share on all their layouts."""

from itertools import combinations

import pytest
from clauses.naive import FACES, NAIVE
from clauses.proving import TRIPLES, lost, paid, rolls, won

from taisai import paytable

TOTALS = (4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17)
DOMINOES = tuple(combinations(FACES, 2))


@pytest.fixture(params=["nz-1998/1", "nz-2008/1", "nz-2008/2"])
def table(request):
    return paytable(request.param)


def of_both(number):
    return pytest.mark.clause(f"nz-1998:{number}", f"nz-2008:{number}")


@of_both("4.1")
def test_a_player_may_place_the_listed_wagers_and_no_others(table):
    assert {spot.id for spot in table.spots} == set(NAIVE[table.id])


@pytest.mark.parametrize(
    ("number", "spots"),
    [
        pytest.param("4.1(a)", ["small"], marks=of_both("4.1(a)")),
        pytest.param("4.1(b)", ["big"], marks=of_both("4.1(b)")),
        pytest.param("4.1(c)", [f"triple-{face}" for face in FACES], marks=of_both("4.1(c)")),
        pytest.param("4.1(d)", [f"double-{face}" for face in FACES], marks=of_both("4.1(d)")),
        pytest.param("4.1(e)", ["any-triple"], marks=of_both("4.1(e)")),
        pytest.param("4.1(f)", [f"total-{total}" for total in TOTALS], marks=of_both("4.1(f)")),
        pytest.param("4.1(g)", [f"domino-{one}-{other}" for one, other in DOMINOES], marks=of_both("4.1(g)")),
        pytest.param("4.1(h)", [f"single-{face}" for face in FACES], marks=of_both("4.1(h)")),
    ],
)
def test_a_kind_of_wager_has_a_spot_for_each_of_its_selections(table, number, spots):
    assert sorted(spot.id for spot in table.spots if spot.clause == number) == sorted(spots)


@of_both("4.1(a)(i)")
def test_small_wins_on_every_total_from_4_to_10_however_made_up_but_not_on_triple_2_or_3(table):
    assert won(table, "small") >= rolls(lambda throw: 4 <= sum(throw) <= 10) - {(2, 2, 2), (3, 3, 3)}
    assert not won(table, "small") & {(2, 2, 2), (3, 3, 3)}


@of_both("4.1(a)(ii)")
def test_small_loses_on_every_other_total_and_on_triple_2_and_3(table):
    assert lost(table, "small") == rolls(lambda throw: not 4 <= sum(throw) <= 10) | {(2, 2, 2), (3, 3, 3)}
    assert lost(table, "small") >= set(TRIPLES)


@of_both("4.1(b)(i)")
def test_big_wins_on_every_total_from_11_to_17_however_made_up_but_not_on_triple_4_or_5(table):
    assert won(table, "big") >= rolls(lambda throw: 11 <= sum(throw) <= 17) - {(4, 4, 4), (5, 5, 5)}
    assert not won(table, "big") & {(4, 4, 4), (5, 5, 5)}


@of_both("4.1(b)(ii)")
def test_big_loses_on_every_other_total_and_on_triple_4_and_5(table):
    assert lost(table, "big") == rolls(lambda throw: not 11 <= sum(throw) <= 17) | {(4, 4, 4), (5, 5, 5)}
    assert lost(table, "big") >= set(TRIPLES)


@of_both("4.1(c)(i)")
def test_a_triple_wins_when_that_triple_shows(table):
    assert all((face, face, face) in won(table, f"triple-{face}") for face in FACES)


@of_both("4.1(c)(ii)")
def test_a_triple_loses_on_every_other_roll(table):
    for face in FACES:
        assert lost(table, f"triple-{face}") == rolls(lambda throw: True) - {(face, face, face)}


@of_both("4.1(d)(i)")
@pytest.mark.parametrize("face", FACES)
def test_a_double_wins_when_that_double_shows(table, face):
    assert won(table, f"double-{face}") >= rolls(lambda throw: throw.count(face) == 2)


@of_both("4.1(d)(ii)")
@pytest.mark.parametrize("face", FACES)
def test_a_double_wins_on_the_triple_of_its_face_and_is_paid_once(table, face):
    other = 1 if face > 1 else 2
    assert paid(table, f"double-{face}", face, face, face) == paid(table, f"double-{face}", face, face, other) == "11"


@of_both("4.1(d)(iii)")
@pytest.mark.parametrize("face", FACES)
def test_a_double_loses_when_fewer_than_two_dice_show_its_face(table, face):
    assert lost(table, f"double-{face}") == rolls(lambda throw: throw.count(face) < 2)


@of_both("4.1(e)(i)")
def test_any_triple_wins_on_each_of_the_six_triples(table):
    assert won(table, "any-triple") >= set(TRIPLES)


@of_both("4.1(e)(ii)")
def test_any_triple_loses_on_every_roll_that_is_no_triple(table):
    assert lost(table, "any-triple") == rolls(lambda throw: len(set(throw)) > 1)


@of_both("4.1(f)(i)")
def test_a_total_wins_however_the_dice_make_it(table):
    made = {total: rolls(lambda throw, total=total: sum(throw) == total) for total in TOTALS}
    assert [total for total in TOTALS if not won(table, f"total-{total}") >= made[total]] == []


@of_both("4.1(f)(ii)")
def test_a_total_loses_when_the_dice_make_any_other(table):
    others = {total: rolls(lambda throw, total=total: sum(throw) != total) for total in TOTALS}
    assert {total: lost(table, f"total-{total}") for total in TOTALS} == others


@of_both("4.1(g)(i)")
def test_a_domino_wins_when_both_faces_show_whatever_the_third_die_and_is_paid_once(table):
    shown = [(one, other, third) for one, other in DOMINOES for third in FACES]
    wrong = [dice for dice in shown if paid(table, f"domino-{dice[0]}-{dice[1]}", *dice) != "6"]
    assert wrong == []


@of_both("4.1(g)(ii)")
def test_a_domino_loses_when_either_face_is_missing(table):
    missing = {pair: rolls(lambda throw, pair=pair: not {*pair} <= {*throw}) for pair in DOMINOES}
    assert {(one, other): lost(table, f"domino-{one}-{other}") for one, other in DOMINOES} == missing


@of_both("4.1(h)(i)")
@pytest.mark.parametrize("face", FACES)
def test_a_single_wins_when_one_two_or_three_dice_show_its_face(table, face):
    for dice in (1, 2, 3):
        assert won(table, f"single-{face}") >= rolls(lambda throw, dice=dice: throw.count(face) == dice)


@of_both("4.1(h)(ii)")
@pytest.mark.parametrize("face", FACES)
def test_a_single_loses_when_no_die_shows_its_face(table, face):
    assert lost(table, f"single-{face}") == rolls(lambda throw: face not in throw)
