"""A live table: answers come when they are durable, in order; a disk that fails stops play and nothing is lost."""

import asyncio
import threading
from itertools import groupby

import pytest
from house.redeeming import served
from house.script import Around, installed, orders, resumed
from machines.watch import same

from taisai.house import live as lives
from taisai.house.desk import Reply
from taisai.house.live import LiveRefusal, LiveTable
from taisai.house.lookups import asks_store
from taisai.house.writer import Writer
from taisai.journal.memory import MemoryFile, MemoryStore
from taisai.journal.refusals import JournalRefusal
from taisai.journal.sqlite import SqliteStore
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table.order import Order, Person

SCRIPT = tuple(orders())
PLAYER = Person("p", Role.PLAYER, 1)


@pytest.fixture
def writer():
    with Writer() as made:
        yield made


class Disk(Around):
    """Fails to write while it is told to; counts its appends."""

    failing, appends = False, 0

    def append(self, *batch):
        if self.failing:
            raise Refused(JournalRefusal.FULL, "no space left", "disk")
        self.appends += 1
        self.store.append(*batch)

    def save_snapshot(self, snapshot):
        if self.failing:
            raise Refused(JournalRefusal.FULL, "no space left", "disk")
        self.store.save_snapshot(snapshot)


async def test_orders_that_wait_together_are_written_together_and_answered_in_order(writer, tmp_path):
    disk = Disk(SqliteStore.open(tmp_path / "t", "T1"))
    desk, answers, heard = installed(disk), [], []
    live = LiveTable(desk, writer)
    live.listeners.append(lambda first, events: heard.append((first, len(events))))
    for order in SCRIPT:
        live.submit(order, lambda order, answer: answers.append((order.id, answer)))
    assert answers == [], "nothing is answered before it is written"
    await live.stop()
    assert [name for name, _ in answers] == [order.id for order in SCRIPT]
    assert all(isinstance(answer, Reply) for _, answer in answers)
    runs = len(list(groupby(SCRIPT, lambda order: asks_store(order.command))))
    assert disk.appends == 1 + runs
    assert [first for first, _ in heard] == [3 + sum(count for _, count in heard[:at]) for at in range(runs)]
    assert sum(count for _, count in heard) == disk.head().seq - 2
    assert same(desk, resumed(disk))
    disk.close()


async def test_nobody_looks_at_what_is_not_written(writer):
    store = MemoryStore()
    live = LiveTable(installed(store), writer)
    seen = []
    live.submit(SCRIPT[0], lambda *_: None)
    live.look(lambda: seen.append(store.head().seq))
    assert seen == [], "an order is under way"
    await live.do(SCRIPT[1])
    assert seen == [4]
    live.look(lambda: seen.append("at once"))
    assert seen[-1] == "at once"


async def test_an_order_given_while_somebody_looks_waits_its_turn(writer):
    store, answers = MemoryStore(), []
    live = LiveTable(installed(store), writer)

    def told(_, answer):
        answers.append(answer)

    live.submit(SCRIPT[0], told)
    live.look(lambda: live.submit(SCRIPT[1], told))
    await live.do(SCRIPT[0])
    live.submit(SCRIPT[2], told)
    live.submit(SCRIPT[3], told)
    await live.stop()
    assert [type(answer) for answer in answers] == [Reply] * 4
    assert same(live.desk, resumed(store))


async def test_a_disk_that_fails_stops_the_table_which_goes_on_when_it_can_be_written_again(writer, monkeypatch):
    monkeypatch.setattr(lives, "RETRY_S", 0.01)
    disk = Disk(MemoryStore())
    live = LiveTable(installed(disk), writer)
    told, back = [], asyncio.Event()
    live.listeners.append(lambda _, events: told.append((live.down, len(events))))
    await live.do(SCRIPT[0])
    disk.failing = True
    answers = await asyncio.gather(live.do(SCRIPT[1]), live.do(SCRIPT[2]))
    assert {answer.code for answer in answers} == {LiveRefusal.JOURNAL_DOWN}
    assert "the journal cannot be written (journal-full)" in answers[0].words
    assert (await live.do(SCRIPT[1])).code is LiveRefusal.JOURNAL_DOWN, "at once, while it is down"
    assert same(live.desk, resumed(disk)), "nothing half-happened"
    await asyncio.sleep(0.05)
    assert live.down
    live.listeners.append(lambda *_: back.set())
    disk.failing = False
    await back.wait()
    assert isinstance(await live.do(SCRIPT[1]), Reply)
    assert told == [("", 1), ("journal-full", 0), ("", 0), ("", 1)]


async def test_one_voucher_redeemed_at_two_tables_at_once_fails_only_the_second_order(writer):
    file = MemoryFile()
    one, two = lives_of = [LiveTable(installed(file.store(name), name), writer) for name in ("A", "B")]
    served(lives_of)
    for live in (one, two):
        await live.do(Order("open", Person("m", Role.PIT_MANAGER), c.OpenTable()))
    await one.do(Order("in", PLAYER, c.BuyIn(1, 700)))
    await one.do(Order("out", PLAYER, c.CashOut(1, "123456789012")))
    redeem = [live.do(Order("v", PLAYER, c.BuyIn(1, 700, "123456789012"))) for live in (one, two)]
    others = [live.do(Order("b", PLAYER, c.BuyIn(1, 50))) for live in (one, two)]
    answers = await asyncio.gather(*redeem, *others)
    assert sorted(type(answer).__name__ for answer in answers[:2]) == ["Refused", "Reply"]
    refused = next(answer for answer in answers if isinstance(answer, Refused))
    assert refused.code in (LiveRefusal.TABLE_BUSY, Refusal.VOUCHER_UNKNOWN)
    assert all(isinstance(answer, Reply) for answer in answers[2:])
    assert one.desk.table.seats[1].credit + two.desk.table.seats[1].credit == 700 + 50 + 50
    assert [live.desk.ledger.trial for live in (one, two)] == [0, 0]


