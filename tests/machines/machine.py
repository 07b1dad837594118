"""A machine that plays one whole table, in and out of turn: every role gives every order."""

import json
import re
from hashlib import sha256
from itertools import count
from typing import ClassVar

import msgspec
import pytest
from house.reading_through import read_through, rounds_of
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from machines.asks import ASKS, CROWDS, SECONDS, Asker
from machines.people import (
    CHIPS,
    FILLING,
    GAMES,
    NEXT,
    OPENING_FLOAT,
    SEATS,
    STAFF,
    buying_in,
    limits_of,
    opening,
    right_person,
)
from machines.rolls import Sources
from machines.watch import Watch, balances_of, can_be_sent, comes_back, photo, same

from taisai.house import snapshots
from taisai.house.automation import Automation
from taisai.house.desk import Desk
from taisai.house.journal_index import differs
from taisai.house.opening_orders import spread
from taisai.house.recall import recall
from taisai.house.seeds import SeedChain
from taisai.house.setup import Setup
from taisai.house.tumbler import Tumbler
from taisai.journal.memory import MemoryStore
from taisai.journal.verify_taisai import Money
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Role, Step
from taisai.table import commands as c
from taisai.table.order import Order, Person
from taisai.table.state import BetsShut, Betting, Closed, Entered, Idle, Revealed, Settling, Table, Tumbled

