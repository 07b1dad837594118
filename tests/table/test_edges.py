"""Edges of the irregularities: exactly which stake, whose float, who was told, and what is written down."""

import pytest
from table.playing import Play, only, opened

from taisai import Refusal
from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.limits import LimitRule
from taisai.table.piles import added, values_in

DEALER, SUPERVISOR, MANAGER, SHIFT = Role.DEALER, Role.GAME_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER


def shut(table, *wagers, **kwargs):
    play = opened(table, **kwargs).bets(*wagers)
    play.close()
    return play


def test_a_single_unit_can_be_moved_back_and_one_more_than_there_is_cannot():
    play = shut("nz-2008/1", (1, "big", 100))
    words = play.refuses(Refusal.WAGER_ABSENT, SUPERVISOR, c.MoveWagerBack(1, "big", "small", 101, "moved-by-dealer"))
    assert "has NZD 1.00 on 'big', not NZD 1.01" in words
    play.refuses(Refusal.WAGER_ABSENT, SUPERVISOR, c.MoveWagerBack(1, "big", "small", 0, "moved-by-dealer"))
    play.do(SUPERVISOR, c.MoveWagerBack(1, "big", "small", 1, "moved-by-dealer"))
    assert play.table.current.boxes == {"big": 99, "small": 1}


def test_a_wager_is_not_moved_back_before_closing():
    play = opened("nz-2008/1").bets((1, "big", 100))
    words = play.refuses(
        Refusal.REMEDY_REFUSED, SUPERVISOR, c.MoveWagerBack(1, "big", "small", 100, "moved-by-dealer"), clause="4.9"
    )
    assert "wagers are still open; the player can move it" in words


def test_clearing_says_whether_there_is_nothing_to_clear_or_nothing_said():
    play = opened("nz-2008/1")
    assert (
        play.refuses(Refusal.TROUBLE_UNKNOWN, Role.CASINO_SUPERVISOR, c.ClearTrouble("done"))
        == "there is no malfunction to clear"
    )
    play.do(DEALER, c.ReportTrouble(Trouble.MALFUNCTION))
    assert "enter what was repaired" in play.refuses(
        Refusal.TROUBLE_UNKNOWN, Role.CASINO_SUPERVISOR, c.ClearTrouble(" ")
    )


def test_resuming_never_brings_a_roll_and_a_round_before_its_tumble_is_void():
    play = shut("rws-6/2", (1, "big", 100))
    words = play.refuses(Refusal.ROLL_NOT_KEYED, DEALER, c.Resume("4-5-6"))
    assert words == "4-5-6 must be entered at the entry terminal, key by key, after the dice are uncovered"
    assert only(play.do(DEALER, c.Resume()), e.RoundVoided).announced is True
    assert play.credit(1) == 1000


def test_covered_dice_decide_unless_they_were_disturbed():
    for disturbed, ends in ((False, 0), (True, 1)):
        play = shut("rws-6/2", (1, "big", 100))
        play.do(DEALER, c.TumbleDice(3))
        events = play.do(DEALER, c.Resume(disturbed=disturbed))
        assert len([event for event in events if isinstance(event, e.RoundVoided)]) == ends
        assert only(events, e.TroubleReported).note == ("the dice were disturbed" if disturbed else "")
    play = shut("rws-6/2", (1, "big", 100))
    play.do(DEALER, c.TumbleDice(3))
    play.do(DEALER, c.Resume())
    play.roll("4-5-6")
    play.settle()
    assert play.credit(1) == 1100


def test_dice_that_were_seen_are_never_void_for_an_interruption():
    play = shut("rws-6/2", (1, "big", 100))
    play.reveal()
    words = play.refuses(Refusal.CAUSE_NOT_COVERED, DEALER, c.Resume(disturbed=True))
    assert words == "dice that were seen decide the round, whatever happened to them afterwards"
    assert [type(event) for event in play.do(DEALER, c.Resume())] == [e.TroubleReported]
    assert play.on_layout() == 100


def test_an_unregistered_stake_of_one_is_a_stake_and_of_nothing_is_none():
    play = opened("etg/1").bets()
    assert "0 on 'big' is not a stake" in play.refuses(Refusal.STAKE_INVALID, DEALER, c.ReportTerminal(1, {"big": 0}))
    assert only(play.do(DEALER, c.ReportTerminal(1, {"big": 1})), e.TerminalFailed).unregistered == {"big": 1}


