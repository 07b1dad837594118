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
    correction = c.CorrectRound(1, (4, 5, 6))
    play.refuses(Refusal.ROUND_UNKNOWN, Role.SHIFT_MANAGER, correction, second=Role.PIT_MANAGER)
    play.refuses(Refusal.ROUND_UNKNOWN, Role.GAME_SUPERVISOR, c.AmendEntry((4, 5, 6)), 1)
    play.refuses(Refusal.ROUND_UNKNOWN, Role.GAME_SUPERVISOR, c.VoidRound(Trouble.DICE_NOT_FLAT), 1)
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
def test_a_round_is_void_for_these_faults_only_and_not_by_a_players_word(play):
    play.bets((1, "big", 100))
    for trouble in (Trouble.TUMBLER_NOT_ACTIVATED, Trouble.TUMBLER_FAULT, Trouble.MALFUNCTION, Trouble.DICE_DAMAGED):
        play.refuses(Refusal.TROUBLE_UNKNOWN, DEALER, c.VoidRound(trouble))
    for by in (1, Role.AUDITOR, Role.TECHNICIAN, Role.AUTOMATION):
        play.refuses(Refusal.ROLE_NOT_ALLOWED, by, c.VoidRound(Trouble.DICE_EXPOSED))
    assert play.on_layout() == 100


@pytest.mark.parametrize("by", [Role.GAME_SUPERVISOR, Role.CASINO_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER])
@pytest.mark.parametrize("trouble", [Trouble.TUMBLES_TOO_FEW, Trouble.DICE_NOT_FLAT, Trouble.DICE_EXPOSED])
@pytest.mark.clause("rws-6:5.5", "rws-6:5.12", "etg:5.3", "etg:5.9")
def test_a_fault_found_while_winners_are_paid_voids_the_round_by_a_supervisor(play, by, trouble):
    play.bets(*WAGERS).close()
    play.roll("4-5-6")
    void = c.VoidRound(trouble, announced=False)
    for step in (c.CollectLosers(), c.PayArea("big")):
        play.refuses(Refusal.ROLE_NOT_ALLOWED, DEALER, void)
        play.do(DEALER, step)
    assert play.credits() == {1: 1050, 2: 700, 3: 0, 4: 1000}
    play.refuses(Refusal.ROLE_NOT_ALLOWED, DEALER, void)
    play.do(by, void)
    assert (play.phase, play.credits()) == (Idle, {1: 1000, 2: 1000, 3: 1000, 4: 1000})
    assert (play.balance("house"), {seat.owed for seat in play.table.seats.values()}) == (0, {0})


@pytest.mark.clause("rws-6:5.5.2", "etg:5.3.2")
def test_a_die_that_is_not_flat_may_be_called_by_the_dealer_at_the_reveal_and_by_a_supervisor_after_it(play):
    play.bets(*WAGERS).close()
    play.reveal()
    assert only(play.do(DEALER, c.VoidRound(Trouble.DICE_NOT_FLAT)), e.RoundVoided).announced
    play.bets(*WAGERS).close()
    play.roll("4-5-6")
    play.refuses(Refusal.ROLE_NOT_ALLOWED, DEALER, c.VoidRound(Trouble.DICE_NOT_FLAT))
    play.do(Role.GAME_SUPERVISOR, c.VoidRound(Trouble.DICE_NOT_FLAT))


@pytest.mark.parametrize("trouble", [Trouble.TUMBLES_TOO_FEW, Trouble.DICE_NOT_FLAT, Trouble.DICE_EXPOSED])
@pytest.mark.clause("rws-6:5.5", "etg:5.3")
def test_a_settled_round_stands_whatever_is_found_out_about_it(play, trouble):
    play.round("4-5-6", *WAGERS)
    void = c.VoidRound(trouble, announced=False)
    for go_on in (play.begin, play.close):
        words = play.refuses(Refusal.REMEDY_REFUSED, Role.SHIFT_MANAGER, void, 1, second=Role.PIT_MANAGER)
        assert "dispute" in words
        go_on()
    assert play.credits() == {1: 1150, 2: 700, 3: 0, 4: 1000}


@pytest.mark.clause("rws-6:5.12", "etg:5.9")
def test_a_void_round_returns_what_lies_there_and_not_what_was_taken_back_before(play):
    play.bets((1, "big", 100), (1, "single-6", 50))
    play.do(1, c.WithdrawWager(1, "big", 100))
    play.do(1, c.MoveWager(1, "single-6", "small", 50))
    assert returned(seen(play)) == {(1, "small", 50)}
    assert play.credit(1) == 1000
