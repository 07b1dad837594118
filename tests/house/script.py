"""An evening at one table as a list of orders, and stores that fail or count."""

from itertools import count

from machines.people import GAMES, right_person

from taisai.house.desk import Desk
from taisai.house.setup import Setup
from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c
from taisai.table.limits import LimitRule
from taisai.table.order import Order, Person

REF = "rws-6/2"
GAME = GAMES[REF]
NUMBER = "123456789012"
BY_TWO = (c.DecideDispute, c.CorrectRound, c.ReverseRounds)
CLAIM = c.OpenDispute(3, 3, "my stake was moved", "head")


def clock():
    return "2026-03-01T20:00:00Z"


def installed(store, table="T1", ref=REF, cage=None, **setup):
    limits = (LimitRule("", 5, 5000, 2000 if GAMES[ref].opposite else 0),)
    return Desk.install(store, GAMES[ref], Setup(table, seats=4, limits=limits, **setup), clock, cage=cage)


def resumed(store, ref=REF, cage=None):
    return Desk.resume(store, GAMES[ref], clock, cage=cage)


def played(faces, *wagers):
    """A round from the opening call to the last payment, in the order of this rulebook."""
    yield from (c.OpenBets(), *(c.PlaceWager(*wager) for wager in wagers), c.CloseBets(), c.TumbleDice(3))
    yield from (c.RevealDice(), *map(c.PressButton, faces), c.EnterRoll(), c.CollectLosers())


def evening():
    """Rounds paid by area and at once, a void, two corrections, a reversal that leaves a debt, a dispute, cash-out."""
    yield 0, (c.OpenTable(), c.BuyIn(1, 1000), c.BuyIn(2, 1000), c.BuyIn(3, 1000))
    yield 1, played((2, 2, 5), (1, "big", 100), (2, "double-2", 10), (3, "small", 50), (3, "odd", 20))
    yield 1, (c.PayArea("double"), c.PayArea())
    yield 2, (c.OpenBets(), c.PlaceWager(1, "even", 70), c.PlaceWager(2, "big", 30), c.WithdrawWager(2, "big", 30))
    yield 2, (c.MoveWager(1, "even", "odd", 70), c.CloseBets(), c.TumbleDice(3), c.VoidRound(Trouble.DICE_NOT_FLAT))
    yield 2, (c.CorrectRound(1, (4, 5, 6)),)
    yield 3, played((1, 1, 1), (1, "any-triple", 50), (3, "small", 25))
    yield 3, (c.PayArea(), c.CashOut(1, NUMBER), c.BuyIn(1, 60), CLAIM, c.DecideDispute(1, "seen on film", 25))
    yield 3, (c.ReverseRounds((3, 1)), c.LeaveSeat(2), c.BuyIn(4, 2650, NUMBER), c.CloseTable())


def orders():
    ids = count(1)
    for number, commands in evening():
        for command in commands:
            second = Person("cat", Role.PIT_MANAGER) if isinstance(command, BY_TWO) else None
            yield Order(f"order {next(ids)}", right_person(GAME, command), command, number, second)


class Around:
    """A store that passes everything on."""

    def __init__(self, store):
        self.store = store

    def __getattr__(self, name):
        return getattr(self.store, name)


class Counting(Around):
    """Counts the entries that are read."""

    read_count = 0

    def read(self, after=0):
        for entry in self.store.read(after):
            self.read_count += 1
            yield entry

    def lines(self, after=0):
        for lines in self.store.lines(after):
            self.read_count += len(lines.bodies)
            yield lines


class Fault(Exception):  # noqa: N818 - it stands for whatever a disk may do
    pass


class Failing(Around):
    """Fails at one append: before anything is written, or after all is and the answer is lost."""

    def __init__(self, store, fails_at, *, written):
        super().__init__(store)
        self.appends, self.fails_at, self.written = 0, fails_at, written

    def append(self, *batch):
        self.appends += 1
        if self.appends != self.fails_at:
            return self.store.append(*batch)
        if self.written:
            self.store.append(*batch)
        raise Fault
