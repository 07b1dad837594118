"""What is put right, exactly: who gets what, what stays owed, and where it is written down."""

import pytest
from table.playing import FLOAT, only, opened

from taisai import Refusal
from taisai.rules.refusals import LONGEST, shown
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.limits import LimitRule

SHIFT, MANAGER, TUMBLER = Role.SHIFT_MANAGER, Role.PIT_MANAGER, Role.AUTOMATION
LIMIT = LimitRule(minimum=1, maximum=5000, differential=100)


def disputed(**kwargs):
    play = opened("rws-6/2", **kwargs)
    play.do(1, c.OpenDispute(1, 0, "unfair"))
    return play


@pytest.mark.parametrize(("amount", "moved"), [(70, (70, 0, 0)), (-70, (0, 70, 0)), (-1070, (0, 1000, 70))])
def test_a_decision_keeps_what_moved_also_where_it_is_still_owed(amount, moved):
    play = disputed()
    decided = only(play.do(SHIFT, c.DecideDispute(1, "seen on film", amount), second=MANAGER), e.DisputeDecided)
    (correction,) = decided.corrections
    assert (correction.credited, correction.debited, correction.owed) == moved
    assert play.table.disputes[1].moved == amount
    assert play.table.seats[1].owed == moved[2]


def test_a_dispute_keeps_the_head_of_the_journal_as_it_was_opened():
    play = opened("rws-6/2")
    seq, seal = play.store.head()
    play.do(1, c.OpenDispute(1, 0, "unfair"))
    assert play.table.disputes[1].evidence == f"entry {seq} {seal.hex()}"


def test_a_decision_at_a_chip_table_is_paid_from_the_float():
    play = disputed(money="chips")
    there = play.table.bank.now
    words = play.refuses(Refusal.CREDIT_SHORT, SHIFT, c.DecideDispute(1, "seen", there + 1), second=MANAGER)
    assert words == f"the float holds {play.game.money(there)}, not {play.game.money(there + 1)}; request a fill"
    play.do(SHIFT, c.DecideDispute(1, "seen", there), second=MANAGER)
    assert (play.table.bank.now, play.credit(1)) == (0, 1000 + there)
    assert there == FLOAT - 4 * 1000


def test_rounds_are_reversed_out_of_what_a_seat_has_and_what_comes_back_to_it():
    play = opened("rws-6/2")
    play.round("2-2-5", (1, "small", 100))
    play.begin()
    play.wager(1, "big", 1060)
    assert play.credit(1) == 40
    events = play.do(MANAGER, c.ReverseRounds((1, 2)), second=SHIFT)
    assert only(events, e.RoundReversed).corrections == (e.Correction(1, 0, 100, 0),), "40 and 1,060 bear it"
    assert (play.credit(1), play.table.seats[1].owed) == (1000, 0)


def test_a_stack_may_have_the_colour_that_a_seat_plays_and_no_other():
    play = opened("nz-2008/1", money="chips")
    play.do(Role.DEALER, c.AssignColour(1, "red", 20))
    play.begin()
    play.wager(1, "big", 125, (100, 20, 5))
    words = play.refuses(Refusal.CHIP_UNKNOWN, 2, c.PlaceWager(2, "big", 125, (100, 20, 5)))
    assert words == "the stack of NZD 1.00 and NZD 0.20 and NZD 0.05 is not NZD 1.25 in this table's chips"
    play.refuses(Refusal.CHIP_UNKNOWN, 2, c.PlaceWager(2, "big", 5, (5, 0)))


def test_where_credits_are_played_no_chip_is_known():
    play = opened("rws-6/2").bets()
    play.refuses(Refusal.CHIP_UNKNOWN, 1, c.PlaceWager(1, "big", 100, (100,)))


def test_a_seed_is_not_committed_to_once_a_round_has_begun():
    play = opened("rws-6/2", automation=("tumble", "reveal", "enter"))
    words = play.refuses(Refusal.COMMITMENT_MISSING, Role.DEALER, c.OpenBets())
    assert words == "the tumbler has not committed to the seed of round 1 yet; try again in a moment"
    play.do(TUMBLER, c.ChainSeeds("a" * 64, 3))
    play.do(TUMBLER, c.CommitSeed("kept"))
    for go_on in (play.begin, play.close, lambda: play.do(TUMBLER, c.TumbleDice(3))):
        go_on()
        play.refuses(Refusal.STEP_OUT_OF_ORDER, TUMBLER, c.ChainSeeds("b" * 64, 3))
        play.refuses(Refusal.STEP_OUT_OF_ORDER, TUMBLER, c.CommitSeed("another"))
    assert play.table.commitments[1].commitment == "a" * 64


def test_of_what_goes_back_each_placement_gives_no_more_than_itself():
    play = opened("rws-6/2", limits=[LIMIT])
    play.bets((1, "big", 100), (3, "small", 110), (2, "big", 100), (1, "big", 10))
    play.do(3, c.WithdrawWager(3, "small", 110))
    rejected = only(play.close(), e.ExcessRejected).rejected
    assert rejected == (e.Stake(1, "big", 10), e.Stake(2, "big", 100))


MINIMUM_10 = LimitRule(minimum=10, maximum=5000, differential=100)


def test_a_placement_goes_back_in_part_where_a_part_will_do():
    play = opened("rws-6/2", limits=[MINIMUM_10]).bets((1, "big", 90), (3, "small", 20), (2, "big", 30))
    play.do(3, c.WithdrawWager(3, "small", 20))
    assert only(play.close(), e.ExcessRejected).rejected == (e.Stake(2, "big", 20),)
    assert (play.credit(1), play.credit(2)) == (910, 990)


def test_what_goes_back_at_closing_leaves_no_wager_under_the_minimum():
    play = opened("rws-6/2", limits=[MINIMUM_10])
    play.bets((1, "big", 91), (3, "small", 20), (2, "big", 10), (2, "big", 19))
    play.do(2, c.WithdrawWager(2, "big", 1))
    play.do(3, c.WithdrawWager(3, "small", 20))
    assert only(play.close(), e.ExcessRejected).rejected == (e.Stake(2, "big", 18), e.Stake(2, "big", 10))
    assert play.credit(2) == 1000, "19 is too much, and 9 cannot stay"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2**128 - 1, str(2**128 - 1)),
        (2**128, "a number of more than 38 digits"),
        ("x" * LONGEST, "x" * LONGEST),
        ("x" * (LONGEST + 1), "x" * LONGEST + "…"),
    ],
)
def test_an_offending_value_is_shown_up_to_a_length(value, text):
    assert shown(value) == text


def test_what_is_owed_is_paid_in_cash_and_no_more_than_that():
    play = disputed()
    play.do(SHIFT, c.DecideDispute(1, "seen on film", -1070), second=MANAGER)
    for amount in (0, 71):
        words = play.refuses(Refusal.CREDIT_SHORT, Role.DEALER, c.PayOwed(1, amount))
        assert words == f"seat 1 owes SGD 0.70, so SGD 0.{amount:02} cannot be paid"
    play.refuses(Refusal.ROLE_NOT_ALLOWED, 1, c.PayOwed(1, 70))
    assert play.do(Role.DEALER, c.PayOwed(1, 30)) == (e.OwedPaid(1, 30, "a shift-manager"),)
    assert play.table.seats[1].owed == 40
    play.do(Role.DEALER, c.PayOwed(1, 40))
    assert (play.table.seats[1].owed, play.balance("owed:1"), play.credit(1)) == (0, 0, 0)
    assert play.balance("cash") == -4 * 1000 - 70, "all that ever came in"
