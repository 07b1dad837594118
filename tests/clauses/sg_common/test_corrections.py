"""What is put right after a round: damaged dice, wrong entries, and rounds that are left alone."""

import pytest
from table.playing import only

from taisai import Refusal
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.state import Betting, Idle

DEALER, SUPERVISOR, MANAGER = Role.DEALER, Role.GAME_SUPERVISOR, Role.PIT_MANAGER
NUMBER = "440000000017"


@pytest.mark.clause("rws-6:5.6", "etg:5.4")
def test_damaged_dice_void_every_affected_round_and_leave_the_others(play):
    play.round("4-5-6", (1, "big", 100))
    play.round("4-5-6", (1, "big", 100), (2, "small", 100))
    play.round("1-1-2", (1, "big", 100), (2, "any-triple", 100))
    assert play.credits() == {1: 1100, 2: 800, 3: 1000, 4: 1000}
    events = play.do(MANAGER, c.ReverseRounds((2, 3)))
    assert [(event.round, event.clause) for event in events] == [
        (2, {"rws-6": "5.6", "etg": "5.4"}[play.book.id]),
        (3, {"rws-6": "5.6", "etg": "5.4"}[play.book.id]),
    ]
    assert play.credits() == {1: 1100, 2: 1000, 3: 1000, 4: 1000}
    assert [one.reversed for one in play.table.recent] == [False, True, True]


@pytest.mark.clause("rws-6:5.6", "etg:5.4")
def test_the_round_under_way_is_among_those_that_damaged_dice_void(play):
    play.round("4-5-6", (1, "big", 1000))
    play.bets((1, "small", 2000), (2, "big", 300))
    play.do(MANAGER, c.ReverseRounds((1, 2)))
    assert (play.phase, play.credits()) == (Idle, {1: 1000, 2: 1000, 3: 1000, 4: 1000})
    assert play.table.seats[1].owed == 0


@pytest.mark.clause("rws-6:5.6", "etg:5.4")
def test_a_player_who_no_longer_has_the_winnings_owes_them(play):
    play.round("4-5-6", (1, "big", 400))
    play.do(1, c.CashOut(1, NUMBER))
    play.do(1, c.BuyIn(1, 150))
    correction = only(play.do(MANAGER, c.ReverseRounds((1,))), e.RoundReversed).corrections
    assert correction == (e.Correction(seat=1, credited=0, debited=150, owed=250),)
    assert (play.credit(1), play.table.seats[1].owed) == (0, 250)
    assert (play.balance("owed:1"), play.balance("house")) == (-250, 0)


@pytest.mark.clause("rws-6:5.6", "etg:5.4")
def test_a_round_is_reversed_once_and_not_by_the_dealer(play):
    play.round("4-5-6", (1, "big", 100))
    play.refuses(Refusal.ROLE_NOT_ALLOWED, DEALER, c.ReverseRounds((1,)))
    play.do(MANAGER, c.ReverseRounds((1,)))
    play.refuses(Refusal.ROUND_UNKNOWN, MANAGER, c.ReverseRounds((1,)))
    play.refuses(Refusal.ROUND_UNKNOWN, SUPERVISOR, c.CorrectRound(1, "1-1-2"))
    assert play.credit(1) == 1000


@pytest.mark.clause("rws-6:5.10", "etg:5.5")
def test_a_wrong_entry_found_before_settlement_is_settled_by_the_dice(play):
    play.bets((1, "big", 100), (2, "small", 100)).close()
    play.roll("4-5-6")
    play.refuses(Refusal.ROLE_NOT_ALLOWED, DEALER, c.AmendEntry("1-1-2"))
    amended = only(play.do(SUPERVISOR, c.AmendEntry("1-1-2")), e.EntryAmended)
    assert (amended.old, amended.roll, "small" in amended.lit) == ("4-5-6", "1-1-2", True)
    play.settle()
    assert (play.credit(1), play.credit(2)) == (900, 1100)


@pytest.mark.clause("rws-6:5.10", "etg:5.5")
def test_a_round_that_a_wrong_entry_settled_is_settled_again_by_the_dice(play):
    play.round("4-5-6", (1, "big", 100), (2, "small", 100), (3, "total-15", 10))
    corrected = only(play.do(SUPERVISOR, c.CorrectRound(1, "1-1-2")), e.RoundCorrected)
    assert (corrected.old, corrected.roll) == ("4-5-6", "1-1-2")
    assert play.credits() == {1: 900, 2: 1100, 3: 990, 4: 1000}
    assert play.balance("house") == 10
    assert play.table.recent[0].roll == "1-1-2"


@pytest.mark.clause("etg:5.5")
def test_a_wrong_entry_is_corrected_however_many_rounds_later(play):
    play.round("4-5-6", (1, "big", 100), (2, "small", 100))
    for _ in range(20):
        play.round("2-3-4")
    play.do(SUPERVISOR, c.CorrectRound(1, "1-1-2"))
    assert (play.credit(1), play.credit(2)) == (900, 1100)


@pytest.mark.clause("rws-6:5.8", "etg:5.6")
def test_a_mistake_found_in_a_later_round_leaves_the_wagers_of_that_round(play):
    play.round("4-5-6", (1, "big", 100), (2, "small", 100))
    play.bets((1, "big", 1100), (2, "small", 50))
    corrected = only(play.do(SUPERVISOR, c.CorrectRound(1, "1-1-2")), e.RoundCorrected)
    assert set(corrected.corrections) == {e.Correction(1, 0, 0, 200), e.Correction(2, 200, 0, 0)}
    assert (play.phase, play.table.current.boxes) == (Betting, {"big": 1100, "small": 50})
    play.close()
    play.roll("4-5-6")
    play.settle()
    assert (play.credit(1), play.table.seats[1].owed, play.credit(2)) == (2200, 200, 1050)


@pytest.mark.clause("rws-6:5.8", "etg:5.6")
def test_a_mistake_found_late_leaves_every_settled_round_after_it(play):
    for faces in ("4-5-6", "1-1-2", "3-3-3"):
        play.round(faces, (1, "big", 100))
    later = play.table.recent[1:]
    play.do(SUPERVISOR, c.CorrectRound(1, "1-1-2"))
    assert play.table.recent[1:] == later
    assert [one.roll for one in play.table.recent] == ["1-1-2", "1-1-2", "3-3-3"]
    assert play.credit(1) == 700
