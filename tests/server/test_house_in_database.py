"""A house whose journals are in PostgreSQL: served, read, stopped, started again; and what is not served, and why."""

import asyncio
from contextlib import closing

import psycopg
import pytest
from click.testing import CliRunner
from engines.postgres import serving
from keeping.clear import backup_in_the_clear
from msgspec.structs import replace
from server.making import BOSS, HAND, WORD, house, settings_of, until

from taisai.cli.doctor import command as doctor
from taisai.house.clock import now
from taisai.house.desk import Reply
from taisai.house.house_lease import at_rest
from taisai.house.settings_writer import written
from taisai.journal.postgres_schema import VERSION
from taisai.journal.refusals import JournalRefusal
from taisai.keeping.backup import restore
from taisai.people.significant_events import Happening
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role, Step
from taisai.server.house_setup import prepare
from taisai.server.offline_people import proved
from taisai.table import commands as c
from taisai.table.order import Order, Person


@pytest.fixture
def database(postgres):
    postgres.database("house")
    return postgres.uri("house")


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


def credit_of(server, table="H"):
    return server.table(table).desk.table.seats[1].credit


def test_a_house_in_a_database_is_played_read_and_started_again(tmp_path, database):
    async def evening():
        async with house(tmp_path, database=database) as server:
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
        async with house(tmp_path, database=database) as server:
            assert credit_of(server) == credit
            assert server.register.last(Happening.POWER_RESET) is None, "it was stopped in order"
            await played(server)
        assert not (tmp_path / "journal.sqlite").exists()

    asyncio.run(evening())


def test_a_voucher_of_one_table_is_redeemed_at_another_once(tmp_path, database):
    async def evening():
        async with house(tmp_path, HAND, replace(HAND, id="H2"), database=database) as server:
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

    asyncio.run(evening())


def test_while_the_database_is_gone_nothing_is_acknowledged_and_nothing_acknowledged_is_lost(tmp_path):
    async def evening(server_process):
        server_process.database("house")
        async with house(tmp_path, database=server_process.uri("house")) as server:
            await server.open("H", 1)
            await server.step("H", until=Step.CLOSE_BETS)
            await server.do("H", c.PlaceWager(1, "big", 500), seat=1)
            one = server.table("H")
            await asyncio.to_thread(server_process.kill)
            with pytest.raises(Refused) as caught:
                await server.do("H", c.PlaceWager(1, "small", 500), seat=1)
            assert caught.value.code.value == "journal-down"
            await until(lambda: not server.house.lease.holds())
            assert (await server.get("/api/tables")).status == 503
            await asyncio.to_thread(server_process.start)
            await until(lambda: server.house.lease.holds() and not one.live.down)
            await server.do("H", c.PlaceWager(1, "small", 500), seat=1)
            await server.enter("H", (4, 5, 6))
            await server.settle("H")
            assert not server.house.lease.lost
            assert one.desk.store.verify() == one.desk.head

    with serving() as server_process:
        asyncio.run(evening(server_process))


def test_another_houses_database_is_refused_and_nothing_in_it_is_taken(tmp_path, database):
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"

    async def found(folder, **changes):
        async with house(folder, **changes):
            pass

    asyncio.run(found(ours, database=database))
    asyncio.run(found(theirs))
    epochs = asked(database, "SELECT name, epoch FROM journal ORDER BY name")
    (theirs / "journal.sqlite").rename(theirs / "elsewhere")
    (theirs / "keys" / "marks.json").unlink()
    (theirs / "keys" / "snapshot.key").unlink()
    for folder in (theirs, tmp_path / "new"):
        refusal = refused(prepare, settings_of(folder, database=database))
        assert refusal.code is JournalRefusal.NOT_OURS
        assert "another signing key" in refusal.words
        assert "copy the keys of that house" in refusal.words
    assert asked(database, "SELECT name, epoch FROM journal ORDER BY name") == epochs
    asyncio.run(found(ours, database=database))


def test_a_house_that_has_its_journals_in_a_file_does_not_begin_anew_in_a_database(tmp_path, database):
    async def found():
        async with house(tmp_path):
            pass

    asyncio.run(found())
    refusal = refused(prepare, settings_of(tmp_path, database=database))
    assert refusal.code is JournalRefusal.ELSEWHERE
    assert "taisai move" in refusal.words
    assert asked(database, "SELECT to_regclass('journal')") == [(None,)]


