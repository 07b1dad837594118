"""5.9 and 5.7: a wager counts where it lay when wagers closed, wherever it lies afterwards."""

import pytest
from table.playing import only

from taisai import Refusal
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e

DEALER, SHIFT, MANAGER = Role.DEALER, Role.SHIFT_MANAGER, Role.PIT_MANAGER
CLAUSES = {"rws-6": "5.9", "etg": "5.7"}
MOVED = c.RecordMoved(1, "small", "big", 100, "a sleeve brushed it")
fixed = pytest.mark.clause("rws-6:5.9", "etg:5.7")
STEPS = (c.CloseBets(), c.TumbleDice(3), c.RevealDice(), c.PressButton(4), c.PressButton(5), c.PressButton(6))
STEPS += (c.EnterRoll(), c.CollectLosers(), c.PayArea())
CLOSED = {"closed": 1, "tumbled": 2, "uncovered": 3, "entered": 7}


def play_on(play, begin, end):
    for step in STEPS[begin:end]:
        play.do(DEALER, step)


@fixed
def test_a_wager_is_settled_where_it_lies_at_closing(play):
    play.bets((1, "big", 100), (2, "big", 100))
    play.do(1, c.MoveWager(1, "big", "small", 100))
    play.close()
    play.refuses(Refusal.BETS_NOT_OPEN, 2, c.MoveWager(2, "big", "small", 100))
    play.roll("1-1-2")
    play.settle()
    assert (play.credit(1), play.credit(2)) == (1100, 900)


@fixed
@pytest.mark.parametrize("moment", CLOSED)
def test_a_wager_that_moved_after_closing_counts_where_it_lay_at_closing(play, moment):
    play.bets((1, "small", 100), (2, "big", 100))
    play_on(play, 0, CLOSED[moment])
    found = only(play.do(DEALER, MOVED), e.WagerShifted)
    assert (found.spot, found.to, found.counts, found.clause) == ("small", "big", False, CLAUSES[play.book.id])
    assert play.table.current.stakes == {"small": {1: 100}, "big": {2: 100}}
    play_on(play, CLOSED[moment], None)
    assert (play.credit(1), play.credit(2), play.table.recent[0].roll) == (900, 1100, "4-5-6")


@fixed
def test_a_winner_that_was_moved_to_a_losing_spot_is_paid(play):
    play.bets((1, "big", 100)).close()
    play.do(DEALER, c.RecordMoved(1, "big", "small", 100, "a patron leaned over it"))
    play.roll("4-5-6")
    play.settle()
    assert play.credit(1) == 1100


@fixed
@pytest.mark.parametrize("by", [DEALER, Role.GAME_SUPERVISOR, MANAGER, SHIFT])
@pytest.mark.parametrize("cause", ["unfair-to-player", "moved-by-dealer", "moved-by-patron"])
def test_nobody_moves_a_wager_that_was_placed_by_mistake(play, by, cause):
    play.bets((1, "big", 100)).close()
    back = c.MoveWagerBack(1, "big", "small", 100, cause, "he meant small")
    for step in STEPS[1:7]:
        play.refuses(Refusal.TROUBLE_UNKNOWN, by, back, second=DEALER)
        play.do(DEALER, step)
    play.settle()
    assert play.credit(1) == 1100


@fixed
def test_a_move_is_recorded_by_staff_between_closing_and_collecting(play):
    play.bets((1, "small", 100), (2, "big", 100))
    play.refuses(Refusal.REMEDY_REFUSED, DEALER, MOVED, clause=CLAUSES[play.book.id])
    play.close()
    for by in (1, Role.AUDITOR, Role.TECHNICIAN, Role.AUTOMATION):
        play.refuses(Refusal.ROLE_NOT_ALLOWED, by, MOVED)
    play.refuses(Refusal.REASON_MISSING, DEALER, c.RecordMoved(1, "small", "big", 100, " "))
    play.refuses(Refusal.WAGER_ABSENT, DEALER, c.RecordMoved(1, "small", "big", 101, "a sleeve"))
    play_on(play, 1, 8)
    play.refuses(Refusal.REMEDY_REFUSED, DEALER, MOVED, clause=CLAUSES[play.book.id])
