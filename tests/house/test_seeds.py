"""Nobody chooses a throw: by no other seed, by none that was used, by no restart, by nothing that terminals give."""

import pytest
from house.test_automation import ALL, DEALER, PLAYER, WINDOW, desk_of, only, tick

from taisai import Refusal, Refused, Roll
from taisai.house.automation import ITSELF, Automation
from taisai.house.desk import Desk
from taisai.house.seeds import SeedChain
from taisai.house.tumbler import Tumbler
from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.order import Order, Person
from taisai.table.throws import seed_before, throw_of

KEY = b"key"
ONE, TWO, OTHER = "1" * 64, "2" * 64, "3" * 64
MANAGER = Person("m", Role.PIT_MANAGER)


class Evening:
    """A table that deals itself, whose wagers are open; `restart` is another process with the same journal and key."""

    def __init__(self, tumbler=None):
        self.desk, self.tumbler, self.orders = desk_of("rws-6/2", ALL), tumbler or Tumbler(KEY), 0
        self.automation = Automation(self.desk, self.tumbler, WINDOW)
        self.events = tick(self.automation, 0)
        self.at_s = 0

    @property
    def table(self):
        return self.desk.table

    def do(self, command, by=PLAYER):
        self.orders += 1
        return self.desk.do(Order(f"order {self.orders}", by, command, self.table.round)).events

    def wager(self, contribution="", by=PLAYER):
        return self.do(c.PlaceWager(1, "big", 10, contribution=contribution), by)

    def refuses(self, code, command, by=PLAYER):
        before = self.desk.store.head()
        with pytest.raises(Refused) as refused:
            self.do(command, by)
        assert (refused.value.code, self.desk.store.head()) == (code, before)

    def go_on(self):
        self.at_s += 30
        fresh = tick(self.automation, self.at_s)
        self.events += fresh
        return fresh

    def stop_before(self, kind):
        """The process ends where the next step would be of a kind."""
        while not isinstance((order := self.automation.due(self.at_s + 30)[0]).command, kind):
            self.desk.do(order)

    def restart(self, tumbler=None):
        again = Evening.__new__(Evening)
        again.desk = Desk.resume(self.desk.store, self.desk.game, lambda: "now")
        again.tumbler, again.orders, again.at_s, again.events = tumbler or Tumbler(KEY), 100, 0, []
        again.automation = Automation(again.desk, again.tumbler, WINDOW)
        return again

    def kinds(self, kind):
        return [event for event in self.events if isinstance(event, kind)]


def test_every_seed_of_an_evening_leads_back_to_the_end_that_was_published_at_opening():
    evening = Evening()
    for _ in range(5):
        evening.go_on()
    (chain,) = evening.kinds(e.SeedsChained)
    seeds = [chain.end, *(event.seed for event in evening.kinds(e.SeedRevealed))]
    assert len(seeds) == 6
    assert [seed_before(seed) for seed in seeds[1:]] == seeds[:-1]
    assert [event.commitment for event in evening.kinds(e.SeedCommitted)] == seeds
    assert [event.link for event in evening.kinds(e.SeedCommitted)] == [1, 2, 3, 4, 5, 6]


def test_a_chain_that_is_used_up_is_followed_by_another_between_two_rounds():
    class Short(Tumbler):
        def chain(self):
            return SeedChain(super().chain().end, 2)

    evening = Evening(Short(KEY))
    for _ in range(5):
        evening.go_on()
    assert len(evening.kinds(e.SeedsChained)) == 3
    assert [event.link for event in evening.kinds(e.SeedCommitted)] == [1, 2, 1, 2, 1, 2]
    assert [event.round for event in evening.kinds(e.RoundSettled)] == [1, 2, 3, 4, 5]


def test_the_throw_is_that_of_the_seed_and_of_what_terminals_gave():
    evening = Evening()
    assert only(evening.wager(ONE), e.ContributionGiven) == e.ContributionGiven(1, 1, ONE)
    told = only(evening.go_on(), e.SeedRevealed)
    assert (told.contributions, told.throw) == ((ONE,), throw_of("t", 1, told.seed, [ONE]))
    assert only(evening.events, e.RoundSettled).roll == str(Roll.parse(told.throw))


