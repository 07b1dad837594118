"""What the two New Zealand editions say of the dice and of the spots that light."""

import pytest
from clauses.naive import THROWS, winners
from clauses.proving import check_against_document

from taisai import ROLLS, Refusal, Refused, Roll, paytable

each_table = pytest.mark.parametrize("name", ["nz-1998/1", "nz-2008/1", "nz-2008/2"])


@pytest.mark.clause("nz-1998:1.0", "nz-2008:1.0")
def test_the_total_is_the_sum_of_the_three_uppermost_faces():
    assert all(Roll.of(*throw).total == sum(throw) for throw in THROWS)
    assert (Roll.of(1, 1, 1).total, Roll.of(6, 3, 1).total, Roll.of(6, 6, 6).total) == (3, 10, 18)


@each_table
@pytest.mark.clause("nz-1998:4.2", "nz-2008:4.2")
def test_wagers_are_decided_by_the_uppermost_faces_whichever_die_shows_which(name):
    check_against_document(paytable(name))


@pytest.mark.parametrize("faces", [(1, 2), (1, 2, 3, 4), (0, 1, 2), (5, 6, 7)])
@pytest.mark.clause("nz-1998:4.2", "nz-2008:4.2")
def test_each_of_the_three_dice_has_just_one_uppermost_face(faces):
    with pytest.raises(Refused) as refused:
        Roll.of(*faces)
    assert refused.value.code is Refusal.ROLL_INVALID


@each_table
@pytest.mark.clause("nz-1998:3.3(b)", "nz-2008:3.3(b)")
def test_the_spots_that_light_on_a_roll_are_all_its_winners_and_no_others(name):
    table = paytable(name)
    for roll in ROLLS:
        lit = [spot.id for spot in table.lit(roll)]
        assert sorted(lit) == sorted(winners(name, roll.faces)), roll
