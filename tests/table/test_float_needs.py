"""A float that runs low says which fill it needs while it can still pay."""

from table.playing import Play, opened

from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table.float_needs import fill_needed

DEALER = Role.DEALER
SMALL = {"5": 40, "25": 10, "100": 4, "500": 1}


def chips(float_=SMALL):
    play = Play("rws-6/2", money="chips")
    play.count("opening", float_)
    play.open()
    play.do(DEALER, c.BringChips(1, {"100": 20, "500": 20}))
    return play


def needed(play):
    return fill_needed(play.game, play.table)


def test_a_float_that_nothing_threatens_needs_nothing():
    play = chips()
    assert needed(play) == {}
    play.begin()
    assert needed(play) == {}


def test_wagers_that_could_cost_more_than_the_float_has_say_what_is_missing_before_the_dice_fall():
    play = chips()
    play.begin()
    play.wager(1, "big", 400)
    assert needed(play) == {}, "four chips of 100 are there, and they are all that this could take"
    play.wager(1, "total-15", 100)  # with 4-5-6 both win, at 1 to 1 and at 18 to 1
    assert needed(play) == {"100": 3, "1000": 1}
    play.do(1, c.WithdrawWager(1, "total-15", 100))
    assert needed(play) == {}


def test_the_dearest_of_the_last_rounds_is_kept_in_mind():
    play = chips({"5": 40, "25": 10, "100": 9, "500": 4})
    play.round("4-5-6", (1, "big", 400))
    assert needed(play) == {}, "another four of 100 are there"
    play.round("4-5-6", (1, "big", 400))
    assert needed(play) == {"100": 3}
    play.fill((100, 100, 100))
    assert needed(play) == {}


def test_a_round_that_was_reversed_is_no_guide():
    play = chips({"5": 40, "25": 10, "100": 5, "500": 4})
    play.round("4-5-6", (1, "big", 400))
    assert needed(play)
    play.do(Role.SHIFT_MANAGER, c.ReverseRounds((1,)), second=Role.PIT_MANAGER)
    assert needed(play) == {}


def test_what_waits_to_be_paid_counts_by_what_it_takes():
    play = chips({"5": 40, "100": 4})
    play.bets((1, "big", 500)).close()
    play.roll("4-5-6")
    play.do(DEALER, c.CollectLosers())
    assert needed(play) == {"500": 1}


def test_tables_without_counted_chips_need_no_fill():
    assert needed(opened("rws-6/2")) == {}
    assert needed(Play("rws-6/2", money="chips")) == {}
