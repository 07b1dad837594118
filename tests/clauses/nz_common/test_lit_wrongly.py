"""7.3: whatever the layout lights, wagers are taken and paid by the dice, which are recorded apart from the entry."""

import pytest
from table.playing import FLOAT, only

from taisai import Refusal
from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e

DEALER, SUPERVISOR = Role.DEALER, Role.GAME_SUPERVISOR
WAGERS = ((1, "big", 100), (2, "small", 100), (3, "total-4", 5), (4, "single-6", 50))
BIG_WINS, SMALL_WINS = {1: 1100, 2: 900, 3: 995, 4: 1050}, {1: 900, 2: 1100, 3: 1310, 4: 950}
lit_wrongly = pytest.mark.clause("nz-1998:7.3", "nz-2008:7.3")


def entered(play, faces):
    play.bets(*WAGERS).close()
    play.roll(faces)
    return play


def report(play, faces, *, lit=(), note="seen from the pit"):
    """What was really lit, and what the dice show."""
    dice = tuple(map(int, faces.split("-")))
    return c.ReportTrouble(Trouble.LAYOUT_LIT_WRONG, note, tuple(lit), dice)


@lit_wrongly
@pytest.mark.parametrize("lit", ["1-1-2", "6-6-6"])
def test_a_layout_that_lit_another_roll_changes_nothing_that_is_won_or_lost(play, lit):
    entered(play, "4-5-6")
    shown = play.game.paytable.lights[lit]
    found = only(play.do(DEALER, report(play, "4-5-6", lit=shown)), e.TroubleReported)
    assert (found.clause, found.lit, found.dice) == ("7.3", shown, "4-5-6")
    assert play.table.current.lit == shown
    play.settle()
    assert (play.credits(), play.table.recent[0].roll) == (BIG_WINS, "4-5-6")


@lit_wrongly
def test_a_layout_that_stayed_dark_changes_nothing_that_is_won_or_lost(play):
    entered(play, "4-5-6").do(DEALER, report(play, "4-5-6", note="dark"))
    play.settle()
    assert play.credits() == BIG_WINS


@lit_wrongly
def test_where_the_entry_lit_what_the_dice_do_not_show_nothing_is_collected_until_it_is_amended(play):
    entered(play, "4-5-6").do(DEALER, report(play, "1-1-2", lit=play.game.paytable.lights["4-5-6"]))
    words = play.refuses(Refusal.DICE_DIFFER, DEALER, c.CollectLosers())
    assert "1-1-2" in words
    play.do(SUPERVISOR, c.AmendEntry((6, 6, 6)))
    play.refuses(Refusal.DICE_DIFFER, DEALER, c.CollectLosers())
    play.do(SUPERVISOR, c.AmendEntry((2, 1, 1)))
    play.settle()
    assert (play.credits(), play.table.recent[0].roll) == (SMALL_WINS, "1-1-2")


@lit_wrongly
def test_where_it_is_found_while_winners_are_paid_no_more_is_paid_until_the_dice_decide(play):
    entered(play, "4-5-6").do(DEALER, c.CollectLosers())
    play.do(DEALER, c.PayArea("big"))
    play.do(DEALER, report(play, "1-1-2"))
    play.refuses(Refusal.DICE_DIFFER, DEALER, c.PayArea())
    play.do(SUPERVISOR, c.AmendEntry((1, 1, 2)))
    play.settle()
    assert play.credits() == SMALL_WINS
    assert play.balance("float") == FLOAT - sum(SMALL_WINS.values())


@lit_wrongly
def test_the_table_stops_after_the_round(play):
    found = only(entered(play, "4-5-6").do(DEALER, report(play, "4-5-6")), e.TroubleReported)
    assert found.stops
    play.settle()
    play.refuses(Refusal.TABLE_STOPPED, DEALER, c.TumbleDice(3))
    play.do(Role.CASINO_SUPERVISOR, c.ClearTrouble("lamp 3 replaced"))
    play.begin()


@lit_wrongly
def test_dice_are_read_once_they_are_uncovered_and_three_of_them(play):
    play.bets(*WAGERS)
    play.refuses(Refusal.STEP_OUT_OF_ORDER, DEALER, report(play, "1-1-2"))
    play.close()
    play.refuses(Refusal.STEP_OUT_OF_ORDER, DEALER, report(play, "1-1-2"))
    play.roll("4-5-6")
    play.refuses(Refusal.ENTRY_SHORT, DEALER, report(play, "1-1"))
    play.refuses(Refusal.ROLL_INVALID, DEALER, report(play, "1-1-7"))
    play.refuses(Refusal.SPOT_UNKNOWN, DEALER, report(play, "4-5-6", lit=("bigg",)))
    for by in (1, Role.AUDITOR, Role.TECHNICIAN):
        play.refuses(Refusal.ROLE_NOT_ALLOWED, by, report(play, "1-1-2"))
    play.settle()
    play.refuses(Refusal.STEP_OUT_OF_ORDER, DEALER, report(play, "1-1-2"))
