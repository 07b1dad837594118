"""The order of a round: the dice are spun first, wagers come after, losers are collected before winners are paid."""

import pytest
from table.playing import FLOAT, only

from taisai import Refusal
from taisai.house.views import table_view
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.state import BetsShut, Betting, Entered, Idle, Revealed, Settling, Tumbled

DEALER = Role.DEALER
BIG = c.PlaceWager(1, "big", 100)
STEPS = (c.TumbleDice(3), c.OpenBets(), c.CloseBets(), c.RevealDice(), c.EnterRoll(), c.CollectLosers(), c.PayArea())
LATER = (Tumbled, Betting, BetsShut, Revealed, Entered, Settling, Idle)


@pytest.mark.clause("nz-1998:6.1", "nz-2008:6.1")
def test_the_dice_are_spun_before_the_call_to_place_wagers(play):
    play.refuses(Refusal.STEP_OUT_OF_ORDER, DEALER, c.OpenBets(), clause="6.1")
    play.refuses(Refusal.ROUND_STALE, 1, BIG)
    begun, tumbled = play.do(DEALER, c.TumbleDice(3))
    assert (begun.round, tumbled.round, tumbled.times) == (1, 1, 3)
    play.refuses(Refusal.BETS_NOT_OPEN, 1, BIG)
    assert only(play.do(DEALER, c.OpenBets()), e.BetsOpened).call == "Place your bets"
    play.do(1, BIG)
    assert (play.credit(1), play.on_layout()) == (900, 100)


@pytest.mark.clause("nz-1998:6.1", "nz-2008:6.1")
@pytest.mark.parametrize(("times", "valid"), [(1, False), (2, False), (3, True), (5, True)])
def test_the_dice_are_spun_three_times_or_more(play, times, valid):
    events = play.do(DEALER, c.TumbleDice(times))
    assert only(events, e.DiceTumbled).times == times
    assert play.phase is (Tumbled if valid else Idle)
    if not valid:
        voided = only(events, e.RoundVoided)
        assert (voided.clause, voided.announced, voided.call) == ("6.1", False, "No spin")
        play.refuses(Refusal.STEP_OUT_OF_ORDER, DEALER, c.OpenBets())


@pytest.mark.clause("nz-1998:6.1", "nz-2008:6.1")
def test_the_dice_are_not_spun_again_within_the_round(play):
    play.do(DEALER, c.TumbleDice(3))
    play.refuses(Refusal.STEP_OUT_OF_ORDER, DEALER, c.TumbleDice(3))
    play.do(DEALER, c.OpenBets())
    play.close()
    play.refuses(Refusal.STEP_OUT_OF_ORDER, DEALER, c.TumbleDice(3))


def test_while_the_next_dice_are_spun_the_layout_shows_the_roll_of_the_round_before_and_says_of_which(play):
    play.round("2-2-5", (1, "big", 100))
    play.do(DEALER, c.TumbleDice(3))
    view = table_view(play.desk, 0, "")
    assert (view.round, view.shown.round, view.shown.roll) == (2, 1, "2-2-5")
    play.do(DEALER, c.OpenBets())
    assert table_view(play.desk, 0, "").shown is None


def test_after_dice_that_were_spun_too_seldom_no_roll_of_another_round_is_shown(play):
    play.round("2-2-5", (1, "big", 100))
    play.do(DEALER, c.TumbleDice(2))
    view = table_view(play.desk, 0, "")
    assert (view.round, view.void.number, view.shown) == (2, 2, None)
    play.do(DEALER, c.TumbleDice(3))
    assert table_view(play.desk, 0, "").shown is None, "the round before is long over"


@pytest.mark.clause("nz-1998:6.2", "nz-2008:6.2")
def test_the_dealer_ends_the_wagers_with_a_call_and_the_bell(play):
    play.bets((1, "big", 100))
    for by in (1, Role.GAME_SUPERVISOR, Role.AUTOMATION):
        play.refuses(Refusal.ROLE_NOT_ALLOWED, by, c.CloseBets(), clause="6.2")
    closed = only(play.close(), e.BetsClosed)
    assert (closed.call, closed.bell) == ("No more bets", True)


@pytest.mark.clause("nz-1998:6.3", "nz-2008:6.3")
@pytest.mark.parametrize(
    ("faces", "words"),
    [
        ("6-1-3", "1, 3, 6, total 10"),
        ("3-4-3", "double 3, 4, total 10"),
        ("3-1-3", "1, double 3, total 7"),
        ("5-5-5", "triple 5, total 15"),
    ],
)
def test_the_dice_are_uncovered_after_the_closing_call_and_called_from_low_to_high_with_the_total(play, faces, words):
    play.begin()
    play.refuses(Refusal.STEP_OUT_OF_ORDER, DEALER, c.RevealDice(), clause="6.2")
    play.close()
    assert only(play.roll(faces), e.RollEntered).call == words


