"""The process of a table is killed, again and again: what was answered is there, nothing is half there, and the round
that it was at is concluded with its dice, or its committed throw, or void where there are none."""

import os
import random
import subprocess
import sys
import time
from collections import Counter, defaultdict
from itertools import count, groupby
from pathlib import Path

import msgspec
import pytest
from house import crashing
from house.script import resumed
from machines.people import GAMES, NEXT, REFS, STAFF, right_person
from machines.watch import photo, same
from msgspec.structs import replace

from taisai.house.automation import ITSELF, Automation
from taisai.house.cage import Cage
from taisai.house.desk import Desk
from taisai.house.dice_watch import WATCHED
from taisai.house.lookups import Facts, informed
from taisai.house.table_entry import recorded
from taisai.house.tumbler import Tumbler
from taisai.journal.entry import decode
from taisai.journal.seal import START, checked, head_of
from taisai.journal.sqlite import SqliteStore
from taisai.journal.verify_taisai import Money
from taisai.rules.roll import Roll
from taisai.rules.vocabulary import Role, Step, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.commands import Command
from taisai.table.decide import decide
from taisai.table.evolve import evolve
from taisai.table.order import Order
from taisai.table.piles import worth
from taisai.table.state import BetsShut, Betting, Closed, Idle, Tumbled
from taisai.table.throws import throw_of

pytestmark = pytest.mark.processes
KILLS = int(os.environ.get("TAISAI_KILLS", "24"))
SAID_MOST = 20_000  # bytes, some hundred orders
CHIP_EVENTS = {e.BoxPlaced, e.SoftCountEntered, e.TipGiven, e.FloatCounted, e.ChipsMoved, e.AreaPaid}
TESTS = Path(__file__).parents[1]
DEALER = next(person for person in STAFF if person.role is Role.DEALER)


def run_and_kill(path, ref, seed, moment, kind, last):
    """What the child had said before it died, by the first word of each line. The last one plays for long, so that a
    run in which all others died before their first round still sees rounds."""
    said = path.with_suffix(".said")
    with said.open("wb") as out:
        command = (sys.executable, crashing.__file__, str(path), ref, str(seed), kind)
        child = subprocess.Popen(command, stdout=out, env={**os.environ, "PYTHONPATH": str(TESTS)})
        if not last and moment.random() < 0.2:
            time.sleep(moment.uniform(0.1, 0.5))  # while it starts
        else:
            most = SAID_MOST * (6 if kind == "chips" else 1)  # of which there is more to do
            enough = most if last else moment.randrange(most)
            while said.stat().st_size <= enough:
                assert child.poll() is None
                time.sleep(0.001)
        child.kill()
        assert child.wait() == -9
    lines = [line.decode() for line in said.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]
    return [line.rstrip("\n").partition(" ")[::2] for line in lines]


class Asked(Order, frozen=True):
    """An order as it was written down; for a decoder a command is one of all commands."""

    command: Command


class Follower:
    """Reads the journal along, and decides each order once more before it believes what was written."""

    def __init__(self, ref):
        self.game, self.asked, self.desk, self.seen = GAMES[ref], {}, None, set()
        self.entries = defaultdict(list)  # of each order

    def heard(self, said):
        for word, text in said:
            if word == "asked":
                order = Order(*msgspec.structs.astuple(msgspec.json.decode(text, type=Asked)))
                self.asked[order.id] = order

    def follow(self, store):
        if self.desk is None:
            self.desk = Desk(store, self.game, lambda: "", cage=Cage(crashing.KEY))
            self.desk.head = START
        self.desk.store = store
        fresh = [(decode(one.body), one) for one in checked(store.read(self.desk.head.seq), self.desk.head)]
        for cause, batch in groupby(fresh, key=lambda one: one[0].cause):
            self._believe(store, cause, [*batch])

    def _believe(self, store, cause, batch):
        events = [recorded(one.body).event for _, one in batch]
        self.seen |= {type(event) for event in events}
        if cause == "install":
            self.desk.begin(events[0])
        elif not cause.startswith("tips-"):  # which the house states by itself
            order = self._told(self.asked[cause], Facts(store, self.desk.cage, batch[0][0].at, self.desk.head), events)
            assert decide(self.game, self.desk.table, order) == events, "a batch is whole"
        for (entry, stored), event in zip(batch, events, strict=True):
            evolve(self.desk.table, event)
            self.desk.ledger.post(event)
            if type(event) in WATCHED:
                self.desk.dice = self.desk.dice.after(entry.seq, event)
            if type(event) is e.RoundBegun:
                self.desk.forget(self.desk.round_begins(entry.seq))
            self.desk.remember(entry.cause, entry.digest, entry.seq)
            self.entries[entry.cause].append(entry.seq)
            self.desk.head = head_of(stored)
            assert self.desk.ledger.trial == 0

    def _told(self, order, facts, events):
        """As the house had told it; what it drew for a soft count stands in the entry."""
        told = informed(order, self.desk.table, facts)
        if not isinstance(told.command, c.EnterSoftCount):
            return told
        key = facts.cage.count_key("T1", told.command.box, events[0].nonce)
        return replace(told, command=replace(told.command, nonce=events[0].nonce, key=key))


