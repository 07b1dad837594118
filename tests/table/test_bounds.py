"""Bounds of what goes back at closing, of what is recorded after it, and of what a correction or decision moves."""

import pytest
from table.playing import FLOAT, only, opened

from taisai import Refusal
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.limits import LimitRule
from taisai.table.state import Dispute

DEALER, SUPERVISOR, MANAGER, SHIFT = Role.DEALER, Role.GAME_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER
CAPPED = (LimitRule(minimum=10, differential=100),)
POOLED = (LimitRule(minimum=50, maximum=500),)


def rejected(play):
    return only(play.close(), e.ExcessRejected).rejected


def test_from_the_newest_placement_goes_back_no_more_than_it_was_and_then_from_the_one_before():
    play = opened("rws-6/2", limits=CAPPED).bets(
        (1, "small", 100), (1, "big", 100), (1, "big", 60), (2, "big", 40), (1, "odd", 50)
    )
    play.do(1, c.WithdrawWager(1, "small", 100))
    assert rejected(play) == (e.Stake(2, "big", 40), e.Stake(1, "big", 60))
    assert play.table.current.boxes == {"small": 0, "big": 100, "odd": 50}


def test_one_unit_goes_back_for_one_unit_too_much_and_none_where_there_is_none_too_much():
    play = opened("rws-6/2", limits=CAPPED).bets((1, "small", 11), (2, "big", 101))
    play.do(1, c.WithdrawWager(1, "small", 11))
    assert rejected(play) == (e.Stake(2, "big", 1),)
    play = opened("rws-6/2", limits=CAPPED).bets((1, "small", 11), (2, "big", 100))
    play.do(1, c.WithdrawWager(1, "small", 11))
    assert not [event for event in play.close() if isinstance(event, e.ExcessRejected)]


def test_a_wager_that_was_withdrawn_is_not_given_back_again():
    play = opened("rws-6/2", limits=CAPPED).bets((1, "small", 100), (1, "big", 150), (2, "big", 50))
    play.do(2, c.WithdrawWager(2, "big", 50))
    play.do(1, c.WithdrawWager(1, "small", 100))
    assert rejected(play) == (e.Stake(1, "big", 50),)
    assert play.credits() == {1: 900, 2: 1000, 3: 1000, 4: 1000}


def test_all_that_a_seat_holds_may_lie_unnoticed_and_no_more():
    play = opened("rws-6/2", money="chips", limits=POOLED).bets((1, "big", 500))
    play.close()
    assert (
        play.refuses(Refusal.CREDIT_SHORT, DEALER, c.RecordUnnoticed(2, "big", 1005)) == "seat 2 holds only SGD 10.00"
    )
    play.do(DEALER, c.RecordUnnoticed(2, "big", 1000))
    assert play.table.current.placed[-1] == e.Stake(2, "big", 1000)
    assert play.table.current.unnoticed


@pytest.mark.parametrize(
    ("table", "money", "code"),
    [("rws-6/2", "credits", Refusal.CHIPS_NOT_HERE), ("nz-1998/1", "chips", Refusal.TROUBLE_UNKNOWN)],
)
def test_nothing_is_unnoticed_at_terminals_nor_where_the_rulebook_shares_nothing_out(table, money, code):
    play = opened(table, money=money).bets()
    play.close()
    play.refuses(code, DEALER, c.RecordUnnoticed(1, "big", 100))


def test_only_the_spots_of_an_area_with_a_maximum_are_shared_out_by_it():
    limits = (LimitRule(minimum=50), LimitRule(area="any-triple", minimum=10, maximum=100))
    play = opened("rws-6/2", money="chips", limits=limits).bets((1, "any-triple", 100), (1, "big", 300))
    play.close()
    play.do(DEALER, c.RecordUnnoticed(2, "any-triple", 100))
    play.do(DEALER, c.RecordUnnoticed(2, "big", 700))
    play.roll("4-5-6")
    play.settle()
    refused = {(award.seat, award.spot): award.refused for award in play.table.settled(1).awards}
    assert refused == {(1, "any-triple"): 50, (2, "any-triple"): 50, (1, "big"): 0, (2, "big"): 0}


