"""Minimum, box maximum and Differential while wagers are open; what nobody noticed is shared after closing."""

import pytest
from table.playing import Play, only, opened

from taisai import Refusal
from taisai.house.narration import tell
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.limits import LimitRule
from taisai.wire.stream import seats_of

DEALER = Role.DEALER
LIMITS = LimitRule(minimum=50, maximum=500, differential=200)


def betting(*rules, money="credits"):
    play = opened("rws-6/2", limits=rules, money=money)
    play.begin()
    return play


def taken(events):
    placed = only(events, e.WagerPlaced)
    return placed.stake, placed.excess


@pytest.mark.clause("rws-6:1.3")
@pytest.mark.parametrize(("heavy", "light"), [("big", "small"), ("small", "big"), ("odd", "even"), ("even", "odd")])
def test_the_differential_is_how_far_the_two_sides_are_apart_over_all_players(heavy, light):
    play = betting(LIMITS)
    assert taken(play.wager(1, heavy, 150)) == (150, 0)
    assert taken(play.wager(2, heavy, 150)) == (50, 100)
    play.refuses(Refusal.STAKE_ABOVE_DIFFERENTIAL, 3, c.PlaceWager(3, heavy, 50))
    play.wager(3, light, 100)
    assert taken(play.wager(2, heavy, 150)) == (100, 50)
    assert play.table.current.boxes == {heavy: 300, light: 100}


@pytest.mark.clause("rws-6:1.3")
def test_the_differential_joins_no_other_spots():
    play = betting(LIMITS)
    for spot in ("odd", "total-11", "domino-5-6", "single-6"):
        assert taken(play.wager(1, spot, 200)) == (200, 0)
    assert taken(play.wager(2, "big", 200)) == (200, 0)


@pytest.mark.clause("rws-6:3.4")
def test_a_wager_is_taken_only_within_minimum_maximum_and_differential():
    play = betting(LIMITS)
    assert "50" in play.refuses(Refusal.STAKE_BELOW_MINIMUM, 1, c.PlaceWager(1, "big", 49))
    assert taken(play.wager(1, "big", 50)) == (50, 0)
    assert taken(play.wager(1, "big", 700)) == (150, 550)
    assert taken(play.wager(2, "single-1", 700)) == (500, 200)
    assert (play.credit(1), play.credit(2), play.on_layout()) == (800, 500, 700)


@pytest.mark.clause("rws-6:3.4")
def test_the_minimum_is_for_one_players_wager_and_not_for_the_box():
    play = betting(LIMITS)
    play.wager(1, "big", 60)
    play.refuses(Refusal.STAKE_BELOW_MINIMUM, 2, c.PlaceWager(2, "big", 10))
    assert taken(play.wager(1, "big", 10)) == (10, 0)


def test_limits_change_between_rounds_only_and_old_and_new_are_kept():
    play = betting(LIMITS)
    other = c.ChangeLimits((LimitRule(minimum=10, maximum=100, differential=100),))
    play.refuses(Refusal.ROUND_RUNNING, Role.PIT_MANAGER, other)
    play.close()
    play.roll("4-5-6")
    play.settle()
    play.refuses(Refusal.ROLE_NOT_ALLOWED, DEALER, other)
    changed = only(play.do(Role.PIT_MANAGER, other), e.LimitsChanged)
    assert (changed.old, changed.new) == ((LIMITS,), other.limits)
    play.begin()
    assert taken(play.wager(1, "big", 200)) == (100, 100)


@pytest.mark.clause("rws-6:3.5")
def test_room_that_one_player_leaves_in_a_box_is_taken_by_others():
    play = betting(LIMITS)
    play.wager(1, "single-1", 100)
    assert taken(play.wager(2, "single-1", 300)) == (300, 0)
    assert taken(play.wager(3, "single-1", 300)) == (100, 200)
    play.refuses(Refusal.STAKE_ABOVE_BOX, 1, c.PlaceWager(1, "single-1", 50))
    assert (play.credits(), play.on_layout()) == ({1: 900, 2: 700, 3: 900, 4: 1000}, 500)


@pytest.mark.clause("rws-6:3.5")
def test_room_that_one_player_leaves_in_the_differential_is_taken_by_others():
    play = betting(LimitRule(minimum=50, maximum=5000, differential=200))
    play.wager(1, "small", 200)
    play.wager(2, "big", 100)
    assert taken(play.wager(3, "big", 500)) == (300, 200)


@pytest.mark.clause("rws-6:5.1")
def test_excess_over_the_box_is_rejected_while_wagers_are_open_and_stays_with_the_player():
    play = betting(LIMITS)
    assert taken(play.wager(1, "single-1", 501)) == (500, 1)
    play.close()
    play.roll("1-2-3")
    play.settle()
    assert play.credit(1) == 1500


@pytest.mark.clause("rws-6:5.1")
def test_a_raise_or_a_move_beyond_the_box_is_rejected():
    play = betting(LIMITS)
    play.wager(1, "single-1", 450)
    play.wager(2, "single-2", 100)
    play.refuses(Refusal.STAKE_ABOVE_BOX, 2, c.MoveWager(2, "single-2", "single-1", 100))
    assert taken(play.wager(1, "single-1", 100)) == (50, 50)


