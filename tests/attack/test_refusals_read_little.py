"""At a table with a long history whoever is refused has hardly anything read: no more than for a wager, at any length.
What is read is counted, for a clock would be fooled by the next machine."""

from itertools import count, islice

import pytest
from attack.everybody import COMMANDS

from taisai.house.clock import now
from taisai.house.desk import Desk
from taisai.house.games import game
from taisai.house.lookups import LookedUp
from taisai.house.setup import Setup
from taisai.journal.entry import By, Fact, encode
from taisai.journal.memory import MemoryStore
from taisai.journal.seal import sealed_bodies
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.evolve import evolve
from taisai.table.limits import LimitRule
from taisai.table.order import Order, Person

ENTRIES, AT_ONCE, WAGERS = 20_000, 1_000, 100
READINGS_MOST, ENTRIES_MOST = 1, 1  # of one order
GAME = game("rws-6/2")
SEAT, STAKE = 1, 500
PEOPLE = [Person(f"a {role}", role, SEAT if role is Role.PLAYER else 0) for role in Role]
PEOPLE.append(Person("another", Role.PLAYER, SEAT + 1))
MANAGER, DEALER = Person("boss", Role.SHIFT_MANAGER), Person("dee", Role.DEALER)
PLAYER, SECOND = Person("somebody", Role.PLAYER, SEAT), Person("other", Role.PIT_MANAGER)
PHASES = {
    "idle": (),
    "betting": ((DEALER, c.OpenBets()), (PLAYER, c.PlaceWager(SEAT, "big", STAKE))),
    "closed": ((DEALER, c.CloseBets()),),
    "revealed": ((DEALER, c.TumbleDice(3)), (DEALER, c.RevealDice())),
    "entered": (*((DEALER, c.PressButton(6)) for _ in range(3)), (DEALER, c.EnterRoll())),
}
_ids = map(str, count())


class Counted(MemoryStore):
    """Counts who reads it, and how many entries."""

    readings = entries = 0

    def read(self, after=0):
        self.readings += 1
        for one in super().read(after):
            self.entries += 1
            yield one

    def lines(self, after=0):
        self.readings += 1
        for some in super().lines(after):
            self.entries += len(some.bodies)
            yield some

    def forget(self):
        self.readings = self.entries = 0


def evenings(number=0):
    """Rounds with wagers that lose; a voucher is issued in each and redeemed in the next."""
    yield e.TableOpened(0)
    while True:
        number += 1
        yield e.CreditBought(SEAT, WAGERS * STAKE, "")
        yield e.RoundBegun(number, GAME.paytable.id, GAME.paytable.fingerprint)
        yield e.BetsOpened(number, "Place your bets")
        yield from (e.WagerPlaced(number, SEAT, "big", STAKE, 0, "player") for _ in range(WAGERS))
        yield e.BetsClosed(number, "No more bets", bell=True)
        yield from (e.DiceTumbled(number, 3), e.DiceRevealed(number))
        yield from (e.ButtonPressed(number, face) for face in (2, 2, 5))
        yield e.RollEntered(number, "2-2-5", "double 2, 5, total 9", ("small",))
        lost = (e.Award(SEAT, "big", WAGERS * STAKE, 0, 0),)
        yield from (e.LosersCollected(number, "2-2-5", lost, {}, WAGERS * STAKE), e.RoundSettled(number, "2-2-5"))


def grown(desk):
    """To a long history, as if all of it had been played."""
    events = evenings()
    while desk.head.seq < ENTRIES or desk.table.current:
        some = list(islice(events, AT_ONCE if desk.head.seq < ENTRIES - AT_ONCE else 1))
        facts = [Fact(seq, now(), By("taisai", "automation"), f"h-{seq}", "", event)
                 for seq, event in enumerate(some, desk.head.seq + 1)]  # fmt: skip
        desk.store.append(desk.head, sealed_bodies(desk.head, encode(facts)))
        for event in some:
            evolve(desk.table, event)
            desk.ledger.post(event)
        desk.head = desk.store.head()


@pytest.fixture(scope="module")
def desk():
    limits = (LimitRule(minimum=5, maximum=10**6, differential=10**6),)
    desk = Desk.install(Counted(), GAME, Setup("T1", limits=limits), now)
    grown(desk)
    desk.complete_index()
    desk.save_snapshot()
    taken(desk, (PLAYER, c.BuyIn(SEAT, 10**5)))
    assert desk.table.round > ENTRIES // 125
    return desk


def order(desk, person, command, second=None):
    """For the round under way, or the next one."""
    return Order(next(_ids), person, command, desk.table.round + (not desk.table.current), second)


def taken(desk, *orders):
    for person, command in orders:
        desk.do(order(desk, person, command))


def answered(desk, asked):
    """As a server has it answered: what is read of old rounds is read by another process."""
    wanted = desk.asks_for(asked)
    if wanted:
        desk.past = LookedUp(frozenset(wanted), desk.head.seq, {})
    batch = desk.prepare([asked])
    desk.cage.release(batch.claims)
    return batch


def refused(desk, asked, allowed):
    """What was read for it, where it was refused; whatever was taken is undone."""
    desk.store.forget()
    batch = answered(desk, asked)
    read = desk.store.readings, desk.store.entries
    if batch.facts:
        desk.restore()
        allowed.add(repr(asked.command))
    return read if isinstance(batch.answers[0], Refused) else None


def test_whoever_is_refused_has_hardly_anything_read(desk):
    seen, allowed = set(), set()
    for place, (phase, steps) in enumerate(PHASES.items()):
        taken(desk, *steps)
        desk.save_snapshot()
        second = SECOND if place % 2 else None
        for name, command in COMMANDS.items():
            for asked in [order(desk, person, command, second) for person in PEOPLE]:
                read = refused(desk, asked, allowed)
                if read is not None:
                    seen.add(name)
                    readings, entries = read
                    assert readings <= READINGS_MOST, (phase, name, asked.by.role)
                    assert entries <= ENTRIES_MOST, (phase, name, asked.by.role)
    assert seen == set(COMMANDS), "every kind is refused to somebody, at some time"
    assert len(allowed) > len(COMMANDS) / 4, "it is not a table that refuses everything"


def test_an_order_that_comes_again_has_its_own_entries_read_and_no_others(desk):
    first = order(desk, MANAGER, c.LockSeat(2, "a reason"))
    desk.write(answered(desk, first))
    assert refused(desk, first, set()) is None
    assert (desk.store.readings, desk.store.entries) == (1, 1)
    other = Order(first.id, MANAGER, c.LockSeat(3, "a reason"), first.round)
    assert refused(desk, other, set()) == (0, 0), "an id that comes again with something else"
