"""A remedy does not end with the table's hours (reading 42): what money it moves, at tables of every kind."""

import pytest
from clauses.remedying import fresh
from table.playing import ALONE, only

from taisai import Refusal
from taisai.house.boundary import Boundary
from taisai.house.proof import followed
from taisai.rules.vocabulary import Act, Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e

SHIFT, MANAGER = Role.SHIFT_MANAGER, Role.PIT_MANAGER


def closed(book="rws-6", money="credits"):
    play = fresh(book, money)
    play.do(1, c.OpenDispute(1, 0, "unfair"))
    play.do(play.book.permission(Act.OPEN_TABLE).by[-1], c.CloseTable())
    return play


def decide(amount):
    return c.DecideDispute(1, "seen on film", amount)


def found_right(play):
    play.check()
    followed(play.store, Boundary())


@pytest.mark.parametrize("money", ["credits", "electronic"])
@pytest.mark.parametrize(("amount", "moved"), [(70, (70, 0, 0)), (-70, (0, 70, 0)), (-1070, (0, 1000, 70))])
def test_a_dispute_is_decided_with_money_at_a_closed_table_and_the_player_is_paid_by_voucher(money, amount, moved):
    play = closed(money=money)
    made = only(play.do(SHIFT, decide(amount), second=MANAGER), e.DisputeDecided).corrections
    assert [(one.credited, one.debited, one.owed) for one in made] == [moved]
    if play.credit(1):
        issued = only(play.do(1, c.CashOut(1, "123456789012")), e.VoucherIssued)
        assert issued.amount == 1000 + amount
    found_right(play)


@pytest.mark.parametrize("money", ["credits", "electronic", "chips"])
def test_it_takes_the_same_people_as_at_an_open_table(money):
    play = closed(money=money)
    for by in (1, Role.DEALER, Role.GAME_SUPERVISOR, MANAGER, Role.AUTOMATION):
        play.refuses(Refusal.ROLE_NOT_ALLOWED, by, decide(-70), second=MANAGER if by is not MANAGER else Role.DEALER)
    for second in (ALONE, SHIFT, 1, Role.AUDITOR):
        play.refuses(Refusal.DUAL_CONTROL, SHIFT, decide(-70), second=second)
    play.do(SHIFT, decide(-70), second=MANAGER)
    play.refuses(Refusal.DISPUTE_UNKNOWN, SHIFT, decide(-70), second=MANAGER)


def test_what_a_player_owes_who_has_taken_the_chips_away_is_a_receivable_and_the_float_never_moves():
    play = closed(money="chips")
    before = play.balance("float"), play.balance("cage"), play.table.bank
    made = only(play.do(SHIFT, decide(-70), second=MANAGER), e.DisputeDecided).corrections
    assert made == (e.Correction(1, 0, 0, 70),)
    assert (play.balance("float"), play.balance("cage"), play.table.bank) == before
    assert play.table.seats[1].owed == 70
    play.do(SHIFT, c.PayOwed(1, 70), second=MANAGER)
    assert play.table.seats[1].owed == 0
    found_right(play)
    play.open()
    play.shut()
    found_right(play)


def test_nobody_is_paid_from_a_float_that_is_not_there():
    play = closed(money="chips")
    words = play.refuses(Refusal.TABLE_CLOSED, SHIFT, decide(70), second=MANAGER)
    assert words == "table T1 is not open, so no float is there to pay SGD 0.70; open it first"


def test_a_late_void_that_costs_players_is_made_at_a_closed_table_with_chips():
    play = fresh("nz-2008", "chips")
    play.round("4-5-6", (1, "big", 100))
    play.do(play.book.permission(Act.OPEN_TABLE).by[-1], c.CloseTable())
    void = c.VoidRound(Trouble.DICE_NOT_FLAT, announced=False)
    play.refuses(Refusal.DUAL_CONTROL, MANAGER, void, 1)
    made = only(play.do(MANAGER, void, 1, second=SHIFT), e.RoundReversed).corrections
    assert made == (e.Correction(1, 0, 0, 100),)
    assert play.balance("float") == 0
    found_right(play)