def test_a_round_to_which_nobody_gave_anything_is_thrown_by_the_seed_alone_and_says_so():
    evening = Evening()
    evening.wager()
    told = only(evening.go_on(), e.SeedRevealed)
    assert (told.contributions, told.throw) == ((), throw_of("t", 1, told.seed))


def test_a_swapped_seed_is_refused():
    evening = Evening()
    evening.stop_before(c.RevealSeed)
    for seed in (OTHER, evening.table.chain.end, Tumbler().chain().seed(1), "", "x" * 64, ONE.upper()):
        evening.refuses(Refusal.COMMITMENT_WRONG, c.RevealSeed(1, seed), ITSELF)


def test_a_seed_is_told_once_and_commits_to_one_round():
    evening = Evening()
    first = only(evening.go_on(), e.SeedRevealed).seed
    evening.refuses(Refusal.COMMITMENT_WRONG, c.RevealSeed(1, first), ITSELF)
    evening.stop_before(c.RevealSeed)
    evening.refuses(Refusal.COMMITMENT_WRONG, c.RevealSeed(2, first), ITSELF)
    evening.refuses(Refusal.STEP_OUT_OF_ORDER, c.CommitSeed("again"), ITSELF)
    evening.refuses(Refusal.STEP_OUT_OF_ORDER, c.ChainSeeds(OTHER, 1), ITSELF)


def test_no_seed_is_committed_to_while_the_one_before_it_is_not_told():
    """A round was void and its seed is unreadable: the table goes on with another chain, or not at all."""
    evening = Evening()
    evening.do(c.VoidRound(Trouble.DICE_EXPOSED), DEALER)
    with pytest.raises(Refused) as refused:
        evening.desk.do(Order("x", ITSELF, c.CommitSeed("kept"), 2))
    assert refused.value.code is Refusal.COMMITMENT_MISSING
    again = evening.restart(Tumbler(b"another key"))
    events = tick(again.automation, 0)
    assert [type(event) for event in events[:3]] == [e.SeedsChained, e.SeedCommitted, e.RoundBegun]


@pytest.mark.parametrize("ends", ["x" * 64, "", "0" * 63])
def test_an_end_that_is_none_is_refused(ends):
    evening = Evening()
    evening.do(c.VoidRound(Trouble.DICE_EXPOSED), DEALER)
    evening.refuses(Refusal.COMMITMENT_WRONG, c.ChainSeeds(ends, 1), ITSELF)
    for length in (0, -1, 10**9):
        evening.refuses(Refusal.COMMITMENT_WRONG, c.ChainSeeds(ONE, length), ITSELF)


# ---- contributions ----


@pytest.mark.parametrize("given", ["1", "1" * 63, "1" * 65, "G" * 64, "A" * 64, "1" * 63 + "\n", "１" * 64, " " * 64])
def test_what_is_no_contribution_is_refused_with_the_wager(given):
    evening = Evening()
    evening.refuses(Refusal.CONTRIBUTION_INVALID, c.PlaceWager(1, "big", 10, contribution=given))


def test_a_player_who_contributes_twice_is_heard_once():
    evening = Evening()
    evening.wager(ONE)
    assert [type(event) for event in evening.wager(ONE)] == [e.WagerPlaced], "the same again is a wager"
    evening.refuses(Refusal.CONTRIBUTION_GIVEN, c.PlaceWager(1, "big", 10, contribution=TWO))
    evening.wager()
    assert only(evening.go_on(), e.SeedRevealed).contributions == (ONE,)


def test_a_wager_that_is_refused_contributes_nothing():
    evening = Evening()
    evening.refuses(Refusal.CREDIT_SHORT, c.PlaceWager(1, "big", 10**6, contribution=ONE))
    evening.wager(TWO)
    assert only(evening.go_on(), e.SeedRevealed).contributions == (TWO,)