async def test_a_flood_is_told_to_wait(writer, monkeypatch):
    monkeypatch.setattr(lives, "WAITING_MOST", 3)
    live = LiveTable(installed(MemoryStore()), writer)
    answers = await asyncio.gather(*(live.do(order) for order in SCRIPT[:5]))
    assert [isinstance(answer, Reply) for answer in answers] == [True] * 3 + [False] * 2
    assert answers[-1].code is LiveRefusal.TABLE_BUSY


async def test_all_answers_of_a_batch_are_made_before_any_is_sent_and_one_that_fails_stops_no_other(writer, caplog):
    live, done = LiveTable(installed(MemoryStore()), writer), []

    def told(order, _):
        done.append(f"made {order.id}")
        if order.id == SCRIPT[1].id:
            raise ConnectionError("gone before its answer was made")
        live.sendings.append((send, order.id.encode()))

    def send(message):
        done.append(f"sent {message.decode()}")
        if message.decode() == SCRIPT[2].id:
            raise ConnectionError("gone before it was sent")

    for order in SCRIPT[:4]:
        live.submit(order, told)
    await live.stop()
    made = [f"made {order.id}" for order in SCRIPT[:4]]
    assert done == [*made, *(f"sent {SCRIPT[place].id}" for place in (0, 2, 3))]
    assert live.sendings == []
    assert [record.message for record in caplog.records] == [lives.UNTOLD] * 2


async def test_a_stopped_table_takes_nothing(writer):
    live = LiveTable(installed(MemoryStore()), writer)
    await live.stop()
    assert (await live.do(SCRIPT[0])).code is LiveRefusal.JOURNAL_DOWN


class Slow(Around):
    """Remembers in which threads it was asked."""

    def __init__(self, store):
        super().__init__(store)
        self.asked = set()

    def read(self, after=0):
        self.asked.add(threading.get_ident())
        return self.store.read(after)


async def test_whatever_looks_something_up_is_decided_where_it_holds_up_no_other_table(writer):
    store = Slow(MemoryStore())
    live = LiveTable(installed(store), writer)
    await live.do(Order("open", Person("m", Role.PIT_MANAGER), c.OpenTable()))
    first = await live.do(Order("in", PLAYER, c.BuyIn(1, 700)))
    store.asked.clear()
    asked = [
        Order("in", PLAYER, c.BuyIn(1, 700)),
        Order("again", PLAYER, c.BuyIn(1, 800)),
    ]
    again, more = await asyncio.gather(*map(live.do, asked))
    assert (again, type(more)) == (first, Reply)
    assert store.asked
    assert threading.get_ident() not in store.asked


async def test_orders_are_answered_in_their_order_whether_they_look_something_up_or_not(writer):
    live, answers = LiveTable(installed(MemoryStore()), writer), []
    given = [*SCRIPT[:6], SCRIPT[0], *SCRIPT[6:9], SCRIPT[2]]
    for order in given:
        live.submit(order, lambda order, answer: answers.append((order.id, type(answer))))
    await live.stop()
    assert answers == [(order.id, Reply) for order in given]


async def test_whoever_lost_the_journal_to_another_stops_and_does_not_try_again(writer, monkeypatch):
    monkeypatch.setattr(lives, "RETRY_S", 0)
    file = MemoryFile()
    old = file.store("T1")
    old.take()
    live = LiveTable(installed(old), writer)
    await live.do(SCRIPT[0])
    new = file.store("T1")
    epoch = new.take()
    assert (await live.do(SCRIPT[1])).code is LiveRefusal.JOURNAL_DOWN
    assert live.down == JournalRefusal.TAKEN.value
    other = LiveTable(resumed(new), writer)
    for order in SCRIPT[1:5]:
        assert isinstance(await other.do(order), Reply)
        assert (await live.do(order)).code is LiveRefusal.JOURNAL_DOWN
    assert file.journals["T1"].epoch == epoch
    assert same(other.desk, resumed(new))


async def test_after_a_write_whose_end_is_unknown_the_journal_is_taken_again(writer, monkeypatch):
    monkeypatch.setattr(lives, "RETRY_S", 0.01)
    file = MemoryFile()
    disk = Disk(file.store("T1"))
    epoch = disk.take()
    live, back = LiveTable(installed(disk), writer), asyncio.Event()
    disk.failing = True
    assert (await live.do(SCRIPT[0])).code is LiveRefusal.JOURNAL_DOWN
    live.listeners.append(lambda *_: back.set())
    disk.failing = False
    await back.wait()
    assert file.journals["T1"].epoch > epoch
    assert isinstance(await live.do(SCRIPT[0]), Reply)
