"""Figures that add up over time, bounds to the unit, and words that say the right thing."""

import pytest
from shipped import REFS
from table.playing import CHIPS, FLOAT, only, opened

from taisai import Box, Refusal, Refused, apportion
from taisai.house.games import game
from taisai.rules.risk import Risk
from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.limits import LimitRule
from taisai.table.piles import added, values_in
from taisai.table.state import RECENT_ROUNDS, LastVoid

DEALER, SHIFT, MANAGER = Role.DEALER, Role.SHIFT_MANAGER, Role.PIT_MANAGER


def test_meters_drop_and_float_grow_with_every_change_of_cash():
    play = opened("nz-2008/1", money="chips")
    play.buy(1, 300)
    seat, bank = play.table.seats[1], play.table.bank
    assert (seat.credit, seat.meter_in, seat.away) == (1300, 1300, False)
    assert (bank.drop, bank.now) == (4300, FLOAT - 4300)


def test_what_was_won_and_wagered_adds_up_over_areas_and_rounds():
    play = opened("rws-6/2")
    for _ in range(2):
        play.round("2-2-5", (1, "small", 100), (1, "double-2", 10), (1, "big", 20))
    seat = play.table.seats[1]
    assert (seat.meter_wagered, seat.meter_won) == (2 * 130, 2 * (200 + 10 * 12)), "a double pays 11 to 1"


def test_a_void_round_is_kept_with_its_reason_clause_and_what_went_back():
    play = opened("rws-6/2").bets((1, "big", 40), (2, "small", 2))
    voided = only(play.do(DEALER, c.VoidRound(Trouble.DICE_EXPOSED)), e.RoundVoided)
    kept = LastVoid(1, "dice-exposed", voided.clause, 42)
    assert (play.table.void, play.table.voids) == (kept, [kept])
    assert voided.clause


def test_of_void_rounds_the_newest_are_kept():
    play = opened("rws-6/2")
    for _ in range(RECENT_ROUNDS + 2):
        play.begin()
        play.do(DEALER, c.VoidRound(Trouble.DICE_EXPOSED))
    assert [one.number for one in play.table.voids] == list(range(3, RECENT_ROUNDS + 3))


@pytest.mark.parametrize("ref", REFS)
def test_exposure_is_in_whole_units_however_large(ref):
    played = game(ref)
    huge = 2**60 + 1
    boxes = {"big": huge, "small": 1}
    risk = Risk(played.paytable, boxes)
    room = risk.headroom("big", 2 * huge)
    assert {type(one) for one in (*risk.returned, room)} == {int}
    assert risk.worst == (huge - 1) * played.paytable.per, "what big wins and small loses"
    assert room == 2 * huge - (huge - 1)
    assert {type(units) for spot in played.paytable.spots for _, units in played.paytable.units(spot)} == {int}


def test_shares_of_stakes_beyond_what_a_float_can_hold_are_exact():
    stakes = (2**60 + 1, 2**60 + 3, 2**60 + 5)
    settled = apportion(Box(stakes, 1, sum(stakes) - 1)).settled
    assert sum(settled) == sum(stakes) - 1
    assert all(stake - 1 <= share <= stake for stake, share in zip(stakes, settled, strict=True))
    assert {type(share) for share in settled} == {int}


@pytest.mark.parametrize(
    ("limit", "value"),
    [
        ({"minimum": 0}, 0),
        ({"minimum": 5, "maximum": -1}, 5),
        ({"differential": -1}, 1),
        ({"exposure": -1}, 1),
        ({"minimum": 5, "maximum": 4}, 4),
    ],
)
def test_a_limit_that_makes_no_sense_is_refused_with_its_value(limit, value):
    with pytest.raises(Refused) as refused:
        LimitRule(**limit)
    assert (refused.value.code, refused.value.value) == (Refusal.LIMITS_INVALID, value)


def test_minimum_and_maximum_may_be_the_same():
    play = opened("rws-6/2", limits=[LimitRule(minimum=50, maximum=50)]).bets((1, "big", 50))
    assert play.table.current.boxes == {"big": 50}


def test_one_unit_is_withdrawn_and_the_minimum_of_its_own_area_stays():
    play = opened("rws-6/2", limits=[LimitRule(minimum=1, maximum=500), LimitRule("big", minimum=20, maximum=500)])
    play.bets((1, "small", 1), (1, "big", 21))
    play.do(1, c.WithdrawWager(1, "small", 1))
    play.do(1, c.WithdrawWager(1, "big", 1))
    words = play.refuses(Refusal.STAKE_BELOW_MINIMUM, 1, c.WithdrawWager(1, "big", 1))
    assert words == "SGD 0.19 would be left on 'big', below the minimum of SGD 0.20; take all or less"
    words = play.refuses(Refusal.WAGER_ABSENT, 1, c.WithdrawWager(1, "big", 21))
    assert words == "seat 1 has SGD 0.20 on 'big', not SGD 0.21"


def test_a_float_pays_winnings_to_the_last_chip_and_stakes_are_not_its_own():
    play = opened("nz-2008/1", money="chips")
    play.bets((1, "big", 1000)).close()
    play.roll("4-5-6")
    play.do(DEALER, c.CollectLosers())
    play.credit_float(without(play, {"5": 199}))
    words = play.refuses(Refusal.CREDIT_SHORT, DEALER, c.PayArea())
    assert words == "the float holds NZD 9.95, not NZD 10.00; request a fill"
    play.fill((5,))
    play.do(DEALER, c.PayArea())
    assert (play.table.bank.now, play.credit(1)) == (0, 2000)


def without(play, stays):
    """All chips of the float but a few."""
    return values_in(added(play.table.tray.pile("float"), stays, -1))


