"""6.6: a roll comes from the entry terminal, used by whom the rules name, or from a commitment; from nowhere else."""

from itertools import pairwise

import pytest
from clauses.tumbling import TUMBLER, Electronic
from table.playing import only, opened

from taisai import Refusal, Refused
from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e

DEALER, GAME_SUPERVISOR = Role.DEALER, Role.GAME_SUPERVISOR
TABLES = ("nz-1998/1", "nz-2008/2")
EVERYBODY = (1, *(role for role in Role if role is not Role.PLAYER))
WAYS = {
    "press": c.PressButton(6),
    "enter": c.EnterRoll(),
    "amend": c.AmendEntry((6, 6, 6)),
    "correct": c.CorrectRound(1, (6, 6, 6)),
    "resume": c.Resume("6-6-6"),
    "chain": c.ChainSeeds("0" * 64, 1),
    "commit": c.CommitSeed("0" * 64),
    "choose": c.ChooseBeacon(),
    "name": c.NameBeacon(1),
    "reveal": c.RevealSeed(1, "0" * 64),
}
VOIDS = (
    Trouble.DICE_NOT_FLAT,
    Trouble.TUMBLES_TOO_FEW,
    Trouble.TUMBLER_FAULT,
    Trouble.TUMBLER_NOT_ACTIVATED,
    Trouble.DICE_EXPOSED,
)
NAMED = {"nz-1998": {DEALER}, "nz-2008": {DEALER, GAME_SUPERVISOR}}
STEPS = (
    c.TumbleDice(3),
    c.OpenBets(),
    c.CloseBets(),
    c.RevealDice(),
    c.EnterRoll(),
    c.CollectLosers(),
    c.PayArea("big"),
    c.PayArea("single"),
)
PLACES = ("idle", "spun", "betting", "closed", "uncovered", "entered", "collected", "paying", "settled")


def step_on(play, step):
    if step == c.EnterRoll():
        for face in (4, 5, 6):
            play.do(DEALER, c.PressButton(face))
    play.do(DEALER, step)
    if step == c.OpenBets():
        for seat, spot in ((1, "big"), (2, "single-6"), (3, "triple-6")):
            play.wager(seat, spot, 25)


def may(play, place, way):
    """Whom the document names for this way at this place."""
    if way in {"press", "enter"} and place == "uncovered":
        return NAMED[play.book.id]
    return {GAME_SUPERVISOR} if way == "amend" and place in {"entered", "collected", "paying"} else set()


def refused(play, by, command):
    """Gives back the code; nothing has changed, so there is no other roll than before."""
    with pytest.raises(Refused) as found:
        play.desk.do(play.order(by, command, 1, Role.PIT_MANAGER))
    play.refuses(found.value.code, by, command, 1, second=Role.PIT_MANAGER)
    return found.value.code


@pytest.mark.clause("nz-1998:6.6", "nz-2008:6.6")
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("place", PLACES)
def test_by_hand_nobody_else_and_at_no_other_moment_gives_the_round_a_roll(table, place):
    play = opened(table, money="chips")
    for before, _ in pairwise(PLACES[: PLACES.index(place) + 1]):
        step_on(play, STEPS[PLACES.index(before)])
    for way, command in WAYS.items():
        for by in EVERYBODY:
            if by not in may(play, place, way):
                refused(play, by, command)


@pytest.mark.clause("nz-1998:6.6", "nz-2008:6.6")
@pytest.mark.parametrize("table", TABLES)
def test_by_hand_those_who_are_named_press_three_keys_and_enter_them(table):
    for by in NAMED[table.partition("/")[0]]:
        play = opened(table, money="chips").bets((1, "big", 25))
        play.close()
        play.reveal()
        keys = [only(play.do(by, c.PressButton(face)), e.ButtonPressed).face for face in (6, 4, 5)]
        assert only(play.do(by, c.EnterRoll()), e.RollEntered).roll == "-".join(map(str, sorted(keys)))
        assert play.written()[-1][1] == by.value


