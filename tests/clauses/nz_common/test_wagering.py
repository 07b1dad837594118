"""When wagers may be placed and touched, by whom, and in what chips."""

import pytest
from table.playing import FLOAT, only, opened, person

from taisai import Refusal
from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.limits import LimitRule

DEALER = Role.DEALER


@pytest.mark.clause("nz-1998:4.3", "nz-2008:4.3")
@pytest.mark.parametrize("stack", [(100,), (25, 25, 25, 25), (25, 25, 25, 5, 5, 5, 5, 5)])
def test_a_wager_is_made_of_value_chips_with_the_smaller_ones_uppermost(play, stack):
    play.begin()
    assert only(play.wager(1, "big", 100, stack), e.WagerPlaced).stake == 100
    assert (play.credit(1), play.on_layout()) == (900, 100)


@pytest.mark.clause("nz-1998:4.3", "nz-2008:4.3")
@pytest.mark.parametrize("stack", [(5, 25), (25, 5, 100), (500, 5, 25)])
def test_a_larger_chip_does_not_lie_above_a_smaller_one(play, stack):
    play.begin()
    play.refuses(Refusal.STACK_ORDER, 1, c.PlaceWager(1, "big", sum(stack), stack))


@pytest.mark.clause("nz-1998:4.3", "nz-2008:4.3")
def test_a_stack_is_worth_its_chips_and_lies_on_one_spot_of_the_layout(play):
    play.begin()
    play.refuses(Refusal.CHIP_UNKNOWN, 1, c.PlaceWager(1, "big", 100, (25, 25, 25)))
    play.refuses(Refusal.CHIP_UNKNOWN, 1, c.PlaceWager(1, "big", 50, (50,)))
    play.refuses(Refusal.SPOT_UNKNOWN, 1, c.PlaceWager(1, "big small", 100, (100,)))


@pytest.mark.clause("nz-1998:4.3", "nz-2008:4.3", "nz-1998:3.4(a)", "nz-2008:3.4(a)")
def test_a_non_value_chip_counts_what_the_rack_says_for_its_colour(play):
    """No chip of the table has the value 20 or 40."""
    assert only(play.do(DEALER, c.AssignColour(1, "red", 20)), e.ColourAssigned).value == 20
    play.do(DEALER, c.AssignColour(2, "blue", 40))
    assert {seat.colour: seat.colour_value for seat in play.table.seats.values() if seat.colour} == {
        "red": 20,
        "blue": 40,
    }
    play.begin()
    play.wager(1, "big", 60, (20, 20, 20))
    play.refuses(Refusal.CHIP_UNKNOWN, 2, c.PlaceWager(2, "big", 60, (20, 20, 20)))
    play.refuses(Refusal.CHIP_UNKNOWN, 2, c.PlaceWager(2, "big", 60, (40, 40, 40)))
    play.wager(2, "big", 120, (40, 40, 40))
    assert play.table.current.boxes == {"big": 180}


@pytest.mark.clause("nz-1998:3.4(a)", "nz-2008:3.4(a)")
def test_the_rack_is_kept_by_staff_and_only_where_chips_are_played(play):
    play.refuses(Refusal.ROLE_NOT_ALLOWED, 1, c.AssignColour(1, "red", 5))
    terminals = opened(play.table.paytable)
    terminals.refuses(Refusal.CHIPS_NOT_HERE, DEALER, c.AssignColour(1, "red", 5))


@pytest.mark.clause("nz-1998:3.4(b)", "nz-2008:3.4(b)")
def test_every_subset_of_non_value_chips_has_a_colour_of_its_own(play):
    for seat, colour in enumerate(("red", "blue", "green", "white"), start=1):
        play.do(DEALER, c.AssignColour(seat, colour, 5 if seat % 2 else 25))
    for seat in (2, 3, 4):
        play.refuses(Refusal.COLOUR_TAKEN, DEALER, c.AssignColour(seat, "red", 5))
    play.refuses(Refusal.COLOUR_TAKEN, DEALER, c.AssignColour(1, "", 5))
    assert len({seat.colour for seat in play.table.seats.values()}) == 4


@pytest.mark.clause("nz-1998:3.4(b)", "nz-2008:3.4(b)")
def test_a_colour_keeps_its_value_while_its_chips_lie_on_the_layout(play):
    play.do(DEALER, c.AssignColour(1, "red", 5))
    play.bets((1, "big", 100))
    play.refuses(Refusal.ROUND_RUNNING, DEALER, c.AssignColour(1, "red", 25))
    play.close()
    play.roll("4-5-6")
    play.settle()
    play.do(DEALER, c.AssignColour(1, "red", 25))
    assert (play.table.seats[1].colour_value, play.credit(1)) == (25, 1100)


@pytest.mark.clause("nz-1998:4.4", "nz-2008:4.4")
def test_no_wager_is_taken_before_all_winners_of_the_round_before_are_paid(play):
    play.bets((1, "big", 100), (2, "single-6", 100)).close()
    play.roll("4-5-6")
    play.do(DEALER, c.CollectLosers())
    play.do(DEALER, c.PayArea("big"))
    for command in (c.TumbleDice(3), c.OpenBets()):
        assert "not paid" in play.refuses(Refusal.PREVIOUS_UNPAID, DEALER, command, 2)
    play.refuses(Refusal.BETS_NOT_OPEN, 1, c.PlaceWager(1, "big", 100))
    play.refuses(Refusal.ROUND_STALE, 1, c.PlaceWager(1, "big", 100), 2)
    play.do(DEALER, c.PayArea("single"))
    play.bets((1, "big", 100))
    assert play.credits() == {1: 1000, 2: 1100, 3: 1000, 4: 1000}


