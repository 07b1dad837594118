"""What a player does at a terminal, and what a terminal refuses."""

import pytest
from table.playing import Play, only, opened

from taisai import Refusal
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.limits import LimitRule
from taisai.table.state import RECENT_ROUNDS

DEALER = Role.DEALER
NUMBER = "440000000017"


@pytest.fixture
def play():
    return opened("etg/2")


@pytest.mark.clause("etg:1.7")
def test_at_the_terminal_a_player_buys_credit_wagers_and_is_given_what_is_left_as_a_voucher(play):
    play.do(1, c.BuyIn(1, 500))
    play.round("4-5-6", (1, "big", 100))
    issued = only(play.do(1, c.CashOut(1, NUMBER)), e.VoucherIssued)
    assert (issued.amount, issued.ending, play.credit(1)) == (1600, NUMBER[-4:], 0)
    assert NUMBER not in issued.voucher
    play.do(1, c.CollectVoucher(1, issued.ending))
    seat = play.table.seats[1]
    assert (seat.meter_in, seat.meter_out, seat.meter_wagered, seat.meter_won) == (1500, 1600, 100, 200)


@pytest.mark.clause("etg:1.7")
def test_a_voucher_buys_credit_once_and_for_its_own_amount(play):
    play.do(1, c.CashOut(1, NUMBER))
    assert play.balance("vouchers") == 1000
    play.refuses(Refusal.VOUCHER_UNKNOWN, 2, c.BuyIn(2, 999, NUMBER))
    play.do(2, c.BuyIn(2, 1000, NUMBER))
    play.refuses(Refusal.VOUCHER_UNKNOWN, 2, c.BuyIn(2, 1000, NUMBER))
    assert (play.credit(2), play.balance("vouchers")) == (2000, 0)


@pytest.mark.clause("etg:1.7")
def test_a_terminal_serves_its_own_player_only(play):
    play.begin()
    for command in (c.BuyIn(1, 5), c.CashOut(1, NUMBER), c.PlaceWager(1, "big", 5)):
        play.refuses(Refusal.SEAT_NOT_YOURS, 2, command)


@pytest.mark.clause("etg:1.7")
@pytest.mark.parametrize("by", [DEALER, Role.GAME_SUPERVISOR, Role.PIT_MANAGER])
def test_nobody_but_the_player_places_wagers_at_a_terminal(play, by):
    play.begin()
    play.refuses(Refusal.ROLE_NOT_ALLOWED, by, c.PlaceWager(1, "big", 100))


@pytest.mark.clause("etg:1.7")
def test_a_terminal_takes_only_stakes_that_are_paid_in_whole_units(play):
    play.begin()
    play.refuses(Refusal.UNIT_MISFIT, 1, c.PlaceWager(1, "total-8", 5))
    play.wager(1, "total-8", 6)
    play.close()
    play.roll("1-2-5")
    play.settle()
    assert play.credit(1) == 1000 + 51


def test_a_terminal_refuses_what_is_outside_the_limits_and_nothing_is_apportioned():
    """The reading of 3.3, whose own words ask for a display."""
    play = opened("etg/2", limits=[LimitRule(minimum=50, maximum=500)]).bets()
    play.refuses(Refusal.STAKE_BELOW_MINIMUM, 1, c.PlaceWager(1, "big", 49))
    words = play.refuses(Refusal.STAKE_ABOVE_BOX, 1, c.PlaceWager(1, "big", 501))
    assert "room for SGD 5.00" in words, "refused whole, and how much would fit (reading 44)"
    placed = only(play.wager(1, "big", 500), e.WagerPlaced)
    assert (placed.stake, placed.excess, play.credit(1)) == (500, 0, 500)
    play.refuses(Refusal.STAKE_ABOVE_BOX, 1, c.PlaceWager(1, "big", 50))
    play.close()
    for by in (DEALER, Role.SHIFT_MANAGER):
        play.refuses(Refusal.CHIPS_NOT_HERE, by, c.RecordUnnoticed(2, "big", 50))


@pytest.mark.clause("etg:3.3")
def test_the_limits_are_each_players_own_and_nobody_shares_a_box():
    play = opened("etg/2", limits=[LimitRule(minimum=50, maximum=500)]).bets()
    for seat in (1, 2, 3, 4):
        play.wager(seat, "big", 450)
        assert "room for SGD 0.50" in play.refuses(Refusal.STAKE_ABOVE_BOX, seat, c.PlaceWager(seat, "big", 51))
        assert only(play.wager(seat, "big", 50), e.WagerPlaced).stake == 50
        play.refuses(Refusal.STAKE_ABOVE_BOX, seat, c.PlaceWager(seat, "big", 50))
    assert play.table.current.boxes == {"big": 2000}
    play.do(4, c.WithdrawWager(4, "big", 500))
    play.refuses(Refusal.STAKE_ABOVE_BOX, 1, c.PlaceWager(1, "big", 50))
    play.close()
    play.roll("4-5-6")
    play.settle()
    assert play.credits() == {1: 1500, 2: 1500, 3: 1500, 4: 1000}


@pytest.mark.clause("etg:3.3")
def test_a_house_cannot_make_the_limits_those_of_a_box():
    play = opened("etg/2")
    shared = c.ChangeLimits((LimitRule(minimum=50, maximum=500, scope="box"),))
    play.refuses(Refusal.LIMITS_INVALID, Role.PIT_MANAGER, shared)


@pytest.mark.clause("etg:3.3")
@pytest.mark.parametrize("limits", [(), (LimitRule(minimum=50),), (LimitRule("big", 50, 500),)])
def test_a_table_whose_terminals_have_no_limits_to_display_does_not_open(limits):
    play = Play("etg/2")
    play.do(Role.PIT_MANAGER, c.ChangeLimits(limits))
    play.refuses(Refusal.LIMITS_MISSING, Role.PIT_MANAGER, c.OpenTable(), clause="3.3")
    play.do(Role.PIT_MANAGER, c.ChangeLimits((LimitRule(minimum=50, maximum=500),)))
    play.do(Role.PIT_MANAGER, c.OpenTable())
    play.refuses(Refusal.LIMITS_MISSING, Role.PIT_MANAGER, c.ChangeLimits(limits), clause="3.3")


def test_there_is_no_differential():
    play = opened("etg/2")
    play.refuses(Refusal.LIMITS_INVALID, Role.PIT_MANAGER, c.ChangeLimits((LimitRule(differential=100),)))


@pytest.mark.clause("etg:5.5")
def test_a_wrong_entry_is_corrected_without_limit_of_time(play):
    play.round("4-5-6", (1, "big", 100), (2, "small", 100))
    for _ in range(RECENT_ROUNDS):
        play.round("2-3-4")
    play.do(Role.GAME_SUPERVISOR, c.CorrectRound(1, (1, 1, 2)), second=Role.PIT_MANAGER)
    assert (play.credit(1), play.credit(2)) == (900, 1100)
