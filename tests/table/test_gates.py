"""Gates are data: they can be written down, they say what is enforced, and each order's second person is on a list
that was written by hand."""

from itertools import chain

import msgspec
import pytest
from table.playing import opened

from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c
from taisai.table.declared import Verdict, cases, conditions, declared, examples, verdict
from taisai.table.handlers import DECISIONS, GATES
from taisai.table.order import Order, Person
from taisai.table.state import Closed

ALWAYS_TWO = {
    "cancel-voucher", "cash-out", "change-limits", "count-float", "count-float opening", "decide-dispute amount",
    "exchange-box", "pay-owed", "receive-slip", "release-seat paid", "take-tips", "void-slip", "write-off-colour",
}  # fmt: skip

OF_CHIPS = {
    "count-float",
    "count-float opening",
    "exchange-box",
    "receive-slip",
    "take-tips",
    "void-slip",
    "write-off-colour",
}


def by_name():
    return dict(examples())


def given(play, command):
    return Order("1", Person("one", Role.SHIFT_MANAGER), command, play.table.round)


def asked(play, command):
    return verdict(play.game, play.table, given(play, command))


def test_gates_are_frozen_data_that_can_be_written_down():
    for gate in chain.from_iterable(GATES.values()):
        assert type(gate).__struct_config__.frozen
        assert msgspec.json.decode(msgspec.json.encode(gate))["gate"] == type(gate).__struct_config__.tag


def test_every_order_has_gates_and_those_without_any_are_few():
    assert set(GATES) == set(DECISIONS)
    assert {kind for kind, gates in GATES.items() if not gates} == {c.LeaveSeat, c.OpenDispute}


@pytest.mark.parametrize(("table", "money"), [("nz-2008/1", "credits"), ("rws-6/2", "chips")])
def test_these_orders_and_no_others_take_two_people_whatever_the_remedies_say(table, money):
    play = opened(table, money=money)
    remedied = {row.order for row in play.book.remedies.remedy}
    found = {name for name, command in examples() if asked(play, command) is Verdict.SECOND}
    assert found - remedied == ALWAYS_TWO


def test_examples_are_for_the_trouble_of_their_remedy():
    assert by_name()["void-round"].trouble is Trouble.DICE_NOT_FLAT
    assert by_name()["report-trouble"].trouble is Trouble.MALFUNCTION


@pytest.mark.parametrize("money", ["credits", "chips"])
def test_screens_are_told_which_orders_take_two_people_and_in_which_case(money):
    book = opened("nz-2008/1").book
    told = {name for name, gates in declared(book, money, electronic=False).items() if gates.two}
    elsewhere = {"cash-out"} if money == "chips" else ALWAYS_TWO & OF_CHIPS
    assert told == ALWAYS_TWO - elsewhere
    assert {case.name for case in cases()} == {"count-float opening", "decide-dispute amount", "release-seat paid"}


def test_an_electronic_table_serves_no_order_that_brings_a_roll_and_its_tumbler_takes_its_steps():
    served = declared(opened("etg/2").book, "credits", electronic=True)
    assert not {"amend-entry", "correct-round"} & set(served)
    assert {served[name].by for name in ("tumble-dice", "reveal-dice", "enter-roll")} >= {(Role.AUTOMATION,)}


def test_a_table_says_which_conditions_hold():
    play = opened("nz-2008/1")
    assert {*conditions(play.game, play.table)} == {"open", "between", "running", "count-agreed", "counted", "cleared"}
    play.table.trouble = "malfunction"
    assert {*conditions(play.game, play.table)} == {"open", "between", "stopped", "count-agreed", "counted"}
    play.table.trouble, play.table.phase = "", Closed()
    assert {*conditions(play.game, play.table)} == {
        "closed",
        "between",
        "running",
        "count-agreed",
        "counted",
        "cleared",
    }
