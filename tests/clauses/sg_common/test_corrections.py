"""What is put right after a round: damaged dice, wrong entries, and rounds that are left alone."""

import pytest
from clauses.tumbling import Electronic
from table.playing import only, opened

from taisai import Refusal
from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.state import Betting, Idle

DEALER, SUPERVISOR, MANAGER, SHIFT = Role.DEALER, Role.GAME_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER
NUMBER = "440000000017"
DAMAGED = {"rws-6": "5.6", "etg": "5.4"}
CORRECTS = {"rws-6": SHIFT, "etg": SUPERVISOR}  # 5.14: the Shift Manager; 5.5 names nobody, so a supervisor
BEFORE = {1: 1000, 2: 1000, 3: 1000, 4: 1000}
WAGERS = ((1, "big", 100), (1, "single-6", 50), (2, "small", 300), (3, "any-triple", 10))
STEPS = (c.CloseBets(), c.TumbleDice(3), c.RevealDice(), c.PressButton(4), c.PressButton(5), c.PressButton(6))
STEPS += (c.EnterRoll(), c.CollectLosers(), c.PayArea("big"))
MOMENTS = {"betting": 0, "closed": 1, "tumbled": 2, "uncovered": 3, "entered": 7, "collected": 8, "paying": 9}
damaged = pytest.mark.clause("rws-6:5.6", "etg:5.4")
wrong_entry = pytest.mark.clause("rws-6:5.10", "etg:5.5")
found_late = pytest.mark.clause("rws-6:5.8", "etg:5.6")


def correct(play, number, keys, second=MANAGER):
    return only(play.do(CORRECTS[play.book.id], c.CorrectRound(number, keys), second=second), e.RoundCorrected)


@damaged
def test_damaged_dice_void_every_affected_round_and_leave_the_others(play):
    play.round("4-5-6", (1, "big", 100))
    play.round("4-5-6", (1, "big", 100), (2, "small", 100))
    play.round("1-1-2", (1, "big", 100), (2, "any-triple", 100))
    assert play.credits() == {1: 1100, 2: 800, 3: 1000, 4: 1000}
    events = play.do(MANAGER, c.ReverseRounds((2, 3)), second=SUPERVISOR)
    clause = DAMAGED[play.book.id]
    assert {(event.round, event.clause, event.second) for event in events} == {
        (2, clause, "a game-supervisor"),
        (3, clause, "a game-supervisor"),
    }
    assert play.credits() == {1: 1100, 2: 1000, 3: 1000, 4: 1000}
    assert [one.reversed for one in play.table.recent] == [False, True, True]


@damaged
@pytest.mark.parametrize("moment", MOMENTS)
def test_the_round_under_way_is_among_those_that_damaged_dice_void_at_any_moment(play, moment):
    play.bets(*WAGERS)
    for step in STEPS[: MOMENTS[moment]]:
        play.do(DEALER, step)
    play.refuses(Refusal.ROLE_NOT_ALLOWED, SUPERVISOR, c.ReverseRounds((1,)), second=MANAGER)
    voided = only(play.do(MANAGER, c.ReverseRounds((1,))), e.RoundVoided)
    assert (voided.trouble, voided.clause) == (Trouble.DICE_DAMAGED, DAMAGED[play.book.id])
    assert (play.phase, play.credits(), play.balance("house")) == (Idle, BEFORE, 0)


@damaged
def test_the_round_under_way_and_settled_ones_are_voided_together(play):
    play.round("4-5-6", (1, "big", 1000))
    play.bets((1, "small", 2000), (2, "big", 300))
    play.refuses(Refusal.DUAL_CONTROL, MANAGER, c.ReverseRounds((1, 2)))
    play.do(MANAGER, c.ReverseRounds((1, 2)), second=DEALER)
    assert (play.phase, play.credits()) == (Idle, BEFORE)
    assert play.table.seats[1].owed == 0


@damaged
def test_a_void_round_among_them_is_passed_over_and_said_so(play):
    play.round("4-5-6", (1, "big", 100))
    play.bets((1, "big", 100)).do(DEALER, c.VoidRound(Trouble.DICE_EXPOSED))
    play.round("4-5-6", (1, "big", 100))
    events = play.do(MANAGER, c.ReverseRounds((1, 2, 3)), second=SUPERVISOR)
    assert only(events, e.RoundPassedOver).round == 2
    assert {event.round for event in events if isinstance(event, e.RoundReversed)} == {1, 3}
    assert play.credits() == BEFORE