@pytest.mark.clause("rws-6:5.1")
def test_excess_that_a_withdrawal_leaves_on_the_heavier_side_is_rejected_at_closing_newest_first():
    """Exactly what is over: 200 of 450, the newest 150 and 50 of the 200 before it."""
    play = betting(LIMITS)
    for seat, spot, stake in ((1, "big", 100), (2, "small", 300), (3, "big", 200), (4, "big", 150)):
        play.wager(seat, spot, stake)
    play.do(2, c.WithdrawWager(2, "small", 250))
    rejected = only(play.close(), e.ExcessRejected)
    assert (rejected.clause, rejected.rejected) == ("5.1", (e.Stake(4, "big", 150), e.Stake(3, "big", 50)))
    assert play.table.current.boxes == {"big": 250, "small": 50}
    assert play.credits() == {1: 900, 2: 950, 3: 850, 4: 1000}
    play.roll("1-1-2")
    play.settle()
    assert play.credits() == {1: 900, 2: 1050, 3: 850, 4: 1000}


@pytest.mark.clause("rws-6:5.1")
@pytest.mark.parametrize(
    ("older", "placed", "withdrawn", "rejected"),
    [
        (200, (50, 10, 100), 0, (100, 10)),
        (200, (50, 15), 10, (5,)),
        (200, (250,), 0, (200,)),
        (210, (50, 15), 0, (65,)),  # all of it, for only 40 fits
        (210, (100,), 50, (50,)),
    ],
)
def test_what_is_rejected_at_closing_is_the_excess_and_leaves_no_wager_under_the_minimum(
    older, placed, withdrawn, rejected
):
    """50 stays on Small, so 250 fits on Big."""
    play = betting(LIMITS)
    for seat, spot, stake in (
        (1, "small", 200),
        (2, "big", older),
        (1, "small", 100),
        *((3, "big", one) for one in placed),
    ):
        play.wager(seat, spot, stake)
    if withdrawn:
        play.do(3, c.WithdrawWager(3, "big", withdrawn))
    play.do(1, c.WithdrawWager(1, "small", 250))
    back = only(play.close(), e.ExcessRejected).rejected
    left = sum(placed) - withdrawn - sum(rejected)
    assert sum(one.stake for one in back) == sum(rejected)
    assert {one.seat for one in back} == {3}
    assert play.credits() == {1: 950, 2: 1000 - older, 3: 1000 - left, 4: 1000}


@pytest.mark.clause("rws-6:5.1")
def test_whoever_gets_something_back_at_closing_is_told_what_and_why():
    play = betting(LIMITS)
    for seat, spot, stake in ((1, "small", 200), (2, "big", 200), (3, "big", 150)):
        play.wager(seat, spot, stake)
    play.do(1, c.WithdrawWager(1, "small", 100))
    rejected = only(play.close(), e.ExcessRejected)
    assert tell(rejected) == "excess is rejected (5.1): 50 on big to seat 3"
    assert seats_of(rejected) == {3}
    assert play.table.current.excess == [e.Stake(3, "big", 50)]


@pytest.mark.clause("rws-6:5.1")
def test_nothing_is_rejected_at_closing_where_the_sides_are_near_enough():
    play = betting(LIMITS)
    play.wager(1, "big", 200)
    assert [type(event) for event in play.close()] == [e.BetsClosed]


@pytest.mark.clause("rws-6:3.3")
@pytest.mark.parametrize(
    "limits",
    [
        (),
        (LimitRule(minimum=50),),
        (LimitRule(minimum=50, maximum=500),),
        (LimitRule(minimum=50, differential=200),),
        (LIMITS, LimitRule("big", 50, 500)),
    ],
    ids=["none", "minimum", "no Differential", "no maximum", "none for one area"],
)
def test_a_table_without_limits_on_display_does_not_open(limits):
    play = Play("rws-6/2")
    play.do(Role.PIT_MANAGER, c.ChangeLimits(limits))
    play.refuses(Refusal.LIMITS_MISSING, Role.PIT_MANAGER, c.OpenTable(), clause="3.3")
    play.do(Role.PIT_MANAGER, c.ChangeLimits((LIMITS,)))
    play.do(Role.PIT_MANAGER, c.OpenTable())
    play.refuses(Refusal.LIMITS_MISSING, Role.PIT_MANAGER, c.ChangeLimits(limits), clause="3.3")


@pytest.mark.clause("rws-6:3.3")
def test_the_maximum_is_for_the_box_and_no_house_makes_it_the_players_own():
    play = opened("rws-6/2", limits=[LIMITS])
    own = c.ChangeLimits((LimitRule(minimum=50, maximum=500, differential=200, scope="player"),))
    play.refuses(Refusal.LIMITS_INVALID, Role.PIT_MANAGER, own)
    play.bets((1, "single-1", 300))
    assert taken(play.wager(2, "single-1", 300)) == (200, 100)
