"""The words of 6.3; that the dice are uncovered and lie flat first is for the running table to prove."""

import pytest

from taisai import ROLLS, Roll, call, rulebook

NUMBERS = ("1", "2", "3", "4", "5", "6")


@pytest.fixture(params=["nz-1998", "nz-2008"])
def phrases(request):
    return rulebook(request.param).phrases


@pytest.mark.parametrize(
    ("roll", "words"),
    [
        ("1-3-6", "1, 3, 6, total 10"),
        ("3-3-4", "double 3, 4, total 10"),
        ("1-3-3", "1, double 3, total 7"),
        ("5-5-5", "triple 5, total 15"),
    ],
)
def test_a_roll_is_called_in_the_words_of_the_rules(phrases, roll, words):
    assert call(Roll.parse(roll), phrases) == words


def test_faces_are_called_in_the_order_of_their_values_whichever_die_shows_them(phrases):
    assert call(Roll.of(6, 1, 3), phrases) == call(Roll.of(3, 6, 1), phrases) == "1, 3, 6, total 10"


def test_every_call_names_all_three_dice_from_low_to_high_and_then_the_total(phrases):
    for roll in ROLLS:
        *faces, total = call(roll, phrases).split(", ")
        dice = []
        for words in faces:
            times, _, face = words.rpartition(" ")
            assert face in NUMBERS
            dice += [int(face)] * {"": 1, "double": 2, "triple": 3}[times]
        assert tuple(dice) == roll.faces
        assert total == f"total {sum(roll.faces)}"
    assert len({call(roll, phrases) for roll in ROLLS}) == 56
