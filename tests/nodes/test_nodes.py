"""Several nodes serve one house: any of them answers for every table, by requests and by sockets."""

import asyncio

import msgspec
import pytest
from engines.nats import bus as nats_server
from nodes.making import nodes, other, owner
from picows import WSError
from server.making import until
from server.screen import Screen

from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Step
from taisai.server.callers import DEVICE
from taisai.table import commands as c
from taisai.wire.messages import Give


def wager(name, number, seat=1):
    return {"is": "give", **msgspec.to_builtins(Give(name, c.PlaceWager(seat, "big", 500), number))}


async def test_a_player_at_any_node_plays_at_a_table_that_another_has(tmp_path, database, bus):
    async with nodes(tmp_path, database, bus, "one", "two") as floor:
        has, hasnt = owner(floor.nodes, "H1"), other(floor.nodes, "H1")
        await has.open("H1", 1)
        await has.step("H1", until=Step.CLOSE_BETS)
        player = hasnt.terminal("H1", 1)
        async with Screen(hasnt, "H1", player) as screen:
            answer = await screen.give(c.PlaceWager(1, "big", 500))
            assert answer["is"] == "taken"
            assert screen.seat["credit"] == 100_000 - 500
            await has.enter("H1", (4, 5, 6))
            await has.settle("H1")
            await until(lambda: screen.table["phase"] == "idle" and screen.seat["credit"] == 100_000 + 500)
            await screen.same_as_fresh()
            assert not screen.gaps


async def test_every_node_answers_requests_for_every_table(tmp_path, database, bus):
    async with nodes(tmp_path, database, bus, "one", "two") as floor:
        for node in floor.nodes:
            lobby = (await node.get("/api/tables")).json
            assert [one["table"] for one in lobby["tables"]] == ["H1", "H2", "H3"]
            manager = node.sign_in("shi.manager")
            for table in ("H1", "H2", "H3"):
                assert (await node.get(f"/api/tables/{table}/view", manager)).json["table"]["phase"] == "closed"
                assert (await node.get(f"/api/tables/{table}/felt")).status == 200
                assert (await node.get(f"/api/tables/{table}/meters", manager)).json["table"] == table
            auditor = node.sign_in("aud.auditor")
            assert (await node.get("/api/tables/H1/export", auditor)).body.count(b"\n") > 1
            assert {one["log"] for one in (await node.get("/api/logs", auditor)).json["logs"]} >= {
                "H1",
                "H2",
                "H3",
            }
            assert (await node.get("/api/disputes", manager)).status == 200
            assert (await node.get("/api/tables/nowhere/view")).json["code"] == "table-unknown"


async def test_an_order_by_a_request_is_taken_once_whichever_nodes_it_is_sent_to(tmp_path, database, bus):
    async with nodes(tmp_path, database, bus, "one", "two") as floor:
        has, hasnt = owner(floor.nodes, "H1"), other(floor.nodes, "H1")
        await has.open("H1", 1)
        await has.step("H1", until=Step.CLOSE_BETS)
        player = hasnt.terminal("H1", 1)
        number = has.table("H1").desk.table.round
        order = wager("once", number)
        receipts = [await node.post("/api/tables/H1/orders", player, order) for node in (hasnt, has, hasnt)]
        assert [one.status for one in receipts] == [200, 200, 200]
        assert len({(one.json["first"], one.json["last"]) for one in receipts}) == 1
        assert has.table("H1").desk.table.seats[1].credit == 100_000 - 500


async def test_nobody_is_another_because_another_node_asks_for_them(tmp_path, database, bus):
    """Neither a stranger, nor a terminal of another seat, nor a page of someone else."""
    async with nodes(tmp_path, database, bus, "one", "two") as floor:
        has, hasnt = owner(floor.nodes, "H1"), other(floor.nodes, "H1")
        await has.open("H1", 1)
        await has.step("H1", until=Step.CLOSE_BETS)
        number = has.table("H1").desk.table.round
        wrong = hasnt.terminal("H1", 2)
        refused = await hasnt.post("/api/tables/H1/orders", wrong, wager("wrong", number))
        assert refused.json["code"] == "seat-not-yours"
        stranger = await hasnt.post("/api/tables/H1/orders", body=wager("nobody", number))
        assert stranger.json["code"] == "session-unknown"
        path, foreign = "/api/tables/H1/orders", {"Sec-Fetch-Site": "same-site"}
        unfit = await hasnt.http("POST", path, wrong, wager("foreign", number), headers=foreign)
        assert unfit.json["code"] == "origin-unfit"
        async with Screen(hasnt, "H1", wrong) as screen:
            answer = await screen.give(c.PlaceWager(1, "big", 500))
            assert answer["code"] == "seat-not-yours"
        async with Screen(hasnt, "H1") as screen:
            assert screen.seat is None
            assert screen.staff is None
            answer = await screen.give(c.PlaceWager(1, "big", 500))
            assert answer["code"] == "session-unknown"
        assert has.table("H1").desk.table.seats[1].credit == 100_000


