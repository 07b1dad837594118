"""7.2: numbers that were entered wrongly are put right before the last winner is paid, and all money with them."""

import pytest
from table.playing import FLOAT, only, opened, person

from taisai import Refusal
from taisai.house.views import table_view
from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.state import Entered
from taisai.wire.stream import seats_of

DEALER, SUPERVISOR = Role.DEALER, Role.GAME_SUPERVISOR
WAGERS = ((1, "big", 100), (1, "single-1", 25), (2, "small", 300), (3, "single-6", 50), (3, "double-1", 15))
WAGERS += ((4, "total-4", 5), (4, "total-15", 5))
AMEND = c.AmendEntry((1, 1, 2))
BY_THE_DICE = {1: 950, 2: 1300, 3: 1115, 4: 1305}  # 1-1-2: single 1 at 2, small at 1, double 1 at 11, total 4 at 62
PAID = {"entered": 0, "collected": 1, "paying one area": 2, "paying two areas": 3}
STEPS = (c.CollectLosers(), c.PayArea("big"), c.PayArea("total"))
each_moment = pytest.mark.parametrize("moment", PAID)
amended = pytest.mark.clause("nz-1998:7.2", "nz-2008:7.2")


def entered_wrongly(play, moment="entered"):
    """4-5-6 was entered; the dice show 1-1-2."""
    play.bets(*WAGERS).close()
    play.roll("4-5-6")
    for step in STEPS[: PAID[moment]]:
        play.do(DEALER, step)
    return play


@amended
@each_moment
def test_a_wrong_entry_is_put_right_under_the_game_supervisor_before_any_wager_is_settled(play, moment):
    entered_wrongly(play, moment)
    for by in (1, DEALER, Role.CASINO_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER, Role.AUTOMATION):
        play.refuses(Refusal.ROLE_NOT_ALLOWED, by, AMEND)
    found = only(play.do(SUPERVISOR, AMEND), e.EntryAmended)
    assert (found.old, found.roll, found.clause) == ("4-5-6", "1-1-2", "7.2")
    assert (found.call, "small" in found.lit, "big" in found.lit) == ("double 1, 2, total 4", True, False)
    assert (play.phase, play.table.phase.roll) == (Entered, "1-1-2")


@amended
@each_moment
def test_whatever_was_paid_before_everybody_has_in_the_end_what_the_dice_give(play, moment):
    entered_wrongly(play, moment)
    play.do(SUPERVISOR, AMEND)
    assert (play.credits(), play.on_layout()) == ({1: 875, 2: 700, 3: 935, 4: 990}, 500)
    play.settle()
    assert (play.credits(), play.table.recent[0].roll) == (BY_THE_DICE, "1-1-2")
    assert play.balance("float") == play.table.bank.now == FLOAT - sum(BY_THE_DICE.values())
    assert {seat.owed for seat in play.table.seats.values()} == {0}


@amended
@each_moment
def test_every_player_whose_money_moves_is_told_at_once(play, moment):
    before = entered_wrongly(play, moment).credits()
    events = play.do(SUPERVISOR, AMEND)
    moved = {seat for seat, credit in play.credits().items() if credit != before[seat]}
    assert moved <= {seat for event in events for seat in seats_of(event)}
    assert moved == ({1, 4} if moment == "paying two areas" else {1} if moment == "paying one area" else set())
    shown = table_view(play.desk, 0, "").shown
    assert (shown.roll, shown.call, "small" in shown.lit) == ("1-1-2", "double 1, 2, total 4", True)


@amended
def test_the_meters_count_the_round_once_and_by_the_dice(play):
    entered_wrongly(play, "paying two areas").do(SUPERVISOR, AMEND)
    play.settle()
    meters = {number: (seat.meter_wagered, seat.meter_won) for number, seat in play.table.seats.items()}
    assert meters == {1: (125, 75), 2: (300, 600), 3: (65, 180), 4: (10, 315)}


@amended
def test_an_entry_that_was_amended_wrongly_is_amended_again(play):
    entered_wrongly(play, "paying one area").do(SUPERVISOR, c.AmendEntry((6, 6, 6)))
    play.do(DEALER, c.CollectLosers())
    play.do(SUPERVISOR, AMEND)
    play.settle()
    assert play.credits() == BY_THE_DICE


@amended
def test_whoever_has_left_with_winnings_of_a_wrong_entry_owes_them():
    play = entered_wrongly(opened("nz-2008/1"), "paying one area")
    play.do(1, c.CashOut(1, "440000000017"))
    play.do(SUPERVISOR, AMEND)
    assert (play.credit(1), play.table.seats[1].owed) == (0, 200)
    play.settle()
    assert (play.credit(1), play.table.seats[1].owed, play.credit(2)) == (75, 200, 1300)


@amended
def test_there_is_nothing_to_put_right_before_the_entry(play):
    play.bets(*WAGERS)
    for go_on in (play.close, play.reveal, lambda: play.do(DEALER, c.PressButton(1))):
        play.refuses(Refusal.REMEDY_REFUSED, SUPERVISOR, AMEND, clause="7.2")
        go_on()
    play.refuses(Refusal.REMEDY_REFUSED, SUPERVISOR, AMEND, clause="7.2")


@amended
@pytest.mark.parametrize("by", [SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER])
def test_a_wrong_entry_is_not_put_right_once_wagers_are_settled(play, by):
    entered_wrongly(play).settle()
    before = play.credits()
    for command in (AMEND, c.CorrectRound(1, (1, 1, 2))):
        words = play.refuses(Refusal.REMEDY_REFUSED, by, command, 1, second=DEALER, clause="7.2")
        assert "dispute" in words
    play.do(DEALER, c.TumbleDice(3))
    play.refuses(Refusal.REMEDY_REFUSED, by, c.CorrectRound(1, (1, 1, 2)), 1, second=DEALER, clause="7.2")
    assert play.credits() == before


@amended
def test_the_amendment_is_written_down_with_who_made_it(play):
    entered_wrongly(play).do(SUPERVISOR, AMEND)
    assert [line[:2] for line in play.written()[-4:]] == [(person(SUPERVISOR).name, "game-supervisor")] * 4


@amended
def test_an_entry_is_amended_after_its_layout_was_reported_too(play):
    """The report stops the next round, not the putting right of this one."""
    entered_wrongly(play).do(DEALER, c.ReportTrouble(Trouble.LAYOUT_LIT_WRONG, "small is dark", dice=(1, 1, 2)))
    play.refuses(Refusal.DICE_DIFFER, DEALER, c.CollectLosers())
    play.do(SUPERVISOR, AMEND)
    play.settle()
    assert play.credits() == BY_THE_DICE
