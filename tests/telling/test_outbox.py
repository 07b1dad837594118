"""What waits for a receiver: in which order it is tried, how long it rests, and when it is given up."""

from taisai.people.state import Told
from taisai.telling.outbox import DELAY_MOST_S, TRIES_LEAST, Outbox, delay_s

AT = "2026-11-16T10:00:00.000+00:00"
EARLIER = "2026-11-16T09:00:00.000+00:00"
HOUR = 3600.0


def box_of(*numbers, told=None):
    box = Outbox(told or Told(0))
    for number in numbers:
        box.add(number, AT)
        box.seen = number
    return box


def test_delays_grow_twofold_up_to_ten_minutes():
    assert [delay_s(number) for number in (1, 2, 3, 4)] == [1, 2, 4, 8]
    assert delay_s(11) == delay_s(5000) == DELAY_MOST_S


def test_the_oldest_is_told_first_and_a_receiver_that_does_not_answer_rests_as_a_whole():
    box = box_of(3, 5)
    assert box.due(100).number == 3
    box.unanswered(100, "away")
    assert box.due(100.9) is None
    assert (box.due(101).number, box.next_s()) == (3, 101)
    box.unanswered(101, "away")
    assert box.due(102.9) is None
    assert box.due(103).number == 3


def test_a_letter_that_is_not_taken_holds_up_no_other():
    box = box_of(3, 5)
    box.not_taken(box.due(100), 100, "it answers 400")
    assert box.due(100).number == 5
    box.taken(box.due(100))
    assert box.due(100) is None
    assert box.due(101).number == 3


def test_one_success_ends_the_rest():
    box = box_of(3, 5)
    for at_s in (0, 1, 3):
        box.unanswered(at_s, "away")
    box.taken(box.due(7))
    assert box.due(7).number == 5
    assert (box.failures, box.failed_s) == (0, 0)


def test_up_to_where_nothing_waits():
    box = box_of(3, 5)
    box.seen = 9
    assert box.upto_without((3,)) == 4
    assert box.upto_without((5,)) == 2
    assert box.upto_without((3, 5)) == 9


def test_what_was_told_before_a_restart_is_not_put_in_again():
    box = box_of(4, 5, 6, told=Told(3, {5}))
    assert sorted(box.letters) == [4, 6]


def test_what_people_sent_again_is_in_it_after_a_restart():
    assert sorted(box_of(7, told=Told(6, set(), {2})).letters) == [2, 7]


def failed(box, times, at_s=100.0):
    for number in range(times):
        box.unanswered(at_s + number, "away")


def test_a_letter_is_given_up_when_it_was_tried_long_enough():
    box = box_of(3)
    failed(box, TRIES_LEAST)
    assert box.over(100 + HOUR - 1, HOUR, EARLIER) == []
    assert [letter.number for letter in box.over(100 + HOUR, HOUR, EARLIER)] == [3]


def test_one_that_is_old_already_is_tried_some_times_all_the_same():
    """The house was off for days."""
    box = box_of(3)
    failed(box, TRIES_LEAST - 1)
    later = "2026-11-18T10:00:00.000+00:00"
    assert box.over(102, HOUR, later) == []
    failed(box, 1)
    assert [letter.number for letter in box.over(102, HOUR, later)] == [3]


def test_a_clock_that_is_set_back_keeps_no_letter_for_ever():
    box = box_of(3)
    failed(box, TRIES_LEAST)
    assert box.over(100 + HOUR, HOUR, "2020-01-01T00:00:00.000+00:00")


def test_one_that_people_sent_again_is_tried_for_as_long_as_a_new_one():
    box = Outbox(Told(6, set(), {2}))
    failed(box, TRIES_LEAST)
    assert box.over(102, HOUR, "2030-01-01T00:00:00.000+00:00") == []
