"""A table with a public beacon: named before wagers open, never known before they close, and no throw without it."""

from datetime import UTC, datetime

import pytest
from drand import QUICKNET, OwnBeacon
from house.test_automation import ALL, DEALER, PLAYER, only
from house.test_seeds import ONE
from multipliers.playing import write
from table.playing import displayed

from taisai import Refusal, Refused
from taisai.house.automation import ITSELF, Automation
from taisai.house.beacon import CLOSING_S, SPARE_S
from taisai.house.desk import Desk
from taisai.house.games import game
from taisai.house.opening_orders import opening
from taisai.house.proof import Proof, followed
from taisai.house.setup import Setup
from taisai.house.tumbler import Tumbler
from taisai.journal.export import export_lines
from taisai.journal.memory import MemoryStore
from taisai.journal.verify_taisai import verify, words
from taisai.rules.vocabulary import Act, Role, Step
from taisai.signing.beacon import is_of_beacon
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.beacons import Beacon, value_of
from taisai.table.order import Order, Person
from taisai.table.throws import throw_of

KEY, WINDOW_S = b"key", 20
BEGUN_S = 1_790_000_000.0
OFF = c.ChooseBeacon()


class Skies:
    """The beacon as a house sees it, and the clock on the wall."""

    wait_s = 30.0

    def __init__(self, own):
        self.own, self.at_s, self.answers, self.asked, self.lost = own, BEGUN_S, True, [], []

    def is_wanted(self):
        return self.own is not None

    def known(self):
        return self.own.beacon if self.own else Beacon()

    def now_s(self):
        return self.at_s

    def signature(self, beacon, number):
        self.asked.append((self.at_s, number))
        there = self.own and self.answers and self.at_s >= beacon.told_s(number)
        return self.own.signature(number) if there else ""

    def missed(self, table, number):
        self.lost.append((table, number))


class Night:
    """A table that deals itself, with wagers open."""

    def __init__(self, ref="rws-6/2", own=None, name="t"):
        played = game(ref)
        self.own = own or OwnBeacon(period_s=3)
        self.skies, self.orders = Skies(self.own), 0
        setup = Setup(name, automation=ALL, limits=displayed(played))
        self.desk = Desk.install(MemoryStore(), played, setup, self.time)
        boss = Person("boss", played.book.permission(Act.OPEN_TABLE).by[0])
        for place, command in enumerate(opening(played)):
            self.desk.do(Order(f"open {place}", boss, command))
        self.desk.do(Order("buy", PLAYER, c.BuyIn(1, 1000)))
        self.starts()
        self.ticks()

    def starts(self):
        self.automation = Automation(self.desk, Tumbler(KEY), {Step.CLOSE_BETS: WINDOW_S}, self.skies)
        self.events = []

    def time(self):
        return datetime.fromtimestamp(self.skies.at_s, UTC).isoformat()

    @property
    def table(self):
        return self.desk.table

    def ticks(self):
        """All that is due now."""
        fresh = []
        while orders := self.automation.due(self.skies.at_s):
            for order in orders:
                fresh += self.desk.do(order).events
        self.events += fresh
        return fresh

    def waits(self, seconds):
        self.skies.at_s += seconds
        return self.ticks()

    def plays(self, seconds=WINDOW_S + 10):
        """Second by second."""
        return [event for _ in range(seconds) for event in self.waits(1)]

    def do(self, command, by=ITSELF, number=None):
        self.orders += 1
        return self.desk.do(Order(f"order {self.orders}", by, command, number or self.table.round)).events

    def refuses(self, code, command, by=ITSELF, number=None):
        before = self.desk.store.head()
        with pytest.raises(Refused) as refused:
            self.do(command, by, number)
        assert (refused.value.code, self.desk.store.head()) == (code, before)

    def restart(self, skies=None):
        self.skies = skies or self.skies
        self.desk = Desk.resume(self.desk.store, self.desk.game, self.time)
        self.starts()
        if self.table.current:
            self.do(c.Resume())
        return self.ticks()

    def report(self):
        _, lines = export_lines(self.desk.store, self.table.table)
        return verify([*lines], is_signed=is_of_beacon)


def kinds(events):
    return [type(event) for event in events]


@pytest.mark.parametrize("ref", ["rws-6/2", "etg/2", "nz-2008/2"])
def test_the_throw_takes_in_what_the_beacon_published_as_the_round_that_was_named_before(ref):
    night = Night(ref)
    named = only(night.events, e.BeaconNamed)
    assert kinds(night.events).index(e.BeaconNamed) < kinds(night.events).index(e.BetsOpened)
    night.do(c.PlaceWager(1, "big", 10, contribution=ONE), PLAYER)
    told = only(night.plays(), e.SeedRevealed)
    assert (told.beacon, told.signature) == (named.beacon, night.own.signature(named.beacon))
    assert told.throw == throw_of("t", 1, told.seed, [ONE], value_of(told.signature))
    report = night.report()
    assert report.sound, report.bad_why
    assert (report.throws["beacons"], report.throws["beacon_signatures"]) == (1, "checked")


