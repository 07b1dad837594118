"""Gates are data: they can be written down, and screens are told what they say."""

from itertools import chain

import msgspec
from table.playing import opened

from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c
from taisai.table.declared import conditions, declared, examples
from taisai.table.handlers import DECISIONS, GATES
from taisai.table.state import Closed
from taisai.table.trades.posts import given_by


def by_name():
    return dict(examples())


def test_gates_are_frozen_data_that_can_be_written_down():
    for gate in chain.from_iterable(GATES.values()):
        assert type(gate).__struct_config__.frozen
        assert msgspec.json.decode(msgspec.json.encode(gate))["gate"] == type(gate).__struct_config__.tag


def test_every_order_has_gates_and_those_without_any_are_few():
    assert set(GATES) == set(DECISIONS)
    assert {kind for kind, gates in GATES.items() if not gates} == {c.OpenDispute}


def test_examples_are_for_the_trouble_of_their_remedy():
    assert by_name()["void-round"].trouble is Trouble.DICE_NOT_FLAT
    assert by_name()["report-trouble"].trouble is Trouble.MALFUNCTION


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


def test_the_last_round_is_known_until_it_is_void_and_its_dice_are_read_once_uncovered():
    play = opened("nz-2008/1").bets()
    held = []
    for act in (play.close, play.reveal, lambda: play.do(Role.GAME_SUPERVISOR, c.VoidRound(Trouble.DICE_NOT_FLAT))):
        held.append({"known", "uncovered"} & {*conditions(play.game, play.table)})
        act()
    held.append({"known", "uncovered"} & {*conditions(play.game, play.table)})
    assert held == [{"known"}, {"known"}, {"known", "uncovered"}, set()]


def test_posts_are_given_to_those_below_by_nobody_but_staff():
    assert given_by(Role.SHIFT_MANAGER) == (Role.DEALER, Role.GAME_SUPERVISOR, Role.PIT_MANAGER)
    assert given_by(Role.GAME_SUPERVISOR) == (Role.DEALER,)
    assert given_by(Role.DEALER) == given_by(Role.AUDITOR) == ()
