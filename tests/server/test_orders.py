"""Orders over the wire: acknowledged when durable, answered alike when sent again, taken from nobody else."""

import asyncio
import json

import pytest
from patience import PATIENCE_S
from server.making import HAND, house, until
from server.screen import Screen

from taisai.house import live
from taisai.house.recall import history
from taisai.people.events import DeviceKind
from taisai.rules.vocabulary import Role, Step
from taisai.server.transport import SocketLimits
from taisai.table import commands as c
from taisai.table import events as e

FREE = SocketLimits(messages_per_s=100_000, messages_burst=100_000)


@pytest.fixture(autouse=True)
def _hurry(monkeypatch):
    monkeypatch.setattr(live, "RETRY_S", 0.05)


def placed(server, table="H"):
    return [told.event for told in history(server.table(table).desk.store) if isinstance(told.event, e.WagerPlaced)]


def read_only(server, on):
    """The database refuses to be written, as a disk does that was mounted anew."""
    with server.house.journals.file.mutex:
        server.house.journals.file.connection.pragma("query_only", on)


def full(server, on):
    """The database may grow by two pages and no more, as on a disk with little room."""
    connection = server.house.journals.file.connection
    with server.house.journals.file.mutex:
        connection.pragma("max_page_count", connection.pragma("page_count") + 2 if on else 2**30)


async def betting(server):
    await server.open("H", 1, 2)
    await server.step("H", until=Step.CLOSE_BETS)
    return await Screen(server, "H", server.terminal("H", 1)).join()


async def test_a_journal_that_cannot_be_written_stops_play_and_play_goes_on_by_itself(tmp_path):
    async with house(tmp_path, HAND) as server:
        player = await betting(server)
        staff, dealer = server.sign_in("shi.manager"), server.sign_in("dee.dealer")
        assert (await player.give(c.PlaceWager(1, "big", 500), name="a"))["is"] == "taken"
        read_only(server, on=True)
        answer = await player.give(c.PlaceWager(1, "big", 700), name="b")
        assert (answer["is"], answer["code"]) == ("declined", "journal-down")
        await until(lambda: "read" in player.table["down"])
        assert "cannot be written" in answer["words"]
        health = (await server.get("/api/health")).json
        assert (health["ready"], list(health["down"])) == (False, ["H"])
        order = {"id": "c", "command": c.PlaceWager(2, "big", 100), "round": 1, "approvals": ()}
        assert (await server.post("/api/tables/H/orders", dealer, order)).status == 503
        late = await Screen(server, "H").join()
        assert late.table["down"], "whoever comes now is told too"
        new = {"name": "x.y", "full_name": "X", "role": "dealer"}
        assert (await server.together("POST", "/api/staff", staff, new)).status == 503
        assert len(placed(server)) == 1
        read_only(server, on=False)
        await until(lambda: player.table["down"] == "" and late.table["down"] == "")
        assert (await server.get("/api/health")).json["ready"]
        assert (await player.give(c.PlaceWager(1, "big", 700), name="b"))["is"] == "taken"
        assert [event.stake for event in placed(server)] == [500, 700]
        await player.same_as_fresh()
        codes = [one.code for one in server.register.search(table="H").happenings][:2]
        assert codes == ["journal-writable", "journal-unwritable"]


async def test_a_disk_that_fills_loses_nothing_that_was_acknowledged(tmp_path):
    async with house(tmp_path, HAND, limits=FREE) as server:
        player = await betting(server)
        full(server, on=True)
        acknowledged = []
        for number in range(500):
            answer = await player.give(c.PlaceWager(1, "big", 100), name=f"w{number}")
            if answer["is"] == "declined":
                break
            acknowledged.append(answer["first"])
        assert answer["code"] == "journal-down"
        assert acknowledged
        full(server, on=False)
        await until(lambda: player.table["down"] == "")
        for number in range(len(acknowledged)):
            again = await player.give(c.PlaceWager(1, "big", 100), name=f"w{number}")
            assert again["first"] == acknowledged[number], "the same receipt"
        assert len(placed(server)) == len(acknowledged)
        await player.same_as_fresh()


async def test_a_house_stops_in_order_while_its_journal_cannot_be_written(tmp_path):
    async def play():
        async with house(tmp_path, HAND) as server:
            player = await betting(server)
            await player.give(c.PlaceWager(1, "big", 500))
            read_only(server, on=True)
            await player.give(c.PlaceWager(1, "big", 100))
        async with house(tmp_path, HAND) as server:
            assert [event.stake for event in placed(server)] == [500]
            assert server.table("H").desk.table.seats[1].credit == 99_500

    await asyncio.wait_for(play(), PATIENCE_S)