@damaged
def test_a_player_who_no_longer_has_the_winnings_owes_them(play):
    play.round("4-5-6", (1, "big", 400))
    play.do(1, c.CashOut(1, NUMBER))
    play.do(1, c.BuyIn(1, 150))
    correction = only(play.do(MANAGER, c.ReverseRounds((1,)), second=SHIFT), e.RoundReversed).corrections
    assert correction == (e.Correction(seat=1, credited=0, debited=150, owed=250),)
    assert (play.credit(1), play.table.seats[1].owed) == (0, 250)
    assert (play.balance("owed:1"), play.balance("house")) == (-250, 0)


@damaged
def test_a_round_is_reversed_once_by_two_people_and_not_by_the_dealer(play):
    play.round("4-5-6", (1, "big", 100))
    play.refuses(Refusal.ROLE_NOT_ALLOWED, DEALER, c.ReverseRounds((1,)), second=MANAGER)
    for second in (None, MANAGER, 1, Role.AUTOMATION):
        play.refuses(Refusal.DUAL_CONTROL, MANAGER, c.ReverseRounds((1,)), second=second)
    play.do(MANAGER, c.ReverseRounds((1,)), second=DEALER)
    assert play.credit(1) == 1000
    assert only(play.do(MANAGER, c.ReverseRounds((1,)), second=DEALER), e.RoundPassedOver).round == 1
    play.refuses(Refusal.ROUND_UNKNOWN, CORRECTS[play.book.id], c.CorrectRound(1, (1, 1, 2)), second=MANAGER)
    assert play.credit(1) == 1000


@damaged
@pytest.mark.parametrize("table", ["rws-6/2", "etg/2"])
@pytest.mark.parametrize("by", [MANAGER, SHIFT])
def test_an_electronic_tumbler_has_no_dice_to_void_its_round_by_once_wagers_are_closed(table, by):
    play = Electronic(table).opened().bets((1, "big", 100))
    play.close()
    for go_on in (play.reveal, play.tell, play.collect, play.pay):
        play.refuses(Refusal.ROLL_COMMITTED, by, c.ReverseRounds((1,)), second=SUPERVISOR)
        go_on()
    assert (play.credit(1), play.table.recent[0].roll) == (1100, "4-5-6")


@wrong_entry
@pytest.mark.parametrize("moment", ["entered", "collected", "paying"])
def test_a_wrong_entry_found_before_settlement_is_settled_by_the_dice(play, moment):
    play.bets(*WAGERS)
    for step in STEPS[: MOMENTS[moment]]:
        play.do(DEALER, step)
    play.refuses(Refusal.ROLE_NOT_ALLOWED, DEALER, c.AmendEntry((1, 1, 2)))
    amended = only(play.do(SUPERVISOR, c.AmendEntry((1, 1, 2))), e.EntryAmended)
    assert (amended.old, amended.roll, "small" in amended.lit) == ("4-5-6", "1-1-2", True)
    play.settle()
    assert (play.credits(), play.balance("house")) == ({1: 850, 2: 1300, 3: 990, 4: 1000}, -140)


@wrong_entry
def test_a_round_that_a_wrong_entry_settled_is_settled_again_by_the_dice(play):
    play.round("4-5-6", (1, "big", 100), (2, "small", 100), (3, "total-15", 10))
    corrected = correct(play, 1, (1, 1, 2))
    assert (corrected.old, corrected.roll, corrected.second) == ("4-5-6", "1-1-2", "a pit-manager")
    assert play.credits() == {1: 900, 2: 1100, 3: 990, 4: 1000}
    assert play.balance("house") == 10
    assert play.table.recent[0].roll == "1-1-2"


