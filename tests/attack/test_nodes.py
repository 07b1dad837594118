"""Processes of one house on one database: killed, stopped and woken, many at once. One serves, none writes behind."""

import asyncio
import json
import os
import signal
import time
from contextlib import closing, suppress
from threading import Thread

import psycopg
import pytest
from click.testing import CliRunner
from client.houses import TABLE
from patience import PATIENCE_S

from taisai.cli.drain import command as drain
from taisai.client.child import ChildError, ChildHouse
from taisai.client.terminal import Terminal
from taisai.client.web import Web
from taisai.house.settings import Settings
from taisai.journal.place import Place
from taisai.table import commands as c


class Node(ChildHouse):
    """Each has a folder of its own, with the keys of the house."""

    def __init__(self, folder, keys, settings, name):
        super().__init__(folder / name, settings)
        (self.folder / "keys").symlink_to(keys)
        self.name = name

    def begin(self):
        """Without waiting for it to serve."""
        self._starting = Thread(target=self._begin, daemon=True)
        self._starting.start()

    def _begin(self):
        with suppress(ChildError, AttributeError):  # it was ended before it served
            self.start({"TAISAI_NODE": self.name})

    def serves(self):
        return bool(self.address)

    def signal(self, which):
        os.kill(self.pid, which)

    def ended(self):
        """The exit code, and what it said."""
        return self._process.wait(PATIENCE_S), (self.folder / "said").read_text()


@pytest.fixture
def house(postgres, tmp_path):
    keys = tmp_path / "keys"
    keys.mkdir(mode=0o700)
    postgres.database("nodes")
    settings = Settings(port=0, demo=True, database=postgres.uri("nodes"), tables=(TABLE,))
    made = []

    def node(name):
        made.append(Node(tmp_path, keys, settings, name))
        return made[-1]

    node.place = settings.place
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


def living(place):
    return asked(place, "SELECT count(*) FROM node WHERE until > clock_timestamp()")[0][0]


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
    with closing(Place(place.address).open_for_reading()) as journals:
        for name in journals.tables():
            store = journals.store(name)
            assert store.verify() == store.head()
    query = f"SELECT batch.epoch FROM batch JOIN journal ON journal = number WHERE name = '{TABLE.id}' ORDER BY first"
    epochs = [epoch for (epoch,) in asked(place, query)]
    assert epochs == sorted(epochs)


def entries(place):
    with closing(Place(place.address).open_for_reading()) as journals:
        return [json.loads(entry.body) for entry in journals.store(TABLE.id).read()]


def causes(place):
    return {entry["seq"]: entry["cause"] for entry in entries(place)}


def events(place):
    return [entry["event"] for entry in entries(place)]


def test_when_a_process_is_killed_the_next_one_has_all_that_was_acknowledged_and_plays_on(house):
    one, two = house("one"), house("two")
    one.start({"TAISAI_NODE": "one"})
    cookies = asyncio.run(seat_at(one))
    receipt = asyncio.run(wagered(one, cookies, "before"))
    two.begin()
    waited(lambda: living(house.place) == 2)
    assert not two.serves(), "one at a time"
    one.signal(signal.SIGKILL)
    waited(two.serves)
    later = asyncio.run(wagered(two, cookies, "after"))
    known = causes(house.place)
    assert known[receipt.first].endswith("before")
    assert later.first > receipt.last
    check_journals(house.place)


def test_a_process_that_was_stopped_and_wakes_ends_and_has_written_nothing_more(house):
    one, two = house("one"), house("two")
    one.start({"TAISAI_NODE": "one"})
    cookies = asyncio.run(seat_at(one))
    asyncio.run(wagered(one, cookies, "before"))
    two.begin()
    waited(lambda: living(house.place) == 2)
    one.signal(signal.SIGSTOP)
    waited(two.serves)
    epoch = asked(house.place, f"SELECT epoch FROM journal WHERE name = '{TABLE.id}'")
    one.signal(signal.SIGCONT)
    code, said = one.ended()
    assert (code, "journal-taken" in said) == (1, True)
    assert asked(house.place, f"SELECT epoch FROM journal WHERE name = '{TABLE.id}'") == epoch
    asyncio.run(wagered(two, cookies, "after"))
    check_journals(house.place)


def test_of_two_that_wait_one_takes_over_and_the_other_when_that_stops(house):
    nodes = [house(name) for name in ("one", "two", "three")]
    nodes[0].start({"TAISAI_NODE": "one"})
    waiting = nodes[1:]
    for node in waiting:
        node.begin()
    waited(lambda: living(house.place) == 3)
    nodes[0].signal(signal.SIGKILL)
    waited(lambda: any(node.serves() for node in waiting))
    (first,) = [node for node in waiting if node.serves()]
    (second,) = [node for node in waiting if node is not first]
    asyncio.run(wagered(first, asyncio.run(seat_at(first)), "at the first"))
    assert not second.serves()
    assert first.stop() == 0
    waited(second.serves)
    check_journals(house.place)


def test_one_that_waits_is_stopped_like_any_other(house):
    one, two = house("one"), house("two")
    one.start({"TAISAI_NODE": "one"})
    two.begin()
    waited(lambda: living(house.place) == 2)
    assert two.stop() == 0
    assert living(house.place) == 1


def test_one_that_is_asked_to_hand_over_ends_between_two_rounds_and_no_round_is_void(house):
    one, two = house("one"), house("two")
    one.start({"TAISAI_NODE": "one"})
    cookies = asyncio.run(seat_at(one))
    two.begin()
    waited(lambda: living(house.place) == 2)
    receipt = asyncio.run(wagered(one, cookies, "before"))
    asked_for = CliRunner().invoke(drain, [str(one.folder), "--node", "one"])
    assert asked_for.exit_code == 0, asked_for.output
    code, _ = one.ended()
    assert code == 0
    waited(two.serves)
    asyncio.run(wagered(two, cookies, "after"))
    kinds = [event["is"] for event in events(house.place)]
    assert receipt.first < len(kinds)
    assert "round-voided" not in kinds
    check_journals(house.place)


def test_whoever_asks_for_a_process_that_is_not_there_is_told_which_there_are(house):
    one = house("one")
    one.start({"TAISAI_NODE": "one"})
    refusal = CliRunner().invoke(drain, [str(one.folder), "--node", "on"]).exception
    assert str(refusal).endswith("there are: one")
