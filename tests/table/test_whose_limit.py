"""Which limit holds where several do, who may take a step, and what a refusal says of it."""

import pytest
from table.playing import only, opened

from taisai import Refusal
from taisai.rules.vocabulary import Role, Step
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table import game
from taisai.table.limits import LimitRule

DEALER, MANAGER, ITSELF = Role.DEALER, Role.PIT_MANAGER, Role.AUTOMATION
GENERAL = LimitRule(minimum=1, maximum=500, exposure=300)


def taken(play, seat, spot, stake):
    placed = only(play.wager(seat, spot, stake), e.WagerPlaced)
    return placed.stake, placed.excess


def test_an_area_has_its_own_minimum_and_maximum_and_the_cap_of_the_house():
    play = opened("rws-6/2", limits=[GENERAL, LimitRule("big", minimum=20, maximum=400)]).bets()
    words = play.refuses(Refusal.STAKE_BELOW_MINIMUM, 1, c.PlaceWager(1, "big", 19))
    assert words == "SGD 0.19 on 'big' is below the minimum of SGD 0.20; raise it or withdraw"
    assert taken(play, 1, "small", 1) == (1, 0)
    assert taken(play, 1, "big", 350) == (301, 49), "300 and what small would lose"
    words = play.refuses(Refusal.STAKE_ABOVE_EXPOSURE, 1, c.PlaceWager(1, "big", 1))
    assert words == "SGD 0.01 is too much on 'big', which has room for SGD 0.00; stake less or elsewhere"


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        (LimitRule(maximum=100, differential=100, exposure=100), Refusal.STAKE_ABOVE_BOX),
        (LimitRule(maximum=200, differential=100, exposure=100), Refusal.STAKE_ABOVE_DIFFERENTIAL),
        (LimitRule(maximum=200, differential=200, exposure=100), Refusal.STAKE_ABOVE_EXPOSURE),
        (LimitRule(maximum=100, differential=200, exposure=200), Refusal.STAKE_ABOVE_BOX),
        (LimitRule(maximum=200, differential=100, exposure=200), Refusal.STAKE_ABOVE_DIFFERENTIAL),
    ],
)
def test_the_limit_that_is_named_is_the_one_that_leaves_least_and_of_equals_the_first(rule, code):
    play = opened("rws-6/2", limits=[rule]).bets()
    assert taken(play, 1, "big", 150) == (100, 50)
    play.refuses(code, 1, c.PlaceWager(1, "big", 1))


def test_limits_that_change_hold_for_the_very_next_wager_however_often_they_change(monkeypatch):
    monkeypatch.setattr(game, "KEPT_MOST", 3)
    play = opened("rws-6/2", limits=[LimitRule(maximum=100)])
    for maximum in range(20, 40):
        play.do(MANAGER, c.ChangeLimits((LimitRule(maximum=maximum, differential=10**6),)))
        assert taken(play.bets(), 1, "big", maximum + 1) == (maximum, 1)
        play.close()
        play.roll("4-5-6")
        play.settle()


def test_two_tables_of_one_game_have_each_its_own_limits():
    one, other = (opened("rws-6/2", limits=[LimitRule(maximum=most)]).bets() for most in (100, 200))
    assert one.desk.game is other.desk.game
    assert [taken(play, 1, "big", 300) for play in (one, other)] == [(100, 200), (200, 100)]


def test_no_stake_is_refused_in_words():
    play = opened("rws-6/2").bets()
    words = play.refuses(Refusal.STAKE_INVALID, 1, c.PlaceWager(1, "big", 0))
    assert words == "SGD 0.00 on 'big' is not a stake; stakes start at SGD 0.01"


def test_an_area_that_is_unknown_or_limited_twice_is_no_limit():
    play = opened("rws-6/2")
    rules = {"bigg": (LimitRule("bigg"),), "big": (LimitRule("big"), LimitRule("big", minimum=2))}
    for area, limits in rules.items():
        words = play.refuses(Refusal.LIMITS_INVALID, MANAGER, c.ChangeLimits(limits))
        assert words == f"there is no area {area!r}, or it has two limits; limit each area once"


def test_a_table_takes_by_itself_only_the_steps_that_are_its_own():
    play = opened("rws-6/2", automation=("close-bets",)).bets()
    closing = next(step for step in play.game.steps if step.step is Step.CLOSE_BETS)
    words = play.refuses(Refusal.ROLE_NOT_ALLOWED, 1, c.CloseBets(), clause=closing.clause)
    assert words.startswith("player is not allowed to do close-bets; allowed: dealer (rws-6 ")
    play.do(ITSELF, c.CloseBets())
    play.refuses(Refusal.ROLE_NOT_ALLOWED, ITSELF, c.TumbleDice(3))
    play.do(DEALER, c.TumbleDice(3))


def test_a_step_is_for_the_round_that_its_sender_saw():
    play = opened("rws-6/2")
    assert play.refuses(Refusal.ROUND_STALE, DEALER, c.OpenBets(), 7) == "this order is for round 7; this is round 1"
    play.begin()
    assert play.refuses(Refusal.ROUND_STALE, DEALER, c.CloseBets(), 2) == "this order is for round 2; this is round 1"


def test_unnoticed_excess_is_shared_out_by_the_limit_of_its_own_area():
    rules = [LimitRule(minimum=1, maximum=5000), LimitRule("odd", minimum=1, maximum=100)]
    play = opened("rws-6/2", money="chips", limits=rules)
    play.bets((1, "odd", 100), (1, "small", 100)).close()
    for spot in ("odd", "small"):
        play.do(DEALER, c.RecordUnnoticed(2, spot, 100))
    play.roll("1-2-4")
    collected = only(play.do(DEALER, c.CollectLosers()), e.LosersCollected)
    shares = {(won.spot, won.seat): (won.stake, won.refused) for won in sum(collected.winners.values(), ())}
    assert shares["odd", 1] == shares["odd", 2] == (50, 50)
    assert shares["small", 1] == shares["small", 2] == (100, 0)
