import pytest
from table.playing import only

from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.state import Entered

DEALER = Role.DEALER
CLAUSES = {"rws-6": "5.4", "etg": "5.1"}
WAGERS = ((1, "big", 100), (1, "single-6", 50), (2, "small", 300), (3, "any-triple", 1000))


def returned(events):
    return {(one.seat, one.spot, one.stake) for one in only(events, e.RoundVoided).returned}


@pytest.mark.clause("rws-6:5.4", "rws-6:5.4.1", "etg:5.1", "etg:5.1.1")
def test_an_interruption_after_the_dice_are_known_lets_the_round_be_finished(play):
    play.bets((1, "big", 100), (2, "small", 100)).close()
    play.do(DEALER, c.TumbleDice(3))
    events = play.do(DEALER, c.Resume("4-5-6"))
    assert only(events, e.TroubleReported).clause == CLAUSES[play.book.id]
    assert (only(events, e.RollEntered).roll, play.phase) == ("4-5-6", Entered)
    play.settle()
    assert (play.credit(1), play.credit(2)) == (1100, 900)


@pytest.mark.clause("rws-6:5.4.1", "etg:5.1.1")
def test_an_interruption_during_settlement_changes_nothing_that_is_won_or_lost(play):
    play.bets((1, "big", 100), (2, "small", 100)).close()
    play.roll("4-5-6")
    play.do(DEALER, c.Resume())
    play.do(DEALER, c.CollectLosers())
    assert not any(isinstance(event, e.RoundVoided) for event in play.do(DEALER, c.Resume("1-1-2")))
    play.do(DEALER, c.PayArea())
    assert (play.credit(1), play.credit(2), play.table.recent[0].roll) == (1100, 900, "4-5-6")


@pytest.mark.clause("rws-6:5.4", "rws-6:5.4.2", "etg:5.1", "etg:5.1.2")
@pytest.mark.parametrize("steps", [(), (c.CloseBets(),), (c.CloseBets(), c.TumbleDice(3))])
def test_an_interruption_before_any_outcome_voids_the_round(play, steps):
    play.bets(*WAGERS)
    for step in steps:
        play.do(DEALER, step)
    events = play.do(DEALER, c.Resume())
    assert only(events, e.RoundVoided).clause == CLAUSES[play.book.id]
    assert returned(events) == set(WAGERS)
    assert play.credits() == {1: 1000, 2: 1000, 3: 1000, 4: 1000}


@pytest.mark.clause("rws-6:5.4.2", "etg:5.1.2")
def test_dice_cannot_decide_wagers_that_were_still_open_when_the_interruption_came(play):
    events = play.bets((1, "big", 100)).do(DEALER, c.Resume("4-5-6"))
    assert returned(events) == {(1, "big", 100)}
    assert not any(isinstance(event, e.RollEntered) for event in events)
