"""A table takes the steps that its setup names, and waits for people at every other."""

from collections import Counter
from itertools import islice

import pytest
from table.playing import displayed

from taisai import Refusal, Refused, Roll
from taisai.house.automation import ITSELF, Automation
from taisai.house.desk import Desk
from taisai.house.games import game
from taisai.house.opening_orders import opening
from taisai.house.setup import Setup
from taisai.house.tumbler import Tumbler, thrown
from taisai.journal.memory import MemoryStore
from taisai.rules.vocabulary import Act, Role, Step, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.order import Order, Person
from taisai.table.state import BetsShut, Betting, Idle, Settling
from taisai.table.throws import seed_before, throw_of

ALL = tuple(step.value for step in Step)


def desk_of(ref: str, automation: tuple[str, ...]) -> Desk:
    played = game(ref)
    setup = Setup("t", automation=automation, limits=displayed(played))
    desk = Desk.install(MemoryStore(), played, setup, lambda: "now")
    boss = Person("boss", played.book.permission(Act.OPEN_TABLE).by[0])
    for place, command in enumerate(opening(played)):
        desk.do(Order(f"open {place}", boss, command))
    desk.do(Order("buy", Person("p", Role.PLAYER, 1), c.BuyIn(1, 1000)))
    return desk


WINDOW = {Step.CLOSE_BETS: 30}
PLAYER, DEALER = Person("p", Role.PLAYER, 1), Person("d", Role.DEALER)


def tick(automation, at_s):
    """Takes every step that is due, until the table waits for a person or for time; gives back what happened."""
    events = []
    while orders := automation.due(at_s):
        for order in orders:
            events += automation.desk.do(order).events
    return events


def only(events, kind):
    (found,) = (event for event in events if isinstance(event, kind))
    return found


@pytest.mark.parametrize("ref", ["rws-6/2", "etg/2", "nz-1998/1", "nz-2008/2"])
def test_a_fully_electronic_table_plays_whole_rounds_alone(ref):
    desk = desk_of(ref, ALL)
    automation = Automation(desk, Tumbler(), WINDOW)
    first = tick(automation, 0)
    assert isinstance(desk.table.phase, Betting)
    assert automation.closes_at() == 30
    desk.do(Order("w", PLAYER, c.PlaceWager(1, "big", 100), 1))
    assert tick(automation, 29) == []
    events = tick(automation, 30)
    committed, opened = only(first, e.SeedCommitted), only(events, e.SeedRevealed)
    assert seed_before(opened.seed) == committed.commitment == only(first, e.SeedsChained).end
    assert opened.throw == throw_of("t", 1, opened.seed)
    assert only(events, e.SeedCommitted).commitment == opened.seed, "each seed commits to the next"
    settled = only(events, e.RoundSettled)
    assert settled.roll == "-".join(sorted(opened.throw.split("-")))
    won = "big" in only(events, e.RollEntered).lit
    assert (desk.table.round, desk.table.seats[1].credit) == (2, 1100 if won else 900)
    assert isinstance(desk.table.phase, Betting), "the next round is open"
    assert only(events, e.DiceTumbled) if ref[0] != "n" else only(first, e.DiceTumbled)


@pytest.mark.parametrize("ref", ["rws-6/2", "nz-2008/1"])
def test_seeds_are_chained_at_opening_and_committed_to_before_each_round_begins(ref):
    desk = desk_of(ref, ALL)
    automation = Automation(desk, Tumbler(), WINDOW)
    kinds = [type(event) for event in tick(automation, 0) + tick(automation, 30)]
    spins_first = kinds.index(e.DiceTumbled) < kinds.index(e.BetsOpened)
    assert spins_first == ref.startswith("nz")
    assert kinds[:3] == [e.SeedsChained, e.SeedCommitted, e.RoundBegun]
    opened = kinds.index(e.SeedRevealed)
    assert kinds[opened : opened + 2] == [e.SeedRevealed, e.RollEntered], "to tell it is to enter it"
    assert e.ButtonPressed not in kinds


