"""A player's own book, kept from receipts and results alone."""

import msgspec
import pytest

from taisai.client.book import Book, differences
from taisai.house.views import Result, SeatView
from taisai.table import events as e
from taisai.table.own_limits import NOTHING_CHOSEN
from taisai.wire.bodies import SeatRound
from taisai.wire.messages import Resumed, SeatChange, Taken


def seat(credit, result=None, **stakes):
    nothing = {field: 0 for field in SeatView.__struct_fields__ if field.startswith(("meter", "loss", "owed"))}
    return SeatView(
        seat=1, credit=credit, stakes=stakes, colour="", colour_value=0, away=False, locked="", uncollected=None,
        result=result, failed=False, unregistered={}, contribution="", rack={}, own=NOTHING_CHOSEN, **nothing,
    )  # fmt: skip


def receipt(name, first, *events):
    return Taken(0, name, first, first + len(events) - 1, events, 0, {})


def placed(number, spot, stake):
    return e.WagerPlaced(number, 1, spot, stake, 0, "player")


@pytest.fixture
def book():
    made = Book()
    made.heard(Resumed(1, 0, seat(970, big=30), None))
    made.heard(receipt("a", 7, placed(2, "big", 100)))
    made.heard(receipt("b", 9, placed(2, "small", 50)))
    return made


def wrong(book, credit, **stakes):
    return differences(book, msgspec.structs.asdict(seat(credit, **stakes)))


def ended(book, *, staked, returned, number=2):
    book.heard(SeatChange(5, 0, seat(0, Result(number, "1-2-3", staked, returned, {}))))


def test_a_round_takes_what_receipts_say_and_gives_what_its_result_says(book):
    assert book.open == {2}
    ended(book, staked=150, returned=200)
    assert (book.open, book.credit, book.handed_back) == (set(), 1000 - 150 + 200, 0)
    assert wrong(book, 1050) == []


def test_a_balance_that_is_off_by_one_unit_is_told(book):
    ended(book, staked=150, returned=200)
    assert wrong(book, 1049) == ["seat 1: it has 1049, but its player's records show 1050"]
    assert wrong(book, 1050, big=5) == ["seat 1: {'big': 5} is on the layout after the last round"]


def test_moves_and_withdrawals_change_what_is_staked(book):
    book.heard(receipt("c", 10, e.WagerMoved(2, 1, "big", "odd", 40, "asked")))
    book.heard(receipt("d", 11, e.WagerWithdrawn(2, 1, "small", 50)))
    assert book.staked[2] == {"big": 60, "small": 0, "odd": 40}


def test_a_receipt_counts_once_and_two_receipts_for_one_order_are_told(book):
    book.heard(book.receipts["a"])
    book.heard(receipt("a", 7, placed(2, "big", 100)))
    assert book.staked[2]["big"] == 100
    assert list(book.wrongs()) == []
    book.heard(receipt("a", 12, placed(2, "big", 100)))
    assert list(book.wrongs()) == ["order a has two receipts, 7 and 12"]


def test_an_answer_may_come_after_the_result(book):
    ended(book, staked=160, returned=0)
    assert list(book.wrongs()) == ["round 2 settled 160, but its receipts show 150"]
    book.heard(receipt("late", 10, placed(2, "odd", 10)))
    assert list(book.wrongs()) == []
    assert book.credit == 840


def test_what_was_handed_back_at_closing_is_not_lost(book):
    ended(book, staked=100, returned=0)
    assert (book.handed_back, book.credit) == (50, 900)


def test_a_missed_end_is_recalled_and_a_void_returns_all(book):
    void = SeatRound(2, "", "", (), 0, {"big": 100, "small": 50}, {"big": 100, "small": 50}, 0, "dice-exposed")
    book.recalled([void])
    assert (book.open, book.credit, book.handed_back) == (set(), 1000, 0)


def test_a_round_that_the_house_does_not_tell_of_must_show_in_the_credit(book):
    book.recalled([])
    assert (book.open, book.credit, book.handed_back) == (set(), 1000, 150)
