"""Where 1998 differs from 2008: the dealer alone, and the operator's wider discretion."""

import pytest
from table.playing import only, opened

from taisai import Refusal
from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e

DEALER, SUPERVISOR = Role.DEALER, Role.GAME_SUPERVISOR


@pytest.fixture
def play():
    return opened("nz-1998/1", money="chips")


@pytest.mark.clause("nz-1998:6.1", "nz-1998:6.3", "nz-1998:6.4", "nz-1998:6.6")
def test_tumbler_and_entry_terminal_are_for_the_dealer_alone(play):
    play.refuses(Refusal.ROLE_NOT_ALLOWED, SUPERVISOR, c.TumbleDice(3), clause="6.1")
    play.bets().close()
    play.refuses(Refusal.ROLE_NOT_ALLOWED, SUPERVISOR, c.RevealDice(), clause="6.3")
    play.reveal()
    play.refuses(Refusal.ROLE_NOT_ALLOWED, SUPERVISOR, c.PressButton(1), clause="6.4")


@pytest.mark.clause("nz-1998:4.9")
def test_the_operator_settles_a_wager_elsewhere_where_strictness_would_be_unfair_to_the_player(play):
    play.bets((1, "small", 100)).close()
    play.reveal()
    back = c.MoveWagerBack(1, "small", "big", 100, "unfair-to-player")
    play.refuses(Refusal.ROLE_NOT_ALLOWED, DEALER, back, clause="4.9")
    play.refuses(Refusal.ROLE_NOT_ALLOWED, 1, back)
    play.refuses(Refusal.DUAL_CONTROL, SUPERVISOR, back)
    moved = only(play.do(SUPERVISOR, back, second=DEALER), e.WagerMoved)
    assert (moved.seat, moved.spot, moved.to, moved.stake, moved.cause) == (1, "small", "big", 100, "unfair-to-player")
    for face in (4, 5, 6):
        play.do(DEALER, c.PressButton(face))
    play.do(DEALER, c.EnterRoll())
    play.settle()
    assert play.credit(1) == 1100


@pytest.mark.clause("nz-1998:4.9")
@pytest.mark.parametrize("cause", ["", "fair-to-house", "moved-by-dealer", "call-wager-misplaced"])
def test_the_discretion_has_no_other_cause(play, cause):
    play.bets((1, "small", 100)).close()
    back = c.MoveWagerBack(1, "small", "big", 100, cause)
    play.refuses(Refusal.CAUSE_NOT_COVERED, SUPERVISOR, back, clause="4.9")


@pytest.mark.clause("nz-1998:4.9")
def test_the_discretion_moves_what_lies_there_after_the_closing_call_and_no_more(play):
    play.bets((1, "small", 100))
    back = c.MoveWagerBack(1, "small", "big", 100, "unfair-to-player")
    play.refuses(Refusal.REMEDY_REFUSED, SUPERVISOR, back, clause="4.9")
    play.close()
    for seat, stake in ((1, 101), (1, 0), (2, 100), (9, 100)):
        absent = c.MoveWagerBack(seat, "small", "big", stake, "unfair-to-player")
        play.refuses(Refusal.WAGER_ABSENT, SUPERVISOR, absent)
    play.do(SUPERVISOR, back)
    assert play.table.current.boxes == {"small": 0, "big": 100}


@pytest.mark.clause("nz-1998:4.9")
def test_what_is_put_right_on_a_called_wager_takes_a_reason_and_a_second_person(play):
    """The discretion of 1998 does not leave called wagers out."""
    play.begin()
    play.do(DEALER, c.PlaceWager(1, "small", 100))
    play.close()
    play.refuses(
        Refusal.REASON_MISSING, SUPERVISOR, c.MoveWagerBack(1, "small", "big", 100, "unfair-to-player"), second=DEALER
    )
    back = c.MoveWagerBack(1, "small", "big", 100, "unfair-to-player", "three people heard him say big")
    play.refuses(Refusal.DUAL_CONTROL, SUPERVISOR, back)
    moved = only(play.do(SUPERVISOR, back, second=DEALER), e.WagerMoved)
    assert (moved.reason, moved.second) == ("three people heard him say big", "a dealer")
    play.roll("4-5-6")
    play.settle()
    assert play.credit(1) == 1100


def test_there_is_no_provision_for_a_display_of_results(play):
    play.refuses(Refusal.TROUBLE_UNKNOWN, DEALER, c.ReportTrouble(Trouble.DISPLAY_WRONG))