def test_a_lock_and_its_release_are_written_down_whole():
    play = opened("rws-6/2")
    assert play.do(DEALER, c.LockSeat(1, "hand-pay", 900)) == (e.SeatLocked(1, "hand-pay", 900),)
    play.refuses(Refusal.CREDIT_SHORT, DEALER, c.ReleaseSeat(1, "paid", 1001))
    play.refuses(Refusal.CREDIT_SHORT, DEALER, c.ReleaseSeat(1, "paid", -1))
    assert play.do(DEALER, c.ReleaseSeat(1, "paid", 900)) == (e.SeatReleased(1, "paid", 900, "a shift-manager"),)
    seat = play.table.seats[1]
    assert (seat.locked, seat.credit, seat.meter_hand_paid) == ("", 100, 900)


def test_at_a_chip_table_nothing_leaves_the_seat_when_it_is_released():
    play = opened("rws-6/2", money="chips")
    play.do(DEALER, c.LockSeat(1, "dispute"))
    play.refuses(Refusal.CREDIT_SHORT, DEALER, c.ReleaseSeat(1, "paid", 1))
    play.do(DEALER, c.ReleaseSeat(1, "settled"))


def test_a_player_limits_their_loss_until_they_cash_out():
    play = opened("rws-6/2").bets((1, "big", 100))
    assert play.do(1, c.LimitLoss(1, 300)) == (e.LossLimited(1, 300, 600),)
    assert "SGD 3.00 is left" in play.refuses(Refusal.LOSS_LIMITED, 1, c.PlaceWager(1, "odd", 301))
    play.wager(1, "odd", 300)
    play.refuses(Refusal.LOSS_LIMITED, 1, c.PlaceWager(1, "even", 1))
    play.do(1, c.LimitLoss(1, 900))
    assert play.table.seats[1].loss_floor == 600, "stricter, never looser"
    play.buy(1, 50)
    play.refuses(Refusal.LOSS_LIMITED, 1, c.PlaceWager(1, "even", 1))
    play.do(1, c.CashOut(1, "123456789012"))
    play.buy(1, 50)
    play.wager(1, "even", 50)


@pytest.mark.parametrize("amount", [-1, 1000])
def test_a_loss_limit_lies_within_the_credit(amount):
    opened("rws-6/2").refuses(Refusal.STAKE_INVALID, 1, c.LimitLoss(1, amount))


def test_a_loss_limit_is_the_player_s_own():
    opened("rws-6/2").refuses(Refusal.ROLE_NOT_ALLOWED, DEALER, c.LimitLoss(1, 10))


def test_a_table_that_stops_takes_no_more_wagers():
    play = opened("nz-2008/1").bets((1, "big", 100))
    play.do(DEALER, c.ReportTrouble(Trouble.MALFUNCTION))
    for command in (c.PlaceWager(2, "big", 10), c.WithdrawWager(1, "big", 100), c.MoveWager(1, "big", "odd", 100)):
        play.refuses(Refusal.TABLE_STOPPED, command.seat, command)
    play.close()


def test_the_newest_void_round_is_remembered():
    play = opened("rws-6/2").bets((1, "big", 100))
    play.do(DEALER, c.VoidRound(Trouble.DICE_EXPOSED))
    assert (play.table.void.number, play.table.void.trouble) == (1, "dice-exposed")


def test_rounds_are_named_each_once():
    play = opened("rws-6/2")
    play.round("4-5-6", (1, "big", 100))
    for rounds in ((), (1, 1)):
        assert "each once" in play.refuses(Refusal.ROUND_UNKNOWN, MANAGER, c.ReverseRounds(rounds), second=SHIFT)
    play.do(MANAGER, c.ReverseRounds((1,)), second=SHIFT)


