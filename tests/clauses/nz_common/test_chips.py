"""Chips: what a stake can be made of, the change block where they are exchanged, the drop box where cash goes."""

import pytest
from table.playing import CHIPS, FLOAT, Play, only

from taisai import Refusal
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e

DEALER, SUPERVISOR = Role.DEALER, Role.CASINO_SUPERVISOR
made_of_chips = pytest.mark.clause("nz-1998:4.3", "nz-2008:4.3")
change_block = pytest.mark.clause("nz-1998:3.4(c)", "nz-2008:3.4(c)")
drop_box = pytest.mark.clause("nz-1998:3.1", "nz-2008:3.1")
ACCOUNTS = ("seat:1", "seat:2", "float", "drop", "box:1", "cash", "layout", "cage", "house")


def balances(play):
    return {account: play.balance(account) for account in ACCOUNTS}


def moved(play, by, command):
    """Which balances an order changes, and by how much."""
    before = balances(play)
    play.do(by, command)
    return {account: now - before[account] for account, now in balances(play).items() if now != before[account]}


@made_of_chips
@pytest.mark.parametrize("stake", [1, 4, 7, 99])
def test_a_stake_is_what_chips_can_make(play, stake):
    play.bets((1, "big", 100))
    for by in (1, DEALER):
        words = play.refuses(Refusal.CHIP_UNKNOWN, by, c.PlaceWager(1, "big", stake))
        assert f"smallest is {play.game.money(CHIPS[0])}" in words
    play.refuses(Refusal.CHIP_UNKNOWN, 1, c.WithdrawWager(1, "big", stake))
    play.refuses(Refusal.CHIP_UNKNOWN, 1, c.MoveWager(1, "big", "small", stake))


@made_of_chips
def test_a_players_own_colour_counts_at_its_value_for_that_player_alone(play):
    play.refuses(Refusal.CHIP_UNKNOWN, DEALER, c.AssignColour(1, "red", 2))
    play.do(DEALER, c.AssignColour(1, "red", 1))
    play.begin()
    for stake in (2, 4, 7, 9, 5):
        play.wager(1, "big", stake)
    play.refuses(Refusal.CHIP_UNKNOWN, 2, c.PlaceWager(2, "big", 7))
    play.close()
    play.roll("4-5-6")
    play.settle()
    assert play.credit(1) == 1027


@change_block
def test_chips_are_given_for_cash_of_the_same_value(play):
    change = c.ChangeCash(1, (100, 100, 25, 5))
    assert moved(play, DEALER, change) == {"seat:1": 230, "float": -230, "box:1": 230, "cash": -230}
    assert play.written()[-2][2].amount == 230


@change_block
@pytest.mark.parametrize(
    ("given", "received"), [((25,) * 4, (100,)), ((100,), (25, 25, 25, 25)), ((500,), (100,) * 4 + (25,) * 4)]
)
def test_an_exchange_of_chips_keeps_their_value(play, given, received):
    assert moved(play, DEALER, c.ColourUp(1, given, received)) == {}
    exchanged = play.written()[-2][2]
    assert (exchanged.given, exchanged.received, play.credit(1)) == (given, received, 1000)


@change_block
@pytest.mark.parametrize(
    ("given", "received"), [((25,) * 4, (100, 5)), ((100,), (25, 25, 25)), ((5,), (25,)), ((), (5,)), ((5,), ())]
)
def test_an_exchange_that_does_not_keep_its_value_is_refused(play, given, received):
    play.refuses(Refusal.CHIP_UNKNOWN, DEALER, c.ColourUp(1, given, received))


@change_block
def test_only_chips_of_the_table_that_the_player_holds_are_exchanged(play):
    play.refuses(Refusal.CHIP_UNKNOWN, DEALER, c.ColourUp(1, (50, 50), (100,)))
    play.refuses(Refusal.CHIP_UNKNOWN, DEALER, c.ChangeCash(1, (50,)))
    play.refuses(Refusal.CHIP_UNKNOWN, DEALER, c.ChangeCash(1, ()))
    play.refuses(Refusal.CREDIT_SHORT, DEALER, c.ColourUp(1, (1000, 5), (500, 500, 5)))
    play.bets((1, "big", 900))
    play.refuses(Refusal.CREDIT_SHORT, DEALER, c.ColourUp(1, (500,), (100,) * 5))


@change_block
@pytest.mark.parametrize("by", [1, Role.AUDITOR, Role.TECHNICIAN, Role.AUTOMATION])
def test_the_change_block_is_worked_by_staff(play, by):
    play.refuses(Refusal.ROLE_NOT_ALLOWED, by, c.ChangeCash(1, (100,)))
    play.refuses(Refusal.ROLE_NOT_ALLOWED, by, c.ColourUp(1, (100,), (25,) * 4))


@change_block
def test_no_chips_are_given_that_the_float_does_not_hold_or_at_a_closed_table(play):
    play.refuses(Refusal.CREDIT_SHORT, DEALER, c.ChangeCash(1, (1000,) * (FLOAT // 1000)))
    assert "80 x " in play.refuses(Refusal.CHIPS_LACKING, DEALER, c.ChangeCash(1, (1000,) * 96))
    Play(play.table.paytable, money="chips").refuses(Refusal.TABLE_CLOSED, DEALER, c.ChangeCash(1, (100,)))


@drop_box
def test_cash_goes_to_the_drop_box_and_nothing_else_does(play):
    assert (play.balance("box:1"), play.table.bank.drop) == (4000, 4000)
    play.do(DEALER, c.ChangeCash(2, (500, 25)))
    play.do(DEALER, c.ColourUp(2, (500,), (100,) * 5))
    play.fill((1000, 1000))
    play.credit_float((500,))
    play.round("4-5-6", (1, "big", 100), (2, "small", 300), (3, "single-6", 50))
    assert play.balance("box:1") == play.table.bank.drop == 4525


@drop_box
def test_nothing_is_paid_out_of_the_drop_box(play):
    play.bets((1, "triple-6", 555)).close()
    play.roll("6-6-6")
    play.do(DEALER, c.CollectLosers())
    assert play.balance("float") < 555 * 180 < play.balance("float") + play.balance("box:1")
    play.refuses(Refusal.CREDIT_SHORT, DEALER, c.PayArea())
    play.fill((1000,) * 20)
    play.do(DEALER, c.PayArea())
    assert play.balance("box:1") == 4000


@drop_box
def test_the_drop_is_in_the_result_and_stays_in_its_box_until_that_is_counted(play):
    play.round("4-5-6", (1, "big", 100), (2, "small", 300))
    play.fill((1000,))
    play.credit_float((500,))
    closed = only(play.shut(), e.TableClosed)
    assert (closed.drop, closed.fills, closed.credits) == (4000, 1000, 500)
    assert closed.win == closed.closing_float + 500 + 4000 - FLOAT - 1000 == 200
    assert (play.balance("box:1"), play.balance("float"), closed.drop) == (4000, 0, 4000)
    play.open()
    assert play.table.bank.drop == 0
