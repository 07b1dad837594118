"""Money at a seat and at the table's bank, exactly: what adds up, what is written down, where a bound lies."""

import pytest
from table.playing import FLOAT, only, opened

from taisai import Refusal, Refused
from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.limits import LimitRule
from taisai.table.state import Outstanding

DEALER = Role.DEALER
ONE, TWO, THREE = "000000001111", "000000002222", "000000003333"


def by_chips():
    return opened("nz-2008/1", money="chips")


def test_vouchers_add_up_on_the_meter_and_each_is_outstanding_by_itself():
    play = opened("rws-6/2")
    amounts = []
    for number in (ONE, TWO):
        play.buy(1, 500)
        amounts.append(play.credit(1))
        play.do(1, c.CashOut(1, number))
        play.do(1, c.CollectVoucher(1, number[-4:]))
    assert play.table.seats[1].meter_out == sum(amounts)
    expires = play.desk.cage.expiry(play.desk.clock())
    first, second = (
        Outstanding(1, amount, number[-4:], expires) for amount, number in zip(amounts, (ONE, TWO), strict=True)
    )
    assert play.table.vouchers == {play.desk.cage.digest(ONE): first, play.desk.cage.digest(TWO): second}


def test_a_voucher_needs_a_number_that_was_never_used_and_credit_to_carry():
    play = opened("rws-6/2")
    play.do(1, c.CashOut(1, ONE))
    play.do(1, c.CollectVoucher(1, ONE[-4:]))
    play.buy(1, 500)
    assert "ending in 1111 was issued before" in play.refuses(Refusal.VOUCHER_UNKNOWN, 1, c.CashOut(1, ONE))
    play.do(1, c.CashOut(1, TWO))
    play.do(1, c.CollectVoucher(1, TWO[-4:]))
    assert play.refuses(Refusal.CREDIT_SHORT, 1, c.CashOut(1, THREE)) == "seat 1 has no credit to cash out"


def test_what_is_paid_by_hand_adds_up():
    play = opened("rws-6/2")
    for paid in (30, 12):
        play.do(Role.AUTOMATION, c.LockSeat(1, "hand-pay", paid))
        play.do(Role.PIT_MANAGER, c.ReleaseSeat(1, "paid", paid))
    assert play.table.seats[1].meter_hand_paid == 42


@pytest.mark.parametrize(("left", "is_taken"), [(0, False), (1, True), (2, True)])
def test_a_loss_limit_leaves_at_least_one_unit_out_of_reach(left, is_taken):
    play = opened("rws-6/2")
    limit = c.LimitLoss(1, play.credit(1) - left)
    if is_taken:
        assert only(play.do(1, limit), e.LossLimited).floor == left
    else:
        play.refuses(Refusal.STAKE_INVALID, 1, limit)


def test_a_player_may_choose_to_lose_nothing_at_all():
    play = opened("rws-6/2").bets()
    play.do(1, c.LimitLoss(1, 0))
    play.refuses(Refusal.LOSS_LIMITED, 1, c.PlaceWager(1, "big", 1))


def test_a_coloured_chip_may_be_worth_one_unit_and_no_less():
    play = by_chips()
    play.refuses(Refusal.CHIP_UNKNOWN, DEALER, c.AssignColour(1, "red", 0))
    assert only(play.do(DEALER, c.AssignColour(1, "red", 1)), e.ColourAssigned).value == 1


def test_a_colour_is_given_by_its_name_to_one_seat():
    play = by_chips()
    assert "name a colour" in play.refuses(Refusal.COLOUR_TAKEN, DEALER, c.AssignColour(1, "", 5))
    play.do(DEALER, c.AssignColour(1, "red", 5))
    words = play.refuses(Refusal.COLOUR_TAKEN, DEALER, c.AssignColour(2, "red", 5))
    assert words == "seat 1 has the colour red; choose another"


def test_all_chips_in_hand_may_be_coloured_up():
    play = by_chips()
    held = play.credit(1)
    small, large = (5,) * (held // 5), (25,) * (held // 25)
    assert only(play.do(DEALER, c.ColourUp(1, small, large)), e.ChipsExchanged).received == large
    play.refuses(Refusal.CREDIT_SHORT, DEALER, c.ColourUp(1, (*small, 5), (*large, 5)))


def test_a_closed_table_has_no_float_and_says_which_it_had():
    play = by_chips()
    closed = only(play.shut(), e.TableClosed)
    assert (closed.opening_float, play.table.bank.now) == (FLOAT, 0)
    play = opened("nz-2008/1")
    assert only(play.do(Role.CASINO_SUPERVISOR, c.CloseTable()), e.TableClosed).closing_float == 0


def test_a_wager_that_staff_move_counts_with_what_lies_there_and_is_written_down_as_asked():
    play = opened("nz-2008/1", limits=[LimitRule(minimum=100)]).bets((1, "big", 150), (1, "total-9", 100))
    moved = only(play.do(DEALER, c.MoveWager(1, "big", "total-9", 50)), e.WagerMoved)
    assert moved == e.WagerMoved(play.table.round, 1, "big", "total-9", 50, "asked")
    assert play.table.current.stake(1, "total-9") == 150


def test_a_check_that_is_not_asked_for_is_refused_with_those_that_are():
    play = opened("nz-2008/1")
    play.do(Role.CASINO_SUPERVISOR, c.CloseTable())
    words = play.refuses(Refusal.CHECKS_MISSING, Role.CASINO_SUPERVISOR, c.RecordCheck("9.9"))
    assert words.endswith("the checks are 5.0(a), 5.0(b), 5.0(c), 5.0(d)")
    play = opened("rws-6/2")
    play.do(Role.PIT_MANAGER, c.CloseTable())
    assert play.refuses(Refusal.CHECKS_MISSING, Role.PIT_MANAGER, c.RecordCheck("x")).endswith("the checks are none")


def test_a_wrong_entry_is_not_reported_as_a_trouble():
    play = opened("rws-6/2")
    words = play.refuses(Refusal.TROUBLE_UNKNOWN, DEALER, c.ReportTrouble(Trouble.ENTRY_WRONG))
    offered = "layout-lit-wrong, malfunction, display-wrong"
    assert words == f"rws-6 does not provide report-trouble for entry-wrong; only for: {offered}"


@pytest.mark.parametrize("wrong", [{"minimum": 0}, {"maximum": -1}, {"exposure": -1}, {"minimum": 10, "maximum": 9}])
def test_a_limit_that_cannot_be_is_refused(wrong):
    with pytest.raises(Refused) as refused:
        LimitRule(**wrong)
    assert refused.value.code is Refusal.LIMITS_INVALID


def test_one_unit_buys_in_and_nothing_does_not_nor_anything_while_the_table_is_stopped():
    play = opened("nz-2008/1")
    assert only(play.do(1, c.BuyIn(1, 1)), e.CreditBought).amount == 1
    play.refuses(Refusal.STAKE_INVALID, 1, c.BuyIn(1, 0))
    play.do(DEALER, c.ReportTrouble(Trouble.MALFUNCTION))
    play.refuses(Refusal.TABLE_STOPPED, 1, c.BuyIn(1, 1))