@pytest.mark.clause("nz-1998:6.3", "nz-2008:6.3")
def test_dice_that_do_not_lie_flat_are_not_called(play):
    play.bets((1, "big", 100)).close()
    events = play.do(DEALER, c.RevealDice(flat=False))
    assert [type(event) for event in events] == [e.RoundVoided, e.ChipsMoved]
    play.refuses(Refusal.STEP_OUT_OF_ORDER, DEALER, c.PressButton(1))


@pytest.mark.clause("nz-1998:6.5", "nz-2008:6.5", "nz-1998:6.5(a)", "nz-2008:6.5(a)")
def test_all_losing_wagers_are_taken_first(play):
    play.bets((1, "big", 100), (2, "small", 100), (3, "total-4", 50), (4, "single-6", 50)).close()
    play.reveal()
    play.refuses(Refusal.STEP_OUT_OF_ORDER, DEALER, c.CollectLosers(), clause="6.4")
    for face in (4, 5, 6):
        play.do(DEALER, c.PressButton(face))
    play.do(DEALER, c.EnterRoll())
    play.refuses(Refusal.STEP_OUT_OF_ORDER, DEALER, c.PayArea(), clause="6.5(a)")
    play.refuses(Refusal.ROLE_NOT_ALLOWED, Role.GAME_SUPERVISOR, c.CollectLosers(), clause="6.5(a)")
    collected = only(play.do(DEALER, c.CollectLosers()), e.LosersCollected)
    assert {(award.seat, award.stake) for award in collected.lost} == {(2, 100), (3, 50)}
    assert (play.balance("float"), play.on_layout()) == (FLOAT - 4000 + 150, 150)
    assert play.credits() == {1: 900, 2: 900, 3: 950, 4: 950}


@pytest.mark.clause("nz-1998:6.5", "nz-2008:6.5", "nz-1998:6.5(b)", "nz-2008:6.5(b)")
def test_all_winning_wagers_are_paid_after_that(play):
    play.bets((1, "big", 100), (2, "small", 100), (3, "total-15", 50), (4, "single-6", 50)).close()
    play.roll("4-5-6")
    play.do(DEALER, c.CollectLosers())
    play.refuses(Refusal.ROLE_NOT_ALLOWED, Role.GAME_SUPERVISOR, c.PayArea(), clause="6.5(b)")
    paid = [event.area for event in play.do(DEALER, c.PayArea()) if isinstance(event, e.AreaPaid)]
    assert sorted(paid) == ["big", "single", "total"]
    assert play.credits() == {1: 1100, 2: 900, 3: 1900, 4: 1050}
    assert play.balance("float") == play.table.bank.now == FLOAT - 4950


@pytest.mark.clause("nz-1998:6.5(b)", "nz-2008:6.5(b)")
def test_winners_wait_for_a_fill_where_the_float_cannot_pay_them(play):
    play.bets((1, "triple-6", 1000)).close()
    play.roll("6-6-6")
    play.do(DEALER, c.CollectLosers())
    assert "fill" in play.refuses(Refusal.CREDIT_SHORT, DEALER, c.PayArea())
    play.fill((1000,) * 100)
    play.do(DEALER, c.PayArea())
    assert (play.credit(1), play.balance("float")) == (181_000, FLOAT - 4000 + 100_000 - 180_000)


@pytest.mark.clause("nz-1998:6.1", "nz-1998:6.2", "nz-1998:6.3", "nz-1998:6.4", "nz-1998:6.5")
@pytest.mark.clause("nz-2008:6.1", "nz-2008:6.2", "nz-2008:6.3", "nz-2008:6.4", "nz-2008:6.5")
def test_every_step_comes_in_its_order_and_no_other_is_taken_instead(play):
    for place, (step, phase) in enumerate(zip(STEPS, LATER, strict=True)):
        for other in STEPS[:place] + STEPS[place + 1 :]:
            early = play.phase is Settling and other in STEPS[:2]
            play.refuses(Refusal.PREVIOUS_UNPAID if early else Refusal.STEP_OUT_OF_ORDER, DEALER, other)
        if step == c.EnterRoll():
            for face in (4, 5, 6):
                play.do(DEALER, c.PressButton(face))
        play.do(DEALER, step)
        if step == c.OpenBets():
            play.do(1, BIG)
        assert play.phase is phase
