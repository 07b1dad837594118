"""Drop boxes and tips: which box cash goes into, who counts it without knowing what is expected, what players give."""

import msgspec
import pytest
from table.playing import ALONE, FLOAT, Play, only, opened

from taisai import Refusal
from taisai.house.chip_views import chips_seen
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.order import ALONE as STANDS_ALONE
from taisai.table.order import Order, Person

DEALER, SUPERVISOR, CASINO, MANAGER, SHIFT = (
    Role.DEALER, Role.GAME_SUPERVISOR, Role.CASINO_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER,
)  # fmt: skip


def chips(**kwargs):
    """Four seats have bought in for 1000 each: 4000 is in box 1."""
    return opened("rws-6/2", money="chips", **kwargs)


def taken_away(**kwargs):
    play = chips(**kwargs)
    play.do(DEALER, c.ExchangeBox(), second=MANAGER)
    return play


def entered(play, notes, *people):
    return [event for by in people for event in play.do(by, c.EnterSoftCount("1", notes))]


# Which box is on the table.


def test_cash_goes_into_the_box_that_is_on_the_table():
    play = chips()
    placed = play.do(DEALER, c.ExchangeBox("2"), second=SUPERVISOR)
    names = ("a dealer", "a game-supervisor")
    assert placed == (e.BoxRemoved("1", *names), e.BoxPlaced("2", *names))
    play.do(DEALER, c.ChangeCash(1, (500,)))
    assert (play.balance("box:1"), play.balance("box:2"), play.table.bank.drop) == (4000, 500, 4500)


def test_no_cash_is_taken_where_no_box_is():
    play = taken_away()
    assert "no drop box" in play.refuses(Refusal.BOX_MISSING, DEALER, c.ChangeCash(1, (100,)))
    play.do(DEALER, c.ExchangeBox("2"), second=MANAGER)
    play.do(DEALER, c.ChangeCash(1, (100,)))


@pytest.mark.parametrize("second", [ALONE, DEALER, Role.AUDITOR])
def test_a_box_is_exchanged_by_two_of_the_staff(second):
    chips().refuses(Refusal.DUAL_CONTROL, DEALER, c.ExchangeBox("2"), second=second)


@pytest.mark.parametrize("by", [1, Role.AUDITOR, Role.TECHNICIAN, Role.AUTOMATION])
def test_nobody_else_touches_boxes(by):
    play = taken_away()
    for command in (c.ExchangeBox("2"), c.EnterSoftCount("1", {}), c.ConfirmSoftCount("1")):
        play.refuses(Refusal.ROLE_NOT_ALLOWED, by, command, second=SHIFT)


@pytest.mark.parametrize("name", ["1", " 2", "2\n", "\x00"])
def test_a_box_has_a_name_of_its_own(name):
    chips().refuses(Refusal.BOX_UNKNOWN, DEALER, c.ExchangeBox(name), second=MANAGER)


def test_a_box_comes_back_only_when_it_was_counted():
    play = taken_away()
    play.refuses(Refusal.BOX_UNKNOWN, DEALER, c.ExchangeBox(), second=MANAGER)
    play.refuses(Refusal.BOX_UNKNOWN, DEALER, c.ExchangeBox("1"), second=MANAGER)
    entered(play, {"1000": 4}, DEALER, SUPERVISOR)
    play.do(CASINO, c.ConfirmSoftCount("1"))
    play.do(DEALER, c.ExchangeBox("1"), second=MANAGER)
    assert play.table.tray.boxes["1"].amount == 0


def test_a_table_with_credits_has_no_boxes_and_no_tips():
    play = opened("rws-6/2")
    for command in (c.ExchangeBox("1"), c.EnterSoftCount("1", {}), c.GiveTip(1, {"100": 1}), c.TakeTips({})):
        play.refuses(Refusal.CHIPS_NOT_HERE, DEALER, command, second=SHIFT)


# The soft count.


def test_three_count_and_the_money_goes_to_the_cage():
    play = taken_away()
    before = play.balance("cage")
    made = only(entered(play, {"100": 30, "500": 2, "50": 0}, DEALER, SUPERVISOR), e.SoftCountMade)
    assert (made.notes, made.amount, made.expected, made.variance) == ({"100": 30, "500": 2}, 4000, 4000, 0)
    assert (made.by, made.second) == ("a dealer", "a game-supervisor")
    play.do(CASINO, c.ConfirmSoftCount("1"))
    assert (play.balance("box:1"), play.balance("cage") - before, play.table.tray.boxes) == (0, 4000, {})


def test_nobody_can_read_the_first_entry_before_there_is_a_second():
    play = taken_away()
    first = play.do(DEALER, c.EnterSoftCount("1", {"100": 39}))
    assert first == (e.SoftCountEntered("1", first[0].digest, "a dealer", first[0].nonce),)
    for told in (msgspec.json.encode(first), msgspec.json.encode(play.table.tray.boxes["1"])):
        assert b"39" not in told.replace(first[0].digest.encode(), b"").replace(first[0].nonce.encode(), b"")