async def test_a_table_that_is_handed_over_moves_under_an_open_socket_and_no_order_is_lost(tmp_path, database, bus):
    """The socket stays where it is, the player is told, gets a whole view, and plays on."""
    async with nodes(tmp_path, database, bus, "one", "two") as floor:
        has, hasnt = owner(floor.nodes, "H1"), other(floor.nodes, "H1")
        await has.open("H1", 1)
        near, far = has.terminal("H1", 1), has.terminal("H1", 2)
        async with Screen(has, "H1", near) as here, Screen(hasnt, "H1", far) as there:
            before = here.epoch
            await has.drain()
            await until(lambda: "H1" in hasnt.tables and before not in {here.epoch, there.epoch})
            for screen in (here, there):
                assert [one["is"] for one in screen.told].count("moving") == 1
                assert screen.views == 2
            await hasnt.step("H1", until=Step.CLOSE_BETS)
            await until(lambda: here.table["phase"] == "betting")
            answer = await here.give(c.PlaceWager(1, "big", 500))
            assert (answer["is"], here.seat["credit"]) == ("taken", 100_000 - 500)


async def test_a_node_that_is_lost_costs_a_term_and_the_player_at_another_plays_on(tmp_path, database, bus):
    async with nodes(tmp_path, database, bus, "one", "two", term_s=4.0) as floor:
        lost, left = owner(floor.nodes, "H1"), other(floor.nodes, "H1")
        await lost.open("H1", 1)
        await lost.step("H1", until=Step.CLOSE_BETS)
        async with Screen(left, "H1", lost.terminal("H1", 1)) as screen:
            taken = await screen.give(c.PlaceWager(1, "big", 500), name="kept")
            before = screen.epoch
            await lost.be_lost()
            await until(lambda: "moving" in {one["is"] for one in screen.told})
            waiting = asyncio.create_task(screen.give(c.PlaceWager(1, "big", 300), name="while it moves"))
            await until(lambda: screen.epoch != before)
            assert (await waiting)["is"] == "taken", "what was said meanwhile was kept"
            again = await screen.give(c.PlaceWager(1, "big", 500), name="kept")
            assert (again["first"], again["last"]) == (taken["first"], taken["last"])
            assert screen.seat["credit"] == 100_000 - 800
        await until(lambda: len(left.tables) == 3)


async def test_an_error_of_the_program_while_the_lease_is_looked_after_costs_no_lease(tmp_path, database, bus, caplog):
    async with nodes(tmp_path, database, bus, "one") as floor:
        keeper = floor.nodes[0].house.lease._keeper
        look, failed = keeper._look, []

        def wrong():
            keeper._look = look
            failed.append(keeper._sent_s)
            raise ValueError("an error of the program")

        keeper._look = wrong
        await until(lambda: failed and keeper._sent_s > failed[0])
        assert keeper.holds()
    assert "the lease could not be maintained" in caplog.text


async def test_a_node_that_is_cut_off_from_the_bus_alone_hands_its_tables_to_one_that_hears_it(tmp_path, database, bus):
    async with nodes(tmp_path, database, bus, "one", "two") as floor:
        has, hasnt = owner(floor.nodes, "H1"), other(floor.nodes, "H1")
        await has.open("H1", 1)
        async with Screen(hasnt, "H1", hasnt.terminal("H1", 1)) as screen:
            before = screen.epoch
            await has.house._nats._client.close()
            await until(lambda: "H1" in hasnt.tables and screen.epoch != before)
            assert not has.tables
            assert screen.seat["credit"] == 100_000


async def test_while_nobody_hears_the_bus_tables_stay_where_they_are_and_play_goes_on_there(tmp_path, database):
    with nats_server() as server:
        async with nodes(tmp_path, database, server.url, "one", "two") as floor:
            has, hasnt = owner(floor.nodes, "H1"), other(floor.nodes, "H1")
            await has.open("H1", 1)
            await has.step("H1", until=Step.CLOSE_BETS)
            near, far = has.terminal("H1", 1), has.terminal("H1", 2)
            async with Screen(has, "H1", near) as here, Screen(hasnt, "H1", far) as there:
                await asyncio.to_thread(server.kill)
                await until(lambda: there.told[-1]["is"] == "moving")
                assert (await here.give(c.PlaceWager(1, "big", 500)))["is"] == "taken"
                refused = await hasnt.get("/api/tables/H1/view", far)
                assert (refused.status, refused.json["code"]) == (503, "table-moving")
                await asyncio.to_thread(server.start)
                await until(lambda: there.told[-1]["is"] != "moving")
                assert there.table["boxes"] == {"big": 500}
                assert "H1" in has.tables


async def test_while_the_database_does_not_answer_a_socket_is_turned_away_for_a_moment_and_nobody_is_signed_out(
    tmp_path, database, bus
):
    def silent():
        raise Refused(JournalRefusal.FAILED, "the database does not answer", "")

    async with nodes(tmp_path, database, bus, "one") as floor:
        (one,) = floor.nodes
        player = one.terminal("H1", 1)
        one.house.hear_people, hears = silent, one.house.hear_people
        with pytest.raises(WSError, match="503"):
            await Screen(one, "H1", player).connect()
        one.house.hear_people = hears
        async with Screen(one, "H1", player) as screen:
            assert screen.seat["seat"] == 1
        with pytest.raises(WSError, match="401"):
            await Screen(one, "H1", player._replace(cookies={DEVICE: "forged"})).connect()
