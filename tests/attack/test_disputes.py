"""A player who disputes everything, at length: what they can make grow has bounds."""

import msgspec
from server.making import HAND, house
from server.screen import Screen

from taisai.house.disputes import ABOUT_ROUND_MOST, CLAIM_LONGEST, OPEN_MOST, TABLE_MOST
from taisai.house.floor_table import looked
from taisai.rules.vocabulary import Role
from taisai.server.transport import SocketLimits
from taisai.table import commands as c
from taisai.table.trades import disputes as trade

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


async def test_a_claim_has_a_length(tmp_path):
    async with house(tmp_path, HAND, limits=FREE) as server:
        player = await Screen(server, "H", server.terminal("H", 1)).join()
        before = server.heads()["H"]
        told = await player.give(c.OpenDispute(1, 0, "x" * (CLAIM_LONGEST + 1)))
        assert (told["is"], told["code"], told["value"]) == ("declined", "dispute-too-long", str(CLAIM_LONGEST + 1))
        assert str(CLAIM_LONGEST) in told["words"]
        assert server.heads()["H"] == before
        assert (await player.give(c.OpenDispute(1, 0, "x" * CLAIM_LONGEST)))["is"] == "taken"


async def test_a_round_is_disputed_so_often_by_a_seat(tmp_path):
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


async def test_a_thousand_at_once_are_no_more_than_a_few(tmp_path):
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


async def test_what_is_decided_makes_room(tmp_path):
    async with house(tmp_path, HAND, limits=FREE) as server:
        await played_rounds(server, 2)
        for about in (0, 0, 0, 1, 1):
            await server.do("H", c.OpenDispute(1, about, SPOTLESS), seat=1)
        player = await Screen(server, "H", server.terminal("H", 1)).join()
        assert (await player.give(c.OpenDispute(1, 2, SPOTLESS)))["code"] == "disputes-too-many"
        await server.do("H", c.DecideDispute(1, "it stands"), Role.SHIFT_MANAGER)
        assert (await player.give(c.OpenDispute(1, 2, SPOTLESS)))["is"] == "taken"
        assert (await player.give(c.OpenDispute(1, 0, SPOTLESS)))["code"] == "disputes-too-many", "that round is over"


async def test_whose_seat_it_is_comes_first(tmp_path):
    async with house(tmp_path, HAND, limits=FREE) as server:
        player = await Screen(server, "H", server.terminal("H", 1)).join()
        assert (await player.give(c.OpenDispute(2, 0, "x" * 5000)))["code"] == "seat-not-yours"


async def test_staff_open_them_within_bounds_too(tmp_path):
    async with house(tmp_path, HAND, limits=FREE) as server:
        dealer = await Screen(server, "H", server.sign_in("dee.dealer")).join()
        told = [await dealer.give(c.OpenDispute(0, 0, SPOTLESS), name=f"d{n}") for n in range(TABLE_MOST + 5)]
        assert [one["is"] for one in told].count("taken") == TABLE_MOST
        assert told[-1]["code"] == "disputes-too-many"


async def quarrelled(server, times):
    """Somebody disputes again and again, and each time it is decided."""
    await played_rounds(server, 1)
    for number in range(1, times + 1):
        await server.do("H", c.OpenDispute(number % 4 + 1, 0, f"claim {number}"))
        await server.do("H", c.DecideDispute(number, f"reason {number}"), Role.SHIFT_MANAGER)


async def test_what_is_decided_does_not_stay_in_the_memory_of_the_table_for_ever(tmp_path, monkeypatch):
    monkeypatch.setattr(trade, "DECIDED_KEPT", 5)

    async with house(tmp_path, HAND, limits=FREE) as server:
        await quarrelled(server, 20)
        assert list(disputes(server)) == [16, 17, 18, 19, 20]
        kept = msgspec.json.encode(server.table("H").desk.table)
        assert b"claim 16" in kept
        assert b"claim 15" not in kept
        await server.do("H", c.OpenDispute(1, 0, SPOTLESS))
        assert disputes(server)[21].claim == SPOTLESS, "a number is never given twice"
        before = msgspec.to_builtins(server.table("H").desk.table)
        server.table("H").desk.restore()
        assert msgspec.to_builtins(server.table("H").desk.table) == before, "the journal tells it the same way"
        await looked(server.table("H"), server.table("H").desk.save_snapshot)
        server.table("H").desk.restore()
        assert msgspec.to_builtins(server.table("H").desk.table) == before, "and so does a snapshot"


async def test_one_that_waits_is_never_forgotten_for_those_that_are_decided(tmp_path, monkeypatch):
    monkeypatch.setattr(trade, "DECIDED_KEPT", 3)

    async with house(tmp_path, HAND, limits=FREE) as server:
        await server.do("H", c.OpenDispute(1, 0, "first"))
        for number in range(2, 12):
            await server.do("H", c.OpenDispute(0, 0, f"claim {number}"))
            await server.do("H", c.DecideDispute(number, "it stands"), Role.SHIFT_MANAGER)
        assert list(disputes(server)) == [1, 9, 10, 11]
        await server.do("H", c.DecideDispute(1, "late"), Role.SHIFT_MANAGER)
        assert list(disputes(server)) == [10, 11, 1], "the newest decisions, not the newest disputes"


async def test_what_the_table_has_forgotten_is_still_on_record_and_is_not_decided_again(tmp_path, monkeypatch):
    monkeypatch.setattr(trade, "DECIDED_KEPT", 2)

    async with house(tmp_path, HAND, limits=FREE) as server:
        await quarrelled(server, 6)
        auditor, manager = server.sign_in("aud.auditor"), server.sign_in("shi.manager")
        told = (await server.get("/api/tables/H/dispute?number=2", auditor)).json
        assert (told["dispute"]["claim"], told["dispute"]["reason"]) == ("claim 2", "reason 2")
        assert (told["dispute"]["number"], told["dispute"]["decided"]) == (2, True)
        assert told["evidence"]["fits"]
        screen = await Screen(server, "H", manager).join()
        refused = {2: "dispute 2 is already decided", 7: "there is no dispute 7", 0: "there is no dispute 0"}
        for number, words in refused.items():
            again = await screen.give(c.DecideDispute(number, "otherwise"))
            assert (again["code"], again["value"]) == ("dispute-unknown", str(number))
            assert words in again["words"]
        assert (await server.get("/api/tables/H/dispute?number=7", auditor)).status == 404


async def paged(server, who):
    found, after, more = [], "", True
    while more:
        answer = await server.get(f"/api/disputes?after={after}", who)
        assert len(answer.body) <= 64 * 1024
        page = [(table, one["number"]) for table, some in answer.json["disputes"].items() for one in some]
        found, more, after = found + page, answer.json["more"], "{}:{}".format(*page[-1]) if page else ""
    return found


async def test_all_of_them_are_listed_page_by_page(tmp_path):
    tables = [msgspec.structs.replace(HAND, id=name, seats=40) for name in ("B", "A:1", "A")]

    async with house(tmp_path, *tables, limits=FREE) as server:
        for name in ("B", "A:1", "A"):
            for seat in range(1, 41):
                await server.do(name, c.OpenDispute(seat, 0, "\u4e16" * CLAIM_LONGEST))
        await server.do("A", c.DecideDispute(7, "it stands"), Role.SHIFT_MANAGER)
        found = await paged(server, server.sign_in("aud.auditor"))
        assert found == [(name, number) for name in ("A", "A:1", "B") for number in range(1, 41)]
