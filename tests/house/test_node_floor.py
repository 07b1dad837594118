"""Nodes of one house on a real PostgreSQL server, each with some of the tables: they die, drain, join and cannot."""

import asyncio
import json
from contextlib import asynccontextmanager, closing, suppress
from itertools import count
from threading import Event, Thread

import pytest
from msgspec.structs import replace
from patience import PATIENCE_S
from server.making import CHEAP, HAND, SELF

from taisai.house.clock import now, ticking
from taisai.house.desks import Journals
from taisai.house.keeper import Keeper
from taisai.house.node_floor import LoopTables, NodeFloor
from taisai.house.settings import Settings
from taisai.journal.leases import TERM_S, Node
from taisai.journal.postgres_place import PostgresJournals
from taisai.people.register import Register
from taisai.people.significant_events import Happening
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table.order import Order, Person

TABLES = tuple(replace(SELF, id=name) for name in ("E1", "E2", "E3", "E4"))
SLOW = tuple(replace(table, window_s=3600) for table in TABLES)
KEY = bytes(32)
LONG_S = 15.0  # a busy machine may be silent for longer than a real term


class LiveNode:
    """A node but for its sockets and its people: leases, a keeper in its thread, and a floor in the test's loop."""

    def __init__(self, address, name, tables, term_s):
        self.name, self.place = name, PostgresJournals(address)
        self.leases = self.place.leases()
        self.leases.term_s = term_s
        self.register = Register.open(self.place.store("house"), now, hasher=CHEAP)
        journals = Journals(
            self.place.store, lambda _: lambda *_: b"h/T1\n0\n", lanes=self.place.lanes, holds=self.holds
        )
        self.floor = NodeFloor(Settings(tables=tables, demo=True), journals, self.register, KEY)
        self.floor.came = self.floor.went = lambda _: None
        self._ended = Event()

    async def start(self):
        await self.floor.start()
        node, lives = Node("", self.name, "", "1"), (f"{self.name}.{number}" for number in count(1))
        sites = {table.id: "" for table in self.floor.settings.tables}
        tables = LoopTables(self.floor, self.place.live_as)
        self.keeper = Keeper(self.leases, tables, node, sites, lives, ticks=ticking)
        self.floor.could_not_open = self.keeper.could_not_open
        self._keeping = Thread(target=self.keeper.run, args=(self._ended.wait,))
        self._keeping.start()

    def holds(self):
        return self.keeper.holds()

    async def be_silent(self):
        """As when its machine is lost: nothing is said any more, and nothing is given back."""
        self._ended.set()
        await asyncio.to_thread(self._keeping.join)
        self.floor._ticking.cancel()

    async def stop(self):
        await self.be_silent()
        with suppress(Refused):
            await self.floor.stop()
        await asyncio.to_thread(self.keeper.end)
        self.leases.close()
        self.place.close()

    @property
    def tables(self):
        return self.floor.tables


@pytest.fixture
def address(postgres):
    return postgres.database("floors")


@asynccontextmanager
async def nodes(address, *names, tables=TABLES, term_s=LONG_S):
    made = []

    async def begin(name, tables=tables):
        made.append(LiveNode(address, name, tables, term_s))
        await made[-1].start()
        return made[-1]

    try:
        for name in names:
            await begin(name)
        yield *made, begin
    finally:
        for one in made:
            await one.stop()


async def until(is_so):
    async with asyncio.timeout(PATIENCE_S):
        while not is_so():  # noqa: ASYNC110 - what is waited for happens at several places
            await asyncio.sleep(0.02)


def shared(*some):
    """Every table is somebody's, nobody has two more than another."""
    held = sorted(table for one in some for table in one.tables)
    many = [len(one.tables) for one in some]
    return held == [table.id for table in TABLES] and max(many) - min(many) < 2


def held(*some):
    return [table for one in some for table in one.tables.values()]


def events(address, table):
    with closing(PostgresJournals(address, only_reads=True)) as place:
        return [json.loads(entry.body)["event"] for entry in place.store(table).read()]


def kinds(address):
    return [event["is"] for table in TABLES for event in events(address, table.id)]


def check_sound(address):
    """Whole, and under epochs that never fall."""
    with closing(PostgresJournals(address, only_reads=True)) as place:
        for name in place.tables():
            assert place.store(name).verify() == place.store(name).head()
        query = "SELECT journal, epoch FROM batch ORDER BY journal, first"
        epochs = place._first.rows(query)
    assert epochs == sorted(epochs)


def wager(number, by="player 1"):
    return Order(f"wager {number}", Person(by, Role.PLAYER, 1), c.PlaceWager(1, "big", 100), number)


def is_betting(one, table):
    return table in one.tables and type(one.tables[table].desk.table.phase).__name__ == "Betting"


async def betting(one, table):
    """A round in which seat 1 has credit and wagers are open."""
    await until(lambda: is_betting(one, table))
    desk = one.tables[table].desk
    if not desk.table.seats[1].credit:
        buying = Order("buy", Person("player 1", Role.PLAYER, 1), c.BuyIn(1, 10_000), desk.table.round)
        assert not isinstance(await one.tables[table].live.do(buying), Refused)
    await until(lambda: is_betting(one, table))
    return desk.table.round


