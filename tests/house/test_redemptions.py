"""A voucher between two tables: whatever fails between promise, credit and note, it is worth its money once."""

import asyncio
import os
import signal
import subprocess
import sys
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from house import redeeming_killed
from house.redeeming import served
from house.script import Around, installed, resumed

from taisai.house import live as lives
from taisai.house import redemptions
from taisai.house.desk import Reply
from taisai.house.live import LiveRefusal, LiveTable
from taisai.house.voucher_questions import Credited, is_credited
from taisai.house.writer import Writer
from taisai.journal.entry import By, Fact, encode
from taisai.journal.memory import MemoryFile
from taisai.journal.refusals import JournalRefusal
from taisai.journal.seal import head_of, sealed_bodies
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_writing
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.order import Order, Person

PLAYER = Person("p", Role.PLAYER, 1)
NUMBER = "123456789012"
REDEEM = Order("redeem", PLAYER, c.BuyIn(1, 0, NUMBER))
WAIT_S = 5


class Died(Exception):  # noqa: N818 - it stands for the end of a process
    pass


class Journal(Around):
    """Whose writes fail, from the one on that writes such an event: before it is there, or after."""

    fails_at, written, dies = None, False, False

    def append(self, after, entries, *rest):
        if self.fails_at and any(self.fails_at in entry.body for entry in entries):
            if self.written:
                self.store.append(after, entries, *rest)
            if not self.dies:
                self.fails_at = None
            raise Refused(JournalRefusal.FAILED, "the answer is lost", "")
        self.store.append(after, entries, *rest)


@pytest.fixture(autouse=True)
def _soon(monkeypatch):
    monkeypatch.setattr(lives, "RETRY_S", 0.01)
    monkeypatch.setattr(redemptions, "AGAIN_S", 0.01)


class House:
    """Tables A, B and C; seat 1 of A has a voucher of 500."""

    def __init__(self, file, writer, made):
        self.notes = []
        self.stores = {name: Journal(file.store(name)) for name in "ABC"}
        for store in self.stores.values():
            store.take()
        self.tables = {name: LiveTable(made(store, name), writer) for name, store in self.stores.items()}
        self.redemptions = served([*self.tables.values()], self.notes.append)

    async def do(self, name, order):
        return await asyncio.wait_for(self.tables[name].do(order), WAIT_S)

    def table(self, name):
        return self.tables[name].desk.table

    def credit(self):
        return [self.table(name).seats[1].credit for name in "ABC"]

    def standing(self):
        return [len(self.table("A").vouchers), len(self.table("A").promised)]

    async def until(self, check):
        async with asyncio.timeout(WAIT_S):
            while not check():  # noqa: ASYNC110 - nothing tells of it
                await asyncio.sleep(0.005)


@asynccontextmanager
async def house(file=None):
    """A new one, or the one of a file after its process ended."""
    with Writer() as writer:
        if file is not None:
            again = House(file, writer, lambda store, _: resumed(store))
            again.redemptions.mend()
            yield again
            again.redemptions.stop()
            return
        made = House(MemoryFile(), writer, installed)
        for name in "ABC":
            await made.do(name, Order("open", Person("m", Role.PIT_MANAGER), c.OpenTable()))
        await made.do("A", Order("in", PLAYER, c.BuyIn(1, 500)))
        await made.do("A", Order("out", PLAYER, c.CashOut(1, NUMBER)))
        yield made
        made.redemptions.stop()


def file_of(made):
    return made.stores["A"].store._file


MOMENTS = {
    "before the promise": ("A", b"voucher-promised", False),
    "after the promise": ("A", b"voucher-promised", True),
    "before the credit": ("B", b"credit-bought", False),
    "after the credit": ("B", b"credit-bought", True),
    "before the note": ("A", b"voucher-redeemed", False),
    "after the note": ("A", b"voucher-redeemed", True),
}


def fail(made, moment, *, dies=False):
    name, fails_at, written = MOMENTS[moment]
    store = made.stores[name]
    store.fails_at, store.written, store.dies = fails_at, written, dies


@pytest.mark.parametrize("moment", MOMENTS)
async def test_a_write_whose_answer_is_lost_is_made_good_and_the_order_sent_again_is_taken_once(moment):
    async with house() as made:
        fail(made, moment)
        for _ in range(200):
            answer = await made.do("B", REDEEM)
            if isinstance(answer, Reply):
                break
            assert isinstance(answer.code, LiveRefusal), answer
            await asyncio.sleep(0.01)
        assert await made.do("B", REDEEM) == answer
        await made.until(lambda: made.standing() == [0, 0])
        assert (made.credit(), made.table("A").seats[1].meter_out) == ([0, 500, 0], 500)
        assert (await made.do("C", REDEEM)).code is Refusal.VOUCHER_UNKNOWN


