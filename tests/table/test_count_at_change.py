"""Where the house wants it, no round begins after a change of dealer or supervisor until two people have counted."""

import pytest
from table.playing import only, opened

from taisai import Refusal
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.trades.counts import expected

DEALER, SHIFT, MANAGER, ITSELF = Role.DEALER, Role.SHIFT_MANAGER, Role.PIT_MANAGER, Role.AUTOMATION


def relieved(duty="dealer"):
    play = opened("rws-6/2", money="chips")
    play.do(ITSELF, c.NoteDuty(duty, "dora"))
    play.do(ITSELF, c.NoteDuty(duty, "dan"))
    return play


@pytest.mark.parametrize("duty", ["dealer", "supervisor"])
def test_after_a_change_no_round_begins_until_the_float_was_counted(duty):
    play = relieved(duty)
    play.refuses(Refusal.COUNT_MISSING, DEALER, c.OpenBets())
    play.count("change", expected(play.table))
    play.round("4-5-6", (1, "big", 100))


def test_whoever_comes_first_relieves_nobody():
    play = opened("rws-6/2", money="chips")
    noted = only(play.do(ITSELF, c.NoteDuty("dealer", "dora")), e.DutyNoted)
    assert not noted.count_due
    play.begin()


def test_a_round_under_way_is_played_to_its_end():
    play = opened("rws-6/2", money="chips")
    play.do(ITSELF, c.NoteDuty("dealer", "dora"))
    play.bets((1, "big", 100))
    play.do(ITSELF, c.NoteDuty("dealer", "dan"))
    play.close()
    play.roll("4-5-6")
    play.settle()
    play.refuses(Refusal.COUNT_MISSING, DEALER, c.OpenBets())


def test_a_count_that_differs_must_be_approved_by_a_third_person_too():
    play = relieved()
    play.count("change", {"5": 1})
    play.refuses(Refusal.COUNT_DIFFERS, DEALER, c.OpenBets())
    play.refuses(Refusal.DUAL_CONTROL, SHIFT, c.ApproveCount("it fell"))
    play.do(MANAGER, c.ApproveCount("it fell"))
    play.begin()


def test_a_count_of_before_the_change_is_none_of_after_it():
    play = opened("rws-6/2", money="chips")
    play.do(ITSELF, c.NoteDuty("dealer", "dora"))
    play.count("change", expected(play.table))
    play.do(ITSELF, c.NoteDuty("dealer", "dan"))
    play.refuses(Refusal.COUNT_MISSING, DEALER, c.OpenBets())


def test_at_a_closed_table_the_opening_count_is_enough():
    play = relieved()
    play.shut()
    play.do(ITSELF, c.NoteDuty("dealer", "dora"))
    play.open()
    play.begin()


@pytest.mark.parametrize("by", [DEALER, SHIFT, 1])
def test_nobody_but_the_house_says_who_is_there(by):
    play = opened("rws-6/2", money="chips")
    play.refuses(Refusal.ROLE_NOT_ALLOWED, by, c.NoteDuty("dealer", "dan"))


def test_the_same_one_or_nobody_is_no_change():
    play = relieved()
    play.refuses(Refusal.POST_INVALID, ITSELF, c.NoteDuty("dealer", "dan"))
    play.refuses(Refusal.POST_INVALID, ITSELF, c.NoteDuty("dealer", ""))


def test_a_table_with_credits_has_nothing_to_count():
    play = opened("rws-6/2")
    play.refuses(Refusal.CHIPS_NOT_HERE, ITSELF, c.NoteDuty("dealer", "dan"))
