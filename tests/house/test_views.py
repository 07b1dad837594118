"""What each role may see of a table, step by step through a round."""

import msgspec
import pytest
from house.script import GAME, installed, played
from machines.people import right_person

from taisai.house.desk import Desk
from taisai.house.games import game
from taisai.house.setup import Setup
from taisai.house.views import EXCESS, Alerts, Past, SeatViews, phase_name, staff_view, table_view
from taisai.journal.memory import MemoryStore
from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c
from taisai.table.events import Stake
from taisai.table.order import Order, Person

FACES = (2, 2, 5)
NOTHING = Alerts()
SECOND = Person("cat", Role.CASINO_SUPERVISOR)


class Evening:
    def __init__(self):
        self.desk = installed(MemoryStore())
        self.count = 0
        self.do(c.OpenTable(), c.BuyIn(1, 10_000), c.BuyIn(2, 10_000))

    def do(self, *commands, second=None):
        for command in commands:
            self.count += 1
            table = self.desk.table
            number = table.round + (phase_name(table.phase) == "idle")
            self.desk.do(Order(f"{self.count}", right_person(GAME, command), command, number, second))

    def table(self, closes_at=0, down=""):
        return table_view(self.desk, closes_at, down)

    def seat(self, number):
        return SeatViews(self.desk).one(number)

    def staff(self, alerts=NOTHING, wanted=None):
        return staff_view(self.desk, SeatViews(self.desk), alerts, wanted)


@pytest.fixture
def evening():
    return Evening()


def test_no_roll_and_no_press_is_seen_before_the_roll_is_entered(evening):
    seen = {}
    for command in played(FACES, (1, "big", 100), (2, "double-2", 10)):
        evening.do(command)
        view = evening.table()
        seen[view.phase] = view.shown
        if view.phase not in {"revealed", "entered"}:
            assert evening.staff().pressed == ()
    assert [seen[phase] for phase in ("betting", "bets-shut", "tumbled", "revealed")] == [None] * 4
    shown = seen["entered"]
    assert (shown.round, shown.roll) == (1, "2-2-5")
    assert "double-2" in shown.lit
    assert shown.call
    assert seen["settling"] == seen["entered"]


def test_the_layout_stays_lit_until_wagers_open_again(evening):
    evening.do(*played(FACES), *_paid(evening))
    assert phase_name(evening.desk.table.phase) == "idle"
    assert evening.table().shown.roll == "2-2-5"
    evening.do(c.OpenBets())
    assert evening.table().shown is None


def _paid(evening):
    """Nothing to pay where nobody won."""
    return [c.PayArea()] if phase_name(evening.desk.table.phase) == "settling" else []


def test_a_round_that_was_reversed_shows_no_roll_and_no_result_and_leaves_a_mark(evening):
    evening.do(*played(FACES, (2, "double-2", 10)), c.PayArea())
    assert evening.table().recent[-1].roll == "2-2-5"
    evening.do(c.ReverseRounds((1,)), second=SECOND)
    view = evening.table()
    assert (view.shown, view.recent, evening.seat(2).result) == (None, (Past(1, ""),), None)


def test_a_void_round_never_shows_the_roll_of_the_round_before(evening):
    evening.do(*played(FACES, (2, "double-2", 10)), c.PayArea())
    assert evening.seat(2).result.round == evening.table().shown.round == 1
    evening.do(c.OpenBets(), c.PlaceWager(2, "big", 10), c.CloseBets(), c.TumbleDice(3))
    evening.do(c.VoidRound(Trouble.DICE_NOT_FLAT))
    view = evening.table()
    assert (view.round, view.void.number, view.shown, evening.seat(2).result) == (2, 2, None, None)
    assert view.recent == (Past(1, "2-2-5"), Past(2, ""))
    evening.do(*played((1, 2, 3), (2, "small", 10)), c.PayArea())
    assert (evening.table().shown.round, evening.seat(2).result.round) == (3, 3)
    assert evening.table().recent == (Past(1, "2-2-5"), Past(2, ""), Past(3, "1-2-3"))


def test_everybody_sees_totals_and_only_the_seat_its_own(evening):
    evening.do(c.OpenBets(), c.PlaceWager(1, "big", 100), c.PlaceWager(2, "big", 50), c.PlaceWager(2, "odd", 20))
    public = msgspec.json.encode(evening.table(closes_at=7, down="journal-full"))
    assert evening.table().boxes == {"big": 150, "odd": 20}
    assert b"credit" not in public
    assert b"stakes" not in public
    assert (evening.table(closes_at=7).closes_at, evening.table(down="journal-full").down) == (7, "journal-full")
    assert evening.seat(1).stakes == {"big": 100}
    assert evening.seat(2).stakes == {"big": 50, "odd": 20}
    assert evening.seat(1).credit == 9_900


def test_how_a_seat_came_out_of_the_last_round_stays_told(evening):
    evening.do(*played(FACES, (1, "big", 100), (2, "double-2", 10), (2, "even", 30)), c.PayArea())
    result = evening.seat(2).result
    assert (result.round, result.roll, result.staked, result.won) == (1, "2-2-5", 40, {"double-2": result.returned})
    assert evening.seat(1).result.returned == 0
    assert evening.seat(3).result is None
    evening.do(c.OpenBets())
    assert evening.seat(2).result == result


def test_a_void_round_is_named_with_why(evening):
    evening.do(c.OpenBets(), c.PlaceWager(1, "big", 100), c.CloseBets(), c.TumbleDice(3))
    evening.do(c.VoidRound(Trouble.DICE_NOT_FLAT))
    void = evening.table().void
    assert (void.number, void.trouble, void.returned) == (1, "dice-not-flat", 100)
    assert void.clause


def test_staff_see_seats_presses_exposure_what_is_unpaid_and_what_waits(evening):
    *before, collect = played(FACES, (1, "big", 100), (2, "double-2", 10))
    evening.do(*before)
    assert evening.staff().pressed == FACES
    assert evening.staff().exposure > 0
    evening.do(collect)
    view = evening.staff(Alerts(3, "2026-11-15T10:00:00Z"), wanted=(2,))
    assert [seat.seat for seat in view.seats] == [2]
    assert view.unpaid["double"] > 10
    assert (view.alerts, view.called) == (3, "2026-11-15T10:00:00Z")
    assert len(evening.staff().seats) == 4
    evening.do(c.PayArea())
    assert (evening.staff().unpaid, evening.staff().exposure) == ({}, 0)


def test_staff_see_open_disputes_only(evening):
    evening.do(c.OpenDispute(1, 0, "a claim"))
    assert [one.claim for one in evening.staff().disputes] == ["a claim"]
    evening.do(c.DecideDispute(1, "a reason"))
    assert evening.staff().disputes == ()


def test_staff_see_the_newest_excess_of_the_round(evening):
    evening.do(c.OpenBets(), c.PlaceWager(1, "total-9", 6_000))
    assert evening.staff().excess == (Stake(1, "total-9", 1_000),)
    evening.desk.table.current.excess *= EXCESS + 5
    assert len(evening.staff().excess) == EXCESS


def test_staff_see_which_checks_are_passed():
    desk = Desk.install(MemoryStore(), game("nz-2008/1"), Setup("T"), lambda: "now")
    desk.do(Order("check", Person("cas", Role.CASINO_SUPERVISOR), c.RecordCheck("5.0(a)")))
    assert staff_view(desk, SeatViews(desk), NOTHING).checks == ("5.0(a)",)
