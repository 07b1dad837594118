"""Chips by their kind: who brings and takes them, which ones make up an amount, and a float that two people count."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table.playing import ALONE, FLOAT, Play, only, opened

from taisai import Refusal
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.make_up import Stock, fewest
from taisai.table.state import Idle
from taisai.table.trades.counts import expected

DEALER, SUPERVISOR, MANAGER, SHIFT = Role.DEALER, Role.GAME_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER


def chips(**kwargs):
    return opened("rws-6/2", money="chips", **kwargs)


def rack(play, seat=1):
    return play.table.tray.pile(f"seat:{seat}")


def closing(play):
    return play.do(DEALER, c.CountFloat("closing", expected(play.table)), second=SHIFT)


# Which chips make up an amount.

STOCKS = st.lists(st.tuples(st.sampled_from((5, 10, 20, 25, 50, 100)), st.integers(0, 4)), max_size=4)


@given(STOCKS, st.integers(0, 400))
def test_the_fewest_chips_are_found_wherever_there_are_any(stocks, amount):
    found = fewest([Stock(str(place), value, many) for place, (value, many) in enumerate(stocks)], amount)
    sums = {0: 0}  # what each sum takes at least, chip by chip
    for value, many in stocks:
        for _ in range(many):
            sums |= {whole + value: min(sums.get(whole + value, 99), least + 1) for whole, least in sums.items()}
    if amount not in sums:
        assert found is None
    else:
        assert sum(stocks[int(kind)][0] * many for kind, many in found.items()) == amount
        assert all(many <= stocks[int(kind)][1] for kind, many in found.items())
        assert sum(found.values()) == sums[amount]


# Players.


def test_chips_that_a_player_brings_come_from_elsewhere_and_go_there_again():
    play = chips(bought=100)
    play.do(DEALER, c.BringChips(1, {"25": 4, "5": 2}))
    assert (play.credit(1), play.balance("elsewhere")) == (210, -110)
    taken = only(play.do(DEALER, c.LeaveSeat(1)), e.ChipsTaken)
    assert (taken.amount, taken.chips) == (210, {"100": 1, "25": 4, "5": 2})
    assert (play.credit(1), play.balance("elsewhere"), rack(play)) == (0, 100, {})


def test_the_next_player_at_a_seat_inherits_neither_chips_nor_a_colour_nor_a_limit():
    play = chips()
    play.do(DEALER, c.AssignColour(1, "red", 5))
    play.do(1, c.LimitLoss(1, 500))
    play.do(DEALER, c.LeaveSeat(1))
    seat = play.table.seats[1]
    assert (seat.credit, seat.colour, seat.loss_floor, seat.away) == (0, "", 0, False)
    play.do(DEALER, c.AssignColour(2, "red", 25))


def test_nobody_sits_down_to_chips_of_a_player_who_walked_away():
    play = chips()
    play.do(1, c.LeaveSeat(1))
    assert play.credit(1) == 1000, "the credit is kept"
    for command in (c.BringChips(1, {"100": 1}), c.ChangeCash(1, (100,))):
        play.refuses(Refusal.SEAT_NOT_EMPTY, DEALER, command)
    play.do(DEALER, c.LeaveSeat(1))
    play.do(DEALER, c.BringChips(1, {"100": 1}))
    assert play.credit(1) == 100


def test_wagers_of_a_player_who_leaves_are_settled_before_the_chips_are_taken():
    play = chips().bets((1, "big", 100))
    play.refuses(Refusal.ROUND_RUNNING, DEALER, c.LeaveSeat(1, {"100": 9}))
    play.do(DEALER, c.LeaveSeat(1))
    play.close()
    play.roll("4-5-6")
    play.settle()
    assert (play.table.seats[1].away, play.credit(1)) == (True, 1100)
    assert only(play.do(DEALER, c.LeaveSeat(1)), e.ChipsTaken).amount == 1100


def test_what_a_player_takes_may_be_made_up_otherwise_but_is_worth_the_same():
    play = chips(bought=1000)
    there = dict(play.table.tray.pile("float"))
    play.do(DEALER, c.LeaveSeat(1, {"500": 1, "100": 5}))
    left = play.table.tray.pile("float")
    assert (left["1000"] - there["1000"], left["500"] - there["500"], left["100"] - there["100"]) == (1, -1, -5)
    assert play.table.bank.now == FLOAT - 4000
    for wrong in ({"1000": 2}, {"500": 1}):
        play.refuses(Refusal.COUNT_DIFFERS, DEALER, c.LeaveSeat(2, wrong))
    play.refuses(Refusal.ROLE_NOT_ALLOWED, 2, c.LeaveSeat(2, {"1000": 1}))


@pytest.mark.parametrize("pile", [{}, {"7": 1}, {"red": 1}, {"100": 0}, {"-5": 1}])
def test_only_value_chips_of_the_house_are_brought(pile):
    chips().refuses(Refusal.CHIP_UNKNOWN, DEALER, c.BringChips(1, pile))


def test_players_do_not_say_themselves_what_they_bring():
    play = chips()
    play.refuses(Refusal.ROLE_NOT_ALLOWED, 1, c.BringChips(1, {"100": 1}))
    play.refuses(Refusal.SEAT_UNKNOWN, DEALER, c.BringChips(9, {"100": 1}))
    opened("rws-6/2").refuses(Refusal.CHIPS_NOT_HERE, DEALER, c.BringChips(1, {"100": 1}))


# Wagers and payouts.


def test_a_wager_is_made_of_the_chips_that_the_seat_has_and_they_lie_where_it_lies():
    play = chips(bought=100)
    play.do(DEALER, c.BringChips(1, {"25": 4}))
    play.bets((1, "big", 150))
    assert play.table.tray.pile("layout:1:big") == {"100": 1, "25": 2}
    play.do(1, c.MoveWager(1, "big", "small", 50))
    assert (play.table.tray.pile("layout:1:big"), play.table.tray.pile("layout:1:small")) == ({"100": 1}, {"25": 2})
    play.do(1, c.WithdrawWager(1, "big", 100))
    assert rack(play) == {"100": 1, "25": 2}


def test_a_seat_without_the_right_chips_gets_change_and_the_journal_says_so():
    play = chips(bought=1000)
    play.begin()
    events = play.wager(1, "big", 30)
    assert [type(event) for event in events] == [e.ChipsMoved, e.WagerPlaced]
    assert (events[1].chips, play.credit(1)) == ({"25": 1, "5": 1}, 970)
    assert sum(int(kind) * many for kind, many in rack(play).items()) == 970


def test_a_payout_is_the_fewest_chips_that_the_float_has():
    play = chips(bought=1000)
    play.round("4-5-6", (1, "big", 1000))
    assert rack(play) == {"1000": 2}
    play.credit_float((1000,) * play.table.tray.pile("float")["1000"])
    play.round("4-5-6", (2, "big", 1000))
    assert rack(play, 2) == {"1000": 1, "500": 2}


def test_a_stake_that_would_be_paid_in_half_a_chip_is_not_taken():
    play = Play("etg/2", money="chips", chips=(10, 100)).open()
    play.buy(1, 1000)
    play.begin()
    half = next(spot for spot in play.game.paytable.spots if spot.stake_step == 2)
    words = play.refuses(Refusal.UNIT_MISFIT, 1, c.PlaceWager(1, half.id, 10))
    assert words.endswith("stake a multiple of SGD 0.20")
    play.wager(1, half.id, 20)


# Colours.


def coloured(value=5):
    play = chips(bought=1000)
    play.do(DEALER, c.AssignColour(1, "red", value))
    play.do(DEALER, c.ColourUp(1, (1000,), (), 0, 1000 // value))
    return play


def test_chips_of_a_colour_are_worth_their_value_to_their_seat_and_owed_by_the_float():
    play = coloured()
    assert (rack(play), play.table.tray.pile("float")["red"]) == ({"red": 200}, -200)
    assert (play.credit(1), play.table.bank.now) == (1000, FLOAT - 4000)
    play.round("1-2-3", (1, "big", 15))
    assert play.table.tray.pile("float")["red"] == -197


def test_a_colour_goes_to_nobody_else_and_changes_no_value_while_chips_of_it_are_out():
    play = coloured()
    play.refuses(Refusal.COLOUR_TAKEN, DEALER, c.AssignColour(2, "red", 25))
    play.refuses(Refusal.COLOUR_OUT, DEALER, c.AssignColour(1, "red", 25))
    play.refuses(Refusal.COLOUR_OUT, DEALER, c.LeaveSeat(1))
    play.refuses(Refusal.COLOUR_OUT, DEALER, c.CountFloat("closing", expected(play.table)), second=SHIFT)
    play.do(DEALER, c.ColourUp(1, (), (1000,), 200, 0))
    play.do(DEALER, c.LeaveSeat(1))


def test_chips_of_a_colour_that_are_lost_are_written_off_by_two_and_worth_nothing_any_more():
    play = coloured()
    play.refuses(Refusal.DUAL_CONTROL, DEALER, c.WriteOffColour(1, 3, "lost"), second=ALONE)
    play.refuses(Refusal.REASON_MISSING, DEALER, c.WriteOffColour(1, 3, " "))
    for count in (0, -1, 201):
        play.refuses(Refusal.CREDIT_SHORT, DEALER, c.WriteOffColour(1, count, "lost"))
    play.do(DEALER, c.WriteOffColour(1, 3, "lost"))
    assert (play.credit(1), play.table.bank.now) == (985, FLOAT - 4000 + 15)


# Counts.


def test_a_table_opens_on_what_two_people_counted_and_on_nothing_else():
    play = Play("rws-6/2", money="chips")
    count = c.CountFloat("opening", {"100": 7})
    play.refuses(Refusal.COUNT_MISSING, MANAGER, c.OpenTable())
    play.refuses(Refusal.DUAL_CONTROL, DEALER, count, second=ALONE)
    play.refuses(Refusal.DUAL_CONTROL, DEALER, count, second=DEALER)
    play.refuses(Refusal.TABLE_CLOSED, DEALER, c.CountFloat("closing", {"100": 7}))
    play.do(DEALER, count)
    assert only(play.do(MANAGER, c.OpenTable()), e.TableOpened).opening_float == 700
    play.refuses(Refusal.TABLE_OPEN, DEALER, count)


@pytest.mark.parametrize("miscounted", [{"100": 1}, {"100": -1}, {"100": 1, "25": -4}])
def test_one_chip_too_many_or_too_few_is_found_also_where_the_value_is_the_same(miscounted):
    play = chips()
    there = expected(play.table)
    found = {kind: there.get(kind, 0) + miscounted.get(kind, 0) for kind in {**there, **miscounted}}
    counted = only(play.do(DEALER, c.CountFloat("closing", found), second=SHIFT), e.FloatCounted)
    assert counted.differs
    assert counted.variance == sum(int(kind) * many for kind, many in miscounted.items())
    play.refuses(Refusal.COUNT_DIFFERS, MANAGER, c.CloseTable())


def test_while_a_count_differs_no_round_begins_and_no_chip_of_the_float_moves():
    play = chips()
    play.do(DEALER, c.CountFloat("change", {"100": 1}), second=SHIFT)
    play.refuses(Refusal.COUNT_DIFFERS, DEALER, c.OpenBets())
    play.refuses(Refusal.COUNT_DIFFERS, DEALER, c.ChangeCash(1, (100,)))
    play.do(DEALER, c.BringChips(1, {"100": 1}))
    closing(play)
    play.do(DEALER, c.OpenBets())


def test_a_variance_is_explained_and_approved_by_a_third_person_and_is_part_of_the_result():
    play = chips()
    found = expected(play.table) | {"100": expected(play.table)["100"] - 2}
    play.do(DEALER, c.CountFloat("closing", found), second=SHIFT)
    play.refuses(Refusal.DUAL_CONTROL, SHIFT, c.ApproveCount("two fell"))
    play.refuses(Refusal.ROLE_NOT_ALLOWED, DEALER, c.ApproveCount("two fell"))
    play.refuses(Refusal.REASON_MISSING, MANAGER, c.ApproveCount(" "))
    play.do(MANAGER, c.ApproveCount("two fell"))
    play.refuses(Refusal.COUNT_MISSING, MANAGER, c.ApproveCount("two fell"))
    closed = only(play.do(SUPERVISOR, c.CloseTable()), e.TableClosed)
    assert (closed.win, closed.closing_float) == (-200, FLOAT - 4000 - 200)
    assert (play.balance("variance"), play.balance("float")) == (200, 0)


def test_a_count_holds_until_chips_of_the_float_move():
    play = chips()
    closing(play)
    play.do(DEALER, c.LeaveSeat(2))
    play.do(DEALER, c.ChangeCash(1, (100,)))
    play.refuses(Refusal.COUNT_MISSING, MANAGER, c.CloseTable())
    play.round("4-5-6", (1, "big", 100))
    closing(play)
    play.do(MANAGER, c.CloseTable())


def test_an_opening_is_held_against_the_last_closing():
    play = chips()
    play.shut()
    last = play.table.tray.closing
    assert only(play.do(DEALER, c.CountFloat("opening", last | {"5": 1}), second=SHIFT), e.FloatCounted).differs
    play.refuses(Refusal.COUNT_DIFFERS, MANAGER, c.OpenTable())
    play.do(MANAGER, c.ApproveCount("four hundred less"))
    play.desk.do(play.order(MANAGER, c.OpenTable()))
    assert play.table.tray.pile("float") == last | {"5": 1}
    assert play.phase is Idle


# Fills and credits.


def requested(kind="fill", pile=None):
    play = chips()
    play.do(DEALER, c.RequestSlip(kind, pile or {"100": 3}))
    return play


def test_the_float_changes_only_when_a_slip_is_received():
    play = requested()
    before = play.table.bank.now
    play.do(MANAGER, c.PrepareSlip(1))
    play.do(SHIFT, c.CarrySlip(1))
    assert (play.table.bank.now, play.table.tray.slips[1].people) == (
        before, ("a dealer", "a pit-manager", "a shift-manager"),
    )  # fmt: skip
    play.do(DEALER, c.ReceiveSlip(1), second=SUPERVISOR)
    assert (play.table.bank.now, play.table.bank.fills, play.table.tray.slips) == (before + 300, 300, {})
    play.refuses(Refusal.SLIP_UNKNOWN, DEALER, c.ReceiveSlip(1), second=SUPERVISOR)


def test_each_step_of_a_slip_is_another_persons_and_comes_in_its_order():
    play = requested()
    for command in (c.CarrySlip(1), c.ReceiveSlip(1)):
        play.refuses(Refusal.SLIP_STEP, SHIFT, command, second=SUPERVISOR)
    play.refuses(Refusal.DUAL_CONTROL, DEALER, c.PrepareSlip(1))
    play.do(MANAGER, c.PrepareSlip(1))
    play.refuses(Refusal.SLIP_STEP, SHIFT, c.PrepareSlip(1))
    play.refuses(Refusal.DUAL_CONTROL, MANAGER, c.CarrySlip(1))
    play.do(SHIFT, c.CarrySlip(1))
    for by, second in ((MANAGER, DEALER), (SHIFT, DEALER), (DEALER, SHIFT), (DEALER, MANAGER), (DEALER, ALONE)):
        play.refuses(Refusal.DUAL_CONTROL, by, c.ReceiveSlip(1), second=second)
    play.do(DEALER, c.ReceiveSlip(1), second=SUPERVISOR)


def test_a_void_slip_keeps_its_number():
    play = requested()
    play.refuses(Refusal.REASON_MISSING, DEALER, c.VoidSlip(1, ""))
    play.refuses(Refusal.DUAL_CONTROL, DEALER, c.VoidSlip(1, "not needed"), second=ALONE)
    play.do(DEALER, c.VoidSlip(1, "not needed"))
    play.refuses(Refusal.SLIP_UNKNOWN, MANAGER, c.PrepareSlip(1))
    assert only(play.do(DEALER, c.RequestSlip("fill", {"5": 1})), e.SlipRequested).slip == 2


def test_a_credit_is_of_chips_that_lie_in_the_float_when_it_is_asked_for_and_when_it_is_received():
    play = chips()
    held = play.table.tray.pile("float")["1000"]
    play.refuses(Refusal.CHIPS_LACKING, DEALER, c.RequestSlip("credit", {"1000": held + 1}))
    play.do(DEALER, c.RequestSlip("credit", {"1000": held}))
    play.do(MANAGER, c.PrepareSlip(1))
    play.do(SHIFT, c.CarrySlip(1))
    play.do(DEALER, c.ChangeCash(1, (1000,)))
    play.refuses(Refusal.CHIPS_LACKING, DEALER, c.ReceiveSlip(1), second=SUPERVISOR)


def test_a_table_does_not_close_while_a_slip_is_under_way():
    play = requested()
    closing(play)
    play.refuses(Refusal.SLIP_STEP, MANAGER, c.CloseTable())
