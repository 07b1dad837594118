"""5.2: a terminal that fails stops no round. What it had registered is settled, what it had not is returned."""

import pytest
from table.playing import only, opened

from taisai import Refusal
from taisai.house.views import SeatViews
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.state import Betting

DEALER, SUPERVISOR = Role.DEALER, Role.GAME_SUPERVISOR
STEPS = (c.CloseBets(), c.TumbleDice(3), c.RevealDice(), c.PressButton(4), c.PressButton(5), c.PressButton(6))
STEPS += (c.EnterRoll(), c.CollectLosers(), c.PayArea("big"), c.PayArea("single"))


@pytest.fixture
def play():
    return opened("etg/2")


@pytest.mark.clause("etg:5.2", "etg:5.2.1")
@pytest.mark.parametrize(("faces", "credit"), [("4-5-6", 1100), ("1-1-2", 900)])
def test_what_a_failed_terminal_had_registered_is_settled_with_the_round(play, faces, credit):
    play.bets((1, "big", 100), (2, "small", 100))
    failed = only(play.do(DEALER, c.ReportTerminal(1)), e.TerminalFailed)
    assert (failed.seat, failed.clause) == (1, "5.2")
    assert play.table.current.boxes == {"big": 100, "small": 100}
    play.wager(3, "big", 100)
    play.close()
    play.do(DEALER, c.TumbleDice(3))
    play.do(DEALER, c.ReportTerminal(2))
    play.roll(faces)
    play.settle()
    assert (play.credit(1), play.credit(2), play.credit(3)) == (credit, 2000 - credit, credit)


@pytest.mark.clause("etg:5.2", "etg:5.2.1")
@pytest.mark.parametrize("failing", [(1,), (1, 2), (1, 2, 3, 4)])
@pytest.mark.parametrize("steps", range(len(STEPS)))
def test_terminals_that_fail_at_any_moment_change_nothing_that_is_won_or_lost(play, steps, failing):
    play.bets((1, "big", 100), (2, "small", 100), (3, "single-6", 10), (4, "total-15", 10))
    for place, step in enumerate(STEPS):
        for seat in failing if place == steps else ():
            play.do(DEALER, c.ReportTerminal(seat))
        play.do(DEALER, step)
    play.do(DEALER, c.PayArea())
    assert play.credits() == {1: 1100, 2: 900, 3: 1010, 4: 1190}


@pytest.mark.clause("etg:5.2", "etg:5.2.2")
@pytest.mark.parametrize("faces", ["4-5-6", "1-1-2"])
def test_what_a_failed_terminal_had_not_registered_stays_with_the_player(play, faces):
    play.bets((1, "single-6", 50), (2, "small", 100))
    failed = only(play.do(DEALER, c.ReportTerminal(1, {"big": 100, "single-6": 10})), e.TerminalFailed)
    assert failed.unregistered == {"big": 100, "single-6": 10}
    assert (play.credit(1), play.table.current.boxes) == (950, {"single-6": 50, "small": 100})
    play.close()
    play.roll(faces)
    play.settle()
    assert play.credit(1) == {"4-5-6": 1050, "1-1-2": 950}[faces]


@pytest.mark.clause("etg:5.2.2")
def test_the_seat_says_what_was_registered_and_what_was_not(play):
    """By its own view, which the terminal and staff are shown."""
    play.bets((1, "single-6", 50))
    play.do(DEALER, c.ReportTerminal(1, {"big": 100}))
    shown = SeatViews(play.desk).one(1)
    assert (shown.failed, shown.stakes, shown.unregistered, shown.credit) == (
        True,
        {"single-6": 50},
        {"big": 100},
        950,
    )


@pytest.mark.clause("etg:5.2.2")
def test_what_was_not_registered_can_be_wagered_again_and_cashed_out(play):
    play.bets().do(DEALER, c.ReportTerminal(1, {"big": 1000}))
    play.do(SUPERVISOR, c.MendTerminal(1, "restarted"))
    play.wager(1, "big", 1000)
    play.close()
    play.roll("4-5-6")
    play.settle()
    assert only(play.do(1, c.CashOut(1, "440000000017")), e.VoucherIssued).amount == 2000


@pytest.mark.clause("etg:5.2", "etg:5.2.2")
def test_a_failed_terminal_wagers_nothing_until_it_is_put_right(play):
    play.bets((1, "single-6", 50), (2, "big", 50))
    play.do(DEALER, c.ReportTerminal(1, {"big": 100}))
    attempts = c.PlaceWager(1, "big", 100), c.WithdrawWager(1, "single-6", 50), c.MoveWager(1, "single-6", "big", 50)
    for command in attempts:
        play.refuses(Refusal.TERMINAL_FAILED, 1, command)
    play.wager(2, "big", 50)
    play.close()
    play.roll("4-5-6")
    play.settle()
    play.begin()
    play.refuses(Refusal.TERMINAL_FAILED, 1, attempts[0])
    assert only(play.do(DEALER, c.MendTerminal(1, "cable replaced")), e.TerminalMended).procedure == "cable replaced"
    play.do(1, attempts[0])
    assert SeatViews(play.desk).one(1).unregistered == {}


@pytest.mark.clause("etg:5.2")
def test_the_round_goes_on_while_terminals_fail(play):
    play.bets((1, "big", 100))
    for seat in (1, 2, 3, 4):
        play.do(DEALER, c.ReportTerminal(seat))
    assert (play.phase, play.table.trouble) == (Betting, "")
    play.close()
    play.roll("4-5-6")
    play.settle()
    play.begin()


@pytest.mark.clause("etg:5.2")
def test_a_failed_terminal_is_reported_by_staff_with_spots_and_stakes_that_exist(play):
    play.bets((1, "big", 100))
    for by in (1, Role.AUDITOR, Role.AUTOMATION):
        play.refuses(Refusal.ROLE_NOT_ALLOWED, by, c.ReportTerminal(1))
    play.refuses(Refusal.SEAT_UNKNOWN, DEALER, c.ReportTerminal(9))
    play.refuses(Refusal.SPOT_UNKNOWN, DEALER, c.ReportTerminal(1, {"bigg": 100}))
    play.refuses(Refusal.STAKE_INVALID, DEALER, c.ReportTerminal(1, {"big": -100}))
    play.refuses(Refusal.TROUBLE_UNKNOWN, DEALER, c.MendTerminal(1, "nothing was wrong"))
    play.do(DEALER, c.ReportTerminal(1))
    play.refuses(Refusal.TERMINAL_FAILED, DEALER, c.ReportTerminal(1, {"big": 100}))
    play.refuses(Refusal.REASON_MISSING, DEALER, c.MendTerminal(1, " "))
    for by in (1, Role.AUDITOR, Role.AUTOMATION):
        play.refuses(Refusal.ROLE_NOT_ALLOWED, by, c.MendTerminal(1, "restarted"))