def test_a_correction_at_a_chip_table_leaves_the_float_with_what_it_paid_and_got():
    play = opened("rws-6/2", money="chips")
    play.round("4-5-6", (1, "big", 300), (2, "small", 200))
    before = play.table.bank.now
    play.do(SHIFT, c.CorrectRound(1, (1, 2, 3)), second=SUPERVISOR)
    assert play.table.bank.now - before == 600 - 400
    assert play.balance("float") == play.table.bank.now != FLOAT


def test_several_rounds_in_one_order_take_each_seat_to_where_it_was():
    play = opened("rws-6/2")
    play.round("4-5-6", (1, "big", 400), (2, "small", 100))
    play.round("1-2-4", (1, "big", 300), (2, "small", 100))
    play.do(MANAGER, c.ReverseRounds((1, 2)), second=SHIFT)
    assert play.credits() == {1: 1000, 2: 1000, 3: 1000, 4: 1000}
    assert not any(seat.owed for seat in play.table.seats.values())


def test_what_comes_back_for_one_round_pays_for_the_next_of_the_same_order():
    play = opened("rws-6/2")
    play.round("4-5-6", (1, "big", 400))
    play.round("1-2-4", (1, "big", 600))
    play.bets((1, "big", 800))
    events = play.do(MANAGER, c.ReverseRounds((1, 2)), second=SHIFT)
    assert [event.corrections for event in events] == [(e.Correction(1, 600, 0, 0),), (e.Correction(1, 0, 400, 0),)]


def test_all_stakes_of_a_round_under_way_count_when_others_are_taken_back():
    play = opened("rws-6/2")
    play.round("4-5-6", (1, "big", 900))
    play.bets((1, "big", 1000), (1, "odd", 900), (2, "odd", 10))
    play.do(MANAGER, c.ReverseRounds((2, 1)), second=SHIFT)
    assert play.credits() == {1: 1000, 2: 1000, 3: 1000, 4: 1000}


def test_a_round_under_way_cannot_be_corrected_as_if_it_were_settled():
    play = opened("rws-6/2").bets((1, "big", 100))
    play.close()
    play.roll("4-5-6")
    play.do(DEALER, c.CollectLosers())
    early = c.CorrectRound(1, (1, 2, 3))
    words = play.refuses(Refusal.REMEDY_REFUSED, SHIFT, early, second=SUPERVISOR, clause="5.10")
    assert "the round is not settled yet; amend the entry" in words


def test_a_dispute_is_about_a_round_that_was_and_a_player_s_about_their_own_seat():
    play = opened("rws-6/2").bets()
    words = play.refuses(Refusal.SEAT_UNKNOWN, 1, c.OpenDispute(0, 1, "unfair"))
    assert words == "a player can only dispute for their own seat"
    assert play.refuses(Refusal.ROUND_UNKNOWN, 1, c.OpenDispute(1, 2, "unfair")) == "there is no round 2 yet"
    play.refuses(Refusal.ROUND_UNKNOWN, 1, c.OpenDispute(1, -1, "unfair"))
    play.do(1, c.OpenDispute(1, 1, "unfair"))
    play.do(DEALER, c.OpenDispute(0, 0, "the bell"))
    kept = [(one.number, one.seat, one.about, one.claim) for one in play.table.disputes.values()]
    assert kept == [(1, 1, 1, "unfair"), (2, 0, 0, "the bell")]
    assert isinstance(play.table.disputes[1], Dispute)


def test_a_decision_is_written_down_with_its_second_also_where_no_money_moves():
    play = opened("rws-6/2")
    play.do(1, c.OpenDispute(1, 0, "unfair"))
    words = play.refuses(Refusal.DISPUTE_UNKNOWN, SHIFT, c.DecideDispute(1, " "))
    assert words == "enter the reason for the decision"
    decided = only(play.do(SHIFT, c.DecideDispute(1, "seen on film"), second=MANAGER), e.DisputeDecided)
    assert (decided.reason, decided.second, decided.corrections) == ("seen on film", "a pit-manager", ())


def test_a_round_is_committed_to_once():
    play = opened("rws-6/2", automation=("tumble", "reveal", "enter"))
    play.do(Role.AUTOMATION, c.ChainSeeds("a" * 64, 2))
    play.do(Role.AUTOMATION, c.CommitSeed("kept"))
    words = play.refuses(Refusal.STEP_OUT_OF_ORDER, Role.AUTOMATION, c.CommitSeed("another"))
    assert words.startswith("round 1 needs exactly one commitment")