def test_any_mix_waits_for_people_at_the_other_steps():
    desk = desk_of("rws-6/2", ("close-bets", "collect"))
    automation = Automation(desk, Tumbler(), {Step.CLOSE_BETS: 10})
    assert tick(automation, 0) == []
    desk.do(Order("1", DEALER, c.OpenBets(), 1))
    desk.do(Order("w", PLAYER, c.PlaceWager(1, "big", 100), 1))
    tick(automation, 5)
    tick(automation, 15)
    assert isinstance(desk.table.phase, BetsShut)
    for number, command in enumerate([c.TumbleDice(3), c.RevealDice(), *map(c.PressButton, (4, 5, 6)), c.EnterRoll()]):
        assert tick(automation, 99) == []
        desk.do(Order(f"d{number}", DEALER, command, 1))
    tick(automation, 99)
    assert isinstance(desk.table.phase, Settling)
    desk.do(Order("pay", DEALER, c.PayArea(), 1))
    assert isinstance(desk.table.phase, Idle)


def test_a_stopped_table_begins_nothing_by_itself():
    desk = desk_of("rws-6/2", ALL)
    desk.do(Order("x", DEALER, c.ReportTrouble(Trouble.MALFUNCTION)))
    assert tick(Automation(desk, Tumbler(), {}), 0) == []


@pytest.mark.parametrize("same_key", [True, False])
def test_after_a_restart_the_throw_is_the_committed_one_or_there_is_none(same_key):
    desk = desk_of("nz-2008/1", ALL)
    tick(Automation(desk, Tumbler(b"key"), WINDOW), 0)
    committed = desk.table.commitments[1].commitment
    again = Desk.resume(desk.store, desk.game, lambda: "now")
    automation = Automation(again, Tumbler(b"key" if same_key else b"other"), WINDOW)
    events = tick(automation, 100) + tick(automation, 130)
    if same_key:
        opened = only(events, e.SeedRevealed)
        assert seed_before(opened.seed) == committed
        assert only(events, e.RoundSettled).round == 1
    else:
        assert only(events, e.RoundVoided).trouble is Trouble.INTERRUPTION


def test_the_secret_of_a_void_round_is_told_too():
    desk = desk_of("rws-6/2", ALL)
    automation = Automation(desk, Tumbler(), WINDOW)
    tick(automation, 0)
    desk.do(Order("v", DEALER, c.VoidRound(Trouble.DICE_EXPOSED), 1))
    events = tick(automation, 1)
    told = only(events, e.SeedRevealed)
    assert (told.round, told.throw) == (1, "")
    assert e.RollEntered not in map(type, events), "the next round's throw is its own"
    assert only(events, e.SeedCommitted).commitment == told.seed, "it goes on behind it and never back"


def test_the_published_value_does_not_let_anyone_compute_the_throw():
    """What is published throws other dice than the seed, as often as chance has it, and chains are not alike."""
    chains = [Tumbler().chain() for _ in range(100)]
    guessed = sum(throw_of("t", 1, chain.end) == throw_of("t", 1, chain.seed(1)) for chain in chains)
    assert guessed < 8, "one in 216: so many are one in ten million"
    assert len({chain.end for chain in chains}) == len(chains)


def test_a_secret_kept_for_one_round_is_of_no_use_for_another():
    tumbler = Tumbler(b"key")
    kept = tumbler.hide("t", 1, "5" * 64)
    assert tumbler.seed("t", 1, kept) == "5" * 64
    assert (tumbler.seed("t", 2, kept), tumbler.seed("u", 1, kept)) == (None, None)


def stop_before(automation, kind):
    """The table takes its steps until the next one is of a kind, as if the process had ended there."""
    for at_s in (0, 30):
        while orders := automation.due(at_s):
            for order in orders:
                if isinstance(order.command, kind):
                    return
                automation.desk.do(order)
    raise AssertionError(kind)


AFTER_CLOSING = (c.RevealDice, c.RevealSeed, c.CollectLosers, c.PayArea)
STOPPED = [
    *((ref, step) for ref in ("rws-6/2", "etg/2") for step in (c.TumbleDice, *AFTER_CLOSING)),
    *((ref, step) for ref in ("nz-1998/1", "nz-2008/2") for step in AFTER_CLOSING),
]