def test_an_honest_beacon_at_a_table_with_multipliers_is_sound(tmp_path):
    """The throw and the multipliers take in the same value, which counts as taken once."""
    night = Night(write(tmp_path / "house"))
    for _ in range(2):
        night.do(c.PlaceWager(1, "big", 10, contribution=ONE), PLAYER)
        found = kinds(night.plays())
        assert (found.count(e.SeedRevealed), found.count(e.MultipliersDrawn)) == (1, 1)
    report = night.report()
    assert report.sound, report.bad_why
    assert (report.throws["beacons"], report.throws["beacon_signatures"]) == (2, "checked")
    assert "contribute last" not in words(report)


def test_what_is_named_is_published_once_wagers_are_closed_and_no_later_than_need_be():
    night = Night()
    named = only(night.events, e.BeaconNamed)
    told_s = night.own.beacon.told_s(named.beacon)
    least_s = BEGUN_S + WINDOW_S + SPARE_S + CLOSING_S
    assert least_s <= told_s < least_s + 3
    night.plays()
    assert min(at_s for at_s, _ in night.skies.asked) >= BEGUN_S + WINDOW_S, "nobody asks while wagers are open"


def test_no_throw_is_told_before_the_value_is_there_and_the_round_waits_no_longer_than_is_said():
    night = Night()
    night.skies.answers = False
    named = only(night.events, e.BeaconNamed)
    night.waits(WINDOW_S)
    due_s = night.own.beacon.told_s(named.beacon) + night.skies.wait_s
    while night.skies.at_s + 1 < due_s:
        assert not night.waits(1), night.skies.at_s
    events = night.waits(2)
    assert only(events, e.RoundVoided).round == 1
    told = next(event for event in events if isinstance(event, e.SeedRevealed))
    assert (told.round, told.throw, told.signature) == (1, "", ""), "anybody can work out what would have been thrown"
    assert night.skies.lost == [("t", named.beacon)]
    report = night.report()
    assert (report.sound, report.throws["beacons"], report.throws["beacons_missed"]) == (True, 0, 1)
    assert "rounds that named a beacon round and were voided" in words(report)


def test_a_clock_that_is_set_back_a_day_holds_a_round_up_no_longer():
    night = Night()
    night.waits(WINDOW_S)
    steady_s, night.skies.at_s = night.skies.at_s, night.skies.at_s - 86_400
    for at_s in range(int(steady_s), int(steady_s) + 120):
        for order in night.automation.due(at_s):
            night.events += night.desk.do(order).events
    assert next(event for event in night.events if isinstance(event, e.RoundVoided)).round == 1


def test_wagers_that_are_open_when_the_value_is_published_make_the_round_void():
    """The process slept, or its machine did."""
    night = Night()
    named = only(night.events, e.BeaconNamed)
    night.do(c.PlaceWager(1, "big", 10), PLAYER)
    night.skies.at_s = night.own.beacon.told_s(named.beacon) + 0.5
    events = night.ticks()
    assert e.BetsClosed not in kinds(events)[: kinds(events).index(e.RoundVoided)]
    assert night.table.seats[1].credit == 1000
    assert night.report().sound


def test_a_round_whose_wagers_were_closed_too_late_is_thrown_with_nothing():
    """Whoever closes by hand at such a table, against the clock."""
    night = Night()
    named = only(night.events, e.BeaconNamed)
    night.skies.at_s = night.own.beacon.told_s(named.beacon)
    night.do(c.CloseBets())
    assert only(night.ticks(), e.RoundVoided).round == 1
    assert night.report().sound


def test_a_restart_between_closing_and_throw_changes_nothing_however_often():
    night = Night()
    night.waits(WINDOW_S)
    named = night.table.commitments[1].beacon
    for _ in range(3):
        night.restart()
        assert night.table.commitments[1].beacon == named
    told = next(event for event in night.plays(10) if isinstance(event, e.SeedRevealed))
    assert (told.beacon, told.throw != "") == (named, True)
    assert night.report().sound


def test_a_start_long_after_closing_asks_before_it_gives_up():
    night = Night()
    night.waits(WINDOW_S)
    night.skies.at_s += 3600
    told = next(event for event in night.restart() if isinstance(event, e.SeedRevealed))
    assert told.throw
    assert night.skies.lost == []


def test_every_round_names_a_later_one_and_none_twice():
    night = Night()
    named = [event.beacon for event in (*night.events, *night.plays(120)) if isinstance(event, e.BeaconNamed)]
    assert len(named) > 3
    assert named == sorted(set(named))


