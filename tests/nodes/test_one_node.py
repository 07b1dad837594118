"""A house in PostgreSQL with one node: served, read, stopped, started again; and what is not served, and why."""

import asyncio
import json
import os
import subprocess
from contextlib import closing

import psycopg
import pytest
from click.testing import CliRunner
from engines.postgres import serving
from keeping.clear import backup_in_the_clear
from msgspec.structs import replace
from nodes.making import LONG_S
from nodes.processes import TAISAI
from server.making import BOSS, HAND, WORD, settings_of, until
from server.making import house as any_house
from warm import begun

from taisai.cli.doctor import command as doctor
from taisai.house.at_rest import at_rest
from taisai.house.clock import now
from taisai.house.desk import Reply
from taisai.house.node_lease import StoppedWaitingError
from taisai.house.settings_writer import written
from taisai.journal.leases import TERM_S
from taisai.journal.postgres_schema import VERSION
from taisai.journal.refusals import JournalRefusal
from taisai.keeping.backup import restore
from taisai.people.significant_events import Happening
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role, Step
from taisai.server.house_setup import prepare
from taisai.server.offline_people import proved, rescued
from taisai.server.run import running
from taisai.table import commands as c
from taisai.table.order import Order, Person


@pytest.fixture
def means(database, bus):
    """What a node needs, and a term for a busy machine."""
    return {"nodes_database": database, "nodes_bus": (bus,), "term_s": LONG_S}


@pytest.fixture
def house(means):
    """One node of a house; each test has a folder for it."""

    def node(folder, *tables, **changes):
        return any_house(folder, *tables, **(means | changes))

    return node


def asked(database, query):
    with psycopg.connect(database) as connection:
        return connection.execute(query).fetchall()


def changed(database, statement):
    with psycopg.connect(database) as connection:
        connection.execute(statement)


def refused(action, *given):
    with pytest.raises(Refused) as caught:
        action(*given)
    return caught.value


async def played(server, stake=500):
    await server.step("H", until=Step.CLOSE_BETS)
    await server.do("H", c.PlaceWager(1, "big", stake), seat=1)
    await server.enter("H", (4, 5, 6))
    await server.settle("H")


def unanswered(*_, **__):
    raise Refused(JournalRefusal.FAILED, "the database does not answer", "")


def credit_of(server, table="H"):
    return server.table(table).desk.table.seats[1].credit


async def test_a_house_in_a_database_is_played_read_and_started_again(tmp_path, house):
    async with house(tmp_path) as server:
        await server.open("H", 1)
        await played(server)
        credit = credit_of(server)
        manager, auditor = server.sign_in("shi.manager"), server.sign_in("aud.auditor")
        assert (await server.get("/api/tables/H/recall?round=1", manager)).status == 200
        assert (await server.get("/api/reports/turnover?format=json", manager)).status == 200
        assert (await server.get("/api/tables/H/export", auditor)).status == 200
        journals = (await server.get("/api/journals", auditor)).json["journals"]
        assert {one["name"] for one in journals} == {"H", "E", "house"}
        tested = (await server.post("/api/self-test", server.sign_in("tec.technician"), {})).json["checks"]
        assert all(one["ok"] for one in tested)
        assert {"claims", "seals of H", "index of H"} <= {one["name"] for one in tested}
        await until(lambda: server.house.logs.log("H").size)
    async with house(tmp_path) as server:
        assert credit_of(server) == credit
        assert server.register.last(Happening.POWER_RESET) is None, "it was stopped in order"
        await played(server)
    assert not (tmp_path / "journal.sqlite").exists()


async def test_a_voucher_of_one_table_is_redeemed_at_another_once(tmp_path, house):
    async with house(tmp_path, HAND, replace(HAND, id="H2")) as server:
        for table in ("H", "H2"):
            await server.open(table, 1)
        player = Person("player 1", Role.PLAYER, 1)
        await server.table("H").live.do(Order("cash out", player, c.CashOut(1)))
        number = server.house.floor.cage.number("H", "cash out")
        for redeeming, is_taken in (("first", True), ("second", False)):
            order = Order(redeeming, Person("dee", Role.DEALER), c.BuyIn(1, 0, number))
            assert isinstance(await server.table("H2").live.do(order), Reply) is is_taken
        await until(lambda: not server.table("H").desk.table.vouchers)
        assert credit_of(server, "H2") == 200_000


