"""A node that is cut off from its database while it plays, and what another one did meanwhile."""

import asyncio
import json
import shutil

import pytest
from engines.relay import relayed
from server.making import HAND, house, until

from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Step
from taisai.table import commands as c


@pytest.fixture
def line(postgres):
    """The way of one node to the database; others have ways of their own."""
    postgres.database("cut")
    with relayed(postgres) as relay:
        yield relay


@pytest.fixture
def node(tmp_path, bus):
    """A node with a folder of its own; all but the first have its keys."""

    def made(name, folder):
        if name != "one":
            shutil.copytree(tmp_path / "one" / "keys", tmp_path / name / "keys")
        address = f"postgresql://taisai@/cut?host={folder}"
        return house(tmp_path / name, HAND, nodes_database=address, nodes_bus=(bus,), nodes_name=name)

    return made


async def dealt(server):
    await server.open("H", 1)
    await server.step("H", until=Step.CLOSE_BETS)
    await server.do("H", c.PlaceWager(1, "big", 500), seat=1)


async def test_while_everything_is_swallowed_nobody_is_answered_and_another_node_has_the_table_for_good(
    node, postgres, line
):
    async with node("one", line.folder) as server:
        await dealt(server)
        one = server.table("H")
        line.swallows = True
        with pytest.raises(Refused) as caught:
            await server.do("H", c.PlaceWager(1, "small", 700), seat=1)
        assert caught.value.code.value == "journal-down"
        async with node("two", postgres.folder) as other:
            assert not server.house.lease.holds(), "it had stopped answering before"
            taken = other.table("H")
            assert 700 not in stakes(taken), "what was not answered was not written"
            line.swallows = False
            line.cut()
            await until(server.house.lease.holds)
            with pytest.raises(Refused) as late:
                one.desk.store.add_checkpoint(b"late")
            assert late.value.code.value == "journal-taken", "under its epoch nothing is written any more"
            await other.do("H", c.PlaceWager(1, "small", 300), seat=1)
            assert "H" not in server.house.floor.tables, "nobody took it back"
            assert (700 in stakes(taken), taken.desk.store.verify()) == (False, taken.desk.head)


async def test_a_line_that_was_cut_is_made_anew_and_the_node_plays_on(node, line):
    async with node("one", line.folder) as server:
        await dealt(server)
        line.cut()
        answer = None
        while answer is None:
            try:
                answer = await server.do("H", c.PlaceWager(1, "small", 700), seat=1)
            except (Refused, KeyError) as refused:
                assert isinstance(refused, KeyError) or refused.code.value == "journal-down"
                await asyncio.sleep(0.05)
        await server.enter("H", (4, 5, 6))
        await server.settle("H")
        one = server.table("H")
        assert one.desk.store.verify() == one.desk.head
        assert sum(wager == 700 for wager in stakes(one)) == 1, "taken once, however often it was sent"


def stakes(one):
    return [entry["event"]["stake"] for entry in told(one) if entry["event"]["is"] == "wager-placed"]


def told(one):
    return [json.loads(entry.body) for entry in one.desk.store.read()]