def test_a_name_is_given_before_wagers_open_and_at_no_other_moment():
    night = Night()
    night.refuses(Refusal.STEP_OUT_OF_ORDER, c.NameBeacon(2**40))
    night.waits(WINDOW_S)
    night.refuses(Refusal.STEP_OUT_OF_ORDER, c.NameBeacon(2**40))
    for number in (1, 2, 99):
        night.refuses(Refusal.STEP_OUT_OF_ORDER, c.NameBeacon(2**40), number=number)


def test_staff_and_players_name_and_choose_nothing():
    night = Night()
    for by in (PLAYER, DEALER, Person("m", Role.SHIFT_MANAGER)):
        for command in (c.NameBeacon(2**40), OFF):
            night.refuses(Refusal.ROLE_NOT_ALLOWED, command, by)


def test_a_value_that_was_published_before_is_never_named_again():
    night = Night()
    night.plays(WINDOW_S + 5)
    night.do(c.Resume(), number=night.table.round)
    last = night.table.beacon.named
    for order in night.automation.due(night.skies.at_s):
        if isinstance(order.command, c.NameBeacon):
            break
        night.desk.do(order)
    for beacon in (last, last - 1, 1, 0, -5):
        night.refuses(Refusal.COMMITMENT_WRONG, c.NameBeacon(beacon), number=night.table.round + 1)


def test_wagers_do_not_open_before_a_name_is_given():
    night = Night()
    night.do(c.Resume())
    for order in night.automation.due(night.skies.at_s):
        if not isinstance(order.command, c.NameBeacon | c.OpenBets):
            night.desk.do(order)
    night.refuses(Refusal.COMMITMENT_MISSING, c.OpenBets(), number=2)


def test_a_throw_with_no_value_or_with_what_is_none_is_refused():
    night = Night()
    night.waits(WINDOW_S)
    seed = night.automation._chain.seed(1)
    night.refuses(Refusal.COMMITMENT_MISSING, c.RevealSeed(1, seed))
    for signature in ("x" * 96, "0" * 95, "A" * 96, "0" * 97):
        night.refuses(Refusal.COMMITMENT_WRONG, c.RevealSeed(1, seed, signature))


def test_a_table_without_a_beacon_takes_none_in():
    night = Night()
    night.own = night.skies.own = None
    night.plays(60)
    night.restart()
    assert not night.table.beacon.chain
    for command in (c.CloseBets(), c.TumbleDice(3), c.RevealDice()):
        night.do(command)
    number = night.table.round
    night.refuses(Refusal.COMMITMENT_MISSING, c.RevealSeed(number, night.automation._seed(number), "0" * 96))
    night.refuses(Refusal.STEP_OUT_OF_ORDER, c.NameBeacon(2**40))


def test_what_its_hash_does_not_say_is_no_beacon():
    night = Night()
    night.do(c.Resume())
    one = QUICKNET
    fields = [one.chain, one.public_key, one.period_s, one.genesis_s, one.group, one.name]
    for place, wrong in enumerate(("0" * 64, "0" * 192, 4, 5, "1" * 64, "other")):
        night.refuses(Refusal.COMMITMENT_WRONG, c.ChooseBeacon(*fields[:place], wrong, *fields[place + 1 :]))
    for wrong in (("x",), ("0" * 64, "0" * 191), ("0" * 64, "0" * 192, -1), ("0" * 64, "0" * 192, 2**40, -1)):
        night.refuses(Refusal.COMMITMENT_WRONG, c.ChooseBeacon(*wrong))
    night.do(c.ChooseBeacon(*fields))
    night.refuses(Refusal.STEP_OUT_OF_ORDER, c.ChooseBeacon(*fields))


def test_no_beacon_is_chosen_or_left_in_the_middle_of_a_round():
    night = Night()
    night.refuses(Refusal.STEP_OUT_OF_ORDER, OFF)
    night.waits(WINDOW_S)
    night.refuses(Refusal.STEP_OUT_OF_ORDER, OFF)


def test_a_beacon_that_is_wanted_and_not_known_yet_begins_no_round():
    night = Night()
    night.own.beacon, known = Beacon(), night.own.beacon
    night.plays(60)
    assert night.table.current is None
    night.own.beacon = known
    assert e.BeaconNamed in kinds(night.ticks())


def test_the_proof_of_a_running_table_follows_the_beacon_from_every_moment_on():
    """Whoever starts in the middle of a round reads only that."""
    night = Night()
    for _ in range(40):
        night.waits(1)
        assert Proof(night.desk).start() == ""
        assert followed(night.desk.store, night.desk.boundary)
        night.desk.restore()
