"""4.9: a wager counts where it lies when the dice are uncovered, unless the operator departs from that."""

import pytest
from table.playing import only

from taisai import Refusal
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e

DEALER, SUPERVISOR = Role.DEALER, Role.GAME_SUPERVISOR
CAUSE = {"nz-1998": "unfair-to-player", "nz-2008": "moved-by-patron"}
MOVED = c.RecordMoved(1, "small", "big", 100, "a sleeve brushed it")
fixed = pytest.mark.clause("nz-1998:4.9", "nz-2008:4.9")


@pytest.fixture
def closed(play):
    play.bets((1, "small", 100), (2, "small", 100)).close()
    return play


def finish(play, *faces):
    for face in faces:
        play.do(DEALER, c.PressButton(face))
    play.do(DEALER, c.EnterRoll())
    play.settle()


@fixed
@pytest.mark.parametrize(("faces", "ends"), [((4, 5, 6), (1100, 900)), ((1, 1, 2), (900, 1100))])
def test_a_wager_that_moved_before_the_dice_were_uncovered_counts_where_it_lies_now(closed, faces, ends):
    found = only(closed.do(DEALER, MOVED), e.WagerShifted)
    assert (found.spot, found.to, found.counts, found.clause) == ("small", "big", True, "4.9")
    assert closed.table.current.stakes == {"small": {2: 100}, "big": {1: 100}}
    closed.reveal()
    finish(closed, *faces)
    assert (closed.credit(1), closed.credit(2)) == ends


@fixed
@pytest.mark.parametrize(("faces", "ends"), [((4, 5, 6), (900, 900)), ((1, 1, 2), (1100, 1100))])
def test_a_wager_that_moved_after_the_dice_were_uncovered_counts_where_it_lay(closed, faces, ends):
    closed.reveal()
    found = only(closed.do(DEALER, MOVED), e.WagerShifted)
    assert (found.counts, found.clause) == (False, "4.9")
    assert closed.table.current.stakes == {"small": {1: 100, 2: 100}}
    finish(closed, *faces)
    assert (closed.credit(1), closed.credit(2)) == ends


@fixed
def test_a_wager_that_moved_once_the_roll_was_entered_counts_where_it_lay(closed):
    closed.roll("4-5-6")
    assert not only(closed.do(DEALER, MOVED), e.WagerShifted).counts
    closed.settle()
    assert (closed.credit(1), closed.credit(2)) == (900, 900)


@fixed
def test_the_operator_puts_back_what_moved_where_the_rule_leaves_that_to_it(closed):
    closed.do(DEALER, MOVED)
    back = c.MoveWagerBack(1, "big", "small", 100, CAUSE[closed.book.id])
    closed.refuses(Refusal.ROLE_NOT_ALLOWED, DEALER, back, clause="4.9")
    only(closed.do(SUPERVISOR, back), e.WagerMoved)
    closed.reveal()
    finish(closed, 1, 1, 2)
    assert (closed.credit(1), closed.credit(2)) == (1100, 1100)


@fixed
def test_a_move_is_recorded_by_staff_with_its_cause_and_for_what_lies_there(closed):
    for by in (1, Role.AUDITOR, Role.TECHNICIAN, Role.AUTOMATION):
        closed.refuses(Refusal.ROLE_NOT_ALLOWED, by, MOVED)
    closed.refuses(Refusal.REASON_MISSING, DEALER, c.RecordMoved(1, "small", "big", 100, " "))
    closed.refuses(Refusal.SPOT_UNKNOWN, DEALER, c.RecordMoved(1, "small", "bigg", 100, "a sleeve"))
    for seat, stake in ((1, 105), (1, 0), (3, 100), (9, 100)):
        closed.refuses(Refusal.WAGER_ABSENT, DEALER, c.RecordMoved(seat, "small", "big", stake, "a sleeve"))


@fixed
def test_while_wagers_are_open_the_player_moves_them_and_once_they_are_collected_nobody_does(play):
    play.bets((1, "small", 100), (2, "big", 100))
    back = c.MoveWagerBack(1, "small", "big", 100, CAUSE[play.book.id])
    for command in (MOVED, back):
        play.refuses(Refusal.REMEDY_REFUSED, SUPERVISOR, command, clause="4.9")
    play.close()
    play.roll("4-5-6")
    play.do(DEALER, c.CollectLosers())
    for command in (MOVED, back):
        play.refuses(Refusal.REMEDY_REFUSED, SUPERVISOR, command, clause="4.9")


@fixed
def test_chips_move_as_chips(closed):
    """The smallest is worth 5, so 7 of a stack cannot lie elsewhere."""
    back = c.MoveWagerBack(1, "small", "big", 7, CAUSE[closed.book.id])
    for command in (c.RecordMoved(1, "small", "big", 7, "a sleeve"), back):
        closed.refuses(Refusal.CHIP_UNKNOWN, SUPERVISOR, command)


@fixed
def test_a_called_wager_does_not_change_its_place_on_the_word_of_one_person(play):
    """Under whatever name: as moved by accident, or put back."""
    play.begin()
    play.do(DEALER, c.PlaceWager(1, "small", 100, asked_by="the player at seat 1"))
    play.refuses(Refusal.REASON_MISSING, DEALER, c.MoveWager(1, "small", "big", 100), second=SUPERVISOR)
    play.refuses(Refusal.DUAL_CONTROL, DEALER, c.MoveWager(1, "small", "big", 100, "misheard"))
    play.refuses(Refusal.DUAL_CONTROL, DEALER, c.WithdrawWager(1, "small", 100, "misheard"))
    play.close()
    play.refuses(Refusal.DUAL_CONTROL, DEALER, MOVED)
    back = c.MoveWagerBack(1, "small", "big", 100, CAUSE[play.book.id], "he pointed at big")
    play.refuses(Refusal.DUAL_CONTROL, SUPERVISOR, back)
    play.refuses(Refusal.DUAL_CONTROL, SUPERVISOR, back, second=1)
    shifted = only(play.do(DEALER, MOVED, second=SUPERVISOR), e.WagerShifted)
    assert (shifted.counts, shifted.second) == (True, "a game-supervisor")
