"""1.5: whoever is assigned to a post and acts in it does its duties, and those alone; the assignment is on record."""

import pytest
from table.playing import only, opened, person

from taisai import Refusal
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e

DEALER, SUPERVISOR, MANAGER, SHIFT = Role.DEALER, Role.GAME_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER
posts = pytest.mark.clause("rws-6:1.5", "etg:1.5")


def name(role):
    return person(role).name


@posts
@pytest.mark.parametrize("by", [MANAGER, SUPERVISOR, Role.CASINO_SUPERVISOR, Role.TECHNICIAN, Role.AUDITOR])
def test_whoever_is_assigned_to_deal_deals_a_whole_round_and_the_record_says_so(play, by):
    play.refuses(Refusal.ROLE_NOT_ALLOWED, by, c.OpenBets())
    assigned = only(play.do(SHIFT, c.AssignPost(name(by), "dealer")), e.PostAssigned)
    assert (assigned.name, assigned.post, play.written()[-1][0]) == (name(by), "dealer", name(SHIFT))
    play.do(by, c.OpenBets())
    play.wager(1, "big", 100)
    for command in (c.CloseBets(), c.TumbleDice(3), c.RevealDice(), *map(c.PressButton, (4, 5, 6)), c.EnterRoll()):
        play.do(by, command)
    play.do(by, c.CollectLosers())
    play.do(by, c.PayArea())
    assert (play.credit(1), play.written()[-1][:2]) == (1100, (name(by), "dealer"))


@posts
def test_a_pit_manager_who_deals_has_the_rights_of_a_dealer_and_no_others(play):
    play.do(SHIFT, c.AssignPost(name(MANAGER), "dealer"))
    play.begin()
    play.close()
    play.roll("4-5-6")
    play.refuses(Refusal.ROLE_NOT_ALLOWED, MANAGER, c.AmendEntry((1, 1, 2)))
    play.settle()
    for command in (c.ReverseRounds((1,)), c.CloseTable(), c.AssignPost(name(SUPERVISOR), "dealer")):
        play.refuses(Refusal.ROLE_NOT_ALLOWED, MANAGER, command, second=SHIFT)


@posts
def test_a_dealer_who_stands_in_as_supervisor_supervises_and_does_not_deal(play):
    play.do(MANAGER, c.AssignPost(name(DEALER), "game-supervisor"))
    play.refuses(Refusal.ROLE_NOT_ALLOWED, DEALER, c.OpenBets())
    play.do(SHIFT, c.AssignPost(name(SUPERVISOR), "dealer"))
    play.do(SUPERVISOR, c.OpenBets())
    for command in (c.CloseBets(), c.TumbleDice(3), c.RevealDice(), *map(c.PressButton, (4, 5, 6)), c.EnterRoll()):
        play.do(SUPERVISOR, command)
    amended = only(play.do(DEALER, c.AmendEntry((1, 1, 2))), e.EntryAmended)
    assert (amended.roll, play.written()[-1][:2]) == ("1-1-2", (name(DEALER), "game-supervisor"))


@posts
def test_a_post_ends_when_it_is_taken_back(play):
    play.do(SHIFT, c.AssignPost(name(MANAGER), "dealer"))
    play.refuses(Refusal.ROLE_NOT_ALLOWED, MANAGER, c.AssignPost(name(MANAGER), ""))
    play.do(SHIFT, c.AssignPost(name(MANAGER), ""))
    play.refuses(Refusal.ROLE_NOT_ALLOWED, MANAGER, c.OpenBets())
    play.do(MANAGER, c.AssignPost(name(SUPERVISOR), "dealer"))


@posts
@pytest.mark.parametrize("by", [1, DEALER, SUPERVISOR, Role.CASINO_SUPERVISOR, Role.AUDITOR, Role.AUTOMATION])
def test_posts_are_given_by_a_manager(play, by):
    play.refuses(Refusal.ROLE_NOT_ALLOWED, by, c.AssignPost(name(Role.TECHNICIAN), "dealer"))


@posts
@pytest.mark.parametrize(
    ("by", "post"),
    [(MANAGER, "pit-manager"), (MANAGER, "shift-manager"), (SHIFT, "shift-manager"), (SHIFT, "auditor"), (SHIFT, "x")],
)
def test_nobody_gives_a_post_that_is_not_below_their_own_or_that_the_rules_do_not_know(play, by, post):
    play.refuses(Refusal.POST_INVALID, by, c.AssignPost(name(DEALER), post))


@posts
@pytest.mark.parametrize("by", [MANAGER, SHIFT])
def test_nobody_assigns_themselves(play, by):
    play.refuses(Refusal.POST_INVALID, by, c.AssignPost(name(by), "dealer"))
    play.refuses(Refusal.POST_INVALID, by, c.AssignPost("", "dealer"))
    play.refuses(Refusal.POST_INVALID, by, c.AssignPost(name(DEALER), ""))


@posts
def test_a_post_at_one_table_is_none_at_another(play):
    play.do(SHIFT, c.AssignPost(name(MANAGER), "dealer"))
    opened(play.table.paytable).refuses(Refusal.ROLE_NOT_ALLOWED, MANAGER, c.OpenBets())


@posts
def test_a_player_acts_in_no_post(play):
    play.do(SHIFT, c.AssignPost(person(1).name, "dealer"))
    play.refuses(Refusal.ROLE_NOT_ALLOWED, 1, c.OpenBets())


@posts
def test_the_second_person_counts_in_the_post_that_they_act_in(play):
    """A technician agrees to nothing; one who stands in as dealer is a member of the pit's staff."""
    play.round("4-5-6", (1, "big", 100))
    play.refuses(Refusal.DUAL_CONTROL, MANAGER, c.ReverseRounds((1,)), second=Role.TECHNICIAN)
    play.do(SHIFT, c.AssignPost(name(Role.TECHNICIAN), "dealer"))
    play.do(MANAGER, c.ReverseRounds((1,)), second=Role.TECHNICIAN)
    assert play.credit(1) == 1000
