"""Who serves what, for people and for figures: the same at every node, and true after one is lost."""

import asyncio

from nodes.making import HANDS, nodes, other, owner
from patience import PATIENCE_S
from server.making import HAND, OF_ROLE, house, until

from taisai.house.feed_settings import FeedSettings
from taisai.keeping.build import build
from taisai.rules.vocabulary import Role


async def seen(node, who="aud.auditor"):
    return (await node.get("/api/nodes", node.sign_in(who))).json


def of(told, table):
    return next(one for one in told["tables"] if one["table"] == table)


async def seen_whole(node):
    """Once every node has said which tables it has: nobody tells when."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            told = await seen(node)
            if sum(one["tables"] for one in told["nodes"]) == len(HANDS):
                return told


async def test_every_node_tells_who_has_which_table_since_when_and_how_long_leases_last(tmp_path, database, bus):
    async with nodes(tmp_path, database, bus, "one", "two") as floor:
        for node in floor.nodes:
            told = await seen_whole(node)
            assert [one["name"] for one in told["nodes"]] == ["one", "two"]
            assert [one["here"] for one in told["nodes"]] == [one is node for one in floor.nodes]
            assert sum(one["chair"] for one in told["nodes"]) == 1
            for one in told["nodes"]:
                assert one["heartbeat_s"] >= 0
                assert 0 < one["lease_s"] <= 15
                assert one["version"] == build()
                assert one["since"].startswith("20")
            for table in HANDS:
                name = owner(floor.nodes, table.id).house.lease.name
                held = of(told, table.id)
                assert (held["node"], held["served"]) == (name, True)
                assert held["since"].startswith("20")


async def test_a_table_that_is_handed_over_is_told_with_its_new_node_and_a_later_epoch(tmp_path, database, bus):
    async with nodes(tmp_path, database, bus, "one", "two") as floor:
        has, hasnt = owner(floor.nodes, "H1"), other(floor.nodes, "H1")
        before = of(await seen(hasnt), "H1")
        await has.drain()
        await until(lambda: "H1" in hasnt.tables)
        name = hasnt.house.lease.name
        await until(lambda: any(h.journal == "H1" and h.name == name for h in hasnt.house.lease.seen().holdings))
        after = of(await seen(hasnt), "H1")
        assert (after["node"], after["served"]) == (name, True)
        assert after["epoch"] > before["epoch"]
        assert after["since"] > before["since"]
        drained = {one["name"]: one["draining"] for one in (await seen(hasnt))["nodes"]}
        assert drained[has.house.lease.name] is True


async def test_a_table_whose_node_is_lost_is_told_as_served_by_nobody_until_another_has_it(tmp_path, database, bus):
    async with nodes(tmp_path, database, bus, "one", "two", term_s=3.0) as floor:
        has, hasnt = owner(floor.nodes, "H1"), other(floor.nodes, "H1")
        was, seen_as = hasnt.house.lease.seen, []
        lost = has.house.lease.name
        await has.be_lost()

        def look():
            told = was()
            seen_as.extend(one for one in told.tables() if one.journal == "H1")
            return "H1" in hasnt.tables and told.unserved() == 0 and lost not in {one.name for one in told.nodes}

        await until(look)
        assert any(not one.lives for one in seen_as), "between the two nobody had it"
        assert of(await seen(hasnt), "H1")["node"] == hasnt.house.lease.name


async def test_only_those_who_may_read_figures_are_told(tmp_path, database, bus):
    async with nodes(tmp_path, database, bus, "one") as floor:
        (one,) = floor.nodes
        assert (await one.get("/api/nodes")).status == 401
        assert (await one.get("/api/nodes", one.sign_in("dee.dealer"))).json["code"] == "right-missing"


async def test_figures_of_any_node_are_had_at_any_node_with_the_key_of_a_feed(tmp_path, database, bus):
    watch = FeedSettings("watch", metrics=True)
    async with nodes(tmp_path, database, bus, "one", "two", feed=(watch,)) as floor:
        one, two = floor.nodes
        keys = [(node.house.settings.keys_folder / "feed-watch.key").read_text() for node in floor.nodes]
        assert keys[0] == keys[1], "a program need not know whom it meets"
        headers = {"Authorization": f"Bearer {keys[0].strip()}"}
        await until(lambda: not any(node.house.lease.seen().unserved() for node in floor.nodes))
        held = {}
        for node in floor.nodes:
            for name in ("one", "two"):
                answer = await node.http("GET", f"/api/metrics?node={name}", headers=headers)
                assert answer.status == 200
                lines = answer.body.decode().splitlines()
                held.setdefault(name, set()).update(line for line in lines if line.startswith("taisai_tables_held"))
                assert any(line.startswith('taisai_node_lease_seconds{node="two"}') for line in lines)
                assert any(line.startswith('taisai_table_epoch{node="') for line in lines)
                assert "taisai_tables_unserved 0.0" in lines
        wanted = {node.house.lease.name: {f"taisai_tables_held {float(len(node.tables))}"} for node in (one, two)}
        assert held == wanted
        unknown = await one.http("GET", "/api/metrics?node=three", headers=headers)
        assert (unknown.status, unknown.json["code"]) == (404, "node-unknown")
        forged = await one.http("GET", "/api/metrics?node=two", headers={"Authorization": "Bearer x"})
        assert forged.status == 401


async def test_a_house_in_a_file_has_no_nodes_to_tell_of(tmp_path):
    async with house(tmp_path, HAND) as server:
        told = (await server.get("/api/nodes", server.sign_in(OF_ROLE[Role.AUDITOR]))).json
        assert told == {"nodes": [], "tables": [], "age_s": 0.0, "clock_off_s": 0.0}
