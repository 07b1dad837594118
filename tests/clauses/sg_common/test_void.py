import pytest
from table.playing import only

from taisai import Refusal
from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.state import Idle

DEALER = Role.DEALER
CLAUSES = {
    "rws-6": {"few": "5.5.1", "flat": "5.5.2", "seen": "5.5.3"},
    "etg": {"few": "5.3.1", "flat": "5.3.2", "seen": "5.3.3"},
}
WAGERS = ((1, "big", 100), (1, "single-6", 50), (2, "small", 300), (3, "any-triple", 1000))


def returned(events):
    return {(one.seat, one.spot, one.stake) for one in only(events, e.RoundVoided).returned}


def few(play):
    play.close()
    return play.do(DEALER, c.TumbleDice(2))


def flat(play):
    play.close()
    play.do(DEALER, c.TumbleDice(3))
    return play.do(DEALER, c.RevealDice(flat=False))


def seen(play):
    return play.do(DEALER, c.VoidRound(Trouble.DICE_EXPOSED))


FAULTS = {
    "few": pytest.param(few, marks=pytest.mark.clause("rws-6:5.5.1", "etg:5.3.1")),
    "flat": pytest.param(flat, marks=pytest.mark.clause("rws-6:5.5.2", "etg:5.3.2")),
    "seen": pytest.param(seen, marks=pytest.mark.clause("rws-6:5.5.3", "etg:5.3.3")),
}
each_fault = pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)


@each_fault
@pytest.mark.clause("rws-6:5.5", "rws-6:5.12", "etg:5.3", "etg:5.9")
def test_a_fault_voids_the_round_and_returns_every_wager(play, fault):
    events = fault(play.bets(*WAGERS))
    voided = only(events, e.RoundVoided)
    assert (voided.round, voided.call, voided.clause) == (1, "Void", CLAUSES[play.book.id][fault.__name__])
    assert returned(events) == set(WAGERS)
    assert play.credits() == {1: 1000, 2: 1000, 3: 1000, 4: 1000}
    assert play.phase is Idle


@each_fault
@pytest.mark.clause("rws-6:5.5", "etg:5.3")
def test_a_fault_leaves_the_rounds_before_it_as_they_were(play, fault):
    play.round("4-5-6", (1, "big", 100), (2, "small", 100))
    settled = play.table.recent[:]
    fault(play.bets((1, "big", 100), (2, "small", 100)))
    assert play.table.recent == settled
    assert (settled[0].roll, play.credit(1), play.credit(2)) == ("4-5-6", 1100, 900)


@each_fault
@pytest.mark.clause("rws-6:1.9", "etg:1.10")
def test_a_void_round_has_no_result_and_can_be_given_none(play, fault):
    fault(play.bets((1, "big", 100)))
    for command in (c.EnterRoll(), c.PressButton(1), c.CollectLosers(), c.PayArea()):
        play.refuses(Refusal.STEP_OUT_OF_ORDER, DEALER, command)
    play.refuses(Refusal.ROUND_UNKNOWN, Role.GAME_SUPERVISOR, c.CorrectRound(1, "4-5-6"))
    play.refuses(Refusal.ROUND_STALE, Role.GAME_SUPERVISOR, c.AmendEntry("4-5-6"), 1)
    assert play.table.recent == []
    assert not any(isinstance(event, e.RollEntered | e.RoundSettled) for *_, event in play.written())
    assert only(play.begin(), e.RoundBegun).round == 2


@pytest.mark.clause("rws-6:5.5.3", "etg:5.3.3")
def test_dice_seen_after_the_closing_call_void_nothing(play):
    play.bets((1, "big", 100)).close()
    clause = CLAUSES[play.book.id]["seen"]
    play.refuses(Refusal.CAUSE_NOT_COVERED, DEALER, c.VoidRound(Trouble.DICE_EXPOSED), clause=clause)
    play.do(DEALER, c.TumbleDice(3))
    play.refuses(Refusal.CAUSE_NOT_COVERED, DEALER, c.VoidRound(Trouble.DICE_EXPOSED), clause=clause)


@pytest.mark.clause("rws-6:5.5.3", "etg:5.3.3")
def test_dice_seen_before_the_closing_call_void_the_round_even_where_it_is_told_afterwards(play):
    play.bets((1, "big", 100)).close()
    voided = only(play.do(DEALER, c.VoidRound(Trouble.DICE_EXPOSED, announced=False)), e.RoundVoided)
    assert (voided.announced, play.credit(1)) == (False, 1000)


@pytest.mark.clause("rws-6:5.5", "etg:5.3")
def test_a_round_is_void_for_these_faults_only_and_by_the_dealers_word(play):
    play.bets((1, "big", 100))
    play.refuses(Refusal.TROUBLE_UNKNOWN, DEALER, c.VoidRound(Trouble.TUMBLER_NOT_ACTIVATED))
    play.refuses(Refusal.ROLE_NOT_ALLOWED, 1, c.VoidRound(Trouble.DICE_EXPOSED))
    assert play.on_layout() == 100


@pytest.mark.clause("rws-6:5.12", "etg:5.9")
def test_a_void_round_returns_what_lies_there_and_not_what_was_taken_back_before(play):
    play.bets((1, "big", 100), (1, "single-6", 50))
    play.do(1, c.WithdrawWager(1, "big", 100))
    play.do(1, c.MoveWager(1, "single-6", "small", 50))
    assert returned(seen(play)) == {(1, "small", 50)}
    assert play.credit(1) == 1000
