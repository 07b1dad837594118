import pytest
from clauses.naive import THROWS
from clauses.proving import check_against_document

from taisai import ROLLS, Refusal, Refused, Roll, paytable


@pytest.mark.clause("etg:1.9")
def test_the_total_sum_is_the_points_on_the_three_uppermost_surfaces():
    assert all(Roll.of(*throw).total == sum(throw) for throw in THROWS)


@pytest.mark.clause("etg:2.2.1")
def test_the_game_takes_three_dice_of_six_faces():
    assert {roll.faces for roll in ROLLS} == {tuple(sorted(throw)) for throw in THROWS}
    for text in ("1-2", "1-2-3-4", "0-1-2", "1-2-7"):
        with pytest.raises(Refused) as refused:
            Roll.parse(text)
        assert refused.value.code is Refusal.ROLL_INVALID


@pytest.mark.clause("etg:3.1")
@pytest.mark.parametrize("name", ["etg/1", "etg/2", "etg/3"])
def test_a_wager_wins_when_its_numbers_match_what_the_dice_show_and_loses_otherwise(name):
    table = paytable(name)
    check_against_document(table)
    assert all(0 < spot.ways < 216 for spot in table.spots)