async def test_while_the_database_is_gone_nothing_is_acknowledged_and_nothing_acknowledged_is_lost(tmp_path, house):
    with serving() as server_process:
        server_process.database("house")
        async with house(tmp_path, HAND, nodes_database=server_process.uri("house"), term_s=TERM_S) as server:
            await server.open("H", 1)
            await server.step("H", until=Step.CLOSE_BETS)
            await server.do("H", c.PlaceWager(1, "big", 500), seat=1)
            before = server.table("H")
            await asyncio.to_thread(server_process.kill)
            with pytest.raises(Refused) as caught:
                await server.do("H", c.PlaceWager(1, "small", 500), seat=1)
            assert caught.value.code.value == "journal-down"
            await until(lambda: not server.house.lease.holds())
            assert (await server.get("/api/tables")).status == 503
            await asyncio.to_thread(server_process.start)
            await until(lambda: server.house.floor.tables.get("H") not in (None, before))
            await server.do("H", c.PlaceWager(1, "small", 500), seat=1)
            await server.enter("H", (4, 5, 6))
            await server.settle("H")
            desk = server.table("H").desk
            assert desk.store.verify() == desk.head
            stakes = [event["stake"] for event in events(desk) if event["is"] == "wager-placed"]
            assert stakes == [500, 500], "taken once each"


def events(desk):
    return [json.loads(entry.body)["event"] for entry in desk.store.read()]


async def test_another_houses_database_is_refused_and_nothing_in_it_is_taken(tmp_path, database, house):
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"

    async def found(house):
        async with house:
            pass

    await found(house(ours))
    await found(any_house(theirs))
    epochs = asked(database, "SELECT name, epoch FROM journal ORDER BY name")
    (theirs / "journal.sqlite").rename(theirs / "elsewhere")
    (theirs / "keys" / "marks.json").unlink()
    (theirs / "keys" / "snapshot.key").unlink()
    for folder, code, words in (
        (theirs, JournalRefusal.NOT_OURS, "another key of batches, signing key"),
        (tmp_path / "new", JournalRefusal.KEY_MISSING, "nobody can tell who wrote the journals"),
    ):
        refusal = refused(prepare, settings_of(folder, nodes_database=database))
        assert refusal.code is code
        assert words in refusal.words
        assert "copy the keys of that house" in refusal.words
    assert asked(database, "SELECT name, epoch FROM journal ORDER BY name") == epochs
    await found(house(ours))


async def test_a_house_that_has_its_journals_in_a_file_does_not_begin_anew_in_a_database(tmp_path, database):
    async with any_house(tmp_path):
        pass
    refusal = refused(prepare, settings_of(tmp_path, nodes_database=database))
    assert refusal.code is JournalRefusal.ELSEWHERE
    assert "taisai move" in refusal.words
    assert asked(database, "SELECT to_regclass('journal')") == [(None,)]


@pytest.mark.parametrize("state", ["arriving", "left"])
async def test_a_database_in_the_middle_of_a_move_is_not_served(tmp_path, database, house, state):
    async with house(tmp_path):
        pass
    changed(database, f"UPDATE taisai SET state = '{state}'")
    assert refused(prepare, settings_of(tmp_path, nodes_database=database)).code is JournalRefusal.ELSEWHERE


def test_a_database_that_is_not_there_not_durable_or_newer_says_what_to_do(tmp_path, postgres, database):
    nowhere = refused(prepare, settings_of(tmp_path, nodes_database="postgresql://taisai@127.0.0.1:1/house"))
    assert (nowhere.code, "check the server" in nowhere.words) == (JournalRefusal.FAILED, True)
    unknown = refused(prepare, settings_of(tmp_path, nodes_database=postgres.uri("never-made")))
    assert (unknown.code, "does not exist" in unknown.words) == (JournalRefusal.FAILED, True)
    prepare(settings_of(tmp_path, nodes_database=database)).close()
    changed(database, f"UPDATE taisai SET version = {VERSION + 1}")
    newer = refused(prepare, settings_of(tmp_path, nodes_database=database))
    assert (newer.code, "update taisai" in newer.words) == (JournalRefusal.TOO_NEW, True)
    with serving(fsync="off") as careless:
        careless.database("house")
        unsafe = refused(prepare, settings_of(tmp_path / "other", nodes_database=careless.uri("house")))
    assert (unsafe.code, "set it to on" in unsafe.words) == (JournalRefusal.NOT_DURABLE, True)