def test_a_correction_takes_from_some_and_gives_to_others_and_the_float_bears_the_difference():
    play = opened("etg/1", money="chips")
    play.round("4-5-6", (1, "big", 100), (2, "small", 100), (2, "big", 10))
    play.credit_float(without(play, {"5": 18}))
    corrected = only(play.do(MANAGER, c.CorrectRound(1, (4, 1, 2)), second=SHIFT), e.RoundCorrected)
    assert set(corrected.corrections) == {e.Correction(1, 0, 200, 0), e.Correction(2, 180, 0, 0)}
    assert play.table.bank.now == 110


def test_several_rounds_are_reversed_out_of_what_the_rounds_before_left():
    play = opened("rws-6/2", bought=100)
    play.round("4-5-6", (1, "big", 100))
    play.round("4-5-6", (1, "big", 100))
    play.do(1, c.CashOut(1, "910000000017"))
    play.buy(1, 150)
    reversed_ = play.do(MANAGER, c.ReverseRounds((1, 2)), second=SHIFT)
    assert [event.corrections for event in reversed_] == [(e.Correction(1, 0, 100, 0),), (e.Correction(1, 0, 50, 50),)]


def test_a_refusal_of_a_round_says_which_one_is_under_way():
    play = opened("rws-6/2")
    late = c.VoidRound(Trouble.DICE_NOT_FLAT)
    assert play.refuses(Refusal.ROUND_STALE, DEALER, late, 7) == "this order is for round 7; no round was played"
    play.begin()
    assert play.refuses(Refusal.ROUND_STALE, DEALER, late, 7) == "this order is for round 7; this is round 1"
    play.do(DEALER, c.VoidRound(Trouble.DICE_EXPOSED))
    assert play.refuses(Refusal.ROUND_STALE, DEALER, late, 7) == "this order is for round 7; the last was round 1"
    assert (
        play.refuses(Refusal.ROUND_STALE, DEALER, c.Resume(), 7) == "this order is for round 7; no round is in progress"
    )


def test_a_check_is_one_of_the_rulebooks_and_the_test_run_is_no_matter_of_words():
    play = opened("nz-2008/1")
    opener = Role.CASINO_SUPERVISOR
    play.do(opener, c.CloseTable())
    words = play.refuses(Refusal.CHECKS_MISSING, opener, c.RecordCheck("5.0(x)"))
    assert "'5.0(x)' is not a check of this rulebook" in words
    words = play.refuses(Refusal.CHECKS_MISSING, opener, c.RecordCheck("5.0(b)"))
    assert "'5.0(b)' is passed by test rolls that a supervisor judges, and cannot be recorded directly" in words


def test_what_a_rulebook_does_not_provide_for_is_refused_with_what_it_does():
    play = opened("rws-6/2").bets()
    words = play.refuses(Refusal.TROUBLE_UNKNOWN, DEALER, c.VoidRound(Trouble.WAGER_LATE))
    offered = "dice-not-flat, tumbles-too-few, dice-exposed"
    assert words == f"rws-6 does not provide void-round for wager-late; only for: {offered}"


def test_no_chips_are_no_change():
    play = opened("nz-2008/1", money="chips")
    assert play.refuses(Refusal.CHIP_UNKNOWN, DEALER, c.ChangeCash(1, ())) == "name at least one chip"
    assert ", ".join(map(play.game.money, CHIPS)) in play.refuses(Refusal.CHIP_UNKNOWN, DEALER, c.ChangeCash(1, (7,)))


def test_a_table_knows_its_name_and_the_pay_table_that_it_was_installed_with():
    play = opened("rws-6/2")
    table, paytable = play.table, play.game.paytable
    assert (table.table, table.paytable, table.fingerprint) == ("T1", "rws-6/2", paytable.fingerprint)


def test_buying_in_again_adds_up_and_brings_a_player_back():
    play = opened("rws-6/2")
    play.do(1, c.LeaveSeat(1))
    play.buy(1, 300)
    seat = play.table.seats[1]
    assert (seat.credit, seat.meter_in, seat.away) == (1300, 1300, False)


def test_the_minimum_is_for_each_player_whoever_else_is_on_the_spot():
    play = opened("rws-6/2", limits=[LimitRule(minimum=10, maximum=500)]).bets((1, "big", 10))
    words = play.refuses(Refusal.STAKE_BELOW_MINIMUM, 2, c.PlaceWager(2, "big", 9))
    assert words == "SGD 0.09 on 'big' is below the minimum of SGD 0.10; raise it or withdraw"
    play.wager(1, "big", 1)
    assert play.table.current.stake(1, "big") == 11


def test_what_was_over_a_limit_is_kept_while_open_and_at_closing():
    limit = LimitRule(minimum=1, maximum=500, differential=100)
    play = opened("rws-6/2", limits=[limit]).bets((1, "big", 150), (2, "small", 30), (1, "big", 20))
    assert play.table.current.excess == [e.Stake(1, "big", 50)]
    play.do(2, c.WithdrawWager(2, "small", 30))
    rejected = only(play.close(), e.ExcessRejected)
    assert (rejected.round, rejected.rejected, rejected.clause) == (1, (e.Stake(1, "big", 20),), "5.1")
    assert play.table.current.excess == [e.Stake(1, "big", 50), e.Stake(1, "big", 20)]


def test_each_side_of_a_pair_is_measured_against_the_other():
    limit = LimitRule(minimum=1, maximum=500, differential=100)
    play = opened("rws-6/2", limits=[limit]).bets((1, "big", 100), (2, "small", 200), (3, "odd", 90))
    play.do(1, c.WithdrawWager(1, "big", 40))
    assert only(play.close(), e.ExcessRejected).rejected == (e.Stake(2, "small", 40),), "what is over goes back"
