"""5.4 and 5.1: an interruption by moment. Dice decide once they were validly tumbled and lie as they fell; nobody names
a roll from memory, and nobody makes a round void whose dice were seen."""

import pytest
from clauses.tumbling import TUMBLER, Electronic
from table.playing import only

from taisai import Refusal
from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.state import Idle

DEALER = Role.DEALER
STAFF = (DEALER, Role.GAME_SUPERVISOR, Role.CASINO_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER)
CLAUSES = {"rws-6": "5.4", "etg": "5.1"}
WAGERS = ((1, "big", 100), (1, "single-6", 50), (2, "small", 300), (3, "any-triple", 1000))
BEFORE = {1: 1000, 2: 1000, 3: 1000, 4: 1000}
BY_4_5_6 = {1: 1150, 2: 700, 3: 0, 4: 1000}
PRESSES = (c.PressButton(4), c.PressButton(5), c.PressButton(6))
STEPS = (
    c.CloseBets(),
    c.TumbleDice(3),
    c.RevealDice(),
    *PRESSES,
    c.EnterRoll(),
    c.CollectLosers(),
    c.PayArea("big"),
    c.PayArea("single"),
)
DONE = {"betting": 0, "closed": 1, "tumbled": 2, "uncovered": 3, "keyed": 5, "entered": 7, "collected": 8, "paying": 9}
COVERED, SEEN = ("betting", "closed"), ("uncovered", "keyed", "entered", "collected", "paying")
interrupted = pytest.mark.clause("rws-6:5.4", "etg:5.1")
concluded = pytest.mark.clause("rws-6:5.4.1", "etg:5.1.1")
voided = pytest.mark.clause("rws-6:5.4.2", "etg:5.1.2")


def stopped(play, moment):
    play.bets(*WAGERS)
    for step in STEPS[: DONE[moment]]:
        play.do(DEALER, step)
    return play


def finish(play, moment):
    for step in STEPS[DONE[moment] :]:
        play.do(DEALER, step)


def returned(events):
    return {(one.seat, one.spot, one.stake) for one in only(events, e.RoundVoided).returned}


@interrupted
@voided
@pytest.mark.parametrize("moment", COVERED)
@pytest.mark.parametrize("disturbed", [False, True])
def test_an_interruption_before_a_valid_tumble_voids_the_round_whatever_the_dice_show(play, moment, disturbed):
    events = stopped(play, moment).do(DEALER, c.Resume(disturbed=disturbed))
    assert only(events, e.TroubleReported).clause == only(events, e.RoundVoided).clause == CLAUSES[play.book.id]
    assert returned(events) == set(WAGERS)
    assert (play.phase, play.credits()) == (Idle, BEFORE)


@interrupted
@concluded
def test_an_interruption_after_a_valid_tumble_leaves_the_covered_dice_to_decide(play):
    events = stopped(play, "tumbled").do(DEALER, c.Resume())
    assert [type(event) for event in events] == [e.TroubleReported]
    finish(play, "tumbled")
    assert (play.credits(), play.table.recent[0].roll) == (BY_4_5_6, "4-5-6")


@interrupted
@voided
def test_covered_dice_that_were_disturbed_decide_nothing(play):
    events = stopped(play, "tumbled").do(DEALER, c.Resume(disturbed=True))
    assert returned(events) == set(WAGERS)
    assert (play.phase, play.credits()) == (Idle, BEFORE)


@interrupted
@concluded
@pytest.mark.parametrize("moment", SEEN)
@pytest.mark.parametrize("by", STAFF)
def test_an_interruption_after_the_dice_are_known_lets_the_round_be_finished(play, moment, by):
    before = stopped(play, moment).credits()
    events = play.do(by, c.Resume())
    assert [(event.trouble, event.clause) for event in events] == [(Trouble.INTERRUPTION, CLAUSES[play.book.id])]
    assert play.credits() == before
    finish(play, moment)
    assert (play.credits(), play.table.recent[0].roll) == (BY_4_5_6, "4-5-6")


@interrupted
@concluded
@pytest.mark.parametrize("moment", SEEN)
@pytest.mark.parametrize("by", STAFF)
def test_nobody_voids_a_round_for_an_interruption_once_its_dice_were_seen(play, moment, by):
    stopped(play, moment)
    play.refuses(Refusal.CAUSE_NOT_COVERED, by, c.Resume(disturbed=True))
    play.refuses(Refusal.TROUBLE_UNKNOWN, by, c.VoidRound(Trouble.INTERRUPTION), second=Role.PIT_MANAGER)
    finish(play, moment)
    assert play.credits() == BY_4_5_6


@interrupted
@pytest.mark.parametrize("moment", DONE)
@pytest.mark.parametrize("by", STAFF)
def test_play_never_resumes_with_a_roll_that_somebody_names(play, moment, by):
    stopped(play, moment)
    play.refuses(Refusal.ROLL_NOT_KEYED, by, c.Resume("6-6-6"), second=Role.PIT_MANAGER)
    play.refuses(Refusal.ROLL_NOT_KEYED, by, c.Resume("4-5-6", disturbed=True))


@interrupted
@pytest.mark.parametrize("by", [1, Role.AUDITOR, Role.TECHNICIAN, Role.AUTOMATION])
def test_play_is_resumed_by_pit_staff(play, by):
    stopped(play, "betting")
    for step in STEPS:
        play.refuses(Refusal.ROLE_NOT_ALLOWED, by, c.Resume())
        play.do(DEALER, step)


@interrupted
def test_a_round_that_is_over_is_not_resumed(play):
    stopped(play, "betting")
    finish(play, "betting")
    play.refuses(Refusal.ROUND_STALE, DEALER, c.Resume(), 1)
    play.begin()
    play.refuses(Refusal.ROUND_STALE, DEALER, c.Resume(), 1)
    assert play.credits() == BY_4_5_6


@pytest.fixture(params=["rws-6/2", "etg/2"])
def electronic(request):
    return Electronic(request.param).opened().bets(*WAGERS)


@interrupted
@voided
def test_an_electronic_round_is_void_while_wagers_are_open(electronic):
    electronic.do(DEALER, c.Resume())
    assert (electronic.phase, electronic.credits()) == (Idle, BEFORE)


@interrupted
@concluded
@pytest.mark.parametrize("by", STAFF)
def test_an_electronic_round_ends_with_the_committed_throw_once_wagers_are_closed(electronic, by):
    """Also before the tumble: the throw was chosen while nobody could know it."""
    play = electronic
    play.close()
    for go_on in (play.tumble, play.reveal, play.tell, play.collect, play.pay):
        play.refuses(Refusal.ROLL_COMMITTED, by, c.Resume(disturbed=True))
        play.refuses(Refusal.ROLL_COMMITTED, by, c.Resume("6-6-6"))
        assert [type(event) for event in play.do(by, c.Resume())] == [e.TroubleReported]
        go_on()
    assert (play.credits(), play.table.recent[0].roll) == (BY_4_5_6, "4-5-6")


@interrupted
@voided
def test_an_electronic_round_is_void_where_the_tumbler_itself_cannot_read_its_throw(electronic):
    electronic.close()
    electronic.reveal()
    electronic.do(TUMBLER, c.Resume(disturbed=True))
    assert (electronic.phase, electronic.credits()) == (Idle, BEFORE)
