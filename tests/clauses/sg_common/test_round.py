"""The order of a round, which both Singapore documents give alike: the dice are tumbled once wagers are closed."""

import pytest
from table.playing import Play, only

from taisai import Refusal
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.state import BetsShut, Betting, Entered, Idle, Revealed, Settling, Tumbled

DEALER = Role.DEALER
STEPS = (c.OpenBets(), c.CloseBets(), c.TumbleDice(3), c.RevealDice(), c.EnterRoll(), c.CollectLosers(), c.PayArea())
LATER = (Betting, BetsShut, Tumbled, Revealed, Entered, Settling, Idle)
CALLS = {"rws-6": ("Place your Bets, please", "No more Bets"), "etg": ("Place your Bets", "No More Bets")}


@pytest.mark.clause("rws-6:1.7", "etg:1.8")
def test_a_round_runs_from_the_opening_call_until_every_player_is_settled(play):
    assert play.table.current is None
    begun, opened_ = play.begin()
    assert (begun.round, opened_.round, opened_.call) == (1, 1, CALLS[play.book.id][0])
    play.wager(1, "big", 100)
    play.wager(2, "single-6", 100)
    play.close()
    play.roll("1-6-6")
    play.do(DEALER, c.CollectLosers())
    assert [type(event) for event in play.do(DEALER, c.PayArea("big"))] == [e.AreaPaid]
    assert play.table.current.number == 1
    assert (play.credit(1), play.credit(2)) == (1100, 900)
    assert only(play.do(DEALER, c.PayArea("single")), e.RoundSettled).round == 1
    assert play.table.current is None
    assert (play.credit(1), play.credit(2)) == (1100, 1200)


@pytest.mark.clause("rws-6:1.7", "etg:1.8")
def test_the_table_does_not_close_and_no_round_begins_before_every_player_is_settled(play):
    play.bets((1, "big", 100)).close()
    play.roll("1-6-6")
    play.do(DEALER, c.CollectLosers())
    play.refuses(Refusal.PREVIOUS_UNPAID, DEALER, c.OpenBets(), 2)
    play.refuses(Refusal.ROUND_RUNNING, Role.PIT_MANAGER, c.CloseTable())
    play.do(DEALER, c.PayArea())
    assert only(play.begin(), e.RoundBegun).round == 2


@pytest.mark.clause("rws-6:3.2", "etg:3.2")
def test_wagers_are_taken_from_the_opening_call_on(play):
    big = c.PlaceWager(1, "big", 100)
    play.refuses(Refusal.ROUND_STALE, 1, big)
    assert only(play.begin(), e.BetsOpened).call == CALLS[play.book.id][0]
    assert only(play.do(1, big), e.WagerPlaced).stake == 100
    assert (play.credit(1), play.on_layout()) == (900, 100)


@pytest.mark.clause("rws-6:3.2", "etg:3.2")
def test_only_the_dealer_opens_the_wagers_and_only_at_an_open_table(play):
    for by in (1, Role.PIT_MANAGER, Role.AUTOMATION):
        play.refuses(Refusal.ROLE_NOT_ALLOWED, by, c.OpenBets(), clause="3.2")
    Play(play.table.paytable).refuses(Refusal.TABLE_CLOSED, DEALER, c.OpenBets())


@pytest.mark.clause("rws-6:3.6", "rws-6:5.7", "etg:3.5")
def test_after_the_closing_call_no_wager_is_placed_raised_moved_or_withdrawn(play):
    late = {"rws-6": "5.7", "etg": "3.5"}[play.book.id]
    play.bets((1, "big", 100))
    closed = only(play.close(), e.BetsClosed)
    assert (closed.call, closed.bell) == (CALLS[play.book.id][1], False)
    attempts = (
        (1, c.PlaceWager(1, "big", 100)),
        (2, c.PlaceWager(2, "small", 100)),
        (1, c.WithdrawWager(1, "big", 100)),
        (1, c.MoveWager(1, "big", "small", 100)),
        (DEALER, c.PlaceWager(1, "big", 100)),
    )
    for step in (c.TumbleDice(3), c.RevealDice(), c.PressButton(1)):
        for by, command in attempts:
            play.refuses(Refusal.BETS_NOT_OPEN, by, command, clause=late)
        play.do(DEALER, step)
    assert play.on_layout() == 100


@pytest.mark.clause("rws-6:3.6", "etg:3.5")
def test_a_wager_sent_for_the_round_before_is_not_put_on_this_one(play):
    play.round("1-1-2", (1, "big", 100))
    play.begin()
    play.refuses(Refusal.ROUND_STALE, 1, c.PlaceWager(1, "big", 100), 1)
    assert (play.credit(1), play.on_layout()) == (900, 0)


@pytest.mark.clause("rws-6:3.7", "etg:3.6")
def test_the_dice_are_tumbled_by_the_dealer_after_the_closing_call_and_not_before(play):
    tumble = c.TumbleDice(3)
    clause = {"rws-6": "3.7", "etg": "3.6"}[play.book.id]
    play.refuses(Refusal.STEP_OUT_OF_ORDER, DEALER, tumble)
    play.begin()
    play.refuses(Refusal.STEP_OUT_OF_ORDER, DEALER, tumble)
    play.close()
    play.refuses(Refusal.STEP_OUT_OF_ORDER, DEALER, c.RevealDice(), clause=clause)
    play.refuses(Refusal.ROLE_NOT_ALLOWED, 1, tumble, clause=clause)
    play.refuses(Refusal.ROLE_NOT_ALLOWED, Role.GAME_SUPERVISOR, tumble, clause=clause)
    assert only(play.do(DEALER, tumble), e.DiceTumbled).times == 3


@pytest.mark.clause("rws-6:3.7", "etg:3.6")
@pytest.mark.parametrize(("times", "valid"), [(1, False), (2, False), (3, True), (4, True)])
def test_a_tumble_is_valid_from_three_times_on(play, times, valid):
    play.bets((1, "big", 100)).close()
    events = play.do(DEALER, c.TumbleDice(times))
    assert only(events, e.DiceTumbled).times == times
    assert [type(event) for event in events[1:]] == ([] if valid else [e.RoundVoided])
    assert play.credit(1) == (900 if valid else 1000)


@pytest.mark.clause("rws-6:3.7", "etg:3.6")
def test_no_tumble_at_all_is_no_tumble(play):
    play.bets().close()
    play.refuses(Refusal.STEP_OUT_OF_ORDER, DEALER, c.TumbleDice(0))


@pytest.mark.clause("rws-6:3.2", "rws-6:3.6", "rws-6:3.7", "rws-6:3.9", "etg:3.2", "etg:3.5", "etg:3.6", "etg:3.8")
def test_every_step_comes_in_its_order_and_no_other_is_taken_instead(play):
    for place, (step, phase) in enumerate(zip(STEPS, LATER, strict=True)):
        for other in STEPS[:place] + STEPS[place + 1 :]:
            early = play.phase is Settling and other == STEPS[0]
            play.refuses(Refusal.PREVIOUS_UNPAID if early else Refusal.STEP_OUT_OF_ORDER, DEALER, other)
        if step == c.EnterRoll():
            for face in (4, 5, 6):
                play.do(DEALER, c.PressButton(face))
        play.do(DEALER, step)
        if step == STEPS[0]:
            play.wager(1, "big", 100)
        assert play.phase is phase
