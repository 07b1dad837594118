"""5.0: four checks before a table opens, each of which can fail; what a test roll lit is judged by somebody's eyes."""

import pytest
from clauses.naive import winners
from table.playing import TEST_ROLLS, TEST_RUN, Play, only

from taisai import Refusal
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.state import Closed, Idle

SUPERVISOR = Role.CASINO_SUPERVISOR
CHECKS = ("5.0(a)", "5.0(b)", "5.0(c)", "5.0(d)")
TABLES = ("nz-1998/1", "nz-2008/1", "nz-2008/2")
tried = pytest.mark.clause("nz-1998:5.0(b)", "nz-2008:5.0(b)")


def marked(check):
    return pytest.param(check, marks=pytest.mark.clause(f"nz-1998:{check}", f"nz-2008:{check}"), id=check)


@pytest.fixture(params=TABLES)
def shut(request):
    return Play(request.param, money="chips")


def pass_check(play, check):
    if check != TEST_RUN:
        return play.do(SUPERVISOR, c.RecordCheck(check))
    return [event for faces in TEST_ROLLS for event in play.test(SUPERVISOR, faces)]


def light(play, faces):
    """A test roll, pressed and entered, that nobody has looked at yet."""
    for face in faces.split("-"):
        play.do(SUPERVISOR, c.PressButton(int(face)))
    return only(play.do(SUPERVISOR, c.EnterRoll()), e.TestRollEntered)


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


@pytest.mark.parametrize("failed", [marked(check) for check in CHECKS])
@pytest.mark.clause("nz-1998:5.0", "nz-2008:5.0")
def test_a_table_with_a_failed_check_is_not_opened_until_it_is_mended(shut, failed):
    for check in CHECKS:
        pass_check(shut, check)
    shut.refuses(Refusal.REASON_MISSING, SUPERVISOR, c.RecordCheck(failed, passed=False, why=" "))
    recorded = only(shut.do(SUPERVISOR, c.RecordCheck(failed, passed=False, why="it hums")), e.CheckRecorded)
    assert (recorded.check, recorded.passed, recorded.why) == (failed, False, "it hums")
    words = shut.refuses(Refusal.CHECKS_MISSING, SUPERVISOR, c.OpenTable(), clause="5.0")
    assert failed in words
    assert "it hums" in words
    pass_check(shut, failed)
    shut.do(SUPERVISOR, c.OpenTable())
    assert shut.phase is Idle


@pytest.mark.parametrize("by", [1, Role.DEALER, Role.GAME_SUPERVISOR, Role.PIT_MANAGER, Role.AUTOMATION])
@pytest.mark.clause("nz-1998:5.0", "nz-2008:5.0")
def test_the_checks_and_the_opening_are_for_a_casino_supervisor(shut, by):
    commands = [c.RecordCheck("5.0(a)"), c.PressButton(1), c.EnterRoll(), c.OpenTable()]
    for command in (*commands, c.JudgeTest(right=True)):
        shut.refuses(Refusal.ROLE_NOT_ALLOWED, by, command, clause="5.0")
    light(shut, "1-2-3")
    shut.refuses(Refusal.ROLE_NOT_ALLOWED, by, c.JudgeTest(right=True), clause="5.0")


@pytest.mark.parametrize("check", [marked(check) for check in CHECKS])
def test_a_check_is_recorded_with_who_made_it(shut, check):
    event = only(pass_check(shut, check), e.CheckRecorded)
    assert (event.check, event.passed) == (check, True)
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


@tried
@pytest.mark.parametrize("faces", ["1-1-1", "3-1-2", "6-6-5"])
def test_a_test_roll_is_pressed_on_the_entry_terminal_and_lights_its_winners(shut, faces):
    lit = light(shut, faces)
    assert lit.roll == "-".join(sorted(faces.split("-")))
    assert set(lit.lit) == set(winners(shut.table.paytable, tuple(map(int, lit.roll.split("-")))))


@tried
@pytest.mark.parametrize("faces", [(), (4,), (4, 5)])
def test_a_test_roll_takes_three_presses(shut, faces):
    for face in faces:
        shut.do(SUPERVISOR, c.PressButton(face))
    shut.refuses(Refusal.ENTRY_SHORT, SUPERVISOR, c.EnterRoll())
    shut.refuses(Refusal.ROLL_INVALID, SUPERVISOR, c.PressButton(7))


@tried
def test_the_software_does_not_mark_its_own_work(shut):
    """However many test rolls are lit, the check is passed by whoever looks at them."""
    for faces in TEST_ROLLS:
        light(shut, faces)
        assert shut.table.phase.checks == []
        shut.refuses(Refusal.TEST_RUN_WRONG, SUPERVISOR, c.EnterRoll())
        shut.do(SUPERVISOR, c.JudgeTest(right=True))
    assert shut.table.phase.checks == [TEST_RUN]
    judges = [role for _, role, event in shut.written() if isinstance(event, e.TestRollJudged | e.CheckRecorded)]
    assert judges == ["casino-supervisor"] * 4


@tried
@pytest.mark.parametrize("faces", TEST_ROLLS)
def test_a_test_roll_that_lit_wrongly_fails_the_check_and_the_table_does_not_open(shut, faces):
    for check in CHECKS:
        pass_check(shut, check)
    light(shut, faces)
    shut.refuses(Refusal.REASON_MISSING, SUPERVISOR, c.JudgeTest(right=False))
    judged, failed = shut.do(SUPERVISOR, c.JudgeTest(right=False, why="big stays dark"))
    assert (judged.right, judged.why, failed.check, failed.passed) == (False, "big stays dark", TEST_RUN, False)
    assert "big stays dark" in shut.refuses(Refusal.CHECKS_MISSING, SUPERVISOR, c.OpenTable())


@tried
def test_after_a_wrong_one_all_test_rolls_are_tried_again(shut):
    for check in CHECKS:
        if check != TEST_RUN:
            pass_check(shut, check)
    for faces in TEST_ROLLS[:-1]:
        shut.test(SUPERVISOR, faces)
    shut.test(SUPERVISOR, TEST_ROLLS[-1], right=False, why="too dim to see")
    shut.test(SUPERVISOR, TEST_ROLLS[-1])
    shut.refuses(Refusal.CHECKS_MISSING, SUPERVISOR, c.OpenTable())
    pass_check(shut, TEST_RUN)
    shut.do(SUPERVISOR, c.OpenTable())


@tried
@pytest.mark.parametrize(
    "rolls", [("1-1-1",) * 4, ("1-2-3", "1-2-4", "1-3-4", "4-5-6"), TEST_ROLLS[:2], TEST_ROLLS[1:]]
)
def test_the_check_takes_different_rolls_that_light_every_area_between_them(shut, rolls):
    for faces in rolls:
        shut.test(SUPERVISOR, faces)
    assert shut.table.phase.checks == []
    pass_check(shut, TEST_RUN)
    assert shut.table.phase.checks == [TEST_RUN]


@tried
def test_a_word_does_not_stand_for_the_test_run(shut):
    shut.refuses(Refusal.CHECKS_MISSING, SUPERVISOR, c.RecordCheck(TEST_RUN))
    shut.refuses(Refusal.TEST_RUN_WRONG, SUPERVISOR, c.JudgeTest(right=True))


@pytest.mark.clause("nz-1998:5.0(a)", "nz-2008:5.0(a)")
def test_a_test_run_does_not_stand_for_another_check(shut):
    pass_check(shut, TEST_RUN)
    words = shut.refuses(Refusal.CHECKS_MISSING, SUPERVISOR, c.OpenTable())
    assert [check in words for check in CHECKS] == [True, False, True, True]