def test_a_contribution_stays_though_its_wager_is_withdrawn():
    evening = Evening()
    evening.wager(ONE)
    evening.do(c.WithdrawWager(1, "big", 10))
    assert only(evening.go_on(), e.SeedRevealed).contributions == (ONE,)


def test_staff_contribute_nothing_for_a_player():
    evening = Evening()
    evening.refuses(Refusal.CONTRIBUTION_INVALID, c.PlaceWager(1, "big", 10, contribution=ONE), DEALER)


def test_contributions_close_with_wagers():
    evening = Evening()
    evening.wager(ONE)
    evening.stop_before(c.RevealSeed)
    evening.refuses(Refusal.BETS_NOT_OPEN, c.PlaceWager(1, "big", 10, contribution=TWO))
    assert only(evening.go_on(), e.SeedRevealed).contributions == (ONE,)


def test_a_table_that_is_dealt_by_hand_takes_no_contribution():
    desk = desk_of("rws-6/2", ("close-bets",))
    desk.do(Order("1", DEALER, c.OpenBets(), 1))
    with pytest.raises(Refused) as refused:
        desk.do(Order("2", PLAYER, c.PlaceWager(1, "big", 100, contribution=ONE), 1))
    assert refused.value.code is Refusal.CONTRIBUTION_INVALID


# ---- restarts ----


@pytest.mark.parametrize("before", [c.TumbleDice, c.RevealDice, c.RevealSeed])
@pytest.mark.parametrize("times", [1, 3])
def test_however_often_staff_end_the_process_after_closing_the_throw_is_the_same(before, times):
    evening = Evening()
    evening.wager(ONE)
    evening.stop_before(before)
    seed = evening.automation._chain.seed(1)
    for _ in range(times):
        evening = evening.restart()
        evening.do(c.Resume(), ITSELF)
    told = next(event for event in evening.go_on() if isinstance(event, e.SeedRevealed))
    assert (told.seed, told.throw) == (seed, throw_of("t", 1, seed, [ONE]))


def test_a_void_round_tells_its_seed_which_is_never_used():
    evening = Evening()
    evening.wager(ONE)
    again = evening.restart()
    again.do(c.Resume(), ITSELF)
    events = tick(again.automation, 0)
    told = only(events, e.SeedRevealed)
    assert (told.round, told.throw, told.contributions) == (1, "", ())
    assert only(events, e.SeedCommitted).commitment != told.seed, "another process has another chain"


def test_another_process_never_goes_on_with_a_chain_that_it_finds():
    """The journal may be a backup, of which the world has seen more: the next seed may be known."""
    evening = Evening()
    evening.go_on()
    evening.do(c.VoidRound(Trouble.DICE_EXPOSED), DEALER)
    for order in evening.automation.due(60)[:-1]:
        evening.desk.do(order)
    assert evening.table.is_committed(3)
    again = evening.restart()
    events = tick(again.automation, 0)
    assert [type(event) for event in events[:3]] == [e.SeedsChained, e.SeedCommitted, e.RoundBegun]
    assert again.table.chain.end != evening.table.chain.end
    assert evening.automation._chain.seed(3) != again.automation._chain.seed(1)


def test_a_dealer_cannot_begin_a_round_with_what_another_opening_left():
    """The table was closed with a seed committed to; nobody knows who has seen it since."""
    desk = desk_of("rws-6/2", ("tumble", "reveal", "enter"))
    automation = Automation(desk, Tumbler(KEY), WINDOW)
    tick(automation, 0)
    assert desk.table.is_committed(1)
    desk.do(Order("close", MANAGER, c.CloseTable()))
    desk.do(Order("open", MANAGER, c.OpenTable()))
    with pytest.raises(Refused) as refused:
        desk.do(Order("begin", DEALER, c.OpenBets(), 1))
    assert refused.value.code is Refusal.COMMITMENT_MISSING
    assert only(tick(automation, 0), e.SeedsChained).end != desk.table.commitments[1].kept
    desk.do(Order("begin again", DEALER, c.OpenBets(), 1))
