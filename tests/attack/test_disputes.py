"""A player who disputes everything, at length: what they can make grow has bounds."""

import asyncio

import msgspec
from server.making import HAND, house
from server.screen import Screen

from taisai.house.disputes import ABOUT_ROUND_MOST, CLAIM_LONGEST, OPEN_MOST, TABLE_MOST
from taisai.rules.vocabulary import Role
from taisai.server.transport import SocketLimits
from taisai.table import commands as c

FREE = SocketLimits(messages_per_s=1e6, messages_burst=1_000_000)
SPOTLESS = "the dealer moved my stake"


def disputes(server):
    return server.table("H").desk.table.disputes


async def played_rounds(server, rounds):
    """Some rounds that can be disputed."""
    await server.open("H", 1)
    for _ in range(rounds):
        await server.enter("H", (1, 2, 4))
        await server.settle("H")


def test_a_claim_has_a_length(tmp_path):
    async def play():
        async with house(tmp_path, HAND, limits=FREE) as server:
            player = await Screen(server, "H", server.terminal("H", 1)).join()
            before = server.heads()["H"]
            told = await player.give(c.OpenDispute(1, 0, "x" * (CLAIM_LONGEST + 1)))
            assert (told["is"], told["code"], told["value"]) == ("declined", "dispute-too-long", str(CLAIM_LONGEST + 1))
            assert str(CLAIM_LONGEST) in told["words"]
            assert server.heads()["H"] == before
            assert (await player.give(c.OpenDispute(1, 0, "x" * CLAIM_LONGEST)))["is"] == "taken"

    asyncio.run(play())


def test_a_round_is_disputed_so_often_by_a_seat(tmp_path):
    async def play():
        async with house(tmp_path, HAND, limits=FREE) as server:
            player = await Screen(server, "H", server.terminal("H", 1)).join()
            told = [await player.give(c.OpenDispute(1, 0, f"{SPOTLESS} {n}"), name=f"d{n}") for n in range(6)]
            taken, declined = told[:ABOUT_ROUND_MOST], told[ABOUT_ROUND_MOST:]
            assert {one["is"] for one in taken} == {"taken"}
            assert {(one["code"], one["value"]) for one in declined} == {("disputes-too-many", str(ABOUT_ROUND_MOST))}
            again = await player.give(c.OpenDispute(1, 0, f"{SPOTLESS} 2"), name="d2")
            assert (again["is"], again["first"]) == ("taken", taken[2]["first"]), "sent again it is answered alike"
            other = await Screen(server, "H", server.terminal("H", 2)).join()
            assert (await other.give(c.OpenDispute(2, 0, SPOTLESS)))["is"] == "taken"

    asyncio.run(play())


def test_a_thousand_at_once_are_no_more_than_a_few(tmp_path):
    async def play():
        async with house(tmp_path, HAND, limits=FREE) as server:
            await played_rounds(server, 8)
            player = await Screen(server, "H", server.terminal("H", 1)).join()
            claim = "y" * CLAIM_LONGEST
            for number in range(1000):
                about = number % 9
                command = msgspec.to_builtins(c.OpenDispute(1, about, claim))
                player.say({"is": "give", "id": f"d{number}", "round": 9, "command": command})
            last = await player.give(c.OpenDispute(1, 1, claim))
            assert last["is"] == "declined"
            assert len(disputes(server)) == OPEN_MOST
            view = msgspec.json.encode(await server.view("H", server.sign_in("shi.manager")))
            assert len(view) < 64 * 1024

    asyncio.run(play())


def test_what_is_decided_makes_room(tmp_path):
    async def play():
        async with house(tmp_path, HAND, limits=FREE) as server:
            await played_rounds(server, 2)
            for about in (0, 0, 0, 1, 1):
                await server.do("H", c.OpenDispute(1, about, SPOTLESS), seat=1)
            player = await Screen(server, "H", server.terminal("H", 1)).join()
            assert (await player.give(c.OpenDispute(1, 2, SPOTLESS)))["code"] == "disputes-too-many"
            await server.do("H", c.DecideDispute(1, "it stands"), Role.SHIFT_MANAGER)
            assert (await player.give(c.OpenDispute(1, 2, SPOTLESS)))["is"] == "taken"
            assert (await player.give(c.OpenDispute(1, 0, SPOTLESS)))["code"] == "disputes-too-many", (
                "that round is over"
            )

    asyncio.run(play())


def test_whose_seat_it_is_comes_first(tmp_path):
    async def play():
        async with house(tmp_path, HAND, limits=FREE) as server:
            player = await Screen(server, "H", server.terminal("H", 1)).join()
            assert (await player.give(c.OpenDispute(2, 0, "x" * 5000)))["code"] == "seat-not-yours"

    asyncio.run(play())


def test_staff_open_them_within_bounds_too(tmp_path):
    async def play():
        async with house(tmp_path, HAND, limits=FREE) as server:
            dealer = await Screen(server, "H", server.sign_in("dee.dealer")).join()
            told = [await dealer.give(c.OpenDispute(0, 0, SPOTLESS), name=f"d{n}") for n in range(TABLE_MOST + 5)]
            assert [one["is"] for one in told].count("taken") == TABLE_MOST
            assert told[-1]["code"] == "disputes-too-many"

    asyncio.run(play())
