"""The process of a table is killed, again and again: what was answered is there, nothing is half there, and the round
that it was at is finished or void."""

import os
import random
import subprocess
import sys
import time
from itertools import count, groupby
from pathlib import Path

import msgspec
import pytest
from house import crashing
from house.script import resumed
from machines.people import GAMES, REFS, STAFF, right_person
from machines.watch import photo, same

from taisai.house.desk import Desk
from taisai.house.past import Facts, informed
from taisai.house.reading import recorded
from taisai.journal.entry import decode
from taisai.journal.seal import START, checked, head_of
from taisai.journal.sqlite import SqliteStore
from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import decide
from taisai.table.evolve import evolve
from taisai.table.order import Order
from taisai.table.state import Closed, Entered, Idle, Settling

KILLS = int(os.environ.get("TAISAI_KILLS", "40"))
TESTS = Path(__file__).parents[1]
DEALER = next(person for person in STAFF if person.role is Role.DEALER)


def run_and_kill(path, ref, seed, moment):
    """What the child had said before it died, by the first word of each line."""
    said = path.with_suffix(".said")
    with said.open("wb") as out:
        command = (sys.executable, crashing.__file__, str(path), ref, str(seed))
        child = subprocess.Popen(command, stdout=out, env={**os.environ, "PYTHONPATH": str(TESTS)})
        starting = moment.random() < 0.2
        while not starting and not said.stat().st_size:
            assert child.poll() is None
            time.sleep(0.005)
        time.sleep(moment.uniform(0.1, 0.5) if starting else moment.uniform(0, 0.15))
        child.kill()
        assert child.wait() == -9
    lines = [line.decode() for line in said.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]
    return [line.rstrip("\n").partition(" ")[::2] for line in lines]


class Follower:
    """Reads the journal along, and decides each order once more before it believes what was written."""

    def __init__(self, ref):
        self.game, self.asked, self.desk = GAMES[ref], {}, None

    def heard(self, said):
        for word, text in said:
            if word == "asked":
                order = msgspec.json.decode(text, type=Order)
                self.asked[order.id] = order

    def follow(self, store):
        if self.desk is None:
            self.desk = Desk(store, self.game, lambda: "")
            self.desk.head = START
        self.desk.store = store
        fresh = [(decode(one.body), one) for one in checked(store.read(self.desk.head.seq), self.desk.head)]
        for cause, batch in groupby(fresh, key=lambda one: one[0].cause):
            self._believe(store, cause, [*batch])

    def _believe(self, store, cause, batch):
        events = [recorded(one.body).event for _, one in batch]
        if cause == "install":
            self.desk._begin(events[0])
        else:
            order = informed(
                self.asked[cause], self.desk.table, Facts(store, self.desk.cage, batch[0][0].at, self.desk.head)
            )
            assert decide(self.game, self.desk.table, order) == events, "a batch is whole"
        for (entry, stored), event in zip(batch, events, strict=True):
            evolve(self.desk.table, event)
            self.desk.ledger.post(event)
            self.desk._remember(entry.cause, entry.digest, entry.seq)
            self.desk.head = head_of(stored)
            assert self.desk.ledger.trial == 0


def check_answers(said, follower):
    """Every answered order is where its receipt says; no refused one is anywhere."""
    for word, text in said:
        if word == "done":
            name, first, last = text.split()
            answered = follower.desk.answered[name]
            assert (answered.first, answered.last) == (int(first), int(last))
        if word == "refused":
            assert text not in follower.desk.answered


def conclude(desk, follower, ids):
    """The round under way is finished if its outcome was established, and void otherwise."""
    established = isinstance(desk.table.phase, Entered | Settling)
    wealth, stakes = sum(desk.ledger.seats().values()), desk.ledger.on_layout
    commands = [c.Resume(), c.CollectLosers(), c.PayArea()]
    events = []
    while desk.table.current:
        command = commands.pop(0)
        if isinstance(command, c.CollectLosers) and isinstance(desk.table.phase, Settling):
            continue
        by = DEALER if isinstance(command, c.Resume) else right_person(desk.game, command)
        order = Order(f"parent {next(ids)}", by, command, desk.table.round)
        follower.asked[order.id] = order
        events += desk.do(order).events
    assert events[0].trouble is Trouble.INTERRUPTION
    assert type(events[-1]) is (e.RoundSettled if established else e.RoundVoided)
    assert established or sum(desk.ledger.seats().values()) == wealth + stakes


@pytest.mark.parametrize("ref", REFS)
def test_a_table_that_is_killed(ref, tmp_path):
    path, moment, ids, follower = tmp_path / "table.journal", random.Random(), count(), Follower(ref)
    for seed in range(KILLS // len(REFS)):
        said = run_and_kill(path, ref, seed, moment)
        follower.heard(said)
        store = SqliteStore.open(path, "T1")
        if store.head().seq:
            follower.follow(store)
            check_answers(said, follower)
            desk = resumed(store, ref)
            assert same(desk, follower.desk)
            if desk.table.current:
                conclude(desk, follower, ids)
                follower.follow(store)
                assert photo(desk) == photo(follower.desk)
            assert desk.ledger.on_layout == 0
            assert isinstance(desk.table.phase, Idle | Closed)
        store.close()
    assert follower.desk.table.round > 0
