"""No spin, and equipment that fails."""

import pytest
from table.playing import FLOAT, only

from taisai import Refusal
from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.state import Idle
from taisai.wire.stream import seats_of

DEALER, SUPERVISOR = Role.DEALER, Role.GAME_SUPERVISOR
WAGERS = ((1, "big", 100), (1, "single-6", 50), (2, "small", 300))
REASONS = {
    "7.1(a)": Trouble.DICE_NOT_FLAT,
    "7.1(b)": Trouble.TUMBLER_FAULT,
    "7.1(c)": Trouble.DICE_EXPOSED,
    "7.1(d)": Trouble.TUMBLER_NOT_ACTIVATED,
}
each_reason = pytest.mark.parametrize(
    ("clause", "trouble"),
    [
        pytest.param(clause, trouble, marks=pytest.mark.clause(f"nz-1998:{clause}", f"nz-2008:{clause}"), id=clause)
        for clause, trouble in REASONS.items()
    ],
)


@each_reason
@pytest.mark.parametrize("announced", [True, False])
@pytest.mark.clause("nz-1998:7.1", "nz-2008:7.1")
def test_a_round_is_void_and_every_stake_returned_whether_or_not_no_spin_is_called(play, clause, trouble, announced):
    play.bets(*WAGERS)
    assert play.on_layout() == 450
    voided = only(play.do(DEALER, c.VoidRound(trouble, announced=announced)), e.RoundVoided)
    assert (voided.round, voided.clause, voided.call, voided.announced) == (1, clause, "No spin", announced)
    assert {(one.seat, one.spot, one.stake) for one in voided.returned} == set(WAGERS)
    assert (play.phase, play.credits()) == (Idle, {1: 1000, 2: 1000, 3: 1000, 4: 1000})
    assert play.balance("float") == FLOAT - 4000


@each_reason
@pytest.mark.clause("nz-1998:7.1", "nz-2008:7.1")
def test_a_round_that_went_on_without_the_call_is_void_all_the_same(play, clause, trouble):
    play.bets(*WAGERS).close()
    play.roll("4-5-6")
    play.refuses(Refusal.ROLE_NOT_ALLOWED, DEALER, c.VoidRound(trouble, announced=False), clause="7.1")
    assert only(play.do(SUPERVISOR, c.VoidRound(trouble, announced=False)), e.RoundVoided).clause == clause
    assert play.credits() == {1: 1000, 2: 1000, 3: 1000, 4: 1000}
    play.refuses(Refusal.STEP_OUT_OF_ORDER, DEALER, c.CollectLosers(), 1)
    assert play.table.recent == []


@pytest.mark.clause("nz-1998:7.1", "nz-2008:7.1")
@pytest.mark.parametrize("by", [DEALER, SUPERVISOR, Role.CASINO_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER])
def test_no_spin_is_called_by_the_dealer_or_a_supervisor(play, by):
    play.bets(*WAGERS)
    assert only(play.do(by, c.VoidRound(Trouble.TUMBLER_FAULT)), e.RoundVoided).announced
    assert play.written()[-1][1] == by.value


@pytest.mark.clause("nz-1998:7.1", "nz-2008:7.1")
@pytest.mark.parametrize("by", [1, Role.AUDITOR, Role.TECHNICIAN, Role.AUTOMATION])
def test_no_spin_is_called_by_nobody_else(play, by):
    play.bets(*WAGERS)
    play.refuses(Refusal.ROLE_NOT_ALLOWED, by, c.VoidRound(Trouble.TUMBLER_FAULT))


@each_reason
@pytest.mark.clause("nz-1998:7.1", "nz-2008:7.1")
def test_a_round_found_void_while_winners_are_paid_leaves_everybody_with_what_they_had(play, clause, trouble):
    play.bets(*WAGERS).close()
    play.roll("4-5-6")
    play.do(DEALER, c.CollectLosers())
    play.do(DEALER, c.PayArea("big"))
    assert play.credits() == {1: 1050, 2: 700, 3: 1000, 4: 1000}
    events = play.do(SUPERVISOR, c.VoidRound(trouble, announced=False))
    assert {seat for event in events for seat in seats_of(event)} == {1, 2}, "they are told"
    assert (play.phase, play.credits()) == (Idle, {1: 1000, 2: 1000, 3: 1000, 4: 1000})
    assert play.balance("float") == play.table.bank.now == FLOAT - 4000


