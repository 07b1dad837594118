"""What nobody but the Shift Manager decides."""

import pytest
from table.playing import ALONE, only, person

from taisai import Refusal
from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e

DEALER, SHIFT, MANAGER = Role.DEALER, Role.SHIFT_MANAGER, Role.PIT_MANAGER
CLAUSES = {"rws-6": "5.14", "etg": "5.10"}


def open_dispute(play, claim):
    play.round("4-5-6", (1, "big", 100), (2, "small", 100))
    evidence = f"entry {play.store.head().seq}"
    opened = only(play.do(2, c.OpenDispute(2, 1, claim, evidence)), e.DisputeOpened)
    assert (opened.dispute, opened.about, opened.claim, opened.evidence) == (1, 1, claim, evidence)


@pytest.mark.clause("rws-6:5.14", "etg:5.10")
@pytest.mark.parametrize("by", [1, DEALER, Role.GAME_SUPERVISOR, MANAGER])
def test_what_the_rules_do_not_settle_is_decided_by_nobody_below_the_shift_manager(play, by):
    open_dispute(play, "a chip fell off the layout")
    play.refuses(Refusal.ROLE_NOT_ALLOWED, by, c.DecideDispute(1, "it stood"), clause=CLAUSES[play.book.id])


@pytest.mark.clause("rws-6:5.14", "rws-6:5.14(a)", "etg:5.10", "etg:5.10(a)")
def test_an_irregularity_that_is_not_foreseen_is_decided_with_its_reason_and_its_money(play):
    play.bets()
    play.refuses(Refusal.TROUBLE_UNKNOWN, DEALER, c.VoidRound(Trouble.TUMBLER_FAULT))
    play.do(DEALER, c.VoidRound(Trouble.DICE_EXPOSED))
    play.round("4-5-6", (2, "small", 100))
    play.do(2, c.OpenDispute(2, 2, "the tumbler stuck and went on", "entry 9"))
    decided = only(
        play.do(SHIFT, c.DecideDispute(1, "the tumble counts for neither", 100), second=MANAGER), e.DisputeDecided
    )
    assert (decided.reason, decided.second) == ("the tumble counts for neither", person(MANAGER).name)
    assert decided.corrections == (e.Correction(seat=2, credited=100, debited=0, owed=0),)
    assert (play.credit(2), play.balance("house")) == (1000, 0)
    assert play.written()[-1] == (person(SHIFT).name, "shift-manager", decided)


@pytest.mark.clause("rws-6:5.14", "rws-6:5.14(b)", "etg:5.10", "etg:5.10(b)")
def test_a_question_of_how_the_rules_are_to_be_understood_is_decided_with_its_reason(play):
    open_dispute(play, "is 15 of 4-5-6 a big total?")
    play.refuses(Refusal.DISPUTE_UNKNOWN, SHIFT, c.DecideDispute(1, " "))
    decided = only(play.do(SHIFT, c.DecideDispute(1, "it is: 11 to 17, no triple")), e.DisputeDecided)
    assert (decided.reason, decided.corrections) == ("it is: 11 to 17, no triple", ())
    assert (play.credit(1), play.credit(2)) == (1100, 900)
    play.refuses(Refusal.DISPUTE_UNKNOWN, SHIFT, c.DecideDispute(1, "or is it?"))


@pytest.mark.clause("rws-6:5.14", "etg:5.10")
@pytest.mark.parametrize("second", [ALONE, SHIFT, 1, Role.AUTOMATION])
def test_money_moves_only_where_another_member_of_staff_agrees(play, second):
    open_dispute(play, "a chip fell off the layout")
    decision = c.DecideDispute(1, "it stood", 50)
    play.refuses(Refusal.DUAL_CONTROL, SHIFT, decision, second=second)
    play.do(SHIFT, decision, second=DEALER)
    assert play.credit(2) == 950


@pytest.mark.clause("rws-6:5.14", "etg:5.10")
def test_what_a_decision_takes_beyond_the_balance_is_owed(play):
    open_dispute(play, "paid twice")
    play.do(SHIFT, c.DecideDispute(1, "he was", -1000), second=MANAGER)
    assert (play.credit(2), play.table.seats[2].owed, play.balance("owed:2")) == (0, 100, -100)