WAGERS = (c.PlaceWager, c.PlaceWager, c.PlaceWager, c.MoveWager, c.WithdrawWager)
MISPLACED = (c.RecordMoved, c.MoveWagerBack, c.JudgeLine)
CLOSED = (c.RecordUnnoticed, *MISPLACED, c.Resume, c.VoidRound)
RIVALS = (
    c.CloseBets, c.ChainSeeds, c.CommitSeed, c.RevealSeed, c.RevealDice, c.TumbleDice, c.EnterRoll,
)  # fmt: skip # of the tumbler
FAULTS = (c.VoidRound, c.AmendEntry, c.RecordUnnoticed, c.ReportTrouble, c.ReverseRounds, c.Resume)
MEANWHILE = {
    Closed: (
        c.OpenTable,
        c.RecordCheck,
        c.PressButton,
        c.EnterRoll,
        c.JudgeTest,
        c.CashOut,
        c.CollectVoucher,
        c.CancelVoucher,
        c.ChangeLimits,
        c.CountFloat,
        c.ApproveCount,
    ),
    Idle: (c.ChangeLimits, c.CountFloat, c.CloseTable, c.ReportTrouble),
    Betting: WAGERS,
    BetsShut: CLOSED,
    Tumbled: CLOSED,
    Revealed: (*MISPLACED, c.Resume, c.PressButton, c.VoidRound, c.RevealSeed),
    Entered: (c.AmendEntry, *MISPLACED, *FAULTS),
    Settling: (c.PayArea, c.PayArea, c.PayArea, c.OpenBets, c.TumbleDice, *FAULTS),
}
MONEY = {
    "credits": (c.BuyIn, c.BuyIn, c.CashOut, c.CollectVoucher, c.CancelVoucher),
    "chips": (
        c.ExchangeBox,
        c.EnterSoftCount,
        c.ConfirmSoftCount,
        c.ApproveSoftCount,
        c.GiveTip,
        c.TakeTips,
        c.ChangeCash,
        c.BringChips,
        c.LeaveSeat,
        c.AssignColour,
        c.ColourUp,
        c.WriteOffColour,
        c.RequestSlip,
        c.PrepareSlip,
        c.CarrySlip,
        c.ReceiveSlip,
        c.VoidSlip,
        c.CountFloat,
        c.ApproveCount,
    ),
}
CORRECTIONS = (c.CorrectRound, c.ReverseRounds)
DATA, SELDOM = st.data(), st.integers(0, 5).map(lambda number: number // 4)
OFTEN = {Betting: st.integers(1, 6), Settling: st.integers(0, 2)}


class Predictable(Tumbler):
    """Its seeds follow from how many chains there were, so that a run can be repeated; whoever plays cannot know
    them."""

    chains = 0

    def chain(self):
        self.chains += 1
        return SeedChain(sha256(str(self.chains).encode()).hexdigest(), 3)

    def hide(self, table, number, seed):
        return seed

    def seed(self, table, number, kept):
        return kept if re.fullmatch("[0-9a-f]{64}", kept) else None


class TableMachine(RuleBasedStateMachine):
    ref: str
    kind: str
    tally: ClassVar[dict[str, int]] = {}  # of all runs, for whoever counts rounds

    @property
    def money(self):
        return "credits" if self.kind == "electronic" else self.kind

    @initialize(crowd=st.sampled_from(CROWDS))
    def install(self, crowd):
        self.game, self.crowd, self.ids, self.orders = GAMES[self.ref], crowd, count(1), []
        steps = ("open-bets", "pay")
        if self.kind == "electronic":
            steps = tuple(one.step.value for one in self.game.steps)
        setup = Setup("T1", self.money, SEATS, steps, CHIPS, limits_of(self.game))
        self.desk = Desk.install(MemoryStore(), self.game, setup, lambda: "2026-03-01T20:00:00Z")
        self.desk.state_tips(allowed=True)
        self.watch, self.sources = Watch(self.desk), Sources(self.game, electronic=self.kind == "electronic")
        self.tumbler = Predictable()
        self.open()

    def open(self):
        counted = self.desk.table.tray.closing or spread(CHIPS, OPENING_FLOAT)
        for command in opening(self.game, self.money, counted):
            second = SECONDS[0] if isinstance(command, c.CountFloat | c.ExchangeBox) else None
            self.rightly(command, opening=True, second=second)
        for command in buying_in(self.money):
            self.rightly(command)

    def give(self, order):
        """Every order of every rule goes through here."""
        seen = photo(self.desk)
        before = msgspec.json.decode(seen[0], type=Table)
        try:
            reply = self.desk.do(order)
        except Refused:
            comes_back(order.command, c.Command)
            assert photo(self.desk) == seen
            return
        self.watch.accepted(self.desk, order, before, reply)
        self.sources.accepted(order, before, reply)
        self.orders.append((order, reply))
        for event in reply.events:
            self.tally[type(event).__name__] = self.tally.get(type(event).__name__, 0) + 1

    def rightly(self, command, *, opening=False, second=None):
        number = self.desk.table.round + isinstance(self.desk.table.phase, Idle)
        by = right_person(self.game, command, opening=opening)
        self.give(Order(str(next(self.ids)), by, command, number, second))

    def ask(self, data, kinds):
        asker = Asker(data.draw, self.ref, self.desk.table, self.crowd)
        command = ASKS[data.draw(st.sampled_from(kinds))](asker)
        order = asker.order(str(next(self.ids)), command)
        if can_be_sent(order):
            self.give(order)

    def next_step(self, data):
        """What the rulebook has next, done right."""
        following = self.game.next_step(self.desk.table.phase)
        if following is None:
            self.open()
        elif self.kind == "electronic":
            for order in Automation(self.desk, self.tumbler, {}).due(0.0):
                self.give(msgspec.structs.replace(order, id=str(next(self.ids))))
        elif following.step is Step.ENTER:
            for face in data.draw(st.sampled_from(((1, 1, 6), (2, 3, 6), (1, 1, 1), (2, 6, 6), (1, 3, 5)))):
                self.rightly(c.PressButton(face))
            self.rightly(c.EnterRoll())
        else:
            self.rightly(NEXT[following.step])
            if following.step is Step.PAY and self.desk.table.current:
                self.fill(spread(CHIPS, 30_000))
                self.rightly(c.PayArea())

    def fill(self, chips):
        number = self.desk.table.tray.slips_made + 1
        dealer, cage, carrier = (person for person in STAFF if person.name in FILLING)
        for by, command in (
            (dealer, c.RequestSlip("fill", chips)), (cage, c.PrepareSlip(number)), (carrier, c.CarrySlip(number)),
        ):  # fmt: skip
            self.give(Order(str(next(self.ids)), by, command))
        self.give(Order(str(next(self.ids)), dealer, c.ReceiveSlip(number), 0, SECONDS[0]))

    def meanwhile(self, data):
        """Many wagers while bets are open, and now and then something else."""
        phase = type(self.desk.table.phase)
        if self.kind == "electronic" and data.draw(SELDOM):
            self.ask(data, RIVALS)
        for place in range(data.draw(OFTEN.get(phase, SELDOM))):
            self.ask(data, WAGERS[:1] if phase is Betting and not place else MEANWHILE[phase])
        if phase is BetsShut and self.money == "chips" and self.game.opposite:
            self.ask(data, (c.RecordUnnoticed,))
            self.ask(data, (c.RecordUnnoticed,))

    @rule(data=DATA)
    def play_on(self, data):
        self.next_step(data)
        self.meanwhile(data)

    @rule(data=DATA, rounds=st.integers(1, 3))
    def play_rounds(self, data, rounds):
        for _ in range(rounds):
            self.play_a_round(data)

    def play_a_round(self, data):
        """To the end of this round, or through a whole one."""
        if self.desk.table.trouble:
            self.rightly(c.ClearTrouble("mended"))
        for number, seat in self.desk.table.seats.items():
            if seat.credit < 100:
                self.rightly(c.BuyIn(number, 1000) if self.money == "credits" else c.ChangeCash(number, (500,)))
        for _ in self.game.steps:
            self.next_step(data)
            self.meanwhile(data)
            if isinstance(self.desk.table.phase, Idle):
                return

    @precondition(lambda self: isinstance(self.desk.table.phase, Betting) and self.game.opposite)
    @rule(seat=st.integers(1, SEATS), stake=st.sampled_from((50, 100, 10)))
    def lighten(self, seat, stake):
        """Leaves the heavy side too far ahead."""
        for spot in ("big", "small", "big"):
            self.rightly(c.PlaceWager(seat, spot, stake))
        self.rightly(c.WithdrawWager(seat, "small", stake))

    @rule(data=DATA)
    def handle_money(self, data):
        self.ask(data, MONEY[self.money])

    @precondition(lambda self: self.money == "chips" and self.desk.table.current is None)
    @rule(data=DATA)
    def count(self, data):
        """To the chip or not, and what differs is mostly approved; then the table may close."""
        self.ask(data, (c.CountFloat,))
        self.ask(data, (c.ApproveCount, c.ApproveCount, c.CountFloat))
        self.ask(data, (c.CloseTable,))

    @precondition(lambda self: self.desk.table.recent)
    @rule(data=DATA)
    def correct(self, data):
        self.ask(data, CORRECTIONS)

    @precondition(lambda self: self.watch.rounds)
    @rule(left=st.sampled_from((10, 0, 100)), rounds=st.integers(1, 3))
    def damage(self, left, rounds):
        """Most of the winner's money is gone or staked before it is found that rounds were void."""
        numbers = [*self.watch.rounds][-rounds:]
        seat = max(self.desk.table.seats, key=lambda seat: sum(self.watch.nets(number)[seat] for number in numbers))
        self.rightly(c.OpenBets())
        self.rightly(c.PlaceWager(seat, self.crowd[0], 100))
        self.rightly(c.CashOut(seat, f"{next(self.ids):012}"))
        self.rightly(c.BuyIn(seat, left))
        if isinstance(self.desk.table.phase, Betting | BetsShut | Revealed | Entered):
            numbers.append(self.desk.table.round)
        self.rightly(c.ReverseRounds(tuple(dict.fromkeys(numbers))), second=Person("somebody else", Role.DEALER))

    @precondition(lambda self: self.desk.table.recent and self.money == "credits")
    @rule(data=DATA)
    def leave_and_correct(self, data):
        self.ask(data, (c.CashOut,))
        self.ask(data, (c.CollectVoucher, c.CancelVoucher))
        self.ask(data, (c.CorrectRound,))
        self.ask(data, (c.PayOwed,))

    @rule(data=DATA)
    def argue(self, data):
        self.ask(data, (c.OpenDispute,))
        self.ask(data, (c.DecideDispute,))

    @rule(data=DATA)
    def anything(self, data):
        self.ask(data, tuple(ASKS))

    @precondition(lambda self: self.orders)
    @rule(data=DATA)
    def send_again(self, data):
        order, reply = data.draw(st.sampled_from(self.orders))
        seen = photo(self.desk)
        assert self.desk.do(order) == reply
        other = msgspec.structs.replace(order, round=order.round + 1)
        with pytest.raises(Refused) as refused:
            self.desk.do(other)
        assert refused.value.code is Refusal.COMMAND_CONFLICT
        assert photo(self.desk) == seen

    @rule(saved=st.sampled_from(("", "whole", "short")))
    def restart(self, saved):
        if saved:
            self.save(saved)
            return
        again = Desk.resume(self.desk.store, self.game, self.desk.clock)
        assert same(again, self.desk)
        self.desk = again

    def save(self, saved):
        """A short one leaves to the journal what is there already."""
        with pytest.MonkeyPatch.context() as patch:
            if saved == "short":
                patch.setattr(snapshots, "ANSWERS_SHORT", 0)
                patch.setattr(snapshots, "AWARDS_SHORT", 0)
            self.desk.save_snapshot()

    def teardown(self):
        if hasattr(self, "desk"):
            assert same(Desk.resume(self.desk.store, self.game, self.desk.clock), self.desk)
            self.outsider()
            self.finder()
            self.desk.store.journal.snapshot = None
            assert same(Desk.resume(self.desk.store, self.game, self.desk.clock), self.desk)

    def finder(self):
        """Whoever looks into the index finds what is there."""
        store = self.desk.store
        assert not differs(store)
        for number in rounds_of(store):
            assert recall(store, number) == read_through(store, number)

    def outsider(self):
        """Whoever checks the journal with the stand-alone file finds nothing wrong, and the same balances."""
        money = Money()
        for entry in self.desk.store.read():
            body = json.loads(entry.body)
            money.feed(entry.seq, body["event"], body["by"]["role"])
        assert {name: one for name, one in money.balances.items() if one} == balances_of(self.desk)