def test_damaged_dice_void_the_round_under_way_aloud_and_its_stakes_help_to_pay_what_is_taken_back():
    play = opened("rws-6/2")
    play.round("4-5-6", (1, "big", 900))
    play.bets((1, "big", 1000), (1, "odd", 900))
    events = play.do(MANAGER, c.ReverseRounds((2, 1)), second=SHIFT)
    assert only(events, e.RoundVoided).announced is True
    assert only(events, e.RoundReversed).corrections == (e.Correction(1, 0, 900, 0),)
    assert (play.credit(1), play.table.seats[1].owed) == (1000, 0)


def test_a_chip_table_corrects_from_its_float_and_not_beyond():
    play = opened("rws-6/2", money="chips", bought=1000)
    play.round("1-2-4", (1, "triple-6", 500))
    play.credit_float(values_in(added(play.table.tray.pile("float"), {"100": 4}, -1)))
    words = play.refuses(Refusal.CREDIT_SHORT, MANAGER, c.ReverseRounds((1,)), second=SHIFT)
    assert "request a fill" in words
    play.fill((500,))
    play.do(MANAGER, c.ReverseRounds((1,)), second=SHIFT)
    assert play.credit(1) == 1000


def test_a_corrected_round_keeps_what_was_refused_pro_rata():
    play = opened("rws-6/2", money="chips", limits=(LimitRule(minimum=50, maximum=500),))
    play.bets((1, "big", 500))
    play.close()
    play.do(DEALER, c.RecordUnnoticed(2, "big", 500))
    play.roll("4-5-6")
    play.settle()
    before = play.table.settled(1).awards
    assert [award.refused for award in before] == [250, 250]
    play.do(SHIFT, c.CorrectRound(1, (3, 2, 1)), second=SUPERVISOR)
    assert [award.refused for award in play.table.settled(1).awards] == [250, 250]


def test_an_overflow_is_a_dispute_of_nobody_about_the_round():
    play = opened("rws-6/2", money="chips", limits=(LimitRule(minimum=50, maximum=100),))
    play.bets((1, "big", 50), (2, "big", 50))
    play.close()
    play.do(DEALER, c.RecordUnnoticed(3, "big", 50))
    play.roll("4-5-6")
    opened_dispute = only(play.do(DEALER, c.CollectLosers()), e.DisputeOpened)
    assert opened_dispute == e.DisputeOpened(1, 0, 1, "the minimums alone exceed the limits by 50", "")
    play.do(SHIFT, c.AmendEntry((6, 6, 5)), second=SUPERVISOR)
    assert not any(isinstance(event, e.DisputeOpened) for event in play.do(DEALER, c.CollectLosers()))
    assert len(play.table.disputes) == 1


@pytest.mark.parametrize("automation", [(), ("collect",), ("tumble", "reveal", "enter")])
def test_a_table_voids_by_itself_only_where_it_throws_by_itself(automation):
    play = Play("rws-6/2", automation=automation).open()
    if "enter" in automation:
        play.do(Role.AUTOMATION, c.ChainSeeds("ab" * 32, 1))
        play.do(Role.AUTOMATION, c.CommitSeed("hidden"), 1)
    play.begin()
    if "enter" in automation:
        play.do(Role.AUTOMATION, c.VoidRound(Trouble.DICE_EXPOSED))
    else:
        play.refuses(Refusal.ROLE_NOT_ALLOWED, Role.AUTOMATION, c.VoidRound(Trouble.DICE_EXPOSED))
        play.do(DEALER, c.VoidRound(Trouble.DICE_EXPOSED))


def test_a_round_that_is_being_paid_is_void_by_a_supervisor_and_not_by_the_dealer():
    play = shut("rws-6/2", (1, "big", 100), (1, "double-5", 10), (2, "small", 300))
    play.roll("5-5-6")
    play.do(DEALER, c.CollectLosers())
    play.do(DEALER, c.PayArea("big"))
    late = c.VoidRound(Trouble.DICE_NOT_FLAT)
    play.refuses(Refusal.ROLE_NOT_ALLOWED, DEALER, late, clause="5.5")
    voided = only(play.do(SUPERVISOR, late), e.RoundVoided)
    assert voided.returned == (e.Stake(1, "double-5", 10),), "what still lay there"
    assert set(voided.corrections) == {e.Correction(2, 300, 0, 0), e.Correction(1, 0, 100, 0)}
    assert play.credits() == {1: 1000, 2: 1000, 3: 1000, 4: 1000}
