"""A table to play at in tests; after every order its books are looked into."""

from functools import cache
from itertools import count

import msgspec
import pytest

from taisai import Refused
from taisai.house.desk import Desk
from taisai.house.games import game
from taisai.house.opening_orders import spread
from taisai.house.setup import Setup
from taisai.journal.entry import decode
from taisai.journal.memory import MemoryStore
from taisai.rules.vocabulary import Act, Role, Step
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.accounts import seat_account
from taisai.table.gates import If, Two
from taisai.table.handlers import GATES
from taisai.table.limits import LimitRule
from taisai.table.make_up import Stock, fewest
from taisai.table.order import Order, Person
from taisai.table.piles import pile_of, values_in
from taisai.table.state import Closed, Idle, Settling
from taisai.table.trades.counts import expected

CHIPS = (5, 25, 100, 500, 1000)
WIDE = 10**9
FLOAT = 100_000
TEST_RUN = "5.0(b)"
TEST_ROLLS = ("1-1-2", "2-3-6", "1-1-1")  # between them they light every area of every New Zealand layout


known_game = cache(game)  # nothing changes it, and loading takes time


def displayed(game, limits=()):
    """Where the rulebook wants players to see a limit and the test names none: one so wide that nobody meets it."""
    asked = game.book.limits
    if not asked.displayed_clause:
        return tuple(limits)
    wide = {"maximum": WIDE} | ({"differential": WIDE} if "differential" in asked.kinds else {})
    return tuple(_widened(rule, wide) for rule in limits or [LimitRule()])


def _widened(rule, wide):
    return msgspec.structs.replace(rule, **{name: value for name, value in wide.items() if not getattr(rule, name)})


def only(events, kind):
    """The one event of a kind."""
    (found,) = (event for event in events if isinstance(event, kind))
    return found


def person(by):
    """A seat's number stands for its player, a role for somebody who has it."""
    return Person(f"player {by}", Role.PLAYER, by) if isinstance(by, int) else Person(f"a {by}", by)


ALONE = object()


def takes_two(command):
    """Whether staff give it with a second person, whatever the remedies say."""
    gates = (gate.choose(command) if isinstance(gate, If) else gate for gate in GATES[type(command)])
    return any(isinstance(gate, Two) for gate in gates)


def beside(by, command):
    """Somebody who agrees, to what takes two people."""
    needed = not isinstance(by, int) and takes_two(command)
    return (Role.PIT_MANAGER if by is Role.SHIFT_MANAGER else Role.SHIFT_MANAGER) if needed else None