@pytest.mark.parametrize("again", "BCA")
@pytest.mark.parametrize("moment", MOMENTS)
async def test_a_process_that_ends_between_two_writes_leaves_the_voucher_or_the_credit(moment, again):
    async with house() as made:
        fail(made, moment, dies=True)
        asking = asyncio.ensure_future(made.do("B", REDEEM))
        name, *_ = MOMENTS[moment]
        await made.until(lambda: made.tables[name].down)
        made.redemptions.stop()
        file = file_of(made)
        for store in made.stores.values():
            store.fails_at, store.dies = b"", True
        asking.cancel()
    async with house(file) as later:
        await later.until(lambda: later.standing()[1] == 0)
        is_credited = later.credit()[1] == 500
        assert later.standing() == [0 if is_credited else 1, 0]
        noted = int(moment in ("after the credit", "before the note"))
        await later.until(lambda: len(later.notes) == noted)
        answer = await later.do(again, REDEEM)
        assert isinstance(answer, Reply) is (again == "B" or not is_credited)
        assert sum(later.credit()) == 500
        await later.until(lambda: later.standing() == [0, 0])


async def test_a_table_that_refuses_after_the_promise_gives_the_voucher_back():
    """The seat is locked while the promise is written."""
    async with house() as made:
        append = made.stores["A"].append

        def locking(*batch):
            made.table("B").seats[1].locked = "dispute"
            append(*batch)

        made.stores["A"].append = locking
        assert isinstance(await made.do("B", REDEEM), Refused)
        await made.until(lambda: made.standing() == [1, 0])
        assert isinstance(await made.do("C", REDEEM), Reply)
        assert made.credit() == [0, 0, 500]


async def test_an_order_that_would_be_refused_anyway_writes_nothing_at_the_issuer():
    async with house() as made:
        head = made.tables["A"].desk.head
        for seat, number in ((2, NUMBER), (9, NUMBER), (1, "999999999999"), (1, "12")):
            answer = await made.do("B", Order(f"{seat} {number}", PLAYER, c.BuyIn(seat, 0, number)))
            assert isinstance(answer, Refused)
        assert made.tables["A"].desk.head == head


async def test_the_same_order_twice_at_once_has_one_answer_and_another_none():
    async with house() as made:
        other = Order("another", PLAYER, c.BuyIn(1, 0, NUMBER))
        one, same, another, there = await asyncio.gather(
            made.do("B", REDEEM), made.do("B", REDEEM), made.do("B", other), made.do("C", REDEEM)
        )
        assert one == same
        assert isinstance(one, Reply)
        assert isinstance(another, Refused)
        assert isinstance(there, Refused)
        assert made.credit() == [0, 500, 0]


async def test_a_credit_that_somebody_wrote_into_the_other_journal_is_not_believed():
    """Rightly sealed: behind the head that the table knows, or in the place of what it wrote."""
    async with house() as made:
        desk = made.tables["B"].desk
        asked = Credited(desk.cage.digest(NUMBER), "promise", "B", desk.head.seq - 1)
        entries = made.stores["B"].store.journal.entries
        for seq in (desk.head.seq + 1, desk.head.seq):
            forged = [Fact(seq, "now", By("p", "player"), "forged", "", e.CreditBought(1, 500, asked.voucher))]
            entries[seq - 1 :] = sealed_bodies(head_of(entries[seq - 2]), encode(forged))
            if seq > desk.head.seq:
                assert not is_credited(desk.store, asked, desk.head)
            else:
                with pytest.raises(AssertionError, match="this very history"):
                    is_credited(desk.store, asked, desk.head)


ENDS = {
    "the promise": '"is":"voucher-promised"',
    "the credit": '"cause":"redeem"',
    "the note": '"is":"voucher-redeemed"',
}


@pytest.mark.processes
@pytest.mark.parametrize("after", ENDS)
async def test_killed_after_each_write_the_next_process_ends_it(tmp_path, after):
    path = tmp_path / "floor.journal"
    child = [sys.executable, redeeming_killed.__file__, str(path), ENDS[after]]
    paths = {"PYTHONPATH": str(Path(redeeming_killed.__file__).parents[1])}
    ended = await asyncio.to_thread(subprocess.run, child, env=os.environ | paths, check=False)
    assert ended.returncode == -signal.SIGKILL
    with closing(open_for_writing(path)) as file, Writer() as writer:
        stores = [SqliteStore(file, name) for name in "AB"]
        for store in stores:
            store.take()
        one, two = tables = [LiveTable(resumed(store), writer) for store in stores]
        made = served(tables)
        made.mend()
        answer = await asyncio.wait_for(two.do(REDEEM), WAIT_S)
        assert isinstance(answer, Reply)
        assert answer.events[-1].amount == 500
        async with asyncio.timeout(WAIT_S):
            while one.desk.table.vouchers or one.desk.table.promised:  # noqa: ASYNC110 - nothing tells of it
                await asyncio.sleep(0.005)
        assert [live.desk.table.seats[1].credit for live in tables] == [0, 500]
        assert [live.desk.ledger.trial for live in tables] == [0, 0]
        made.stop()
