"""A voucher from the credit to the printer: the meter moves when it is collected, and the credit comes back when it did
not print."""

import pytest
from table.playing import only, opened

from taisai import Refusal
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e

ONE, TWO = "000000001111", "000000002222"
COLLECT, CANCEL = c.CollectVoucher(1, "1111"), c.CancelVoucher(1, "1111", "no paper")
DEALER = Role.DEALER


@pytest.fixture
def play():
    """With the voucher of seat 1, its whole credit of 1000, on its way out of the printer."""
    made = opened("rws-6/2")
    made.do(1, c.CashOut(1, ONE))
    return made


def out(play, seat=1):
    return play.table.seats[seat].meter_out


def test_the_credit_leaves_at_once_and_the_meter_moves_when_the_voucher_is_collected(play):
    assert (play.credit(1), play.balance("vouchers"), out(play)) == (0, 1000, 0)
    collected = only(play.do(1, COLLECT), e.VoucherCollected)
    assert (collected.seat, collected.amount, collected.ending) == (1, 1000, "1111")
    assert (play.credit(1), play.balance("vouchers"), out(play)) == (0, 1000, 1000)


@pytest.mark.parametrize("by", [1, DEALER, Role.SHIFT_MANAGER, Role.AUTOMATION])
def test_a_voucher_is_collected_once(play, by):
    play.do(by, COLLECT)
    assert "seat 1 has no voucher ending in" in play.refuses(Refusal.VOUCHER_UNKNOWN, by, COLLECT)
    assert out(play) == 1000


def test_no_second_voucher_is_printed_before_the_first_is_collected(play):
    play.buy(1, 200)
    words = play.refuses(Refusal.VOUCHER_UNCOLLECTED, 1, c.CashOut(1, TWO))
    assert words.startswith("the voucher ending in 1111 was not collected yet")
    play.do(2, c.CashOut(2, TWO))
    play.do(1, COLLECT)
    play.do(1, c.CashOut(1, "000000003333"))
    play.do(1, c.CollectVoucher(1, "3333"))
    assert (out(play), out(play, 2)) == (1200, 0)


def test_one_that_did_not_print_is_credit_again_and_worth_nothing(play):
    cancelled = only(play.do(DEALER, CANCEL), e.VoucherCancelled)
    assert (cancelled.amount, cancelled.ending, cancelled.procedure) == (1000, "1111", "no paper")
    assert (play.credit(1), play.balance("vouchers"), out(play)) == (1000, 0, 0)
    for amount in (0, 1000):
        play.refuses(Refusal.VOUCHER_UNKNOWN, 2, c.BuyIn(2, amount, ONE))
    play.refuses(Refusal.VOUCHER_UNKNOWN, DEALER, CANCEL)
    play.refuses(Refusal.VOUCHER_UNKNOWN, 1, COLLECT)
    play.do(1, c.CashOut(1, TWO))


def test_one_that_was_redeemed_at_another_table_was_collected_and_is_outstanding_no_more(play):
    (voucher,) = play.table.vouchers
    play.do(Role.AUTOMATION, c.PromiseVoucher(voucher, 0, "p", "another table", 2, 7))
    collected, redeemed = play.do(Role.AUTOMATION, c.NoteRedeemed(voucher, "p"))
    assert isinstance(collected, e.VoucherCollected)
    assert isinstance(redeemed, e.VoucherRedeemed)
    assert (redeemed.seat, redeemed.amount, redeemed.ending) == (1, 1000, "1111")
    assert (play.table.vouchers, play.table.seats[1].uncollected, out(play)) == ({}, "", 1000)
    play.refuses(Refusal.VOUCHER_UNKNOWN, Role.AUTOMATION, c.NoteRedeemed(voucher, "p"))


@pytest.mark.parametrize("by", [1, DEALER, Role.SHIFT_MANAGER])
def test_nobody_but_the_house_says_that_another_table_redeemed_it(play, by):
    (voucher,) = play.table.vouchers
    play.refuses(Refusal.ROLE_NOT_ALLOWED, by, c.PromiseVoucher(voucher, 0, "p", "another table", 2, 7))
    for command in (c.NoteRedeemed, c.ReleaseVoucher):
        play.refuses(Refusal.ROLE_NOT_ALLOWED, by, command(voucher, "p"))


def test_a_player_cannot_cancel_for_the_voucher_may_be_in_another_hand(play):
    play.refuses(Refusal.ROLE_NOT_ALLOWED, 1, CANCEL)
    play.refuses(Refusal.ROLE_NOT_ALLOWED, Role.AUTOMATION, CANCEL)
    play.refuses(Refusal.SEAT_NOT_YOURS, 2, COLLECT)


@pytest.mark.parametrize("by", [Role.AUDITOR, Role.TECHNICIAN])
@pytest.mark.parametrize("command", [COLLECT, CANCEL])
def test_whoever_handles_no_money_says_nothing_of_vouchers(play, by, command):
    play.refuses(Refusal.ROLE_NOT_ALLOWED, by, command)


def test_a_voucher_that_was_collected_is_not_cancelled(play):
    play.do(1, COLLECT)
    play.refuses(Refusal.VOUCHER_UNKNOWN, DEALER, CANCEL)
    assert play.balance("vouchers") == 1000


@pytest.mark.parametrize("procedure", ["", " "])
def test_whoever_cancels_says_what_was_found(play, procedure):
    words = play.refuses(Refusal.VOUCHER_UNCOLLECTED, DEALER, c.CancelVoucher(1, "1111", procedure))
    assert words == "enter what was found at the printer"


@pytest.mark.parametrize("command", [c.CollectVoucher(1, "2222"), c.CancelVoucher(2, "1111", "no paper")])
def test_it_is_said_which_voucher_is_meant(play, command):
    play.refuses(Refusal.VOUCHER_UNKNOWN, DEALER, command)


def test_whoever_redeems_a_voucher_has_collected_it(play):
    assert play.do(2, c.BuyIn(2, 1000, ONE)) == (
        e.VoucherCollected(1, 1000, play.desk.cage.digest(ONE), "1111"),
        e.CreditBought(2, 1000, play.desk.cage.digest(ONE)),
    )
    assert (out(play), play.credit(2), play.balance("vouchers")) == (1000, 2000, 0)
    play.refuses(Refusal.VOUCHER_UNKNOWN, DEALER, CANCEL)


def test_a_table_that_is_closed_or_locked_still_hears_of_its_printer(play):
    play.do(DEALER, c.LockSeat(1, "dispute"))
    play.do(Role.PIT_MANAGER, c.CloseTable())
    play.do(DEALER, CANCEL)
    assert play.credit(1) == 1000