@each_reason
@pytest.mark.clause("nz-1998:7.1", "nz-2008:7.1")
def test_a_settled_round_is_found_void_by_two_people_until_the_next_spin_begins(play, clause, trouble):
    play.round("4-5-6", *WAGERS)
    void = c.VoidRound(trouble, announced=False)
    play.refuses(Refusal.ROLE_NOT_ALLOWED, SUPERVISOR, void, 1, second=Role.PIT_MANAGER)
    play.refuses(Refusal.DUAL_CONTROL, Role.PIT_MANAGER, void, 1)
    found = only(play.do(Role.PIT_MANAGER, void, 1, second=SUPERVISOR), e.RoundReversed)
    assert (found.clause, found.second) == (clause, "a game-supervisor")
    assert play.credits() == {1: 1000, 2: 1000, 3: 1000, 4: 1000}
    assert play.balance("float") == FLOAT - 4000


@each_reason
@pytest.mark.clause("nz-1998:7.1", "nz-2008:7.1")
def test_once_the_next_spin_has_begun_the_round_stands(play, clause, trouble):
    play.round("4-5-6", *WAGERS)
    play.do(DEALER, c.TumbleDice(3))
    void = c.VoidRound(trouble, announced=False)
    words = play.refuses(Refusal.REMEDY_REFUSED, Role.PIT_MANAGER, void, 1, second=SUPERVISOR, clause=clause)
    assert "dispute" in words


@pytest.mark.clause("nz-1998:7.1(a)", "nz-2008:7.1(a)")
def test_a_die_that_does_not_lie_flat_when_uncovered_voids_the_round_by_itself(play):
    play.bets(*WAGERS).close()
    voided = only(play.do(DEALER, c.RevealDice(flat=False)), e.RoundVoided)
    assert (voided.clause, voided.announced) == ("7.1(a)", False)
    assert play.credits() == {1: 1000, 2: 1000, 3: 1000, 4: 1000}


@pytest.mark.clause("nz-1998:7.1(c)", "nz-2008:7.1(c)")
def test_dice_that_are_seen_after_the_closing_call_void_nothing(play):
    play.bets(*WAGERS).close()
    play.refuses(Refusal.CAUSE_NOT_COVERED, DEALER, c.VoidRound(Trouble.DICE_EXPOSED), clause="7.1(c)")
    assert play.on_layout() == 450


@pytest.mark.clause("nz-1998:7.1(c)", "nz-2008:7.1(c)")
def test_dice_that_are_seen_before_any_wager_void_the_round_too(play):
    play.do(DEALER, c.TumbleDice(3))
    assert only(play.do(DEALER, c.VoidRound(Trouble.DICE_EXPOSED)), e.RoundVoided).returned == ()


@pytest.mark.clause("nz-1998:7.1(d)", "nz-2008:7.1(d)")
def test_a_round_for_which_the_tumbler_was_not_set_off_takes_no_wagers(play):
    play.refuses(Refusal.STEP_OUT_OF_ORDER, DEALER, c.OpenBets(), clause="6.1")
    play.refuses(Refusal.ROUND_STALE, 1, c.PlaceWager(1, "big", 100))


@pytest.mark.clause("nz-1998:7.4", "nz-2008:7.4")
@pytest.mark.parametrize("procedure", ["lamp 3 replaced", "the dealer reads the table out until it is repaired"])
def test_after_a_malfunction_no_round_starts_until_it_is_put_right_or_a_safe_procedure_is_recorded(play, procedure):
    play.bets((1, "big", 100))
    assert only(play.do(DEALER, c.ReportTrouble(Trouble.MALFUNCTION, "no power")), e.TroubleReported).clause == "7.4"
    play.close()
    play.roll("4-5-6")
    play.settle()
    assert play.credit(1) == 1100
    play.refuses(Refusal.TABLE_STOPPED, DEALER, c.TumbleDice(3))
    play.refuses(Refusal.ROLE_NOT_ALLOWED, DEALER, c.ClearTrouble(procedure), clause="7.4")
    play.refuses(Refusal.TROUBLE_UNKNOWN, Role.CASINO_SUPERVISOR, c.ClearTrouble(" "))
    assert only(play.do(Role.CASINO_SUPERVISOR, c.ClearTrouble(procedure)), e.TroubleCleared).procedure == procedure
    play.begin()


@pytest.mark.clause("nz-1998:7.4", "nz-2008:7.4")
def test_closing_and_opening_a_table_does_not_mend_it(play):
    play.do(DEALER, c.ReportTrouble(Trouble.MALFUNCTION))
    play.do(Role.CASINO_SUPERVISOR, c.CloseTable())
    play.open()
    play.refuses(Refusal.TABLE_STOPPED, DEALER, c.TumbleDice(3))
