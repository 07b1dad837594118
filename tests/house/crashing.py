"""A child process that runs a table without end, saying each order before it is given and after it is answered."""

import os
import random
import sys
from itertools import count
from pathlib import Path

import msgspec
from house import crashing_chips
from house.crashing_chips import CHIPS
from house.script import installed, resumed
from machines.people import NEXT, opening, right_person

from taisai.cli.journals import keys_beside
from taisai.house import desk as desks
from taisai.house import snapshots
from taisai.house.automation import Automation
from taisai.house.cage import Cage
from taisai.house.tumbler import Tumbler
from taisai.journal.sqlite import SqliteStore
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Step
from taisai.table import commands as c
from taisai.table.order import Order
from taisai.table.state import Betting, Closed, Idle

KEY = b"the house's own, so that whoever starts again can read the throw"
ELECTRONIC = tuple(step.value for step in Step if step not in (Step.CALL, Step.LIGHT))
SPOTS = ("big", "small", "single-1", "double-1", "total-8", "any-triple")


def say(word, text):
    os.write(1, f"{word} {text}\n".encode())


def orders(desk, dice, ids):
    """What is done next: by the table itself where it deals itself, else by somebody."""
    automation = Automation(desk, Tumbler(KEY), {})
    if desk.table.electronic and dice.random() < 0.5:
        yield from (msgspec.structs.replace(order, id=next(ids)) for order in automation.due(0))
        return
    for command in commands(desk, dice):
        number = desk.table.round + isinstance(desk.table.phase, Idle)
        by = right_person(desk.game, command, opening=isinstance(desk.table.phase, Closed))
        yield Order(next(ids), by, command, number)


def commands(desk, dice):
    """What somebody does next; wagers and money between the steps of the rulebook."""
    table = desk.table
    step = desk.game.next_step(table.phase)
    if isinstance(table.phase, Closed):
        yield from opening(desk.game, table.money)
    elif isinstance(table.phase, Betting) and dice.random() < 0.8:
        given = f"{dice.getrandbits(256):064x}" if table.electronic and dice.random() < 0.5 else ""
        yield c.PlaceWager(dice.randint(1, 4), dice.choice(SPOTS), dice.choice((10, 20, 50)), contribution=given)
    elif dice.random() < 0.1:
        yield dice.choice((c.BuyIn(dice.randint(1, 4), 500), c.CashOut(dice.randint(1, 4), str(dice.getrandbits(60)))))
    elif table.electronic:
        return
    elif step.step is Step.ENTER:
        yield from (c.PressButton(dice.randint(1, 6)) for _ in range(3))
        yield c.EnterRoll()
    else:
        yield NEXT[step.step]


def hurry():
    """Snapshots at the end of each round, that leave to the journal whatever they can."""
    desks.SNAPSHOT_EVERY, snapshots.ANSWERS_SHORT, snapshots.AWARDS_SHORT = 1, 20, 0


def main(path, ref, seed, kind):
    hurry()
    store = SqliteStore.open(Path(path), "T1", keys_beside(Path(path)))
    setup = {"electronic": {"automation": ELECTRONIC}, "chips": {"money": "chips", "chips": CHIPS}}.get(kind, {})
    desk = resumed(store, ref, Cage(KEY)) if store.head().seq else installed(store, ref=ref, cage=Cage(KEY), **setup)
    desk.state_tips(allowed=True)
    following = crashing_chips.orders if kind == "chips" else orders
    dice, ids = random.Random(seed), (f"{seed}.{number}" for number in count())
    while True:
        if dice.random() < 0.02:
            desk.save_snapshot()
        for order in following(desk, dice, ids):
            say("asked", msgspec.json.encode(order).decode())
            try:
                reply = desk.do(order)
                say("done", f"{order.id} {reply.first} {reply.last}")
            except Refused:
                say("refused", order.id)


if __name__ == "__main__":
    main(*sys.argv[1:])
