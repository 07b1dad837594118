"""4.3: what a wager that touches a line is worth. 1998 knows no discretion; in 2008 the operator may pay it."""

import pytest
from table.playing import only, opened

from taisai import Refusal
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e

DEALER, SUPERVISOR, MANAGER = Role.DEALER, Role.GAME_SUPERVISOR, Role.PIT_MANAGER
COUNTS = c.JudgeLine(1, "big", 100, counts=True, reason="it leans over from big alone")
GOES_BACK = c.JudgeLine(1, "big", 100, counts=False, reason="it may be odd or big")
lines = pytest.mark.clause("nz-1998:4.3", "nz-2008:4.3")


def closed(table):
    play = opened(table, money="chips").bets((1, "big", 100), (2, "big", 100))
    play.close()
    return play


@pytest.mark.clause("nz-2008:4.3")
@pytest.mark.parametrize(("faces", "credit"), [("4-5-6", 1100), ("1-1-2", 900)])
def test_in_2008_the_operator_may_count_it_where_it_was_meant(faces, credit):
    play = closed("nz-2008/2")
    judged = only(play.do(SUPERVISOR, COUNTS), e.LineJudged)
    assert (judged.seat, judged.spot, judged.stake, judged.counts) == (1, "big", 100, True)
    assert (judged.reason, judged.clause) == ("it leans over from big alone", "4.3")
    assert play.written()[-1][:2] == ("a game-supervisor", "game-supervisor")
    play.roll(faces)
    play.settle()
    assert (play.credit(1), play.credit(2)) == (credit, credit)


@lines
@pytest.mark.parametrize("table", ["nz-1998/1", "nz-2008/2"])
@pytest.mark.parametrize(("faces", "credit"), [("4-5-6", 1100), ("1-1-2", 900)])
def test_a_wager_that_does_not_count_goes_back_whatever_the_dice_show(table, faces, credit):
    play = closed(table)
    assert not only(play.do(SUPERVISOR, GOES_BACK), e.LineJudged).counts
    assert (play.credit(1), play.table.current.stakes) == (1000, {"big": {2: 100}})
    play.roll(faces)
    play.settle()
    assert (play.credit(1), play.credit(2)) == (1000, credit)


@pytest.mark.clause("nz-1998:4.3")
@pytest.mark.parametrize("by", [SUPERVISOR, Role.CASINO_SUPERVISOR, MANAGER, Role.SHIFT_MANAGER])
def test_in_1998_nobody_may_count_a_wager_that_does_not_lie_wholly_within_its_lines(by):
    play = closed("nz-1998/1")
    play.refuses(Refusal.CAUSE_NOT_COVERED, by, COUNTS, second=DEALER, clause="4.3")


@lines
@pytest.mark.parametrize("table", ["nz-1998/1", "nz-2008/2"])
def test_a_line_is_judged_by_a_supervisor_with_a_reason_and_for_chips_that_lie_there(table):
    play = closed(table)
    for by in (1, DEALER, Role.AUDITOR):
        play.refuses(Refusal.ROLE_NOT_ALLOWED, by, GOES_BACK)
    play.refuses(Refusal.REASON_MISSING, SUPERVISOR, c.JudgeLine(1, "big", 100, counts=False, reason=" "))
    play.refuses(Refusal.WAGER_ABSENT, SUPERVISOR, c.JudgeLine(3, "big", 100, counts=False, reason="over the line"))
    play.refuses(Refusal.CHIP_UNKNOWN, SUPERVISOR, c.JudgeLine(1, "big", 7, counts=False, reason="over the line"))


@lines
@pytest.mark.parametrize("table", ["nz-1998/1", "nz-2008/2"])
def test_once_the_dice_are_seen_two_people_judge_it(table):
    play = closed(table)
    play.roll("1-1-2")
    play.refuses(Refusal.DUAL_CONTROL, SUPERVISOR, GOES_BACK)
    play.refuses(Refusal.DUAL_CONTROL, SUPERVISOR, GOES_BACK, second=SUPERVISOR)
    assert only(play.do(SUPERVISOR, GOES_BACK, second=MANAGER), e.LineJudged).second == "a pit-manager"
    play.settle()
    assert (play.credit(1), play.credit(2)) == (1000, 900)


@lines
@pytest.mark.parametrize("table", ["nz-1998/1", "nz-2008/2"])
def test_a_line_under_a_called_wager_is_judged_by_two_people_at_any_moment(table):
    play = opened(table, money="chips")
    play.begin()
    play.do(DEALER, c.PlaceWager(1, "big", 100))
    play.refuses(Refusal.DUAL_CONTROL, SUPERVISOR, GOES_BACK)
    only(play.do(SUPERVISOR, GOES_BACK, second=MANAGER), e.LineJudged)
    assert play.credit(1) == 1000


@lines
@pytest.mark.parametrize("table", ["nz-1998/1", "nz-2008/2"])
def test_no_line_is_judged_once_losers_are_collected(table):
    play = closed(table)
    play.roll("4-5-6")
    play.do(DEALER, c.CollectLosers())
    play.refuses(Refusal.REMEDY_REFUSED, SUPERVISOR, GOES_BACK, second=MANAGER, clause="4.3")
