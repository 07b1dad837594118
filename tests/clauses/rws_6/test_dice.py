import pytest
from clauses.naive import THROWS
from clauses.proving import check_against_document

from taisai import ROLLS, Refusal, Refused, Roll, paytable


@pytest.mark.clause("rws-6:1.8")
def test_the_total_sum_is_the_points_on_the_three_uppermost_surfaces():
    assert all(Roll.of(*throw).total == sum(throw) for throw in THROWS)
    assert {roll.total for roll in ROLLS} == set(range(3, 19))


@pytest.mark.clause("rws-6:2.2.1")
def test_the_game_takes_three_dice_of_six_faces():
    assert {Roll.of(*throw) for throw in THROWS} == set(ROLLS)
    assert sum(roll.ways for roll in ROLLS) == 6 * 6 * 6


@pytest.mark.clause("rws-6:2.2.1")
@pytest.mark.parametrize("faces", [(), (1, 2), (1, 2, 3, 4), (0, 1, 2), (1, 2, 7)])
def test_other_dice_are_refused(faces):
    with pytest.raises(Refused) as refused:
        Roll.of(*faces)
    assert refused.value.code is Refusal.ROLL_INVALID


@pytest.mark.clause("rws-6:3.1")
@pytest.mark.parametrize("name", ["rws-6/1", "rws-6/2", "rws-6/3"])
def test_a_wager_wins_when_its_numbers_match_what_the_dice_show_and_loses_otherwise(name):
    table = paytable(name)
    check_against_document(table)
    assert all(0 < spot.ways < 216 for spot in table.spots)
