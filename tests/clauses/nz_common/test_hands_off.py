"""What players may not do after "No more bets", and with wagers that have lost."""

import pytest
from table.playing import only

from taisai import Refusal
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e

DEALER = Role.DEALER
ENTER = (c.RevealDice(), c.PressButton(4), c.PressButton(5), c.PressButton(6), c.EnterRoll())
TOUCH = (
    c.PlaceWager(1, "big", 100),
    c.WithdrawWager(1, "big", 100),
    c.WithdrawWager(1, "small", 100),
    c.MoveWager(1, "big", "small", 100),
    c.MoveWager(1, "small", "big", 100),
)


@pytest.fixture
def closed(play):
    play.bets((1, "big", 100), (1, "small", 100), (2, "single-6", 100))
    play.close()
    return play


@pytest.mark.clause("nz-1998:4.7", "nz-2008:4.7", "nz-1998:4.7(a)", "nz-2008:4.7(a)")
def test_after_the_closing_call_no_wager_is_placed(closed):
    for step in (*ENTER, c.CollectLosers()):
        for by, seat in ((3, 3), (1, 1), (DEALER, 3)):
            closed.refuses(Refusal.BETS_NOT_OPEN, by, c.PlaceWager(seat, "big", 100), clause="4.7(a)")
        closed.do(DEALER, step)
    closed.refuses(Refusal.BETS_NOT_OPEN, 3, c.PlaceWager(3, "big", 100), clause="4.7(a)")
    assert closed.credit(3) == 1000


@pytest.mark.clause("nz-1998:4.7", "nz-2008:4.7", "nz-1998:4.7(b)", "nz-2008:4.7(b)")
def test_after_the_closing_call_no_wager_is_touched_changed_or_taken_back(closed):
    before = {spot: dict(seats) for spot, seats in closed.table.current.stakes.items()}
    for step in ENTER:
        for command in TOUCH:
            closed.refuses(Refusal.BETS_NOT_OPEN, 1, command)
        closed.do(DEALER, step)
    assert closed.table.current.stakes == before


@pytest.mark.clause("nz-1998:4.7(b)", "nz-2008:4.7(b)")
def test_a_winner_gets_stake_and_winnings_when_its_own_area_is_paid_and_not_before(closed):
    closed.roll("4-5-6")
    closed.do(DEALER, c.CollectLosers())
    assert (closed.credit(1), closed.credit(2), closed.on_layout()) == (800, 900, 200)
    closed.refuses(Refusal.WAGER_ABSENT, DEALER, c.PayArea("small"))
    assert only(closed.do(DEALER, c.PayArea("single")), e.AreaPaid).area == "single"
    assert (closed.credit(1), closed.credit(2), closed.on_layout()) == (800, 1100, 100)
    for command in TOUCH:
        closed.refuses(Refusal.BETS_NOT_OPEN, 1, command)
    closed.refuses(Refusal.WAGER_ABSENT, DEALER, c.PayArea("single"))
    closed.do(DEALER, c.PayArea("big"))
    assert (closed.credit(1), closed.on_layout()) == (1000, 0)


@pytest.mark.clause("nz-1998:4.8", "nz-2008:4.8")
@pytest.mark.parametrize("by", [1, DEALER])
def test_a_losing_wager_is_never_touched_changed_or_taken_back(closed, by):
    attempts = (
        c.WithdrawWager(1, "small", 100),
        c.MoveWager(1, "small", "big", 100),
        c.PlaceWager(1, "small", 100),
    )
    closed.roll("4-5-6")
    for step in (c.CollectLosers(), c.PayArea()):
        for command in attempts:
            closed.refuses(Refusal.BETS_NOT_OPEN, by, command)
        closed.do(DEALER, step)
    for command in attempts:
        closed.refuses(Refusal.ROUND_STALE, by, command, 1)
    closed.begin()
    for command in attempts:
        closed.refuses(Refusal.ROUND_STALE, by, command, 1)
    assert closed.credit(1) == 1000


@pytest.mark.clause("nz-1998:4.8", "nz-2008:4.8")
def test_a_losing_wager_is_not_moved_back_to_a_winning_spot_once_it_is_collected(closed):
    closed.roll("4-5-6")
    closed.do(DEALER, c.CollectLosers())
    cause = {"nz-1998": "unfair-to-player", "nz-2008": "moved-by-dealer"}[closed.book.id]
    back = c.MoveWagerBack(1, "small", "big", 100, cause)
    closed.refuses(Refusal.REMEDY_REFUSED, Role.GAME_SUPERVISOR, back, clause="4.9")