async def test_two_nodes_have_half_of_the_tables_each_and_all_of_them_play(address):
    async with nodes(address, "one", "two") as (one, two, _):
        await until(lambda: shared(one, two) and all(table.desk.table.round >= 2 for table in held(one, two)))
    check_sound(address)


async def test_what_a_lost_node_had_is_played_on_by_the_other_and_its_open_round_is_void(address):
    async with nodes(address, "one", tables=SLOW, term_s=TERM_S) as (one, begin):
        number = await betting(one, "E1")
        receipt = await one.tables["E1"].live.do(wager(number))
        two = await begin("two")
        await one.be_silent()
        await until(lambda: len(two.tables) == len(TABLES))
        assert not one.keeper.holds(), "it had stopped answering before"
        late = await one.tables["E1"].live.do(wager(number, "player 2"))
        assert late.code.value == "journal-down"
        await until(lambda: two.tables["E1"].desk.table.round > number)
        assert two.tables["E1"].desk.table.seats[1].credit == 10_000, "the stake went back"
    told = events(address, "E1")
    assert told[receipt.first - 1]["is"] == "wager-placed"
    assert number in [event["round"] for event in told if event["is"] == "round-voided"]
    check_sound(address)


async def test_a_node_that_drains_hands_everything_over_between_rounds_and_no_round_is_void(address):
    async with nodes(address, "one", "two") as (one, two, _):
        await until(lambda: shared(one, two))
        table = next(iter(two.tables))
        number = await betting(two, table)
        answer = await two.tables[table].live.do(wager(number))
        await asyncio.to_thread(two.leases.drain, two.keeper.life)
        await until(lambda: not two.tables and len(one.tables) == len(TABLES))
        assert two.keeper.holds(), "it lives on until somebody stops it"
    assert "round-voided" not in kinds(address)
    assert not isinstance(answer, Refused)
    assert "wager-placed" in [event["is"] for event in events(address, table)]
    check_sound(address)


async def test_a_table_whose_snapshot_cannot_be_saved_is_handed_over_all_the_same(address, caplog):
    def gone():
        raise OSError("the disk is full")

    async with nodes(address, "one", "two") as (one, two, _):
        await until(lambda: shared(one, two))
        for table in two.tables.values():
            table.desk.save_snapshot = gone
        await asyncio.to_thread(two.leases.drain, two.keeper.life)
        await until(lambda: not two.tables and len(one.tables) == len(TABLES))
    assert "a snapshot could not be saved" in caplog.text
    check_sound(address)


async def test_a_node_that_joins_is_given_its_share_and_no_round_is_void(address):
    async with nodes(address, "one") as (one, begin):
        await until(lambda: len(one.tables) == len(TABLES))
        two = await begin("two")
        await until(lambda: shared(one, two))
    assert "round-voided" not in kinds(address)
    check_sound(address)


async def test_a_table_that_one_node_cannot_open_is_opened_by_another_and_that_is_on_record(address):
    """Its settings there are others than those that the table was installed with."""
    misfit = [replace(table, seats=3) if table.id == "E1" else table for table in TABLES]

    async with nodes(address, "one") as (one, begin):
        await until(lambda: len(one.tables) == len(TABLES))
        two = await begin("two", misfit)
        await until(lambda: len(two.tables) >= 1)
        await asyncio.to_thread(one.leases.drain, one.keeper.life)
        await until(lambda: {*two.tables} == {"E2", "E3", "E4"})
        await until(lambda: any(found.table == "E1" for found in unopened(two)))
        three = await begin("three")
        await until(lambda: "E1" in three.tables)
    check_sound(address)


async def test_tables_whose_node_lost_its_lease_while_it_opened_them_are_opened_by_its_next_life(address, caplog):
    """As when a machine is so busy that a renewal comes too late."""

    async with nodes(address) as (begin,):
        read = NodeFloor._read
        one = await begin("one")

        def too_late(table):
            one.leases.end("one.1")
            return read(one.floor, table)

        one.floor._read = too_late
        await until(lambda: len(one.tables) == len(TABLES))
        assert not unopened(one), "it passes by itself: nobody is called"
    assert "a table could not be opened" in caplog.text
    check_sound(address)


def unopened(node):
    node.register.follow()
    return [found for found in node.register.waiting() if found.code == Happening.PROGRAM_ERROR]


async def test_at_a_table_dealt_by_hand_the_next_node_goes_on_from_where_the_dice_lie(address):
    async with nodes(address, "one", "two", tables=[replace(HAND, id="H1")]) as (one, two, _):
        await until(lambda: one.tables or two.tables)
        first, second = (one, two) if one.tables else (two, one)
        before = first.tables["H1"].desk.head
        await asyncio.to_thread(first.leases.drain, first.keeper.life)
        await until(lambda: "H1" in second.tables)
        assert second.tables["H1"].desk.head.seq >= before.seq
    check_sound(address)
