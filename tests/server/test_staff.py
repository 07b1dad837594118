"""What staff are told: calls for a supervisor, excess, void rounds, disputes, and when their session falls asleep."""

import time

from msgspec.structs import replace
from server.making import HAND, SELF, house, until
from server.screen import Screen

from taisai.rules.vocabulary import Role, Step, Trouble
from taisai.table import commands as c
from taisai.table.limits import LimitRule

RWS = replace(HAND, paytable="rws-6/2", limits=(LimitRule(minimum=100, maximum=1_000, differential=800),))


async def test_a_call_for_a_supervisor_is_told_at_once_and_stands_until_one_acknowledges_it(tmp_path):
    async with house(tmp_path, HAND, SELF) as server:
        dealer, supervisor = server.sign_in("dee.dealer"), server.sign_in("gus.supervisor")
        screens = (Screen(server, "H", dealer), Screen(server, "H", supervisor), Screen(server, "E", supervisor))
        async with screens[0] as console, screens[1] as pit, screens[2] as other:
            before = len((await server.get("/api/events/waiting", supervisor)).json["waiting"])
            for _ in range(2):
                assert (await server.post("/api/tables/H/call", dealer)).status == 200
            await until(lambda: console.staff["called"] and pit.staff["called"])
            waiting = (await server.get("/api/events/waiting", supervisor)).json["waiting"]
            assert len(waiting) == before + 1, "calling twice is one call"
            call = waiting[-1]
            assert (call["code"], call["table"], call["by"]) == ("supervisor-called", "H", "dee.dealer")
            assert pit.staff["called"] == call["at"]
            await until(lambda: other.staff["alerts"] == before + 1)
            assert other.staff["called"] == "", "only where the call came from"
            path = f"/api/events/{call['seq']}/acknowledge"
            assert (await server.post(path, dealer)).status == 403
            assert (await server.post(path, supervisor)).status == 200
            await until(lambda: not console.staff["called"])
        assert (await server.post("/api/tables/H9/call", dealer)).status == 404


async def test_asking_who_one_is_tells_when_the_session_sleeps_and_keeps_nobody_awake(tmp_path):
    async with house(tmp_path, HAND, idle_minutes=1) as server:
        terminal, dealer = server.terminal("H", 1), server.sign_in("dee.dealer")
        held = server.register.sessions.held(*dealer.cookies.values(), time.monotonic())
        assert (await server.get("/api/me", terminal)).json["idle_s"] == 0
        held.seen_s -= 40
        for _ in range(2):
            assert 10 <= (await server.get("/api/me", dealer)).json["idle_s"] <= 20
        await server.get("/api/tables", dealer)
        assert (await server.get("/api/me", dealer)).json["idle_s"] >= 50, "an act"
        held.seen_s -= 61
        assert (await server.get("/api/me", dealer)).json["name"] == "", "asleep"


async def test_who_signs_in_is_told_when_the_session_sleeps(tmp_path):
    async with house(tmp_path, HAND, idle_minutes=2) as server:
        told = await server.post("/api/sign-in", body={"name": "dee.dealer", "password": "correct horse battery"})
        assert 115 <= told.json["idle_s"] <= 120


async def test_the_length_of_the_betting_window_is_told_where_wagers_close_by_themselves(tmp_path):
    async with house(tmp_path, HAND, SELF) as server:
        lobby = (await server.get("/api/tables")).json["tables"]
        assert {one["table"]: one["window_s"] for one in lobby} == {"H": 0, "E": 1}


async def test_staff_see_what_was_over_a_limit_whoever_placed_it(tmp_path):
    async with house(tmp_path, RWS) as server:
        await server.open("H", 1, 2)
        dealer, player = server.sign_in("dee.dealer"), server.terminal("H", 1)
        async with Screen(server, "H", dealer) as console, Screen(server, "H", player) as terminal:
            await server.step("H", until=Step.CLOSE_BETS)
            await until(lambda: terminal.table["phase"] == "betting")
            taken = await terminal.give(c.PlaceWager(1, "total-9", 1_500))
            assert taken["events"][0]["excess"] == 500
            await until(lambda: console.staff["excess"])
            assert console.staff["excess"] == [[1, "total-9", 500]]
            await server.do("H", c.PlaceWager(2, "small", 700), seat=2)
            await server.do("H", c.PlaceWager(1, "big", 1_000), seat=1)
            await server.do("H", c.WithdrawWager(2, "small", 700), seat=2)
            await server.do("H", c.CloseBets())
            await until(lambda: len(console.staff["excess"]) == 2)
            assert console.staff["excess"][1] == [1, "big", 200], "the excess and no more"
            assert terminal.staff is None
            await server.step("H", until=Step.REVEAL)
            await server.do("H", c.VoidRound(Trouble.DICE_NOT_FLAT))
            await until(lambda: not console.staff["excess"])


