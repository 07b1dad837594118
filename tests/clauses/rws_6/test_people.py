"""Players who leave, and staff who place wagers for them."""

import msgspec
import pytest
from table.playing import only, opened, person

from taisai import Refusal
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e

DEALER = Role.DEALER


@pytest.fixture
def play():
    return opened("rws-6/2")


@pytest.mark.clause("rws-6:5.3")
@pytest.mark.parametrize(("faces", "credit"), [("4-5-6", 1100), ("1-1-2", 900)])
def test_the_wager_of_a_player_who_walks_away_is_settled_and_the_credit_kept(play, faces, credit):
    play.bets((1, "big", 100))
    assert only(play.do(DEALER, c.LeaveSeat(1)), e.SeatLeft).seat == 1
    play.close()
    play.roll(faces)
    play.settle()
    play.round("2-3-4")
    assert (play.credit(1), play.table.seats[1].away) == (credit, True)
    assert only(play.do(DEALER, c.CashOut(1, "440000000017")), e.VoucherIssued).amount == credit


@pytest.mark.clause("rws-6:5.3")
def test_a_player_who_walks_away_during_settlement_is_paid_all_the_same(play):
    play.bets((1, "big", 100)).close()
    play.roll("4-5-6")
    play.do(1, c.LeaveSeat(1))
    play.refuses(Refusal.SEAT_NOT_YOURS, 2, c.LeaveSeat(1))
    play.settle()
    assert play.credit(1) == 1100


@pytest.mark.clause("rws-6:5.13")
@pytest.mark.parametrize("by", [DEALER, Role.GAME_SUPERVISOR, Role.PIT_MANAGER])
def test_pit_staff_place_a_players_wager_and_the_record_says_who_and_for_whom(play, by):
    play.begin()
    play.do(by, c.PlaceWager(1, "big", 100))
    name, role, placed = play.written()[-1]
    assert (name, role) == (person(by).name, by.value)
    assert (placed.seat, placed.spot, placed.stake, placed.placed_by) == (1, "big", 100, by.value)
    play.close()
    play.roll("4-5-6")
    play.settle()
    assert play.credits() == {1: 1100, 2: 1000, 3: 1000, 4: 1000}


@pytest.mark.clause("rws-6:5.13")
def test_what_a_player_places_is_recorded_as_the_players_own(play):
    play.begin()
    assert only(play.wager(1, "big", 100), e.WagerPlaced).placed_by == "player"


@pytest.mark.clause("rws-6:5.13")
@pytest.mark.parametrize("by", [Role.SHIFT_MANAGER, Role.CASINO_SUPERVISOR, Role.AUTOMATION])
def test_nobody_but_pit_staff_places_a_wager_for_a_player(play, by):
    play.begin()
    play.refuses(Refusal.ROLE_NOT_ALLOWED, by, c.PlaceWager(1, "big", 100), clause="5.13")
    play.refuses(Refusal.SEAT_NOT_YOURS, 2, c.PlaceWager(1, "big", 100))


@pytest.mark.clause("rws-6:5.13")
def test_a_wager_placed_for_a_player_needs_the_players_chips_and_comes_before_closing():
    play = opened("rws-6/2", money="chips").bets()
    play.refuses(Refusal.CREDIT_SHORT, DEALER, c.PlaceWager(1, "big", 1100))
    play.do(DEALER, c.PlaceWager(1, "big", 500, (500,)))
    play.close()
    play.refuses(Refusal.BETS_NOT_OPEN, DEALER, c.PlaceWager(1, "big", 500, (500,)))
    assert (play.credit(1), play.on_layout()) == (500, 500)


@pytest.mark.clause("rws-6:5.13", "rws-6:5.9")
def test_the_player_answers_for_a_wager_that_staff_put_elsewhere_than_asked(play):
    play.begin()
    play.do(DEALER, c.PlaceWager(1, "small", 100))
    play.do(1, c.MoveWager(1, "small", "big", 50))
    play.close()
    play.refuses(Refusal.BETS_NOT_OPEN, DEALER, c.MoveWager(1, "small", "big", 50))
    play.roll("4-5-6")
    play.settle()
    assert play.credit(1) == 1000


@pytest.mark.clause("rws-6:5.13")
def test_the_record_says_on_whose_word_staff_placed_a_wager(play):
    play.begin()
    placed = only(play.do(DEALER, c.PlaceWager(1, "big", 100, asked_by="the player's wife")), e.WagerPlaced)
    assert (placed.placed_by, placed.asked_by) == ("dealer", "the player's wife")
    assert only(play.do(DEALER, c.PlaceWager(2, "big", 100)), e.WagerPlaced).asked_by == "seat 2"
    assert only(play.do(3, c.PlaceWager(3, "big", 100, asked_by="somebody")), e.WagerPlaced).asked_by == ""


@pytest.mark.clause("rws-6:5.13")
@pytest.mark.parametrize("by", [DEALER, Role.GAME_SUPERVISOR, Role.PIT_MANAGER])
@pytest.mark.parametrize("change", [c.MoveWager(1, "small", "big", 100), c.WithdrawWager(1, "small", 100)])
def test_staff_change_what_staff_placed_with_a_reason_and_a_second_person(play, by, change):
    play.begin()
    play.do(DEALER, c.PlaceWager(1, "small", 100))
    play.refuses(Refusal.REASON_MISSING, by, change, second=Role.SHIFT_MANAGER)
    reasoned = msgspec.structs.replace(change, reason="he pointed at big")
    for second in (None, by, 1, Role.AUTOMATION):
        play.refuses(Refusal.DUAL_CONTROL, by, reasoned, second=second)
    (changed,) = play.do(by, reasoned, second=Role.SHIFT_MANAGER)
    assert (changed.reason, changed.second) == ("he pointed at big", "a shift-manager")


@pytest.mark.clause("rws-6:5.13")
def test_the_player_changes_it_alone_while_wagers_are_open(play):
    play.begin()
    play.do(DEALER, c.PlaceWager(1, "small", 100))
    play.do(1, c.MoveWager(1, "small", "big", 100))
    play.do(1, c.WithdrawWager(1, "big", 100))
    assert play.credit(1) == 1000
