"""Nodes as processes of their own: killed, stopped and woken, drained. A table has one owner; none writes behind."""

import asyncio
import json
import os
import shutil
import signal
import time
from contextlib import closing, suppress

import psycopg
import pytest
from click.testing import CliRunner
from client.houses import TABLE
from patience import PATIENCE_S
from warm import WarmHouse

from taisai.cli.drain import command as drain
from taisai.client.terminal import Terminal
from taisai.client.web import Web
from taisai.house.settings_reader import with_values
from taisai.journal.place import Place
from taisai.table import commands as c


class Node(WarmHouse):
    """Each has a folder of its own, with the keys of the first."""

    def __init__(self, folder, settings, name):
        super().__init__(folder / name, settings)
        self.name = name

    def begin(self):
        self.start({"TAISAI_NODES_NAME": self.name})

    def signal(self, which):
        os.kill(self.pid, which)

    def ended(self):
        """The exit code."""
        return self._process.wait(PATIENCE_S)


@pytest.fixture
def house(postgres, bus, tmp_path):
    postgres.database("nodes")
    settings = with_values(port=0, demo=True, nodes_database=postgres.uri("nodes"), nodes_bus=(bus,), table=(TABLE,))
    made = []

    def node(name):
        made.append(Node(tmp_path, settings, name))
        if len(made) > 1:
            shutil.copytree(made[0].folder / "keys", made[-1].folder / "keys")
        made[-1].begin()
        return made[-1]

    node.place = Place(settings.nodes.database, str(tmp_path / "one" / "keys"))
    yield node
    for one in made:
        with suppress(ProcessLookupError, AssertionError):
            one.signal(signal.SIGCONT)
        one.kill()


def waited(is_so):
    end_s = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end_s, "it did not come about"
        time.sleep(0.05)


def asked(place, query):
    with psycopg.connect(place.address) as connection:
        return connection.execute(query).fetchall()


def owner(place):
    """The node that has the table."""
    query = f"""SELECT node.name FROM journal JOIN node ON node.id = holder AND until > clock_timestamp()
        WHERE journal.name = '{TABLE.id}'"""
    return next((name for (name,) in asked(place, query)), "")


async def seat_at(node):
    web = Web(node.address)
    await web.post("/api/demo/seat", {"table": TABLE.id})
    web.close()
    return web.cookies


async def wagered(node, cookies, name):
    """The receipt of a wager that was acknowledged."""
    terminal = Terminal(node.address, TABLE.id, cookies)
    keeping = asyncio.create_task(terminal.keep_connected())
    try:
        while True:
            await terminal.until(lambda t: t.is_betting, PATIENCE_S)
            answer = await terminal.give(c.PlaceWager(terminal.seat["seat"], "big", 100), name=name)
            if hasattr(answer, "first"):
                return answer
            name += "+"
    finally:
        terminal.close()
        keeping.cancel()
        with suppress(asyncio.CancelledError, ConnectionError):
            await keeping


def check_journals(place):
    """Whole, and under epochs that never fall."""
    with closing(place.open_for_reading()) as journals:
        for name in journals.tables():
            store = journals.store(name)
            assert store.verify() == store.head()
    query = f"SELECT batch.epoch FROM batch JOIN journal ON journal = number WHERE name = '{TABLE.id}' ORDER BY first"
    epochs = [epoch for (epoch,) in asked(place, query)]
    assert epochs == sorted(epochs)


def entries(place):
    with closing(place.open_for_reading()) as journals:
        return [json.loads(entry.body) for entry in journals.store(TABLE.id).read()]


def causes(place):
    return {entry["seq"]: entry["cause"] for entry in entries(place)}


def events(place):
    return [entry["event"] for entry in entries(place)]


async def test_when_a_node_is_killed_the_next_one_has_all_that_was_acknowledged_and_plays_on(house):
    one = house("one")
    waited(lambda: owner(house.place) == "one")
    two = house("two")
    cookies = await seat_at(two)
    receipt = await wagered(two, cookies, "before")
    one.signal(signal.SIGKILL)
    waited(lambda: owner(house.place) == "two")
    later = await wagered(two, cookies, "after")
    known = causes(house.place)
    assert known[receipt.first].endswith("before")
    assert later.first > receipt.last
    check_journals(house.place)


async def test_a_node_that_was_stopped_and_wakes_goes_on_under_another_life_and_has_written_nothing_behind(house):
    one = house("one")
    waited(lambda: owner(house.place) == "one")
    two = house("two")
    cookies = await seat_at(two)
    await wagered(two, cookies, "before")
    one.signal(signal.SIGSTOP)
    waited(lambda: owner(house.place) == "two")
    epoch = asked(house.place, f"SELECT epoch FROM journal WHERE name = '{TABLE.id}'")
    one.signal(signal.SIGCONT)
    waited(lambda: lives(house.place) == ["one", "two"])
    await wagered(one, cookies, "after, at the one that woke")
    assert asked(house.place, f"SELECT epoch FROM journal WHERE name = '{TABLE.id}'") == epoch
    check_journals(house.place)


def lives(place):
    return [name for (name,) in asked(place, "SELECT name FROM node WHERE until > clock_timestamp() ORDER BY name")]


async def test_of_two_that_are_left_one_has_the_table_and_the_other_when_that_stops(house):
    first = house("one")
    waited(lambda: owner(house.place) == "one")
    left = {name: house(name) for name in ("two", "three")}
    first.signal(signal.SIGKILL)
    waited(lambda: owner(house.place) in left)
    second = left.pop(owner(house.place))
    (third,) = left.values()
    await wagered(third, await seat_at(third), "at the third")
    assert second.stop() == 0
    waited(lambda: owner(house.place) == third.name)
    check_journals(house.place)


async def test_a_node_that_is_asked_to_hand_over_ends_between_two_rounds_and_no_round_is_void(house):
    one = house("one")
    waited(lambda: owner(house.place) == "one")
    two = house("two")
    cookies = await seat_at(two)
    receipt = await wagered(two, cookies, "before")
    asked_for = CliRunner().invoke(drain, [str(one.folder), "--node", "one"])
    assert asked_for.exit_code == 0, asked_for.output
    assert one.ended() == 0
    waited(lambda: owner(house.place) == "two")
    await wagered(two, cookies, "after")
    kinds = [event["is"] for event in events(house.place)]
    assert receipt.first < len(kinds)
    assert "round-voided" not in kinds
    check_journals(house.place)


async def test_a_node_alone_that_is_asked_to_hand_over_ends_in_order_and_plays_on_when_it_is_started(house):
    one = house("one")
    waited(lambda: owner(house.place) == "one")
    cookies = await seat_at(one)
    await wagered(one, cookies, "before")
    assert CliRunner().invoke(drain, [str(one.folder)]).exit_code == 0
    assert one.ended() == 0
    assert lives(house.place) == []
    one.begin()
    waited(lambda: owner(house.place) == "one")
    await wagered(one, cookies, "after")
    assert "round-voided" not in [event["is"] for event in events(house.place)]
    check_journals(house.place)


def test_whoever_asks_for_a_node_that_is_not_there_is_told_which_there_are(house):
    one = house("one")
    refusal = CliRunner().invoke(drain, [str(one.folder), "--node", "on"]).exception
    assert str(refusal).endswith("there are: one")