class Play:
    def __init__(self, table, *, limits=(), money="credits", seats=4, automation=(), chips=CHIPS):
        self.game = known_game(table)
        self.book = self.game.book
        self.store = MemoryStore()
        setup = Setup("T1", money, seats, automation, chips, displayed(self.game, limits))
        self.desk = Desk.install(self.store, self.game, setup, lambda: "2026-01-01T00:00:00Z")
        self._ids = count(1)

    @property
    def table(self):
        return self.desk.table

    @property
    def phase(self):
        return type(self.table.phase)

    def credit(self, seat):
        return self.table.seats[seat].credit

    def credits(self):
        return {number: seat.credit for number, seat in self.table.seats.items()}

    def balance(self, account):
        return self.desk.ledger.balances[account]

    def on_layout(self):
        return self.desk.ledger.on_layout

    def order(self, by, command, number=None, second=None):
        """For the round under way or, between rounds, the next one; by `ALONE` where it would take two."""
        second = None if second is ALONE else second or beside(by, command)
        number = self.table.round + (self.phase is Idle) if number is None else number
        return Order(str(next(self._ids)), person(by), command, number, second and person(second))

    def do(self, by, command, number=None, second=None):
        """Before a table with chips opens or closes, two people have counted its float."""
        if self.table.money == "chips" and isinstance(command, c.OpenTable | c.CloseTable):
            self.count_for(command)
        events = self.desk.do(self.order(by, command, number, second)).events
        self.check()
        return events

    def refuses(self, code, by, command, number=None, *, second=None, clause=None):
        """Asserts code, clause and that nothing has changed; gives back the words."""
        order = self.order(by, command, number, second)
        before = self.store.head(), msgspec.json.encode(self.table), dict(self.desk.ledger.balances)
        with pytest.raises(Refused) as refused:
            self.desk.do(order)
        assert refused.value.code is code, refused.value.words
        assert refused.value.value is not None, "a refusal has the offending value"
        assert (self.store.head(), msgspec.json.encode(self.table), dict(self.desk.ledger.balances)) == before
        if clause is not None:
            assert f"({self.book.id} {clause})" in refused.value.words
        self.check()
        return refused.value.words

    def check(self):
        ledger = self.desk.ledger
        assert ledger.trial == 0
        assert ledger.on_layout == 0 or self.phase not in (Idle, Closed)
        assert all(balance >= 0 for balance in ledger.seats().values())
        assert {ledger.balances[seat_account(number)] - credit for number, credit in self.credits().items()} == {0}

    def written(self):
        """Every entry of the journal: who, in which role, and what."""
        entries = (decode(stored.body) for stored in self.store.read())
        return [(entry.by.name, entry.by.role, msgspec.json.decode(entry.event, type=e.Event)) for entry in entries]

    def test(self, by, faces, *, right=True, why=""):
        """A test roll, pressed key by key and looked at."""
        for face in faces.split("-"):
            self.do(by, c.PressButton(int(face)))
        self.do(by, c.EnterRoll())
        return self.do(by, c.JudgeTest(right, why))

    def open(self):
        permission = self.book.permission(Act.OPEN_TABLE)
        opener = permission.by[0]
        for check in permission.checks:
            if check == TEST_RUN:
                for faces in TEST_ROLLS:
                    self.test(opener, faces)
            else:
                self.do(opener, c.RecordCheck(check))
        if self.table.money == "chips" and not self.table.tray.box:
            self.do(opener, c.ExchangeBox("1"))
        self.do(opener, c.OpenTable())
        return self

    def fill(self, chips, kind="fill"):
        """Requested by the dealer, prepared and carried by managers, received by the dealer and a supervisor."""
        number = self.table.tray.slips_made + 1
        self.do(Role.DEALER, c.RequestSlip(kind, pile_of(chips)))
        self.do(Role.PIT_MANAGER, c.PrepareSlip(number))
        self.do(Role.SHIFT_MANAGER, c.CarrySlip(number))
        return self.do(Role.DEALER, c.ReceiveSlip(number), second=Role.CASINO_SUPERVISOR)

    def credit_float(self, chips):
        return self.fill(chips, "credit")

    def shut(self):
        return self.do(self.book.permission(Act.OPEN_TABLE).by[0], c.CloseTable())

    def count_for(self, command):
        """Unless that was done, to the chip."""
        purpose = "opening" if isinstance(command, c.OpenTable) else "closing"
        if self.table.tray.count.purpose != purpose and isinstance(self.table.phase, Closed | Idle):
            self.count(purpose, expected(self.table) or spread(self.table.chips, FLOAT))

    def count(self, purpose, chips):
        """By the dealer and a manager."""
        return self.do(Role.DEALER, c.CountFloat(purpose, chips), second=Role.SHIFT_MANAGER)

    def buy(self, seat, amount):
        if self.table.money != "chips":
            return self.do(seat, c.BuyIn(seat, amount))
        there = [Stock(kind, int(kind), count) for kind, count in self.table.tray.pile("float").items()]
        return self.do(Role.DEALER, c.ChangeCash(seat, values_in(fewest(there, amount))))

    def begin(self):
        """Up to the opening call, in the rulebook's own order."""
        for step in self.game.steps:
            if step.step is Step.OPEN_BETS:
                return self.do(Role.DEALER, c.OpenBets())
            assert step.step is Step.TUMBLE
            self.do(Role.DEALER, c.TumbleDice(3))
        raise AssertionError(self.book.id)

    def wager(self, seat, spot, stake, stack=()):
        return self.do(seat, c.PlaceWager(seat, spot, stake, stack))

    def close(self):
        return self.do(Role.DEALER, c.CloseBets())

    def reveal(self):
        """With the tumble before it, where it comes now."""
        if self.game.next_step(self.table.phase).step is Step.TUMBLE:
            self.do(Role.DEALER, c.TumbleDice(3))
        return self.do(Role.DEALER, c.RevealDice())

    def roll(self, faces):
        self.reveal()
        for face in faces.split("-"):
            self.do(Role.DEALER, c.PressButton(int(face)))
        return self.do(Role.DEALER, c.EnterRoll())

    def settle(self):
        events = self.do(Role.DEALER, c.CollectLosers())
        return events + self.do(Role.DEALER, c.PayArea()) if self.phase is Settling else events

    def bets(self, *wagers):
        """A round with these wagers, each seat, spot and stake, still open."""
        self.begin()
        for seat, spot, stake in wagers:
            self.wager(seat, spot, stake)
        return self

    def round(self, faces, *wagers):
        self.bets(*wagers).close()
        self.roll(faces)
        return self.settle()


def opened(table, *, bought=1000, **kwargs):
    """A table that is open, where every seat has bought in."""
    play = Play(table, **kwargs).open()
    for seat in play.table.seats:
        play.buy(seat, bought)
    return play
