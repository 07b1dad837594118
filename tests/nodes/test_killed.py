"""Nodes as processes of their own, one of them killed: whoever sits at its table plays on, and the money is right."""

import asyncio
import json
import urllib.request
from contextlib import suppress

import psycopg
from nodes.processes import cluster
from patience import PATIENCE_S
from server.making import WORD, Who, _asked, until
from server.screen import Screen

from taisai.server.callers import DEVICE
from taisai.table import commands as c


class At:
    """A node, or a balancer, as whoever comes from outside knows it."""

    def __init__(self, address):
        self.address = address

    async def seat(self, table):
        return await asyncio.to_thread(self.take_seat, table)

    async def seat_soon(self, table):
        """Asks again while the table is said to be moving, as everybody is told to."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                with suppress(AssertionError):
                    return await self.seat(table)
                await asyncio.sleep(0.25)

    def take_seat(self, table):
        """With demo credit."""
        said, kind = json.dumps({"table": table}).encode(), {"Content-Type": "application/json"}
        answer = _asked(self.address, "POST", "/api/demo/seat", said, kind)
        assert answer.status == 200, answer.body
        key = answer.header("set-cookie").partition("=")[2].partition(";")[0]
        return Who({DEVICE: key}), answer.json["seat"]

    async def get(self, path):
        return await asyncio.to_thread(_asked, self.address, "GET", path, None, {})


def holder(made, table):
    """Which node has a table, as the database tells it."""
    query = "SELECT node.name FROM journal JOIN node ON node.id = holder WHERE journal.name = %s"
    with psycopg.connect(made.server.address("house")) as connection:
        found = connection.execute(query, (table,)).fetchall()
    return next((one for one in made.nodes if found and one.name == found[0][0]), None)


def is_shared(made, each=2):
    held = [holder(made, f"T{number}") for number in range(1, 7)]
    return all(held.count(node) == each for node in made.nodes)


async def betting(screen):
    await until(lambda: screen.table["phase"] == "betting")


async def test_a_node_is_killed_and_the_player_at_another_is_told_plays_on_and_has_the_right_balance(tmp_path):
    with cluster(tmp_path) as made:
        for name in ("one", "two", "three"):
            await asyncio.to_thread(made.add, name)
        await until(lambda: is_shared(made))
        killed = holder(made, "T1")
        at = At(next(one for one in made.nodes if one is not killed).address)
        await until(lambda: is_open(at))
        who, seat = await at.seat_soon("T1")
        async with Screen(at, "T1", who) as screen:
            await betting(screen)
            before, number = screen.epoch, screen.table["round"]
            assert (await screen.give(c.PlaceWager(seat, "big", 500)))["is"] == "taken"
            killed.kill()
            await until(lambda: any(one["is"] == "moving" for one in screen.told))
            await until(lambda: screen.epoch != before)
            assert screen.seat["credit"] == 100_000, "the round was void, so the stake is back"
            await betting(screen)
            assert screen.table["round"] > number
            assert (await screen.give(c.PlaceWager(seat, "big", 500)))["is"] == "taken"
            assert screen.seat["credit"] == 100_000 - 500
        assert holder(made, "T1") not in {killed, None}


def is_open(at):
    with urllib.request.urlopen(f"{at.address}/api/tables") as answer:
        tables = json.load(answer)["tables"]
    return any(one["table"] == "T1" and one["phase"] != "closed" for one in tables)


async def test_whoever_is_signed_in_stays_so_when_the_node_of_the_sign_in_is_killed(tmp_path):
    with cluster(tmp_path) as made:
        for name in ("one", "two"):
            await asyncio.to_thread(made.add, name)
        one, two = made.nodes
        code = one.told["first_code"]
        renewed = {"name": "first.manager", "present": code, "password": WORD}
        assert (await asked(one, "POST", "/api/password", renewed)).status == 200
        answer = await asked(one, "POST", "/api/sign-in", {"name": "first.manager", "password": WORD})
        session = {"Cookie": answer.header("set-cookie").partition(";")[0]}
        one.kill()
        told = await asked(two, "GET", "/api/me", headers=session)
        assert told.json["name"] == "first.manager"
        await asyncio.to_thread(one.start)
        assert (await asked(one, "POST", "/api/sign-out", {}, session)).status == 200, "at the node that came back"
        for node in (one, two):
            assert (await asked(node, "GET", "/api/me", headers=session)).json.get("name", "") == ""


async def asked(node, method, path, body=None, headers=()):
    content = json.dumps(body).encode() if body is not None else None
    kind = {"Content-Type": "application/json"} if body is not None else {}
    return await asyncio.to_thread(_asked, node.address, method, path, content, kind | dict(headers))
