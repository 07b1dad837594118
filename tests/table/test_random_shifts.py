"""Random shifts of a table with chips: its result equals the ledger to the unit, and miscounts are found to the chip.

A share of them is played with every run; TAISAI_SHIFTS=10000 plays as many as are asked for."""

import os
from collections import Counter
from itertools import count
from random import Random

import pytest
from table.playing import displayed, known_game

from taisai import Refused
from taisai.house.opening_orders import opening, spread
from taisai.house.setup import Setup, installed
from taisai.ledger.balances import Ledger
from taisai.reports.table_results import TableResult
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.accounts import FLOAT
from taisai.table.decide import decide
from taisai.table.evolve import evolve, install
from taisai.table.order import Order, Person
from taisai.table.piles import added
from taisai.table.state import Idle
from taisai.table.trades.counts import expected

SHIFTS = int(os.environ.get("TAISAI_SHIFTS", "300"))
PARTS = 10
GAME = known_game("rws-6/2")
STAFF = [Person(role.value, role) for role in (Role.DEALER, Role.GAME_SUPERVISOR, Role.CASINO_SUPERVISOR)]
MANAGER, SHIFT = Person("pit", Role.PIT_MANAGER), Person("shift", Role.SHIFT_MANAGER)
SPOTS = ("big", "small", "single-1", "double-6", "total-9", "any-triple")
CHIPS = (5, 25, 100, 500, 1000)