@pytest.mark.clause("nz-1998:6.6", "nz-2008:6.6")
@pytest.mark.parametrize("table", TABLES)
def test_an_amendment_is_keyed_like_an_entry_and_the_presses_are_written_down(table):
    play = opened(table, money="chips").bets((1, "big", 25))
    play.close()
    play.roll("4-5-6")
    for keys in ((), (1, 1), (1, 1, 2, 3), (0, 1, 2), (1, 1, 7)):
        code = Refusal.ENTRY_SHORT if len(keys) != 3 else Refusal.ROLL_INVALID
        play.refuses(code, GAME_SUPERVISOR, c.AmendEntry(keys))
    events = play.do(GAME_SUPERVISOR, c.AmendEntry((2, 1, 1)))
    assert [event.face for event in events if isinstance(event, e.ButtonPressed)] == [2, 1, 1]
    assert only(events, e.EntryAmended).roll == "1-1-2"


def electronic(table):
    play = Electronic(table).opened()
    play.bets((1, "big", 25), (2, "single-6", 25), (3, "triple-6", 25))
    return play


def each_place(play):
    """The round goes on while somebody looks."""
    for go_on in (
        play.close,
        play.reveal,
        play.tell,
        play.collect,
        lambda: play.pay("big"),
        lambda: play.pay("single"),
    ):
        yield
        go_on()
    yield


@pytest.mark.clause("nz-1998:6.6", "nz-2008:6.6")
@pytest.mark.parametrize("table", TABLES)
def test_at_an_electronic_table_nobody_can_give_a_roll_at_any_moment(table):
    play = electronic(table)
    for _ in each_place(play):
        for by in EVERYBODY:
            for way, command in WAYS.items():
                if way == "chain" and by is TUMBLER and not play.table.current:
                    continue  # the tumbler's own, before the next round
                code = refused(play, by, command)
                if by != 1 and way in {"press", "enter", "amend", "correct", "resume"}:
                    assert code is Refusal.ROLL_COMMITTED, (by, way)
    assert (play.table.recent[0].roll, play.credits()) == ("4-5-6", {1: 1025, 2: 1025, 3: 975, 4: 1000})


@pytest.mark.clause("nz-1998:6.6", "nz-2008:6.6")
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("by", [role for role in Role if role not in {Role.PLAYER, TUMBLER}])
def test_at_an_electronic_table_people_do_not_spin_uncover_or_void_once_wagers_are_closed(table, by):
    """Whoever could make a round void after closing could choose which throws count."""
    play = Electronic(table).opened()
    play.refuses(Refusal.ROLL_COMMITTED, by, c.TumbleDice(3))
    play.bets((1, "big", 25)).close()
    for go_on in (play.reveal, play.tell, play.collect, play.pay):
        for command in (c.RevealDice(), c.RevealDice(flat=False), *map(c.VoidRound, VOIDS)):
            assert refused(play, by, command) is Refusal.ROLL_COMMITTED
        assert refused(play, by, c.Resume(disturbed=True)) in {Refusal.ROLL_COMMITTED, Refusal.ROLE_NOT_ALLOWED}
        go_on()
    assert (play.table.recent[0].roll, play.credit(1)) == ("4-5-6", 1025)


@pytest.mark.clause("nz-1998:6.6", "nz-2008:6.6")
@pytest.mark.parametrize("table", TABLES)
def test_the_tumbler_itself_gives_no_roll_but_that_of_the_seed_it_committed_itself_to(table):
    play = electronic(table)
    for late in (c.ChainSeeds("0" * 64, 1), c.CommitSeed("0" * 64)):
        play.refuses(Refusal.STEP_OUT_OF_ORDER, TUMBLER, late)
    play.refuses(Refusal.STEP_OUT_OF_ORDER, TUMBLER, c.RevealSeed(1, play.table.commitments[1].kept))
    play.close()
    play.reveal()
    play.refuses(Refusal.COMMITMENT_WRONG, TUMBLER, c.RevealSeed(1, "0" * 64))
    play.refuses(Refusal.ROLL_COMMITTED, TUMBLER, c.PressButton(6))
    assert only(play.tell(), e.RollEntered).roll == "4-5-6"


@pytest.mark.clause("nz-1998:6.6", "nz-2008:6.6")
@pytest.mark.parametrize("table", TABLES)
def test_no_round_begins_before_the_tumbler_has_committed_itself(table):
    play = Electronic(table).opened()
    play.refuses(Refusal.COMMITMENT_MISSING, TUMBLER, c.TumbleDice(3))
    play.commit()
    play.do(TUMBLER, c.TumbleDice(3))
    play.do(TUMBLER, c.OpenBets())
    play.close()