@pytest.mark.parametrize(("ref", "before"), STOPPED)
def test_a_round_that_stops_after_closing_ends_with_the_committed_throw(ref, before):
    desk = desk_of(ref, ALL)
    automation = Automation(desk, Tumbler(b"key"), WINDOW)
    tick(automation, 0)
    desk.do(Order("w", PLAYER, c.PlaceWager(1, "big", 100), 1))
    desk.do(Order("x", PLAYER, c.PlaceWager(1, "small", 100), 1))
    desk.do(Order("y", PLAYER, c.PlaceWager(1, "any-triple", 10), 1))
    kept = desk.table.commitments[1]
    roll = str(Roll.parse(throw_of("t", 1, Tumbler(b"key").seed("t", 1, kept.kept))))
    stop_before(automation, before)
    again = Desk.resume(desk.store, desk.game, lambda: "now")
    again.do(Order("resume", ITSELF, c.Resume(), 1))
    events = tick(Automation(again, Tumbler(b"key"), WINDOW), 100)
    assert only(events, e.RoundSettled).roll == roll
    assert again.table.settled(1).roll == roll


@pytest.mark.parametrize("ref", ["rws-6/2", "nz-2008/1"])
def test_a_round_that_stops_before_closing_is_void_and_its_throw_is_told(ref):
    desk = desk_of(ref, ALL)
    tick(Automation(desk, Tumbler(b"key"), WINDOW), 0)
    desk.do(Order("w", PLAYER, c.PlaceWager(1, "big", 100), 1))
    again = Desk.resume(desk.store, desk.game, lambda: "now")
    again.do(Order("resume", ITSELF, c.Resume(), 1))
    assert (again.table.void.number, again.table.seats[1].credit) == (1, 1000)
    events = tick(Automation(again, Tumbler(b"key"), WINDOW), 100)
    assert only(events, e.SeedRevealed).round == 1


ELECTRONIC = ("tumble", "reveal", "enter")


def commitment(automation=ELECTRONIC, by=Role.AUTOMATION):
    return desk_of("rws-6/2", automation), Person("x", by)


@pytest.mark.parametrize(("by", "steps"), [(Role.DEALER, ELECTRONIC), (Role.AUTOMATION, ("collect",))])
def test_only_an_electronic_tumbler_commits_itself(by, steps):
    desk, person = commitment(steps, by)
    secret = "5" * 64
    for command in (c.ChainSeeds(secret, 1), c.CommitSeed(secret), c.RevealSeed(1, secret)):
        with pytest.raises(Refused) as refused:
            desk.do(Order("c", person, command, 1))
        assert refused.value.code is Refusal.ROLE_NOT_ALLOWED


def test_a_round_is_committed_to_once_and_early_and_its_seed_told_late():
    desk, tumbler = commitment()
    chain = Tumbler().chain()
    desk.do(Order("1", tumbler, c.ChainSeeds(chain.end, chain.length), 1))
    desk.do(Order("2", tumbler, c.CommitSeed("kept"), 1))
    with pytest.raises(Refused, match="needs exactly one commitment"):
        desk.do(Order("3", tumbler, c.CommitSeed("again"), 1))
    for place, command in enumerate((None, c.OpenBets(), c.CloseBets(), c.TumbleDice(3))):
        if command:
            desk.do(Order(f"step {place}", tumbler if place == 3 else DEALER, command, 1))
        with pytest.raises(Refused, match="no roll yet"):
            desk.do(Order(f"tell {place}", tumbler, c.RevealSeed(1, chain.seed(1)), 1))
    with pytest.raises(Refused, match="between rounds"):
        desk.do(Order("4", tumbler, c.CommitSeed("late"), 1))


def test_the_tumbler_shows_every_face_about_as_often_as_another():
    shown = Counter(face for throw in islice(thrown(), 4000) for face in throw)
    assert set(shown) == {1, 2, 3, 4, 5, 6}
    assert sum((count - 2000) ** 2 for count in shown.values()) / 2000 < 30, "chi-square, 5 degrees: one in 70,000"