@pytest.mark.parametrize("state", ["arriving", "left"])
def test_a_database_in_the_middle_of_a_move_is_not_served(tmp_path, database, state):
    async def found():
        async with house(tmp_path, database=database):
            pass

    asyncio.run(found())
    changed(database, f"UPDATE taisai SET state = '{state}'")
    assert refused(prepare, settings_of(tmp_path, database=database)).code is JournalRefusal.ELSEWHERE


def test_a_database_that_is_not_there_not_durable_or_newer_says_what_to_do(tmp_path, postgres, database):
    nowhere = refused(prepare, settings_of(tmp_path, database="postgresql://taisai@127.0.0.1:1/house"))
    assert (nowhere.code, "check the server" in nowhere.words) == (JournalRefusal.FAILED, True)
    unknown = refused(prepare, settings_of(tmp_path, database=postgres.uri("never-made")))
    assert (unknown.code, "does not exist" in unknown.words) == (JournalRefusal.FAILED, True)
    prepare(settings_of(tmp_path, database=database)).close()
    changed(database, f"UPDATE taisai SET version = {VERSION + 1}")
    newer = refused(prepare, settings_of(tmp_path, database=database))
    assert (newer.code, "update taisai" in newer.words) == (JournalRefusal.TOO_NEW, True)
    with serving(fsync="off") as careless:
        careless.database("house")
        unsafe = refused(prepare, settings_of(tmp_path / "other", database=careless.uri("house")))
    assert (unsafe.code, "set it to on" in unsafe.words) == (JournalRefusal.NOT_DURABLE, True)


def test_what_is_done_at_rest_is_refused_while_a_process_serves_the_house(tmp_path, database):
    async def evening():
        async with house(tmp_path, database=database) as server:
            name = server.house.lease._node.name
            refusal = await asyncio.to_thread(refused, proved, server.house.settings, BOSS, WORD)
            assert refusal.code is JournalRefusal.LOCKED
            assert name in refusal.words
        settings = settings_of(tmp_path, database=database)
        with closing(prepare(settings)) as journals, at_rest(settings, journals):
            pass

    asyncio.run(evening())


def test_a_process_without_a_lease_answers_nobody_and_leaves_the_keys_alone(tmp_path, database):
    async def evening():
        async with house(tmp_path, database=database) as server:
            await server.open("H", 1)
            await server.step("H", until=Step.CLOSE_BETS)
            lease, keys = server.house.lease, server.house.settings.tumbler_key
            before, clock = keys.read_bytes(), lease._clock
            lease._clock = lambda: float("inf")
            server.house.floor.renew_tumbler()
            assert keys.read_bytes() == before
            assert (await server.get("/api/tables/H/view")).status == 503
            assert refused_code(await taken(server)) == "journal-down"
            lease._clock = clock
            await until(lease.holds)
            server.house.floor.renew_tumbler()
            assert keys.read_bytes() != before
            assert refused_code(await taken(server)) == ""

    async def taken(server):
        order = Order("a wager", Person("player 1", Role.PLAYER, 1), c.PlaceWager(1, "big", 500), 1)
        return await server.table("H").live.do(order)

    def refused_code(answer):
        return answer.code.value if isinstance(answer, Refused) else ""

    asyncio.run(evening())


def test_a_house_in_a_database_is_backed_up_while_it_plays_and_restored_as_a_file(tmp_path, database):
    async def evening():
        async with house(tmp_path / "house", database=database) as server:
            await server.open("H", 1)
            await played(server)
            means = {"database": database}
            given = (tmp_path / "house", tmp_path / "copy", now(), lambda *_: None)
            await asyncio.to_thread(backup_in_the_clear, *given, **means)
            return credit_of(server)

    async def again():
        async with house(tmp_path / "again") as server:
            return credit_of(server)

    credit = asyncio.run(evening())
    restore(tmp_path / "copy", tmp_path / "again", lambda *_: None)
    assert asyncio.run(again()) == credit


def test_the_doctor_says_who_serves_a_house_in_a_database_and_that_it_is_sound(tmp_path, database):
    async def evening():
        async with house(tmp_path, database=database, node="first") as server:
            (tmp_path / "taisai.toml").write_text(written(server.house.settings))
            return await asyncio.to_thread(CliRunner().invoke, doctor, [str(tmp_path)])

    told = asyncio.run(evening())
    assert "the node first is writing to it" in " ".join(told.output.split())
    assert told.exit_code == 0, told.output