def test_the_answer_to_a_first_entry_is_the_same_whether_it_is_right_or_wrong():
    right, wrong = (taken_away().do(DEALER, c.EnterSoftCount("1", {"1000": many})) for many in (4, 3))
    assert [type(event) for event in right] == [type(event) for event in wrong] == [e.SoftCountEntered]


def test_entries_that_differ_are_set_aside_and_all_is_counted_again():
    play = taken_away()
    events = entered(play, {"1000": 4}, DEALER) + entered(play, {"1000": 3, "500": 2}, SUPERVISOR)
    assert [type(event) for event in events] == [e.SoftCountEntered, e.SoftCountEntered, e.SoftCountSetAside]
    play.refuses(Refusal.BOX_STEP, CASINO, c.ConfirmSoftCount("1"))
    assert only(entered(play, {"1000": 4}, SUPERVISOR, DEALER), e.SoftCountMade).variance == 0


def test_three_different_people_count():
    play = taken_away()
    entered(play, {"1000": 4}, DEALER)
    play.refuses(Refusal.DUAL_CONTROL, DEALER, c.EnterSoftCount("1", {"1000": 4}))
    entered(play, {"1000": 4}, SUPERVISOR)
    for by in (DEALER, SUPERVISOR):
        play.refuses(Refusal.DUAL_CONTROL, by, c.ConfirmSoftCount("1"))
    play.refuses(Refusal.BOX_STEP, CASINO, c.EnterSoftCount("1", {"1000": 4}))


def test_the_third_may_have_it_counted_again_and_says_why():
    play = taken_away()
    entered(play, {"1000": 3}, DEALER, SUPERVISOR)
    play.refuses(Refusal.REASON_MISSING, CASINO, c.ConfirmSoftCount("1", agrees=False, why=" "))
    play.do(CASINO, c.ConfirmSoftCount("1", agrees=False, why="a note stuck"))
    assert only(entered(play, {"1000": 4}, DEALER, SUPERVISOR), e.SoftCountMade).variance == 0


@pytest.mark.parametrize(("notes", "variance"), [({"1000": 3, "500": 1}, -500), ({"1000": 5}, 1000), ({}, -4000)])
def test_a_variance_is_explained_and_approved_by_somebody_who_did_not_count(notes, variance):
    play = taken_away()
    entered(play, notes, DEALER, MANAGER)
    play.refuses(Refusal.BOX_STEP, SHIFT, c.ApproveSoftCount("1", "too soon"))
    play.do(CASINO, c.ConfirmSoftCount("1"))
    assert play.balance("box:1") == 4000
    play.refuses(Refusal.ROLE_NOT_ALLOWED, DEALER, c.ApproveSoftCount("1", "so what"))
    play.refuses(Refusal.DUAL_CONTROL, MANAGER, c.ApproveSoftCount("1", "I counted"))
    play.refuses(Refusal.REASON_MISSING, SHIFT, c.ApproveSoftCount("1", " "))
    play.do(SHIFT, c.ApproveSoftCount("1", "seen on film"))
    assert (play.balance("box:1"), play.balance("variance")) == (0, -variance)
    play.refuses(Refusal.BOX_UNKNOWN, SHIFT, c.ApproveSoftCount("1", "again"))


@pytest.mark.parametrize("kind", ["0", "-5", "x", "1.5", "05", "٥", ""])
def test_a_note_has_a_denomination(kind):
    taken_away().refuses(Refusal.CHIP_UNKNOWN, DEALER, c.EnterSoftCount("1", {kind: 1}))


def test_the_box_on_the_table_is_not_counted_nor_one_that_never_was_there():
    play = chips()
    play.refuses(Refusal.BOX_STEP, DEALER, c.EnterSoftCount("1", {}))
    play.refuses(Refusal.BOX_UNKNOWN, DEALER, c.EnterSoftCount("2", {}))


def test_the_first_manager_of_a_house_may_count_alone_and_that_is_told():
    play, boss = taken_away(), Person("boss", SHIFT)
    for number, command in enumerate((*2 * (c.EnterSoftCount("1", {}),), c.ConfirmSoftCount("1"))):
        events = play.desk.do(Order(f"alone {number}", boss, command, 0, STANDS_ALONE)).events
        assert {event.second for event in events} == {STANDS_ALONE.name}


def test_boxes_are_counted_after_the_table_has_closed_and_its_result_stays():
    play = chips()
    closed = only(play.shut(), e.TableClosed)
    assert (closed.drop, closed.win) == (4000, 0)
    play.do(DEALER, c.ExchangeBox(), second=MANAGER)
    entered(play, {"1000": 4}, DEALER, SUPERVISOR)
    play.do(CASINO, c.ConfirmSoftCount("1"))
    assert play.balance("cage") == 4000 - FLOAT + closed.closing_float


