"""Chips that nobody noticed before closing: excess is shared, a wager under the minimum counts as it is."""

import pytest
from table.playing import FLOAT, only, opened

from taisai import Refusal
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.limits import LimitRule

DEALER = Role.DEALER
LIMITS = LimitRule(minimum=50, maximum=500, differential=200)


def shut(*wagers, limit=LIMITS, money="chips"):
    play = opened("rws-6/2", limits=[limit], money=money, bought=3000).bets(*wagers)
    play.close()
    return play


def settled(play, faces):
    play.roll(faces)
    events = play.settle()
    paid = [award for event in events if isinstance(event, e.AreaPaid) for award in event.awards]
    awards = (*only(events, e.LosersCollected).lost, *paid)
    return {(award.seat, award.spot): (award.stake, award.returned, award.refused) for award in awards}


@pytest.mark.clause("rws-6:5.1.1")
@pytest.mark.parametrize(("faces", "won"), [("1-2-3", 1), ("1-1-2", 2), ("2-3-4", -1)])
def test_players_win_or_lose_on_their_share_and_get_the_rest_back_whatever_the_dice_show(faces, won):
    play = shut((1, "single-1", 60))
    play.do(DEALER, c.RecordUnnoticed(2, "single-1", 1000))
    assert play.on_layout() == 1060
    assert settled(play, faces) == {
        (1, "single-1"): (50, 50 + 50 * won, 10),
        (2, "single-1"): (450, 450 + 450 * won, 550),
    }
    assert (play.credit(1), play.credit(2)) == (3000 + 50 * won, 3000 + 450 * won)
    assert play.balance("float") == play.table.bank.now == FLOAT - 12_000 - 500 * won


@pytest.mark.clause("rws-6:5.1.1")
def test_beyond_the_differential_the_heavier_side_is_shared():
    play = shut((1, "big", 200), (2, "small", 100))
    play.do(DEALER, c.RecordUnnoticed(3, "big", 200))
    assert settled(play, "4-5-6") == {
        (1, "big"): (150, 300, 50),
        (3, "big"): (150, 300, 50),
        (2, "small"): (100, 0, 0),
    }


@pytest.mark.clause("rws-6:5.1.2")
def test_a_wager_under_the_minimum_in_a_box_over_its_maximum_is_settled_in_full():
    play = shut((1, "single-1", 500))
    play.do(DEALER, c.RecordUnnoticed(2, "single-1", 20))
    assert settled(play, "1-2-3") == {(1, "single-1"): (480, 960, 20), (2, "single-1"): (20, 40, 0)}


@pytest.mark.clause("rws-6:5.1.2", "rws-6:5.14(a)")
def test_minimums_that_exceed_the_maximum_stand_and_go_to_the_shift_manager():
    play = shut((1, "single-1", 50), (2, "single-1", 50), limit=LimitRule(minimum=50, maximum=100))
    play.do(DEALER, c.RecordUnnoticed(3, "single-1", 70))
    play.roll("2-3-4")
    events = play.do(DEALER, c.CollectLosers())
    assert only(events, e.LosersCollected).overflow == 50
    assert "50" in only(events, e.DisputeOpened).claim
    play.do(Role.SHIFT_MANAGER, c.DecideDispute(1, "they stand"))
    assert play.credits() == {1: 2950, 2: 2950, 3: 2950, 4: 3000}


@pytest.mark.clause("rws-6:5.1")
def test_nothing_goes_unnoticed_before_closing_or_at_terminals():
    play = opened("rws-6/2", limits=[LIMITS], money="chips").bets()
    play.refuses(Refusal.STEP_OUT_OF_ORDER, DEALER, c.RecordUnnoticed(1, "big", 1000))
    play.close()
    play.roll("4-5-6")
    play.refuses(Refusal.STEP_OUT_OF_ORDER, DEALER, c.RecordUnnoticed(1, "big", 1000))
    terminals = shut((1, "big", 200), money="credits")
    terminals.refuses(Refusal.TROUBLE_UNKNOWN, DEALER, c.RecordUnnoticed(1, "big", 1000))


@pytest.mark.clause("rws-6:5.1", "rws-6:5.1.1")
def test_a_player_cannot_claim_a_wager_that_nobody_noticed():
    shut((1, "big", 200), money="chips").refuses(
        Refusal.ROLE_NOT_ALLOWED, 1, c.RecordUnnoticed(1, "big", 300), clause="5.13"
    )


@pytest.mark.clause("rws-6:5.2")
def test_a_wager_under_the_minimum_is_held_up_to_the_player_who_may_raise_it():
    play = opened("rws-6/2", limits=[LIMITS]).bets()
    words = play.refuses(Refusal.STAKE_BELOW_MINIMUM, 1, c.PlaceWager(1, "big", 30))
    assert "minimum of 50" in words
    assert "raise it or withdraw" in words
    assert (play.credit(1), play.on_layout()) == (1000, 0)
    play.wager(1, "big", 50)
    assert play.on_layout() == 50


@pytest.mark.clause("rws-6:5.2")
def test_a_wager_is_not_withdrawn_or_moved_to_under_the_minimum_but_may_be_withdrawn_whole():
    play = opened("rws-6/2", limits=[LIMITS]).bets((1, "big", 60))
    assert "minimum of 50" in play.refuses(Refusal.STAKE_BELOW_MINIMUM, 1, c.WithdrawWager(1, "big", 20))
    play.refuses(Refusal.STAKE_BELOW_MINIMUM, 1, c.MoveWager(1, "big", "small", 20))
    play.do(1, c.WithdrawWager(1, "big", 60))
    assert (play.credit(1), play.on_layout()) == (1000, 0)


@pytest.mark.clause("rws-6:5.2.1")
@pytest.mark.parametrize(("faces", "award", "credit"), [("4-5-6", (30, 60, 0), 3030), ("1-1-2", (30, 0, 0), 2970)])
def test_a_wager_under_the_minimum_that_the_dealer_missed_wins_or_loses_as_it_is(faces, award, credit):
    play = shut((2, "small", 100))
    play.do(DEALER, c.RecordUnnoticed(1, "big", 30))
    assert settled(play, faces)[1, "big"] == award
    assert play.credit(1) == credit
