"""5.10: whatever is lit, the dice decide what is collected and paid; they are recorded apart from the entry."""

import pytest
from table.playing import only, opened

from taisai import Refusal
from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e

DEALER, SUPERVISOR = Role.DEALER, Role.GAME_SUPERVISOR
WAGERS = ((1, "big", 100), (2, "small", 100), (3, "total-4", 5), (4, "single-6", 50))
BIG_WINS, SMALL_WINS = {1: 1100, 2: 900, 3: 995, 4: 1050}, {1: 900, 2: 1100, 3: 1310, 4: 950}
lit_wrongly = pytest.mark.clause("rws-6:5.10")


@pytest.fixture(params=["credits", "chips"])
def play(request):
    play = opened("rws-6/2", money=request.param).bets(*WAGERS)
    play.close()
    return play


def report(play, lit, dice):
    return c.ReportTrouble(Trouble.LAYOUT_LIT_WRONG, f"lit as for {lit}", play.game.paytable.lights[lit], dice)


@lit_wrongly
@pytest.mark.parametrize("lit", ["1-1-2", "6-6-6"])
def test_a_layout_that_lights_wrongly_changes_no_settlement_and_stops_nothing(play, lit):
    play.roll("4-5-6")
    found = only(play.do(DEALER, report(play, lit, (4, 5, 6))), e.TroubleReported)
    assert (found.clause, found.stops, found.dice) == ("5.10", False, "4-5-6")
    assert play.table.current.lit == play.game.paytable.lights[lit]
    play.settle()
    assert play.credits() == BIG_WINS
    play.begin()


@lit_wrongly
def test_where_the_entry_lit_what_the_dice_do_not_show_the_dice_decide(play):
    play.roll("4-5-6")
    play.do(DEALER, report(play, "4-5-6", (1, 1, 2)))
    play.refuses(Refusal.DICE_DIFFER, DEALER, c.CollectLosers())
    play.do(SUPERVISOR, c.AmendEntry((1, 1, 2)))
    play.settle()
    assert (play.credits(), play.table.recent[0].roll) == (SMALL_WINS, "1-1-2")


@lit_wrongly
def test_where_that_is_found_while_winners_are_paid_the_dice_decide_too(play):
    play.roll("4-5-6")
    play.do(DEALER, c.CollectLosers())
    play.do(DEALER, c.PayArea("big"))
    play.do(DEALER, report(play, "4-5-6", (1, 1, 2)))
    play.refuses(Refusal.DICE_DIFFER, DEALER, c.PayArea())
    play.do(SUPERVISOR, c.AmendEntry((1, 1, 2)))
    play.settle()
    assert play.credits() == SMALL_WINS
