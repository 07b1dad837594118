import pytest
from table.playing import TEST_RUN, Play, only

from taisai import Refusal
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.state import Closed, Idle

SUPERVISOR = Role.CASINO_SUPERVISOR
CHECKS = ("5.0(a)", "5.0(b)", "5.0(c)", "5.0(d)")
TABLES = ("nz-1998/1", "nz-2008/1", "nz-2008/2")


def marked(check):
    return pytest.param(check, marks=pytest.mark.clause(f"nz-1998:{check}", f"nz-2008:{check}"), id=check)


@pytest.fixture(params=TABLES)
def shut(request):
    return Play(request.param, money="chips")


def pass_check(play, check):
    return play.do(SUPERVISOR, c.RunTest(play.lit(), check) if check == TEST_RUN else c.RecordCheck(check))


@pytest.mark.parametrize("missing", [marked(check) for check in CHECKS])
@pytest.mark.clause("nz-1998:5.0", "nz-2008:5.0")
def test_a_table_with_a_check_missing_is_not_opened(shut, missing):
    for check in CHECKS:
        if check != missing:
            pass_check(shut, check)
    assert missing in shut.refuses(Refusal.CHECKS_MISSING, SUPERVISOR, c.OpenTable(), clause="5.0")
    pass_check(shut, missing)
    shut.do(SUPERVISOR, c.OpenTable())
    assert shut.phase is Idle


@pytest.mark.parametrize("by", [1, Role.DEALER, Role.GAME_SUPERVISOR, Role.PIT_MANAGER, Role.AUTOMATION])
@pytest.mark.clause("nz-1998:5.0", "nz-2008:5.0")
def test_the_checks_and_the_opening_are_for_a_casino_supervisor(shut, by):
    for command in (c.RecordCheck("5.0(a)"), c.RunTest(shut.lit(), TEST_RUN), c.OpenTable()):
        shut.refuses(Refusal.ROLE_NOT_ALLOWED, by, command, clause="5.0")


@pytest.mark.parametrize("check", [marked(check) for check in CHECKS])
def test_a_check_is_recorded_with_who_made_it(shut, check):
    (event,) = pass_check(shut, check)
    assert event.check == check
    assert shut.written()[-1] == ("a casino-supervisor", "casino-supervisor", event)


@pytest.mark.clause("nz-1998:5.0", "nz-2008:5.0")
def test_the_checks_are_made_anew_for_every_opening(shut):
    shut.open()
    shut.do(SUPERVISOR, c.CloseTable())
    assert shut.phase is Closed
    assert shut.refuses(Refusal.CHECKS_MISSING, SUPERVISOR, c.OpenTable()).count("5.0(") == 4


@pytest.mark.clause("nz-1998:5.0", "nz-2008:5.0")
def test_no_round_begins_at_a_table_that_is_not_open(shut):
    shut.refuses(Refusal.TABLE_CLOSED, Role.DEALER, c.TumbleDice(3), 1)
    shut.refuses(Refusal.TABLE_CLOSED, 1, c.PlaceWager(1, "big", 100), 1)
    shut.refuses(Refusal.CHECKS_MISSING, SUPERVISOR, c.RecordCheck("5.0(e)"))


@pytest.mark.clause("nz-1998:5.0(b)", "nz-2008:5.0(b)")
def test_the_test_run_compares_what_lights_on_each_of_the_56_rolls(shut):
    lit = shut.lit()
    for roll, spots in lit.items():
        extra = next(str(spot.id) for spot in shut.game.paytable.spots if spot.id not in spots)
        for wrong in ((), spots[1:], (*spots, extra), (*spots[1:], extra)):
            words = shut.refuses(Refusal.TEST_RUN_WRONG, SUPERVISOR, c.RunTest(lit | {roll: wrong}, TEST_RUN))
            assert words.startswith(roll)
    assert len(lit) == 56
    assert only(pass_check(shut, TEST_RUN), e.TestRun).rolls == 56


@pytest.mark.clause("nz-1998:5.0(b)", "nz-2008:5.0(b)")
def test_a_roll_that_was_not_run_is_no_part_of_a_test_run(shut):
    lit = shut.lit()
    del lit["3-4-5"]
    shut.refuses(Refusal.TEST_RUN_WRONG, SUPERVISOR, c.RunTest(lit, TEST_RUN))


@pytest.mark.clause("nz-1998:5.0(b)", "nz-2008:5.0(b)")
def test_a_word_does_not_stand_for_the_test_run(shut):
    shut.refuses(Refusal.CHECKS_MISSING, SUPERVISOR, c.RecordCheck(TEST_RUN))


@pytest.mark.clause("nz-1998:5.0(a)", "nz-2008:5.0(a)")
def test_a_test_run_does_not_stand_for_another_check(shut):
    shut.refuses(Refusal.CHECKS_MISSING, SUPERVISOR, c.RunTest(shut.lit(), "5.0(a)"))