class RandomShift:
    def __init__(self, seed):
        self.dice, self.ids, self.found = Random(seed), count(1), Counter()
        self.result, self.ledger, self.tips, self.boxes = TableResult(), Ledger(FLOAT), 0, count(2)
        event = installed(GAME, Setup("T", "chips", 3, (), CHIPS, displayed(GAME)))
        self.table = install(event)
        self.take([event, e.TipsStated(allowed=True)])

    def take(self, events):
        for event in events:
            evolve(self.table, event)
            self.ledger.post(event)
            self.result.post(event)
            self.found[type(event).__name__] += 1
            self.tips += event.amount if isinstance(event, e.TipsTaken) else 0
            self.check_chips()

    def check_chips(self):
        kinds, staked = Counter(), Counter()
        for holder, pile in self.table.tray.holders():
            kinds.update(pile)
            staked.update(pile if holder.startswith("layout:") else {})
        assert not any(kinds.values()), "chips of every kind add up to nothing over all holders"
        assert staked == self.table.tray.staked

    def do(self, by, command, second=None):
        """What is refused changes nothing, and is tried again some other time."""
        number = self.table.round + isinstance(self.table.phase, Idle)
        try:
            events = decide(GAME, self.table, Order(str(next(self.ids)), by, command, number, second))
        except Refused:
            return []
        self.take(events)
        return events

    def pile(self, most=3):
        return {str(value): self.dice.randint(1, most) for value in self.dice.sample(CHIPS, 2)}

    def count(self, purpose):
        """To the chip, or not; what is found is what was changed."""
        there, off = expected(self.table), {}
        if there and self.dice.random() < 0.4:
            off = {self.dice.choice([*there]): self.dice.choice((-1, 1, 2))}
        chips = added(there, off)
        if any(many < 0 for many in chips.values()):
            return
        for event in self.do(STAFF[0], c.CountFloat(purpose, chips), SHIFT):
            assert added(event.chips, event.expected, -1) == off
            assert event.variance == sum(int(kind) * many for kind, many in off.items())
            self.do(MANAGER, c.ApproveCount("looked for"))

    def soft_count(self, box):
        held = self.ledger.balances[f"box:{box}"]
        off = self.dice.choice((0, 0, -50, 50)) if held >= 50 else 0
        notes = {"5": (held + off) // 5} if held + off else {}
        for by in STAFF[:2]:
            made = self.do(by, c.EnterSoftCount(box, notes))
        assert made[1].variance == off
        self.do(STAFF[2], c.ConfirmSoftCount(box))
        self.do(SHIFT, c.ApproveSoftCount(box, "looked for"))
        assert not self.ledger.balances[f"box:{box}"]

    def exchange(self):
        there = self.table.tray.box
        self.do(STAFF[0], c.ExchangeBox(str(next(self.boxes))), MANAGER)
        if self.dice.random() < 0.7:
            self.soft_count(there)

    def slip(self):
        kind, number = self.dice.choice(("fill", "credit")), self.table.tray.slips_made + 1
        if self.do(STAFF[0], c.RequestSlip(kind, self.pile(9))):
            self.do(MANAGER, c.PrepareSlip(number))
            self.do(SHIFT, c.CarrySlip(number))
            if not self.do(STAFF[0], c.ReceiveSlip(number), STAFF[1]):
                self.do(STAFF[0], c.VoidSlip(number, "not there"), STAFF[1])

    def round(self):
        dealer = STAFF[0]
        self.do(dealer, c.OpenBets())
        for _ in range(self.dice.randint(1, 4)):
            seat = self.dice.randint(1, 3)
            stake = self.dice.choice((10, 50, 100))
            self.do(Person("", Role.PLAYER, seat), c.PlaceWager(seat, self.dice.choice(SPOTS), stake))
        for command in (c.CloseBets(), c.TumbleDice(3), c.RevealDice()):
            self.do(dealer, command)
        for _ in range(3):
            self.do(dealer, c.PressButton(self.dice.randint(1, 6)))
        self.do(dealer, c.EnterRoll())
        self.do(dealer, c.CollectLosers())
        self.do(dealer, c.PayArea())
        assert isinstance(self.table.phase, Idle)

    def act(self):
        seat, staff = self.dice.randint(1, 3), STAFF[0]
        acts = {
            "round": self.round,
            "cash": lambda: self.do(staff, c.ChangeCash(seat, (self.dice.choice(CHIPS),) * 3)),
            "bring": lambda: self.do(staff, c.BringChips(seat, self.pile())),
            "leave": lambda: self.do(staff, c.LeaveSeat(seat)),
            "tip": lambda: self.do(staff, c.GiveTip(seat, {self.dice.choice(("5", "25")): 1})),
            "colour up": lambda: self.do(staff, c.ColourUp(seat, (25,) * 4, (100,))),
            "slip": self.slip,
            "exchange": self.exchange,
            "count": lambda: self.count("change"),
        }
        acts[self.dice.choices([*acts], (8, 6, 3, 2, 2, 2, 2, 3, 2))[0]]()

    def play(self):
        for command in opening(GAME, spread(CHIPS, 60_000)):
            self.do(MANAGER, command, SHIFT if isinstance(command, c.CountFloat | c.ExchangeBox) else None)
        for _ in range(self.dice.randint(5, 15)):
            self.act()
        while self.table.tray.count.purpose != "closing":
            self.count("closing")
        (closed,) = [one for one in self.do(MANAGER, c.CloseTable()) if isinstance(one, e.TableClosed)]
        self.check(closed)
        return self.found

    def check(self, closed):
        balances, result = self.ledger.balances, self.result
        boxes = sum(amount for account, amount in balances.items() if account.startswith("box:"))
        assert closed.win == closed.closing_float + closed.credits + closed.drop - closed.opening_float - closed.fills
        assert result.result == result.by_play == closed.win + result.drop_variance
        assert result.result == balances["cage"] + boxes - self.tips
        assert (self.ledger.trial, balances[FLOAT]) == (0, 0)


@pytest.mark.parametrize("part", range(PARTS))
def test_the_result_of_a_random_shift_is_what_the_ledger_says(part):
    found = Counter()
    for seed in range(part, SHIFTS, PARTS):
        found += RandomShift(seed).play()
    wanted = {"AreaPaid", "CountApproved", "SoftCountConfirmed", "TipGiven", "FloatFilled"}
    assert wanted <= set(found)