async def test_void_rounds_stand_among_the_newest_rounds(tmp_path):
    async with house(tmp_path, RWS) as server:
        await server.open("H", 1)
        for faces in ((4, 5, 6), (), (1, 2, 4)):
            await server.step("H", until=Step.CLOSE_BETS)
            await server.do("H", c.PlaceWager(1, "big", 300), seat=1)
            if faces:
                await server.enter("H", faces)
                await server.settle("H")
            else:
                await server.do("H", c.VoidRound(Trouble.DICE_EXPOSED))
        path, auditor = "/api/tables/H/settled", server.sign_in("aud.auditor")
        rounds = (await server.get(path, auditor)).json["rounds"]
        keys = ("round", "roll", "staked", "returned", "void", "reversed")
        assert [tuple(one[key] for key in keys) for one in rounds] == [
            (3, "1-2-4", 300, 0, "", False),
            (2, "", 300, 300, "dice-exposed", False),
            (1, "4-5-6", 300, 600, "", False),
        ]
        await server.do("H", c.ReverseRounds((1,)), Role.PIT_MANAGER, second=Role.DEALER)
        assert [one["reversed"] for one in (await server.get(path, auditor)).json["rounds"]] == [False, False, True]
    async with house(tmp_path, RWS) as server:
        again = (await server.get(path, server.sign_in("aud.auditor"))).json["rounds"]
        assert [one["void"] for one in again] == ["", "dice-exposed", ""]


async def test_a_dispute_is_told_with_what_there_was_to_see_and_how_it_was_decided(tmp_path):
    async with house(tmp_path, RWS) as server:
        await server.open("H", 1, 2)
        await server.step("H", until=Step.CLOSE_BETS)
        await server.do("H", c.PlaceWager(2, "small", 300), seat=2)
        await server.enter("H", (4, 5, 6))
        await server.settle("H")
        await server.step("H", until=Step.CLOSE_BETS)
        await server.do("H", c.PlaceWager(2, "big", 200), seat=2)
        head = server.heads()["H"]
        await server.do("H", c.OpenDispute(2, 1, "it was small"), seat=2)
        await until(lambda: server.table("H").desk.table.seats[2].locked)
        await server.do("H", c.VoidRound(Trouble.DICE_EXPOSED))
        auditor = server.sign_in("aud.auditor")
        path = "/api/tables/H/dispute?number=1"
        told = (await server.get(path, auditor)).json
        dispute, evidence = told["dispute"], told["evidence"]
        assert dispute["evidence"] == f"entry {head.seq} {head.seal.hex()}"
        assert evidence["fits"]
        assert (evidence["opened"]["seq"], evidence["opened"]["by"]) == (head.seq + 1, "player 2")
        assert evidence["decided"] == {"seq": 0, "at": "", "by": ""}
        assert (evidence["table"]["phase"], evidence["table"]["round"]) == ("betting", 2)
        assert evidence["table"]["boxes"] == {"big": 200}
        assert (evidence["seat"]["credit"], evidence["seat"]["stakes"]) == (99_500, {"big": 200})
        assert [(one["round"], one["wagers"], one["closing"]) for one in evidence["rounds"]] == [
            (1, {"small": 300}, 99_700)
        ]
        manager, other = server.sign_in("shi.manager"), server.sign_in("pit.manager")
        command = c.DecideDispute(1, "seen on film", 300)
        approvals = [
            (await server.post("/api/approvals", who, {"name": who.name, "table": "H", "giver": manager.name,
                                                       "id": "decide", "round": 2, "command": command,
                                                       "pin": "482913"})).json["approval"]
            for who in (manager, other)
        ]  # fmt: skip
        order = {"is": "give", "id": "decide", "command": command, "round": 2, "approvals": approvals}
        assert (await server.post("/api/tables/H/orders", manager, order)).status == 200
        (decided,) = (await server.get("/api/disputes", auditor)).json["disputes"]["H"]
        assert (decided["decided"], decided["reason"], decided["second"], decided["moved"]) == (
            True, "seen on film", "pit.manager", 300,
        )  # fmt: skip
        again = (await server.get(path, auditor)).json["evidence"]
        assert again["decided"]["by"] == "shi.manager"
        assert again["seat"] == evidence["seat"], "as it was, whatever came after"
        assert (await server.get("/api/tables/H/dispute?number=2", auditor)).status == 404