async def test_what_is_done_at_rest_is_refused_while_a_node_serves_the_house(tmp_path, database, house):
    async with house(tmp_path) as server:
        name = server.house.lease.name
        refusal = await asyncio.to_thread(refused, rescued, server.house.settings, BOSS, "the machine")
        assert refusal.code is JournalRefusal.LOCKED
        assert name in refusal.words
    settings = settings_of(tmp_path, nodes_database=database)
    with closing(prepare(settings)) as journals, at_rest(settings, journals):
        pass


async def test_whoever_accepts_new_software_is_asked_for_a_password_while_another_node_serves(tmp_path, house):
    async with house(tmp_path, HAND) as server:
        settings = server.house.settings
        wrong = await asyncio.to_thread(refused, proved, settings, "tec.technician", "not the password")
        assert wrong.code.value == "sign-in-failed"
        await asyncio.to_thread(proved, settings, "tec.technician", WORD)
        server.house.hear_people()
        assert server.register.last(Happening.SIGN_IN_FAILED) is not None, "the node knows of it"
        server.employ("ann.other", Role.DEALER)


async def test_a_node_without_a_lease_answers_nobody_and_leaves_the_keys_alone(tmp_path, house):
    async def taken(one):
        order = Order("a wager", Person("player 1", Role.PLAYER, 1), c.PlaceWager(1, "big", 500), 1)
        return await one.live.do(order)

    def refused_code(answer):
        return answer.code.value if isinstance(answer, Refused) else ""

    async with house(tmp_path, HAND) as server:
        await server.open("H", 1)
        await server.step("H", until=Step.CLOSE_BETS)
        keeper, keys = server.house.lease._keeper, server.house.settings.tumbler_key
        before, one = keys.read_bytes() if keys.exists() else b"", server.table("H")
        keeper._ticks, ticks = lambda: float("inf"), keeper._ticks
        server.house.floor.renew_tumbler()
        assert (keys.read_bytes() if keys.exists() else b"") == before
        assert (await server.get("/api/tables/H/view")).status == 503
        assert refused_code(await taken(one)) == "journal-down"
        keeper._ticks = ticks
        await until(lambda: keeper.holds() and "H" in server.house.floor.tables)
        assert refused_code(await taken(server.table("H"))) == ""


async def test_a_house_in_a_database_is_backed_up_while_it_plays_and_restored_as_a_file(tmp_path, database, house):
    async def evening():
        async with house(tmp_path / "house") as server:
            await server.open("H", 1)
            await played(server)
            given = (tmp_path / "house", tmp_path / "copy", now(), lambda *_: None)
            await asyncio.to_thread(backup_in_the_clear, *given, database=database)
            return credit_of(server)

    async def again():
        async with any_house(tmp_path / "again") as server:
            return credit_of(server)

    credit = await evening()
    restore(tmp_path / "copy", tmp_path / "again", lambda *_: None)
    assert await again() == credit


async def test_the_doctor_says_who_serves_a_house_in_a_database_and_that_it_is_sound(tmp_path, house):
    async with house(tmp_path, nodes_name="first") as server:
        (tmp_path / "taisai.toml").write_text(written(server.house.settings))
        told = await asyncio.to_thread(CliRunner().invoke, doctor, [str(tmp_path)])
    assert "the node first is writing to it" in " ".join(told.output.split())
    assert told.exit_code == 0, told.output


