"""Nodes that are not taken in, and why: each is told what to do, and nothing is taken."""

import shutil

import psycopg
import pytest
from engines.nats import free_port
from msgspec.structs import replace
from nodes.making import HANDS, nodes
from server.making import settings_of

from taisai.house.settings_problems import SettingsRefused
from taisai.house.settings_reader import load
from taisai.rules.refusals import Refused
from taisai.server.run import running


async def refused(settings):
    with pytest.raises(Refused) as caught:
        async with running(settings):
            pass
    return caught.value


def held(database):
    with psycopg.connect(database) as connection:
        return connection.execute("SELECT name FROM journal WHERE holder <> '' ORDER BY name").fetchall()


async def test_without_a_bus_that_answers_nothing_is_taken_and_it_says_so(tmp_path, database):
    url = f"nats://127.0.0.1:{free_port()}"
    found = await refused(settings_of(tmp_path, *HANDS, nodes_database=database, nodes_bus=(url,)))
    assert found.code.value == "journal-failed"
    assert "NATS" in found.words
    assert url in found.words
    assert held(database) == []


def test_a_bus_without_a_database_is_refused_where_it_was_given(tmp_path):
    with pytest.raises(SettingsRefused) as caught:
        load({"folder": tmp_path, "nodes_bus": ["nats://127.0.0.1:4222"]}, {})
    assert "--nodes-bus: set without nodes.database" in caught.value.words


@pytest.mark.parametrize("wrong", ["http://127.0.0.1:4222", "nats://", "nats://user:secret@host:4222", "nats"])
def test_what_is_no_address_of_a_bus_is_refused(tmp_path, wrong):
    with pytest.raises(SettingsRefused):
        load({"folder": tmp_path, "nodes_database": "postgresql://h/x", "nodes_bus": [wrong]}, {})


async def test_a_node_with_other_settings_than_those_in_force_is_refused_while_another_serves(tmp_path, database, bus):
    async with nodes(tmp_path, database, bus, "one") as floor:
        folder = tmp_path / "two"
        folder.mkdir()
        shutil.copytree(floor.nodes[0].house.settings.keys_folder, folder / "keys")
        before = held(database)
        other = (replace(HANDS[0], window_s=77), *HANDS[1:])
        means = {"nodes_database": database, "nodes_bus": (bus,), "nodes_name": "two", "demo": False}
        found = await refused(settings_of(folder, *other, **means))
        assert found.code.value == "settings-invalid"
        assert "table.H1.window_s" in found.words
        assert "one" in found.words
        assert held(database) == before


async def test_a_node_with_the_keys_of_another_house_is_refused(tmp_path, database, bus):
    async with nodes(tmp_path, database, bus, "one"):
        found = await refused(
            settings_of(tmp_path / "two", *HANDS, nodes_database=database, nodes_bus=(bus,), nodes_name="two")
        )
        assert found.code.value == "key-missing"
        assert "copy the keys of that house" in found.words
