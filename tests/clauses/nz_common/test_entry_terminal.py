import pytest
from clauses.naive import winners
from table.playing import only

from taisai import Refusal
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.state import Entered, Revealed

DEALER = Role.DEALER


@pytest.fixture
def uncovered(play):
    play.bets((1, "big", 100), (2, "small", 100)).close()
    play.reveal()
    return play


def press(play, *faces):
    for face in faces:
        assert only(play.do(DEALER, c.PressButton(face)), e.ButtonPressed).face == face
    return play.table.current.pressed


@pytest.mark.clause("nz-1998:3.3", "nz-2008:3.3", "nz-1998:3.3(a)", "nz-2008:3.3(a)")
def test_buttons_display_and_entry_button_together_light_the_winning_spots(uncovered):
    assert press(uncovered, 6, 1, 5) == [6, 1, 5]
    entered = only(uncovered.do(DEALER, c.EnterRoll()), e.RollEntered)
    assert entered.roll == "1-5-6"
    assert set(entered.lit) == set(winners(uncovered.table.paytable, (1, 5, 6)))


@pytest.mark.clause("nz-1998:3.3(a)(i)", "nz-2008:3.3(a)(i)")
def test_there_are_six_buttons_numbered_1_to_6_and_no_other(uncovered):
    assert [press(uncovered, face)[-1] for face in (1, 2, 3, 4, 5, 6)] == [1, 2, 3, 4, 5, 6]
    for face in (0, 7, -1, 12):
        uncovered.refuses(Refusal.ROLL_INVALID, DEALER, c.PressButton(face))


@pytest.mark.clause("nz-1998:3.3(a)(ii)", "nz-2008:3.3(a)(ii)", "nz-1998:6.4(b)", "nz-2008:6.4(b)")
@pytest.mark.parametrize("faces", [(), (4,), (4, 5)])
def test_entry_with_fewer_than_three_numbers_does_nothing_but_say_so(uncovered, faces):
    press(uncovered, *faces)
    assert f"{len(faces)} numbers" in uncovered.refuses(Refusal.ENTRY_SHORT, DEALER, c.EnterRoll())
    assert (uncovered.phase, uncovered.table.current.pressed) == (Revealed, list(faces))
    press(uncovered, *(4, 5, 6)[len(faces) :])
    assert only(uncovered.do(DEALER, c.EnterRoll()), e.RollEntered).roll == "4-5-6"


@pytest.mark.clause("nz-1998:3.3(a)(ii)", "nz-2008:3.3(a)(ii)")
def test_nothing_is_entered_by_pressing_numbers_alone_and_a_roll_is_entered_once(uncovered):
    press(uncovered, 4, 5, 6)
    assert uncovered.phase is Revealed
    uncovered.do(DEALER, c.EnterRoll())
    assert uncovered.phase is Entered
    uncovered.refuses(Refusal.STEP_OUT_OF_ORDER, DEALER, c.EnterRoll())
    uncovered.refuses(Refusal.STEP_OUT_OF_ORDER, DEALER, c.PressButton(1))


@pytest.mark.clause("nz-1998:3.3(a)(iii)", "nz-2008:3.3(a)(iii)")
def test_the_display_keeps_the_last_three_numbers_and_those_are_sent_in(uncovered):
    assert press(uncovered, 1, 2, 3) == [1, 2, 3]
    assert press(uncovered, 6) == [2, 3, 6]
    assert press(uncovered, 6, 6) == [6, 6, 6]
    assert press(uncovered, 5) == [6, 6, 5]
    assert only(uncovered.do(DEALER, c.EnterRoll()), e.RollEntered).roll == "5-6-6"


@pytest.mark.clause("nz-1998:3.3(a)(iii)", "nz-2008:3.3(a)(iii)")
def test_the_display_is_empty_again_in_the_next_round(uncovered):
    press(uncovered, 4, 5, 6)
    uncovered.do(DEALER, c.EnterRoll())
    uncovered.settle()
    uncovered.begin()
    uncovered.close()
    uncovered.reveal()
    assert uncovered.table.current.pressed == []
    uncovered.refuses(Refusal.ENTRY_SHORT, DEALER, c.EnterRoll())


@pytest.mark.clause("nz-1998:6.4", "nz-2008:6.4", "nz-1998:6.4(a)", "nz-2008:6.4(a)")
def test_the_roll_is_entered_while_it_is_called_and_after_the_tumbler_is_uncovered(play):
    play.bets((1, "big", 100), (2, "small", 100)).close()
    play.refuses(Refusal.STEP_OUT_OF_ORDER, DEALER, c.PressButton(4))
    play.refuses(Refusal.STEP_OUT_OF_ORDER, DEALER, c.EnterRoll())
    play.do(DEALER, c.RevealDice())
    press(play, 4, 6, 4)
    entered = only(play.do(DEALER, c.EnterRoll()), e.RollEntered)
    assert (entered.roll, entered.call) == ("4-4-6", "double 4, 6, total 14")
    play.settle()
    assert (play.credit(1), play.credit(2)) == (1100, 900)


@pytest.mark.clause("nz-1998:6.6", "nz-2008:6.6")
@pytest.mark.parametrize("by", [1, Role.CASINO_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER, Role.AUTOMATION])
def test_nobody_whom_the_rules_do_not_name_uses_tumbler_equipment_or_entry_terminal(play, by):
    play.refuses(Refusal.ROLE_NOT_ALLOWED, by, c.TumbleDice(3), clause="6.1")
    play.bets().close()
    play.refuses(Refusal.ROLE_NOT_ALLOWED, by, c.RevealDice(), clause="6.3")
    play.reveal()
    for command in (c.PressButton(1), c.EnterRoll()):
        play.refuses(Refusal.ROLE_NOT_ALLOWED, by, command, clause="6.4")
    press(play, 4, 5, 6)
    play.refuses(Refusal.ROLE_NOT_ALLOWED, by, c.EnterRoll(), clause="6.4")
    play.do(DEALER, c.EnterRoll())
    play.refuses(Refusal.ROLE_NOT_ALLOWED, by, c.AmendEntry((1, 1, 2)))
