from itertools import product

import pytest

from taisai import ROLLS, Refusal, Refused, Roll


def test_the_56_rolls_are_the_216_throws_sorted():
    throws = [tuple(sorted(throw)) for throw in product(range(1, 7), repeat=3)]
    assert [roll.faces for roll in ROLLS] == sorted(set(throws))
    assert all(roll.ways == throws.count(roll.faces) for roll in ROLLS)
    assert sum(roll.ways for roll in ROLLS) == 216


def test_a_roll_knows_its_total_and_its_place():
    for place, roll in enumerate(ROLLS):
        assert (roll.index, roll.total) == (place, sum(roll.faces))
        assert roll.alike == max(roll.faces.count(face) for face in roll.faces)
        assert roll.different == len(set(roll.faces))


def test_faces_may_come_in_any_order():
    assert Roll.parse("3-1-1") == Roll.of(1, 3, 1) == Roll((1, 1, 3))


def test_a_roll_prints_the_way_it_is_typed():
    for roll in ROLLS:
        assert Roll.parse(str(roll)) == roll
        assert eval(repr(roll)) == roll


@pytest.mark.parametrize(
    "text", ["", "1-1", "1-1-7", "0-1-1", "1-1-1-1", "1,1,3", "a-b-c", "１-１-３", "1--1", "113", "+1-1-1"]
)
def test_anything_else_is_refused_with_the_value(text):
    with pytest.raises(Refused, match="is not a roll") as refused:
        Roll.parse(text)
    assert (refused.value.code, refused.value.value) == (Refusal.ROLL_INVALID, text)


def test_faces_that_are_no_roll_are_refused():
    for faces in [(1, 2), (1, 2, 3, 4), (0, 1, 2), (5, 6, 7)]:
        with pytest.raises(Refused):
            Roll.of(*faces)
    with pytest.raises(Refused):
        Roll((3, 2, 1))