@pytest.mark.clause("nz-1998:4.5", "nz-2008:4.5")
def test_a_spoken_wager_needs_its_chips_and_is_placed_by_the_dealer_before_the_closing_call(play):
    play.begin()
    play.refuses(Refusal.CREDIT_SHORT, DEALER, c.PlaceWager(1, "big", 1025, (1000, 25)))
    spoken = c.PlaceWager(1, "big", 500, (500,), asked_by="a friend of seat 1")
    placed = only(play.do(DEALER, spoken), e.WagerPlaced)
    assert (placed.placed_by, placed.asked_by) == ("dealer", "a friend of seat 1")
    play.close()
    play.refuses(Refusal.BETS_NOT_OPEN, DEALER, c.PlaceWager(1, "big", 500, (500,)), clause="4.7(a)")
    assert (play.credit(1), play.on_layout()) == (500, 500)


@pytest.mark.clause("nz-1998:4.5", "nz-2008:4.5")
@pytest.mark.parametrize("by", [Role.GAME_SUPERVISOR, Role.PIT_MANAGER, Role.AUTOMATION])
def test_a_spoken_wager_is_placed_by_nobody_but_the_dealer(play, by):
    play.begin()
    play.refuses(Refusal.ROLE_NOT_ALLOWED, by, c.PlaceWager(1, "big", 100), clause="4.5")
    play.refuses(Refusal.SEAT_NOT_YOURS, 2, c.PlaceWager(1, "big", 100))


@pytest.mark.clause("nz-1998:4.6", "nz-2008:4.6")
def test_the_player_answers_for_where_the_dealer_put_the_wager(play):
    play.begin()
    play.do(DEALER, c.PlaceWager(1, "small", 100))
    name, role, placed = play.written()[-1]
    assert (name, role, placed.seat, placed.spot) == (person(DEALER).name, "dealer", 1, "small")
    assert placed.asked_by == "seat 1", "whoever sits there, where nobody else is named"
    play.close()
    play.refuses(Refusal.BETS_NOT_OPEN, 1, c.MoveWager(1, "small", "big", 100))
    play.roll("4-5-6")
    play.settle()
    assert (play.credit(1), play.balance("float")) == (900, FLOAT - 4000 + 100)


@pytest.mark.clause("nz-1998:4.6", "nz-2008:4.6")
def test_a_player_sees_a_misplaced_wager_put_right_while_wagers_are_open(play):
    play.begin()
    play.do(DEALER, c.PlaceWager(1, "small", 100))
    play.do(1, c.MoveWager(1, "small", "big", 100))
    play.close()
    play.roll("4-5-6")
    play.settle()
    assert play.credit(1) == 1100


@pytest.mark.clause("nz-1998:4.6", "nz-2008:4.6")
def test_staff_change_the_place_of_a_called_wager_with_a_reason_and_a_second_person(play):
    play.begin()
    play.do(DEALER, c.PlaceWager(1, "small", 100))
    for reason, second, code in (
        ("", Role.PIT_MANAGER, Refusal.REASON_MISSING),
        ("misheard", None, Refusal.DUAL_CONTROL),
    ):
        play.refuses(code, DEALER, c.MoveWager(1, "small", "big", 100, reason), second=second)
        play.refuses(code, DEALER, c.WithdrawWager(1, "small", 100, reason), second=second)
    moved = only(
        play.do(DEALER, c.MoveWager(1, "small", "big", 100, "misheard"), second=Role.PIT_MANAGER), e.WagerMoved
    )
    assert (moved.reason, moved.second) == ("misheard", "a pit-manager")
    play.refuses(Refusal.DUAL_CONTROL, DEALER, c.MoveWager(1, "big", "small", 100, "and back"))
    gone = only(play.do(DEALER, c.WithdrawWager(1, "big", 100, "he left"), second=Role.PIT_MANAGER), e.WagerWithdrawn)
    assert (gone.reason, gone.second, play.credit(1)) == ("he left", "a pit-manager", 1000)


def test_limits_are_each_players_own_unless_the_house_says_box(play):
    """They sit in a division that we do not have; nothing but a minimum and a maximum. What does not fit a player's own
    limit is refused whole, of a box the rest is taken (reading 44)."""
    own, box = LimitRule(minimum=25, maximum=500), LimitRule(minimum=25, maximum=500, scope="box")
    for rule, room in ((own, 500), (box, 100)):
        play.do(Role.CASINO_SUPERVISOR, c.ChangeLimits((rule,)))
        play.bets((1, "big", 400))
        if rule is own:
            words = play.refuses(Refusal.STAKE_ABOVE_BOX, 2, c.PlaceWager(2, "big", 600))
            assert "room for NZD 5.00" in words
            assert "room for NZD 1.00" in play.refuses(Refusal.STAKE_ABOVE_BOX, 1, c.PlaceWager(1, "big", 125))
            play.wager(2, "big", 500)
        else:
            assert only(play.wager(2, "big", 600), e.WagerPlaced).stake == room
        play.refuses(Refusal.STAKE_BELOW_MINIMUM, 3, c.PlaceWager(3, "big", 20))
        play.do(DEALER, c.VoidRound(Trouble.TUMBLER_FAULT))
    play.refuses(Refusal.LIMITS_INVALID, Role.CASINO_SUPERVISOR, c.ChangeLimits((LimitRule(differential=100),)))


def test_a_table_may_open_without_limits():
    opened("nz-2008/1", money="chips").bets((1, "big", 1000))