async def test_an_order_sent_again_is_answered_alike_and_done_once(tmp_path):
    async with house(tmp_path, HAND) as server:
        player = await betting(server)
        first = await player.give(c.PlaceWager(1, "big", 500), name="same")
        player.close()
        await player.join()
        assert await player.give(c.PlaceWager(1, "big", 500), name="same") == first | {"n": player.n}
        for other in (c.PlaceWager(1, "big", 600), c.PlaceWager(1, "small", 500), c.WithdrawWager(1, "big", 500)):
            answer = await player.give(other, name="same")
            assert (answer["is"], answer["code"]) == ("declined", "command-conflict")
        assert (await player.give(c.PlaceWager(1, "big", 500), name="same", number=7))["code"] == "command-conflict"
        assert [event.stake for event in placed(server)] == [500]


async def test_an_order_sent_again_after_a_restart_is_answered_alike(tmp_path):
    async with house(tmp_path, HAND) as server:
        player = await betting(server)
        first = await player.give(c.PlaceWager(1, "big", 500), name="same")
    async with house(tmp_path, HAND) as server:
        player.server = server
        await player.join()
        again = await player.give(c.PlaceWager(1, "big", 500), name="same")
        assert (again["is"], again["first"], again["events"]) == ("taken", first["first"], first["events"])
        assert len(placed(server)) == 1


async def test_ids_count_for_one_device_alone(tmp_path):
    async with house(tmp_path, HAND) as server:
        one = await betting(server)
        two = await Screen(server, "H", server.terminal("H", 2)).join()
        server.employ("terminal-1", Role.DEALER)
        dealer = await Screen(server, "H", server.sign_in("terminal-1")).join()
        assert server.register.devices()[0].id == "terminal-1"
        answers = [
            await one.give(c.PlaceWager(1, "big", 500), name="1"),
            await two.give(c.PlaceWager(2, "big", 600), name="1"),
            await dealer.give(c.PlaceWager(1, "big", 700), name="1"),
        ]
        assert [answer["is"] for answer in answers] == ["taken"] * 3
        assert [event.stake for event in placed(server)] == [500, 600, 700]


async def test_a_late_tap_does_not_land_in_another_round(tmp_path):
    async with house(tmp_path, HAND) as server:
        player = await betting(server)
        answer = await player.give(c.PlaceWager(1, "big", 500), number=2)
        assert (answer["is"], answer["code"]) == ("declined", "round-stale")


async def test_an_order_that_breaks_the_program_breaks_nothing_else(tmp_path, caplog):
    async with house(tmp_path, HAND, limits=FREE) as server:
        player = await betting(server)
        desk = server.table("H").desk
        decided = desk._decided

        def breaking(batch, order, digest):
            if order.id.endswith(" poison"):
                decided(batch, order, digest)
                raise ZeroDivisionError("on purpose")
            return decided(batch, order, digest)

        desk._decided = breaking
        names = [f"w{number}" for number in range(5)]
        names.insert(3, "poison")
        answers = await asyncio.gather(*(player.give(c.PlaceWager(1, "big", 100), name=name) for name in names))
        found = {answer["id"]: answer["is"] for answer in answers}
        assert found == {name: "declined" if name == "poison" else "taken" for name in names}
        assert answers[3]["code"] == "order-failed"
        assert len(placed(server)) == 5
        await player.same_as_fresh()
    assert "could not be decided" in caplog.text


async def test_a_console_at_the_table_gives_orders_in_the_name_of_whoever_signed_in_there(tmp_path):
    async with house(tmp_path, HAND) as server:
        await server.open("H")
        console = server.enrol(DeviceKind.CONSOLE, "H")
        body = json.dumps({"name": "dee.dealer", "password": "correct horse battery"}).encode()
        signed = await server.http("POST", "/api/sign-in", console, raw=body)
        assert signed.status == 200
        token = signed.header("set-cookie").partition(";")[0].partition("=")[2]
        both = console._replace(cookies=console.cookies | {"taisai_session": token})
        screen = await Screen(server, "H", both).join()
        assert (await screen.give(c.TumbleDice(3)))["is"] == "taken"
        told = list(history(server.table("H").desk.store))[-1]
        assert told.by.startswith("dee.dealer")
