"""A process that is cut off from its database while it plays, and what another one did meanwhile."""

import asyncio
import json
import time
from contextlib import closing

import pytest
from engines.relay import relayed
from patience import PATIENCE_S
from server.making import house, until

from taisai.house.house_lease import lease_of
from taisai.journal.place import Place
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Step
from taisai.table import commands as c


@pytest.fixture
def line(postgres):
    """The way of one process to the database; others have ways of their own."""
    postgres.database("cut")
    with relayed(postgres) as relay:
        yield relay


async def dealt(server):
    await server.open("H", 1)
    await server.step("H", until=Step.CLOSE_BETS)
    await server.do("H", c.PlaceWager(1, "big", 500), seat=1)


def address(folder):
    return f"postgresql://taisai@/cut?host={folder}"


def test_while_everything_is_swallowed_nobody_is_answered_and_another_has_the_house_for_good(tmp_path, postgres, line):
    async def evening():
        async with house(tmp_path, database=address(line.folder)) as server:
            await dealt(server)
            head = server.table("H").desk.head
            line.swallows = True
            wager = asyncio.create_task(server.do("H", c.PlaceWager(1, "small", 700), seat=1))
            with pytest.raises(Refused) as caught:
                await wager
            assert caught.value.code.value == "journal-down"
            with closing(Place(address(postgres.folder)).open_for_writing()) as other:
                lease = lease_of(server.house.settings, other)
                await asyncio.to_thread(waited, lease.is_our_turn)
                assert not server.house.lease.holds(), "it had stopped answering before"
                store = other.store("H")
                epoch = store.take()
                assert (store.head(), store.verify()) == (head, head), "what was not answered was not written"
                line.swallows = False
                line.cut()
                await until(lambda: server.house.lease.lost)
                with pytest.raises(Refused):
                    await server.do("H", c.PlaceWager(1, "small", 700), seat=1)
                assert (store.head(), store.take_again()) == (head, epoch + 1)
                await asyncio.to_thread(lease.end)

    asyncio.run(evening())


def test_a_line_that_was_cut_is_made_anew_and_the_process_plays_on(tmp_path, line):
    async def evening():
        async with house(tmp_path, database=address(line.folder)) as server:
            await dealt(server)
            one = server.table("H")
            line.cut()
            answer = None
            while answer is None:
                try:
                    answer = await server.do("H", c.PlaceWager(1, "small", 700), seat=1)
                except Refused as refused:
                    assert refused.code.value == "journal-down"
                    await asyncio.sleep(0.05)
            await server.enter("H", (4, 5, 6))
            await server.settle("H")
            assert (server.house.lease.lost, one.desk.store.verify()) == ("", one.desk.head)
            assert sum(wager == 700 for wager in stakes(one)) == 1, "taken once, however often it was sent"

    asyncio.run(evening())


def waited(is_so):
    end_s = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end_s, "it did not come about"
        time.sleep(0.05)


def stakes(one):
    return [entry["event"]["stake"] for entry in told(one) if entry["event"]["is"] == "wager-placed"]


def told(one):
    return [json.loads(entry.body) for entry in one.desk.store.read()]
