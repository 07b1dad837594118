"""Corners that only a careful hand would look into: each line here once let a change in the rules go unnoticed."""

import pytest
from scenario.playing import played

from taisai import Refusal, Refused
from taisai.house.table_entry import recorded
from taisai.table.events import TableClosed


def test_a_move_between_opposite_spots_counts_what_leaves_the_first():
    text = """open rws-6/2
        limits minimum 50 maximum 5000 differential 500
        seat 2 wagers 100 on small
        seat 1 wagers 600 on big
        refused stake-above-box: seat 1 moves 600 from big to small
        seat 1 moves 500 from big to small
        expect seat 1 has 400"""
    desk = played(text).desk
    assert desk.table.current.boxes == {"small": 600, "big": 100}


def test_a_move_must_leave_and_reach_the_minimum():
    text = """open rws-6/2
        limits minimum 50 maximum 100 differential 100
        seat 1 wagers 100 on big
        refused stake-below-minimum: seat 1 moves 60 from big to odd
        refused stake-below-minimum: seat 1 moves 40 from big to odd
        seat 1 moves 50 from big to odd
        seat 1 wagers 60 on small
        refused stake-above-box: seat 1 moves 50 from odd to small
        refused stake-above-box: seat 1 moves 50 from odd to odd
        refused wager-absent: seat 1 moves 51 from odd to even"""
    assert played(text).desk.table.current.boxes == {"big": 50, "odd": 50, "small": 60}


def test_a_moved_wager_is_the_newest_where_it_lies():
    text = """open rws-6/2
        limits minimum 10 maximum 5000 differential 100
        seat 1 wagers 100 on odd
        seat 3 wagers 100 on small
        refused stake-above-differential: seat 3 wagers 10 on small
        seat 2 wagers 100 on big
        seat 1 moves 50 from odd to big
        seat 3 withdraws 100 from small
        no more bets
        expect seat 1 has 950
        expect seat 2 has 900"""
    desk = played(text).desk
    assert desk.table.current.boxes == {"odd": 50, "small": 0, "big": 100}


def test_fills_and_credits_add_up_in_the_result():
    text = """open nz-1998/1 with float 10000
        seat 1 changes cash for 500
        fill float with 1000
        fill float with 500
        credit float with 100
        credit float with 25
        seat 1 wagers 100 on big
        no more bets
        roll 1-2-3
        settle
        close table"""
    told = (recorded(entry.body).event for entry in played(text).desk.store.read())
    (closed,) = [event for event in told if isinstance(event, TableClosed)]
    assert closed == TableClosed(10000, 1500, 125, 500, 10000 - 500 + 1500 - 125 + 100, 100)


REFUSED = [
    ("seat 1 colours up 25,25 to 100", Refusal.CHIP_UNKNOWN, 100),
    ("seat 1 colours up 1000 to 500,500", Refusal.CREDIT_SHORT, 1000),
    ("seat 1 colours up 25,7 to 25", Refusal.CHIP_UNKNOWN, 7),
    ("seat 9 colours up 25 to 25", Refusal.SEAT_UNKNOWN, 9),
    ("seat 1 plays red chips worth 0", Refusal.CHIP_UNKNOWN, 0),
    ("fill float with 3", Refusal.CHIP_UNKNOWN, 3),
    ("seat 1 buys in 100 with voucher 123456789012", Refusal.CHIPS_NOT_HERE, "rws-6/2"),
]


@pytest.mark.parametrize(("sentence", "code", "value"), REFUSED)
def test_chips_are_refused_with_the_value(sentence, code, value):
    with pytest.raises(Refused) as refused:
        played(f"open rws-6/2 with chips\nseat 1 changes cash for 500\n{sentence}\n")
    assert (refused.value.code, refused.value.value) == (code, value)
    assert refused.value.words.startswith("line 3: ")


def test_a_second_trouble_does_not_hide_the_first():
    text = """open nz-1998/1
        report malfunction "the bell"
        report layout-lit-wrong "area 3"
        report malfunction "again"
        refused table-stopped: tumble 3 times"""
    desk = played(text).desk
    assert desk.table.trouble == "malfunction, layout-lit-wrong"
    text += '\nclear "all mended"\ntumble 3 times'
    assert played(text).desk.table.trouble == ""


def test_the_overflow_can_be_decided_for_a_seat():
    desk = played(
        "open rws-6/2\nseat 1 wagers 10 on big\nno more bets\nroll 1-2-3\nsettle\ndispute about round 1 words"
    ).desk
    from taisai.rules.vocabulary import Role
    from taisai.table import commands as c
    from taisai.table.order import Order, Person

    boss, second = Person("Ann", Role.SHIFT_MANAGER), Person("Bo", Role.PIT_MANAGER)
    with pytest.raises(Refused) as refused:
        desk.do(Order("1", boss, c.DecideDispute(1, "for nobody", 10), 0, second))
    assert refused.value.code is Refusal.SEAT_UNKNOWN
    desk.do(Order("2", boss, c.DecideDispute(1, "for seat 1", 10, seat=1), 0, second))
    assert desk.table.seats[1].credit == 1000


def test_a_player_who_comes_back_is_there_again():
    text = "open rws-6/2\nseat 1 buys in 100\nseat 1 leaves"
    assert played(text).desk.table.seats[1].away
    assert not played(f"{text}\nseat 1 buys in 100").desk.table.seats[1].away
