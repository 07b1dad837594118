"""What the report of the dice says of throws that are known."""

import pytest
from reports.evenings import evening, rows

from taisai.maths.dice.watch import Watch
from taisai.table import commands as c

ROLLS = ("2-2-5", "1-6-6", "4-5-6")


@pytest.fixture
def play():
    """Two days, and a void round between them."""
    played = evening(seats=2)
    played.round(ROLLS[0], (1, "big", 100))
    played.begin()
    played.void()
    played.on("2026-03-02T01:00:00.000+00:00")
    played.round(ROLLS[1], (1, "big", 50))
    played.round(ROLLS[2], (2, "small", 20))
    return played


def faces(row):
    return tuple(row[name] for name in ("ones", "twos", "threes", "fours", "fives", "sixes"))


def e_value(*rolls):
    watch = Watch()
    for roll in rolls:
        watch = watch.after(tuple(map(int, roll.split("-"))), in_order=False)
    return f"{watch.e:.3g}"


def test_faces_and_e_value_are_those_of_the_throws_that_counted(play):
    (row,) = rows("dice", play)
    assert (row["throws"], faces(row), row["state"]) == (3, (1, 2, 0, 1, 2, 3), "quiet")
    assert row["e value"] == e_value(*ROLLS)
    assert row["highest e value"] == max((e_value(*ROLLS[:count]) for count in range(4)), key=float)


def test_a_period_counts_its_own_throws_alone(play):
    (row,) = rows("dice", play, since="2026-03-02")
    assert (row["throws"], faces(row)) == (2, (1, 0, 0, 1, 1, 3))
    assert row["e value"] == e_value(*ROLLS[1:])


def test_a_corrected_round_counts_as_it_was_corrected(play):
    play.rightly(c.CorrectRound(1, (6, 6, 6)))
    (row,) = rows("dice", play)
    assert (row["throws"], faces(row)) == (3, (1, 0, 0, 1, 1, 6))
    (later,) = rows("dice", play, since="2026-03-02")
    assert (later["throws"], faces(later)) == (2, (1, 0, 0, 1, 1, 3))


def test_dice_that_always_show_a_six_raise_the_alarm():
    played = evening(seats=1)
    for _ in range(12):
        played.round("6-6-6", (1, "big", 5))
    (row,) = rows("dice", played)
    assert row["state"] == "alarm"
    assert float(row["e value"]) > 1000
    assert row["highest e value"] == row["e value"] == e_value(*["6-6-6"] * 12)


def test_each_table_has_its_own_row(play):
    other = evening(seats=1)
    other.round("3-3-3", (1, "small", 5))
    assert [row["throws"] for row in rows("dice", play, other)] == [3, 1]
