"""A live table whose store fails at the worst moment: it goes on with what is written, or not at all."""

import asyncio
import threading

import pytest
from house.script import Around, installed, orders, resumed
from machines.watch import same

from taisai.house import live as lives
from taisai.house.claims import issued
from taisai.house.desk import Reply
from taisai.house.live import LiveRefusal, LiveTable
from taisai.house.writer import Writer
from taisai.journal.memory import MemoryFile, MemoryStore
from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table.order import Order, Person

SCRIPT = tuple(orders())
PLAYER = Person("p", Role.PLAYER, 1)
NUMBER = "123456789012"
WAIT_S = 5


@pytest.fixture
def writer():
    with Writer() as made:
        yield made


@pytest.fixture(autouse=True)
def _soon(monkeypatch):
    monkeypatch.setattr(lives, "RETRY_S", 0.01)


class Moody(Around):
    """Fails whatever is named in `failing`, so many times; remembers in which threads it was asked."""

    def __init__(self, store):
        super().__init__(store)
        self.failing, self.threads = {}, set()

    def __getattr__(self, name):
        if name != "bodies":  # which is worked out here and asks nobody
            self.threads.add(threading.get_ident())
        if self.failing.get(name, 0):
            self.failing[name] -= 1
            raise Refused(JournalRefusal.FAILED, f"{name} fails", name)
        return getattr(self.store, name)


async def two_tables(writer):
    """A voucher of A can be redeemed at B."""
    file = MemoryFile()
    stores = [Moody(file.store(name)) for name in ("A", "B")]
    made = [LiveTable(installed(store, name), writer) for store, name in zip(stores, ("A", "B"), strict=True)]
    for live in made:
        await live.do(Order("open", Person("m", Role.PIT_MANAGER), c.OpenTable()))
    await made[0].do(Order("in", PLAYER, c.BuyIn(1, 700)))
    await made[0].do(Order("out", PLAYER, c.CashOut(1, NUMBER)))
    return made


async def until(live, down):
    """The table is down for this reason; none, and it is up."""
    changed = asyncio.Event()
    live.listeners.append(lambda *_: changed.set())
    while live.down != down:
        changed.clear()
        await changed.wait()


async def test_after_a_failed_write_nobody_waits_for_the_store_but_the_writing_thread(writer):
    store = Moody(MemoryStore())
    live = LiveTable(installed(store), writer)
    store.failing = {"append": 1}
    store.threads.clear()
    assert (await live.do(SCRIPT[0])).code is LiveRefusal.JOURNAL_DOWN
    await until(live, "")
    assert [type(await live.do(order)) for order in SCRIPT[:3]] == [Reply] * 3
    assert len(store.threads) == 1
    assert threading.get_ident() not in store.threads
    assert same(live.desk, resumed(store))


async def test_an_order_that_could_not_be_taken_claims_nothing_with_the_next(writer):
    live = LiveTable(installed(Moody(MemoryStore())), writer)
    await live.do(Order("open", Person("m", Role.PIT_MANAGER), c.OpenTable()))
    await live.do(Order("in", PLAYER, c.BuyIn(1, 700)))
    live.desk.restore()
    live.desk.store.failing = {"index": 1}
    cash_out, buy = Order("v", PLAYER, c.CashOut(1, NUMBER)), Order("b", PLAYER, c.BuyIn(1, 50))
    refused, taken = await asyncio.gather(live.do(cash_out), live.do(buy))
    assert (refused.code, type(taken)) == (JournalRefusal.FAILED, Reply)
    assert not live.desk.store.claimed(issued(live.desk.cage.digest(NUMBER)))
    assert isinstance(await live.do(Order("v2", PLAYER, c.CashOut(1, NUMBER))), Reply)
    assert live.desk.table.seats[1].credit == 0


async def test_a_table_that_cannot_read_its_journal_after_a_claim_failed_does_not_go_on(writer):
    """Somebody else issued a voucher of that number, and then the journal cannot be read: what the table knows is what
    it decided, and that was not written."""
    _, second = await two_tables(writer)
    await second.do(Order("in", PLAYER, c.BuyIn(1, 50)))
    second.desk.store.failing = {"snapshot": 1}
    answer = await second.do(Order("v", PLAYER, c.CashOut(1, NUMBER)))
    assert answer.code is LiveRefusal.JOURNAL_DOWN
    await until(second, "")
    assert second.desk.table.seats[1].credit == 50
    assert same(second.desk, resumed(second.desk.store))


async def test_a_table_that_lost_its_journal_can_be_looked_at_and_stopped(writer):
    file = MemoryFile()
    old = file.store("T1")
    old.take()
    live, seen = LiveTable(installed(old), writer), []
    file.store("T1").take()
    await live.do(SCRIPT[0])
    assert live.down == JournalRefusal.TAKEN.value
    live.look(lambda: seen.append(live.desk.head.seq))
    await asyncio.wait_for(live.stop(), WAIT_S)
    assert seen == [2]


async def test_a_table_stops_though_its_last_write_fails(writer):
    store = Moody(MemoryStore())
    live, answers = LiveTable(installed(store), writer), []
    store.failing = {"append": 1}
    live.submit(SCRIPT[0], lambda _, answer: answers.append(answer.code))
    await asyncio.wait_for(live.stop(), WAIT_S)
    assert answers == [LiveRefusal.JOURNAL_DOWN]


async def test_whoever_lost_the_journal_shows_what_is_written_whatever_it_had_decided(writer):
    """A write fails, the journal cannot be read, and by the next attempt another has taken it."""
    file = MemoryFile()
    store = Moody(file.store("T1"))
    store.store.take()
    live, seen, told = LiveTable(installed(store), writer), [], []
    live.listeners.append(lambda *_: told.append(live.down))
    store.failing = {"append": 1, "snapshot": 1}
    await live.do(SCRIPT[0])
    file.store("T1").take()
    await until(live, JournalRefusal.TAKEN.value)
    live.look(lambda: seen.append(live.desk.head.seq))
    assert seen == [2]
    assert told == ["journal-failed", "journal-taken"]
    assert same(live.desk, resumed(store))
