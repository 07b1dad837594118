"""Where 2008 differs from 1998: the game supervisor at the tumbler, a narrower discretion, a display of results."""

import pytest
from table.playing import only, opened, person

from taisai import Refusal
from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e

DEALER, SUPERVISOR = Role.DEALER, Role.GAME_SUPERVISOR


@pytest.fixture(params=["nz-2008/1", "nz-2008/2"])
def play(request):
    return opened(request.param, money="chips")


@pytest.mark.clause("nz-2008:6.1", "nz-2008:6.3", "nz-2008:6.4", "nz-2008:6.6")
def test_the_game_supervisor_may_tumble_uncover_and_enter(play):
    play.do(SUPERVISOR, c.TumbleDice(3))
    assert play.written()[-1][:2] == (person(SUPERVISOR).name, "game-supervisor")
    play.refuses(Refusal.ROLE_NOT_ALLOWED, SUPERVISOR, c.OpenBets(), clause="6.1")
    play.do(DEALER, c.OpenBets())
    play.wager(1, "big", 100)
    play.refuses(Refusal.ROLE_NOT_ALLOWED, SUPERVISOR, c.CloseBets(), clause="6.2")
    play.close()
    for command in (c.RevealDice(), c.PressButton(4), c.PressButton(5), c.PressButton(6)):
        play.do(SUPERVISOR, command)
    assert only(play.do(SUPERVISOR, c.EnterRoll()), e.RollEntered).call == "4, 5, 6, total 15"
    play.refuses(Refusal.ROLE_NOT_ALLOWED, SUPERVISOR, c.CollectLosers(), clause="6.5(a)")
    play.settle()
    assert play.credit(1) == 1100


@pytest.mark.clause("nz-2008:4.9")
@pytest.mark.parametrize("cause", ["moved-by-dealer", "moved-by-patron"])
def test_a_wager_that_dealer_or_patron_moved_by_accident_may_be_settled_where_it_was_meant(play, cause):
    play.bets((1, "small", 100), (2, "small", 100)).close()
    play.roll("4-5-6")
    back = c.MoveWagerBack(1, "small", "big", 100, cause)
    play.refuses(Refusal.ROLE_NOT_ALLOWED, DEALER, back, clause="4.9")
    play.refuses(Refusal.DUAL_CONTROL, SUPERVISOR, back)
    moved = only(play.do(SUPERVISOR, back, second=DEALER), e.WagerMoved)
    assert (moved.seat, moved.spot, moved.to, moved.cause) == (1, "small", "big", cause)
    play.settle()
    assert (play.credit(1), play.credit(2)) == (1100, 900)


@pytest.mark.clause("nz-2008:4.9")
@pytest.mark.parametrize("cause", ["call-wager-misplaced", "moved-by-dealer"])
@pytest.mark.parametrize("by", [SUPERVISOR, Role.CASINO_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER])
def test_a_call_wager_that_the_dealer_put_in_the_wrong_place_stays_there(play, by, cause):
    """By whatever name: it is never put right as moved by the dealer, with however many people."""
    play.begin()
    play.do(DEALER, c.PlaceWager(1, "small", 100))
    play.close()
    back = c.MoveWagerBack(1, "small", "big", 100, cause, "he said big")
    play.refuses(Refusal.CAUSE_NOT_COVERED, by, back, second=DEALER, clause="4.9")
    play.roll("4-5-6")
    play.refuses(Refusal.CAUSE_NOT_COVERED, by, back, second=DEALER, clause="4.9")
    play.settle()
    assert play.credit(1) == 900


@pytest.mark.clause("nz-2008:4.9")
def test_a_call_wager_that_another_patron_moved_is_put_back_with_a_reason_and_a_second_person(play):
    play.begin()
    play.do(DEALER, c.PlaceWager(1, "big", 100))
    play.close()
    play.do(DEALER, c.RecordMoved(1, "big", "small", 100, "seat 2 reached across"), second=SUPERVISOR)
    back = c.MoveWagerBack(1, "small", "big", 100, "moved-by-patron", "seat 2 reached across")
    play.refuses(Refusal.DUAL_CONTROL, SUPERVISOR, back)
    assert only(play.do(SUPERVISOR, back, second=DEALER), e.WagerMoved).second == "a dealer"
    play.roll("4-5-6")
    play.settle()
    assert play.credit(1) == 1100


@pytest.mark.clause("nz-2008:4.9")
@pytest.mark.parametrize("cause", ["", "unfair-to-player", "moved-by-player"])
def test_the_discretion_has_no_other_cause(play, cause):
    play.bets((1, "small", 100)).close()
    back = c.MoveWagerBack(1, "small", "big", 100, cause)
    play.refuses(Refusal.CAUSE_NOT_COVERED, SUPERVISOR, back, clause="4.9")


@pytest.mark.clause("nz-2008:7.5")
def test_what_a_display_shows_wrongly_moves_no_money_and_stops_nothing(play):
    play.bets((1, "big", 100), (2, "small", 100)).close()
    play.roll("4-5-6")
    shown = play.game.paytable.lights["1-1-2"]
    wrong = c.ReportTrouble(Trouble.DISPLAY_WRONG, "shows 1-1-2", shown, (4, 5, 6))
    reported = only(play.do(DEALER, wrong), e.TroubleReported)
    assert (reported.clause, reported.stops, reported.lit, reported.dice) == ("7.5", False, shown, "4-5-6")
    play.settle()
    assert (play.credit(1), play.credit(2), play.table.recent[0].roll) == (1100, 900, "4-5-6")
    play.begin()


@pytest.mark.clause("nz-2008:7.5")
def test_what_a_display_shows_of_earlier_rounds_moves_no_money_either(play):
    play.round("4-5-6", (1, "big", 100), (2, "small", 100))
    play.bets((1, "big", 100), (2, "small", 100))
    play.do(DEALER, c.ReportTrouble(Trouble.DISPLAY_WRONG, "round 1 stands there as 1-1-2"))
    assert (play.table.recent[0].roll, play.credits()) == ("4-5-6", {1: 1000, 2: 800, 3: 1000, 4: 1000})
    play.close()
    play.roll("4-5-6")
    play.settle()
    assert (play.credit(1), play.credit(2)) == (1200, 800)


@pytest.mark.clause("nz-2008:7.5")
def test_nobody_is_paid_by_the_roll_of_a_display_that_the_dice_do_not_show(play):
    play.bets((1, "big", 100), (2, "small", 100)).close()
    play.roll("1-1-2")
    play.do(DEALER, c.ReportTrouble(Trouble.DISPLAY_WRONG, "shows 1-1-2, as was entered", dice=(4, 5, 6)))
    play.refuses(Refusal.DICE_DIFFER, DEALER, c.CollectLosers())
    play.do(SUPERVISOR, c.AmendEntry((4, 5, 6)))
    play.settle()
    assert (play.credit(1), play.credit(2)) == (1100, 900)


@pytest.mark.clause("nz-2008:7.4", "nz-2008:7.5")
def test_a_malfunction_stops_the_table_whatever_is_said_of_the_display(play):
    play.do(DEALER, c.ReportTrouble(Trouble.MALFUNCTION, "no power"))
    play.do(DEALER, c.ReportTrouble(Trouble.DISPLAY_WRONG, "dark"))
    play.refuses(Refusal.TABLE_STOPPED, DEALER, c.TumbleDice(3))
