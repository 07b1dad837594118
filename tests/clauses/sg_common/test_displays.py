"""5.11 and 5.8: what a display says, of this round or of one before it, pays nobody."""

import pytest
from table.playing import only

from taisai import Refusal
from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e

DEALER, SUPERVISOR = Role.DEALER, Role.GAME_SUPERVISOR
CLAUSES = {"rws-6": "5.11", "etg": "5.8"}
WAGERS = ((1, "big", 100), (2, "small", 100), (3, "total-4", 10))
for_information = pytest.mark.clause("rws-6:5.11", "etg:5.8")


def shows(play, roll, dice=()):
    """A display showed this roll; the dice are recorded apart from it."""
    return c.ReportTrouble(Trouble.DISPLAY_WRONG, f"shows {roll}", play.game.paytable.lights[roll], dice)


@for_information
def test_a_display_that_showed_another_roll_changes_no_settlement_and_stops_nothing(play):
    play.bets(*WAGERS).close()
    play.roll("4-5-6")
    reported = only(play.do(DEALER, shows(play, "1-1-2", (4, 5, 6))), e.TroubleReported)
    assert (reported.clause, reported.stops) == (CLAUSES[play.book.id], False)
    assert (reported.lit, reported.dice) == (play.game.paytable.lights["1-1-2"], "4-5-6")
    play.settle()
    assert (play.credits(), play.table.recent[0].roll) == ({1: 1100, 2: 900, 3: 990, 4: 1000}, "4-5-6")
    play.begin()


@for_information
def test_a_display_that_shows_an_earlier_round_wrongly_changes_neither_that_round_nor_this_one(play):
    play.round("4-5-6", *WAGERS)
    play.bets(*WAGERS)
    play.do(DEALER, shows(play, "1-1-2"))
    assert (play.credits(), play.table.recent[0].roll) == ({1: 1000, 2: 800, 3: 980, 4: 1000}, "4-5-6")
    play.close()
    play.roll("4-5-6")
    play.do(DEALER, shows(play, "1-1-2"))
    play.settle()
    assert play.credits() == {1: 1200, 2: 800, 3: 980, 4: 1000}
    assert [one.roll for one in play.table.recent] == ["4-5-6", "4-5-6"]


@for_information
@pytest.mark.parametrize("areas", [(), ("small",)])
def test_nobody_is_paid_by_what_a_display_shows_and_the_dice_do_not(play, areas):
    """The display agrees with the entry, and the dice with neither."""
    play.bets(*WAGERS).close()
    play.roll("1-1-2")
    for area in areas:
        play.do(DEALER, c.CollectLosers())
        play.do(DEALER, c.PayArea(area))
    play.do(DEALER, shows(play, "1-1-2", (6, 5, 4)))
    play.refuses(Refusal.DICE_DIFFER, DEALER, c.PayArea() if areas else c.CollectLosers())
    play.do(SUPERVISOR, c.AmendEntry((4, 5, 6)))
    play.settle()
    assert (play.credits(), play.table.recent[0].roll) == ({1: 1100, 2: 900, 3: 990, 4: 1000}, "4-5-6")


@for_information
def test_what_a_display_showed_is_reported_by_staff(play):
    for by in (1, Role.AUDITOR, Role.TECHNICIAN, Role.AUTOMATION):
        play.refuses(Refusal.ROLE_NOT_ALLOWED, by, shows(play, "1-1-2"))
