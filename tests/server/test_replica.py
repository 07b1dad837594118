"""Reports and exports from a streaming replica: never older than what was written, and never of another house."""

import asyncio
import re
from contextlib import contextmanager

import psycopg
import pytest
from engines.postgres import following, serving
from server.making import HAND, OF_ROLE, house

from taisai.house.settings_problems import SettingsRefused
from taisai.house.settings_reader import load
from taisai.rules.vocabulary import Role
from taisai.table import commands as c

AUDITOR = OF_ROLE[Role.AUDITOR]


@pytest.fixture(scope="module")
def servers():
    """A primary, and a replica that says who connects to it."""
    with serving() as primary:
        primary.database("house")
        with following(primary, log_connections="on") as replica:
            yield primary, replica


@pytest.fixture
def two(servers):
    primary, replica = servers
    primary.database("house")
    return primary, replica


def asked_there(replica):
    """How often a process of a house has connected to it."""
    return len(re.findall(r"connection authorized:.*application_name=taisai", (replica.folder / "log").read_text()))


def lines(answer):
    return answer.body.count(b"\n")


@contextmanager
def behind(replica):
    """It hears all, and applies nothing of it."""
    with psycopg.connect(replica.address("postgres"), autocommit=True) as connection:
        connection.execute("SELECT pg_wal_replay_pause()")
        try:
            yield
        finally:
            connection.execute("SELECT pg_wal_replay_resume()")


def test_reports_and_exports_come_from_the_replica_with_all_that_was_written(tmp_path, two):
    async def evening(primary, replica):
        means = {"database": primary.uri("house"), "replica": replica.uri("house")}
        async with house(tmp_path, HAND, **means) as server:
            await server.open("H", 1)
            auditor = server.sign_in(AUDITOR)
            before = asked_there(replica)
            for _ in range(3):
                await server.do("H", c.BuyIn(1, 1000))
                exported = await server.get("/api/tables/H/export", auditor)
                assert lines(exported) > server.heads()["H"].seq, "with what was written a moment ago"
            told = await server.get("/api/reports/turnover", auditor)
            assert told.status == 200
            assert asked_there(replica) >= before + 4

    asyncio.run(evening(*two))


def test_a_replica_that_is_behind_is_not_read_and_nothing_is_missing(tmp_path, two):
    async def evening(primary, replica):
        means = {"database": primary.uri("house"), "replica": replica.uri("house")}
        async with house(tmp_path, HAND, **means) as server:
            await server.open("H", 1)
            auditor = server.sign_in(AUDITOR)
            assert lines(await server.get("/api/tables/H/export", auditor)) > server.heads()["H"].seq
            with behind(replica):
                await server.do("H", c.BuyIn(1, 1000))
                assert lines(await server.get("/api/tables/H/export", auditor)) > server.heads()["H"].seq

    asyncio.run(evening(*two))


@pytest.mark.parametrize("wrong", ["nowhere", "other"])
def test_a_replica_that_does_not_answer_or_is_of_another_house_is_not_read(tmp_path, two, wrong):
    async def evening(primary, _):
        primary.database("other")
        async with house(tmp_path / "other", HAND, database=primary.uri("other")) as server:
            await server.open("H", 1, 2, 3)
        async with house(tmp_path / "own", HAND, database=primary.uri("house"), replica=primary.uri(wrong)) as server:
            exported = await server.get("/api/tables/H/export", server.sign_in(AUDITOR))
            assert exported.status == 200
            assert server.heads()["H"].seal.hex().encode() in exported.body, "from the house's own database"

    asyncio.run(evening(*two))


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"replica": "postgresql://h/x"}, "set without database"),
        ({"database": "postgresql://h/x", "replica": "postgresql://u:secret@h/x"}, "contains a password"),
        ({"database": "postgresql://h/x", "replica": "mysql://h/x"}, "--replica"),
    ],
)
def test_what_is_no_replica_is_refused(tmp_path, given, words):
    with pytest.raises(SettingsRefused) as caught:
        load({"folder": tmp_path} | given, {})
    assert words in caught.value.words
    assert "secret" not in caught.value.words