@wrong_entry
def test_a_correction_is_keyed_like_an_entry_and_takes_two_people(play):
    play.round("4-5-6", (1, "big", 100))
    by = CORRECTS[play.book.id]
    for keys in ((), (1, 1), (1, 1, 2, 3)):
        play.refuses(Refusal.ENTRY_SHORT, by, c.CorrectRound(1, keys), second=MANAGER)
    play.refuses(Refusal.ROLL_INVALID, by, c.CorrectRound(1, (1, 1, 7)), second=MANAGER)
    for second in (None, by, 1, Role.AUTOMATION):
        play.refuses(Refusal.DUAL_CONTROL, by, c.CorrectRound(1, (1, 1, 2)), second=second)
    events = play.do(by, c.CorrectRound(1, (2, 1, 1)), second=MANAGER)
    assert [event.face for event in events if isinstance(event, e.ButtonPressed)] == [2, 1, 1]


@pytest.mark.clause("rws-6:5.10")
@pytest.mark.parametrize("by", [DEALER, SUPERVISOR, Role.CASINO_SUPERVISOR, MANAGER])
def test_at_rws_a_settled_round_is_corrected_by_nobody_below_the_shift_manager(by):
    """The document has no rule for it, so it is for whoever decides what the rules do not cover."""
    play = opened("rws-6/2")
    play.round("4-5-6", (1, "big", 100))
    play.refuses(Refusal.ROLE_NOT_ALLOWED, by, c.CorrectRound(1, (1, 1, 2)), second=SHIFT, clause="5.14")


@wrong_entry
@pytest.mark.parametrize("by", [DEALER, SUPERVISOR, MANAGER, SHIFT, Role.AUTOMATION])
def test_the_throw_of_an_electronic_tumbler_is_never_corrected(play, by):
    electronic = Electronic(play.table.paytable).opened().bets((1, "big", 100))
    for go_on in (electronic.close, electronic.reveal, electronic.tell, electronic.collect, electronic.pay):
        go_on()
    electronic.refuses(Refusal.ROLL_COMMITTED, by, c.CorrectRound(1, (1, 1, 2)), second=MANAGER)


@pytest.mark.clause("etg:5.5")
def test_a_wrong_entry_is_corrected_however_many_rounds_later(play):
    play.round("4-5-6", (1, "big", 100), (2, "small", 100))
    for _ in range(20):
        play.round("2-3-4")
    correct(play, 1, (1, 1, 2))
    assert (play.credit(1), play.credit(2)) == (900, 1100)


@pytest.mark.clause("etg:5.5")
def test_a_wrong_entry_is_corrected_after_the_table_is_closed(play):
    play.round("4-5-6", (1, "big", 100), (2, "small", 100))
    play.do(MANAGER, c.CloseTable())
    correct(play, 1, (1, 1, 2))
    assert (play.credit(1), play.credit(2)) == (900, 1100)


@found_late
def test_a_mistake_found_in_a_later_round_leaves_the_wagers_of_that_round(play):
    play.round("4-5-6", (1, "big", 100), (2, "small", 100))
    play.bets((1, "big", 1100), (2, "small", 50))
    corrected = correct(play, 1, (1, 1, 2))
    assert set(corrected.corrections) == {e.Correction(1, 0, 0, 200), e.Correction(2, 200, 0, 0)}
    assert (play.phase, play.table.current.boxes) == (Betting, {"big": 1100, "small": 50})
    assert play.table.current.pressed == []
    play.close()
    play.roll("4-5-6")
    play.settle()
    assert (play.credit(1), play.table.seats[1].owed, play.credit(2)) == (2200, 200, 1050)


@found_late
def test_a_mistake_found_late_leaves_every_settled_round_after_it(play):
    for faces in ("4-5-6", "1-1-2", "3-3-3"):
        play.round(faces, (1, "big", 100))
    later = play.table.recent[1:]
    correct(play, 1, (1, 1, 2))
    assert play.table.recent[1:] == later
    assert [one.roll for one in play.table.recent] == ["1-1-2", "1-1-2", "3-3-3"]
    assert play.credit(1) == 700


@found_late
def test_keys_pressed_for_an_earlier_round_are_no_part_of_the_entry_of_this_one(play):
    play.round("4-5-6", (1, "big", 100), (2, "small", 100))
    play.bets((1, "big", 100)).close()
    play.reveal()
    play.do(DEALER, c.PressButton(6))
    correct(play, 1, (1, 1, 2))
    assert play.table.current.pressed == [6]