def check_answers(said, follower):
    """Every answered order is where its receipt says; no refused one is anywhere."""
    for word, text in said:
        if word == "done":
            name, first, last = text.split()
            assert follower.entries[name] == [*range(int(first), int(last) + 1)]
        if word == "refused":
            assert text not in follower.desk.answered


def is_void(desk):
    """A round by hand has dice from its tumble on; one that throws by itself counts from the closing call on."""
    phase = desk.table.phase
    if desk.table.electronic:
        return isinstance(phase, Betting) or (isinstance(phase, Tumbled) and not phase.closed)
    return isinstance(phase, Betting | BetsShut) and not desk.game.tumbles_first


def orders(desk, ids):
    """What brings an interrupted round to its end, by hand or by the table itself."""
    table = desk.table
    by = ITSELF if table.electronic else DEALER
    yield Order(f"parent {next(ids)}", by, c.Resume(), table.round)
    automation = Automation(desk, Tumbler(crashing.KEY), {})
    number = table.round
    while table.current and table.round == number:
        if table.electronic:
            yield from (msgspec.structs.replace(order, id=f"parent {next(ids)}") for order in automation.due(0))
        else:
            step = desk.game.next_step(table.phase).step
            commands = (*map(c.PressButton, (4, 5, 6)), c.EnterRoll()) if step is Step.ENTER else (NEXT[step],)
            for command in commands:
                yield Order(f"parent {next(ids)}", right_person(desk.game, command), command, number)


def conclude(desk, follower, ids):
    """The round under way ends with its dice or throw where it has them, and is void otherwise."""
    void, wealth, stakes = is_void(desk), sum(desk.ledger.seats().values()), desk.ledger.on_layout
    made = desk.table.commitments.get(desk.table.round)
    seed = Tumbler(crashing.KEY).seed("T1", desk.table.round, made.kept) if made else None
    given = desk.table.current.contributions.values()
    due = Roll.parse(throw_of("T1", desk.table.round, seed, given)) if seed else None
    events = []
    for order in orders(desk, ids):
        follower.asked[order.id] = order
        events += desk.do(order).events
    assert events[0].trouble is Trouble.INTERRUPTION
    ended = next(event for event in events if isinstance(event, e.RoundSettled | e.RoundVoided))
    assert isinstance(ended, e.RoundVoided) is void
    assert not void or sum(desk.ledger.seats().values()) == wealth + stakes
    assert void or due is None or ended.roll == str(due)


def verify_alone(store):
    """The stand-alone verifier has nothing to say either."""
    money = Money()
    for stored in store.read():
        entry = decode(stored.body)
        money.feed(entry.seq, msgspec.json.decode(entry.event), entry.by.role)


def check_chips(desk):
    """No chip is lost or made, and what each has is worth what the ledger says; credits are no chips."""
    if not desk.table.tray.counted:
        return
    values = {str(chip): chip for chip in desk.table.chips}
    values |= {seat.colour: seat.colour_value for seat in desk.table.seats.values() if seat.colour}
    kinds, worths = Counter(), Counter()
    for holder, pile in desk.table.tray.holders():
        kinds.update(pile)
        worths[holder.partition(":")[0] if holder.startswith("layout") else holder] += worth(pile, values)
    assert not any(kinds.values())
    balances = desk.ledger.balances
    inside = {"float", "layout", "tips", *(f"seat:{number}" for number in desk.table.seats)}
    assert {name: worths[name] for name in inside} == {name: balances[name] for name in inside}


WITH_CHIPS = [("rws-6/2", "chips"), ("nz-2008/2", "chips")]
KINDS = [*((ref, kind) for ref in REFS for kind in ("by-hand", "electronic")), *WITH_CHIPS]


@pytest.mark.parametrize(("ref", "kind"), KINDS)
def test_a_table_that_is_killed(ref, kind, tmp_path):
    path, moment, ids, follower = tmp_path / "table.journal", random.Random(), count(), Follower(ref)
    kills = KILLS // len(REFS) // 2
    for seed in range(kills):
        said = run_and_kill(path, ref, seed, moment, kind, last=seed == kills - 1)
        follower.heard(said)
        store = SqliteStore.open(path, "T1")
        if store.head().seq:
            follower.follow(store)
            check_answers(said, follower)
            desk = resumed(store, ref, Cage(crashing.KEY))
            assert same(desk, follower.desk)
            check_chips(desk)
            if desk.table.current:
                conclude(desk, follower, ids)
                follower.follow(store)
                assert photo(desk) == photo(follower.desk)
            assert desk.ledger.on_layout == 0
            assert isinstance(desk.table.phase, Idle | Closed)
            check_chips(desk)
            verify_alone(store)
        store.close()
    assert follower.desk.table.round > 0
    if kind == "chips":
        assert follower.seen >= CHIP_EVENTS