def test_a_house_in_a_database_without_a_bus_is_refused_with_what_to_do_and_nothing_is_made(tmp_path, database):
    async def served():
        async with running(settings_of(tmp_path / "house", nodes_database=database)):
            pass

    def told(found):
        assert "nodes.database: set without nodes.bus" in found
        assert "start a NATS server" in found
        assert "set nodes.bus, such as nats://127.0.0.1:4222" in found
        assert "taisai move FOLDER --to file" in found
        assert "taisai@" not in found, "an address is shown in words"

    told(refused(asyncio.run, served()).words)
    environment = os.environ | begun(tmp_path / "house")
    quiet = {"capture_output": True, "text": True, "stdin": subprocess.DEVNULL, "env": environment}
    for words in ((), ("--accept-software", "tec.technician")):
        given = [*TAISAI, "serve", "--folder", str(tmp_path / "house"), "--nodes-database", database, *words]
        found = subprocess.run(given, check=False, **quiet)
        assert found.returncode != 0
        told(" ".join(found.stderr.split()))
        assert "password" not in found.stdout, "nobody is asked for one first"
    assert not (tmp_path / "house" / "keys").exists()
    assert asked(database, "SELECT to_regclass('journal')") == [(None,)]
    (tmp_path / "taisai.toml").write_text(written(settings_of(tmp_path, nodes_database=database)))
    doctored = CliRunner().invoke(doctor, [str(tmp_path)])
    assert doctored.exit_code == 1
    told(" ".join(doctored.output.split()))


async def test_a_node_whose_house_did_not_stop_in_order_says_so_and_one_that_did_does_not(tmp_path, house):
    async with house(tmp_path, HAND) as server:
        assert server.register.last(Happening.POWER_RESET) is None
        server.register.note = unanswered  # so that it does not say that it stopped
    async with house(tmp_path, HAND) as server:
        said = server.register.last(Happening.POWER_RESET)
        assert said is not None
    async with house(tmp_path, HAND) as server:
        assert server.register.last(Happening.POWER_RESET) == said


@pytest.mark.parametrize("journal", ["H", "house"])
async def test_a_snapshot_that_the_house_did_not_make_is_not_used_and_is_written_down(
    tmp_path, database, house, journal
):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1)
        credit = credit_of(server)
    forged = "UPDATE snapshot SET state = 'forged', digest = sha256(seal || 'forged'::bytea) FROM journal"
    changed(database, f"{forged} WHERE journal = number AND name = '{journal}'")
    async with house(tmp_path, HAND) as server:
        noted = server.register.last(Happening.SNAPSHOT_REFUSED)
        assert (noted.table, "Find out who wrote to the database" in noted.words) == (journal, True)
        assert credit_of(server) == credit
    async with house(tmp_path, HAND) as server:
        assert server.register.last(Happening.SNAPSHOT_REFUSED).seq == noted.seq, "it was replaced"


async def test_a_node_that_is_started_while_a_command_is_at_work_waits_and_has_what_that_did(
    tmp_path, database, house, caplog
):
    async with house(tmp_path, HAND):
        pass
    settings = settings_of(tmp_path, HAND, nodes_database=database)
    journals = await asyncio.to_thread(prepare, settings)
    with closing(journals), at_rest(settings, journals):
        served = house(tmp_path, HAND)
        starting = asyncio.create_task(served.__aenter__())
        await until(lambda: "a command is at work on this house" in caplog.text)
        assert not starting.done()
    server = await starting
    assert "H" in server.house.floor.tables
    await served.__aexit__(None, None, None)


async def test_a_node_that_waits_for_a_command_is_stopped_like_any_other(tmp_path, database, bus):
    stopping = asyncio.Event()
    settings = settings_of(tmp_path, HAND, nodes_database=database, nodes_bus=(bus,))
    journals = await asyncio.to_thread(prepare, settings)
    with closing(journals), at_rest(settings, journals):
        waiting = asyncio.create_task(running(settings, stopping=stopping).__aenter__())
        await until(lambda: len(asked(database, "SELECT FROM node WHERE until > clock_timestamp()")) == 2)
        stopping.set()
        with pytest.raises(StoppedWaitingError):
            await waiting
        assert len(asked(database, "SELECT FROM node WHERE until > clock_timestamp()")) == 1
