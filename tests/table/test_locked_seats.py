"""A seat that is locked plays no more until staff release it; what it has on the layout is settled as usual."""

import pytest
from table.playing import opened

from taisai import Refusal
from taisai.rules.vocabulary import Role
from taisai.table import commands as c

DEALER = Role.DEALER


@pytest.fixture
def play():
    play = opened("rws-6/2")
    play.begin()
    play.wager(1, "big", 100)
    play.do(DEALER, c.LockSeat(1, "hand-pay", 900))
    return play


@pytest.mark.parametrize(
    "command",
    [c.PlaceWager(1, "big", 10), c.WithdrawWager(1, "big", 100), c.CashOut(1, "123456789012"), c.BuyIn(1, 10)],
)
@pytest.mark.parametrize("by", [1, DEALER])
def test_nobody_plays_a_locked_seat(play, command, by):
    assert "released" not in play.refuses(Refusal.SEAT_LOCKED, by, command)
    assert play.table.seats[1].locked == "hand-pay"


def test_other_seats_play_on_and_its_own_wagers_are_settled(play):
    play.wager(2, "small", 50)
    play.close()
    play.roll("6-5-4")
    play.settle()
    assert play.credit(1) == 1100


def test_its_player_may_still_open_a_dispute(play):
    play.do(1, c.OpenDispute(1, 1, "I was not paid"))
    assert play.table.disputes[1].seat == 1


def test_staff_release_it_and_say_what_was_done(play):
    play.refuses(Refusal.ROLE_NOT_ALLOWED, 1, c.ReleaseSeat(1, "let me"))
    assert "enter what was done" in play.refuses(Refusal.SEAT_LOCKED, DEALER, c.ReleaseSeat(1, " "))
    play.do(DEALER, c.ReleaseSeat(1, "paid 900 by hand"))
    play.wager(1, "big", 10)
    assert "is not locked" in play.refuses(Refusal.SEAT_LOCKED, DEALER, c.ReleaseSeat(1, "again"))


def test_a_lock_is_for_staff_and_has_a_cause(play):
    play.refuses(Refusal.ROLE_NOT_ALLOWED, 2, c.LockSeat(2, "fun"))
    assert "enter the cause" in play.refuses(Refusal.SEAT_LOCKED, DEALER, c.LockSeat(2, ""))
    assert "already locked because of hand-pay" in play.refuses(Refusal.SEAT_LOCKED, DEALER, c.LockSeat(1, "again"))