# Tips.


def tipping(**kwargs):
    play = chips(**kwargs)
    play.desk.state_tips(allowed=True)
    return play


def test_a_tip_lies_in_the_tip_box_and_not_in_the_float():
    play = tipping()
    before, now = dict(play.table.tray.pile("float")), play.table.bank.now
    play.do(DEALER, c.GiveTip(1, {"1000": 1}))
    assert (play.credit(1), play.balance("tips"), play.table.tray.pile("tips")) == (0, 1000, {"1000": 1})
    assert (play.table.tray.pile("float"), play.table.bank.now) == (before, now)


def test_a_tip_that_the_rack_has_not_the_chips_for_is_changed_first():
    play = tipping()
    play.do(DEALER, c.GiveTip(1, {"25": 1}))
    assert (play.credit(1), play.table.tray.pile("tips"), play.table.bank.now) == (975, {"25": 1}, FLOAT - 4000)


def test_tips_are_refused_where_the_house_does_not_allow_them_or_no_longer():
    play = chips()
    play.refuses(Refusal.TIPS_NOT_ALLOWED, DEALER, c.GiveTip(1, {"100": 1}))
    play.desk.state_tips(allowed=True)
    play.do(DEALER, c.GiveTip(1, {"100": 1}))
    play.desk.state_tips(allowed=False)
    play.refuses(Refusal.TIPS_NOT_ALLOWED, DEALER, c.GiveTip(1, {"100": 1}))
    play.do(DEALER, c.TakeTips({"100": 1}), second=MANAGER)


def test_what_the_house_allows_is_told_once():
    play = tipping()
    head = play.store.head()
    play.desk.state_tips(allowed=True)
    assert play.store.head() == head
    credits_only = Play("rws-6/2")
    credits_only.desk.state_tips(allowed=True)
    assert not credits_only.table.tips


def test_a_tip_is_no_more_than_the_player_has_and_of_value_chips():
    play = tipping()
    play.refuses(Refusal.CREDIT_SHORT, DEALER, c.GiveTip(1, {"1000": 2}))
    for pile in ({}, {"7": 1}, {"red": 1}):
        play.refuses(Refusal.CHIP_UNKNOWN, DEALER, c.GiveTip(1, pile))
    play.refuses(Refusal.SEAT_UNKNOWN, DEALER, c.GiveTip(9, {"100": 1}))
    play.refuses(Refusal.ROLE_NOT_ALLOWED, 1, c.GiveTip(1, {"100": 1}))


def test_tips_are_counted_by_two_and_go_to_the_cage():
    play = tipping()
    play.do(DEALER, c.GiveTip(1, {"100": 1}))
    play.refuses(Refusal.DUAL_CONTROL, DEALER, c.TakeTips({"100": 1}), second=ALONE)
    play.refuses(Refusal.COUNT_DIFFERS, DEALER, c.TakeTips({"25": 4}), second=MANAGER)
    before = play.balance("cage")
    play.do(DEALER, c.TakeTips({"100": 1}), second=MANAGER)
    assert (play.balance("tips"), play.balance("cage") - before, play.table.tray.pile("tips")) == (0, 100, {})


@pytest.mark.parametrize("pile", [{}, {"100": 1}, {"100": 0}])
def test_of_an_empty_tip_box_nobody_is_told_that_they_are_short_of_credits(pile):
    play = tipping()
    words = play.refuses(Refusal.TIPS_ABSENT, DEALER, c.TakeTips(pile), second=MANAGER)
    assert "the tip box is empty" in words
    play.do(DEALER, c.GiveTip(1, {"100": 1}))
    play.do(DEALER, c.TakeTips({"100": 1}), second=MANAGER)
    play.refuses(Refusal.TIPS_ABSENT, DEALER, c.TakeTips(pile), second=MANAGER)


def test_staff_see_what_lies_in_the_tip_box_apart_from_the_float():
    play = tipping()
    float_before = chips_seen(play.game, play.table).float
    assert chips_seen(play.game, play.table).tipped == {}
    play.do(DEALER, c.BringChips(1, {"25": 2}))
    play.do(DEALER, c.GiveTip(1, {"25": 2}))
    play.desk.state_tips(allowed=False)
    seen = chips_seen(play.game, play.table)
    assert (seen.tips, seen.tipped, seen.float) == (False, {"25": 2}, float_before)
    seen.tipped.clear()
    assert play.table.tray.pile("tips") == {"25": 2}, "a view is a copy"
    assert chips_seen(play.game, opened("rws-6/2").table).tipped == {}


def test_the_result_of_the_table_knows_nothing_of_tips():
    play = tipping()
    play.do(DEALER, c.GiveTip(1, {"1000": 1}))
    assert only(play.shut(), e.TableClosed).win == 0
