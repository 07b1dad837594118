"""A PIN where it is not good: carried to another device or table, given for another role, guessed, or read in a log."""

import asyncio
import logging

import pytest
from server.making import APART, HAND, NOBODY, PIN, WORD, Who, house
from server.screen import Screen

from taisai.house.tables import TableSettings
from taisai.people.events import DeviceKind
from taisai.rules.vocabulary import Role
from taisai.server.callers import DEVICE, SESSION
from taisai.table import commands as c

OTHER = "H2"
TABLES = (HAND, TableSettings(OTHER, "nz-2008/1", "Another", seats=2, limits=HAND.limits))
WITH_POSTS = TableSettings("H", "rws-6/2", "With posts", seats=2, limits=APART)
AT_ONCE = 3  # each takes a thread here and one in the house
BEA = {"name": "bea.dealer", "pin": PIN}


async def opened(server, table="H"):
    """A console where a dealer has signed in with the password, by HTTP as a console does it."""
    if not any(person.name == BEA["name"] for person in server.register.staff()):
        server.employ(BEA["name"], Role.DEALER)
    console = server.enrol(DeviceKind.CONSOLE, table)
    told = await server.post("/api/sign-in", console, {"name": "dee.dealer", "password": WORD})
    return console, signed(console, told, "dee.dealer")


def signed(console, told, name):
    assert told.status == 200, told
    cookie = told.header("set-cookie").partition(";")[0].partition("=")[2]
    return Who(console.cookies | {SESSION: cookie}, name)


async def relieved(server, table="H"):
    console, dee = await opened(server, table)
    return console, signed(console, await server.post("/api/take-over", dee, BEA), BEA["name"])


async def test_bea_relieves_dee_deals_and_is_named_in_the_round(tmp_path):
    async with house(tmp_path, *TABLES) as server:
        console, dee = await opened(server)
        assert (await server.get("/api/take-over", console)).json == {"names": ["dee.dealer"]}
        await server.open("H", 1)
        async with Screen(server, "H", dee) as first:
            assert (await first.give(c.TumbleDice(3)))["is"] == "taken"
            bea = signed(console, await server.post("/api/take-over", dee, BEA), BEA["name"])
            await asyncio.wait_for(first.gone.wait(), 60)
        assert (await server.get("/api/me", bea)).json["by_pin"] is True
        assert (await server.get("/api/take-over", bea)).json == {"names": ["bea.dealer", "dee.dealer"]}
        async with Screen(server, "H", bea) as second:
            for command in (c.OpenBets(), c.CloseBets(), c.RevealDice(), *map(c.PressButton, (1, 3, 6))):
                assert (await second.give(command))["is"] == "taken", command
            assert (await second.give(c.EnterRoll()))["is"] == "taken"
            assert (await second.give(c.CollectLosers()))["is"] == "taken"
        auditor = server.sign_in("aud.auditor")
        recalled = (await server.get("/api/tables/H/recall?round=1", auditor)).json
        assert recalled["dealt_by"] == ["dee.dealer (dealer)", "bea.dealer (dealer)"]
        report = (await server.get("/api/reports/dealers?table=H", auditor)).json
        assert [row[:4] for row in report["rows"]] == [
            ["bea.dealer (dealer)", "H", 1, 1], ["dee.dealer (dealer)", "H", 1, 1],
        ]  # fmt: skip


async def test_a_cookie_from_a_pin_is_nobodys_without_its_console(tmp_path):
    async with house(tmp_path, *TABLES) as server:
        _, bea = await relieved(server)
        session = {SESSION: bea.cookies[SESSION]}
        elsewhere = server.enrol(DeviceKind.CONSOLE, "H")
        made_up = {DEVICE: "a key of another house"}
        for cookies in (session, session | elsewhere.cookies, session | made_up):
            thief = Who(cookies, bea.name)
            assert (await server.get("/api/me", thief)).json["name"] != bea.name
            assert (await server.get("/api/tables/H/meters", thief)).status == 401
            order = {"id": "o", "command": c.OpenBets()}
            assert (await server.post("/api/tables/H/orders", thief, order)).status == 401
            assert (await server.post("/api/reenter", thief, {"pin": PIN})).status == 401
        assert (await server.get("/api/tables/H/meters", bea)).status == 200, "at its console it goes on"


async def test_a_console_of_one_table_deals_at_no_other(tmp_path):
    async with house(tmp_path, *TABLES) as server:
        _, bea = await relieved(server)
        for table in ("H", OTHER):
            await server.open(table, 1)
        orders = {"id": "o1", "round": 1, "command": c.TumbleDice(3)}
        there = await server.post(f"/api/tables/{OTHER}/orders", bea, orders)
        assert (there.status, there.json["code"]) == (403, "right-missing")
        assert (await server.post("/api/tables/H/orders", bea, orders)).status == 200


async def test_a_post_above_dealing_wants_the_password(tmp_path):
    async with house(tmp_path, WITH_POSTS) as server:
        console, bea = await relieved(server)
        await server.open("H", 1)
        await server.do("H", c.AssignPost("bea.dealer", "game-supervisor"), Role.SHIFT_MANAGER)
        closing = {"id": "close-1", "round": 0, "command": c.CloseTable()}
        refused = await server.post("/api/tables/H/orders", bea, closing)
        assert (refused.status, refused.json["code"]) == (403, "role-not-allowed")
        told = await server.post("/api/sign-in", bea, {"name": "bea.dealer", "password": WORD})
        again = closing | {"id": "close-2"}
        answer = await server.post("/api/tables/H/orders", signed(console, told, "bea.dealer"), again)
        assert answer.json.get("code") != "role-not-allowed", "with the password the post counts"


@pytest.mark.parametrize("name", ["gus.supervisor", "shi.manager", "aud.auditor", "nobody"])
async def test_the_pin_of_another_role_takes_over_nothing(tmp_path, name):
    async with house(tmp_path, *TABLES) as server:
        _, dee = await opened(server)
        answer = await server.post("/api/take-over", dee, {"name": name, "pin": PIN})
        assert (answer.status, answer.json["code"]) == (401, "sign-in-failed")
        assert (await server.get("/api/me", dee)).json["name"] == "dee.dealer"


async def test_a_pin_at_a_console_that_nobody_opened_or_at_none_is_refused_before_it_is_looked_at(tmp_path):
    async with house(tmp_path, *TABLES) as server:
        await opened(server)
        closed, terminal = server.enrol(DeviceKind.CONSOLE, "H"), server.terminal("H", 1)
        before = server.heads()
        for who in (NOBODY, closed, terminal, Who({DEVICE: "a key of another house"})):
            for pin in (PIN, "000001"):
                answer = await server.post("/api/take-over", who, BEA | {"pin": pin})
                assert (answer.status, answer.json["code"]) == (403, "password-first")
            assert (await server.get("/api/take-over", who)).json == {"names": []}
        assert server.heads() == before


async def test_after_signing_out_only_a_password_opens_the_console(tmp_path):
    async with house(tmp_path, *TABLES) as server:
        console, bea = await relieved(server)
        assert (await server.post("/api/sign-out", bea)).status == 200
        assert (await server.post("/api/take-over", console, BEA)).json["code"] == "password-first"


async def test_many_guesses_at_once_are_five(tmp_path):
    async with house(tmp_path, *TABLES) as server:
        _, dee = await opened(server)
        for number in range(12):
            server.employ(f"deal.{number}", Role.DEALER)
        codes = []
        for first in range(0, 12, AT_ONCE):
            tries = [{"name": f"deal.{number}", "pin": "000001"} for number in range(first, first + AT_ONCE)]
            answers = await asyncio.gather(*(server.post("/api/take-over", dee, one) for one in tries))
            codes += [answer.json["code"] for answer in answers]
        assert codes.count("sign-in-failed") <= 5
        assert set(codes) <= {"sign-in-failed", "password-first", "sign-in-slowed"}
        assert (await server.post("/api/take-over", dee, BEA)).json["code"] == "password-first"
        waiting = (await server.get("/api/events/waiting", server.sign_in("gus.supervisor"))).json["waiting"]
        assert [one["table"] for one in waiting if one["code"] == "take-over-locked"] == ["H"]


async def test_a_pin_stands_in_no_log(tmp_path, caplog):
    with caplog.at_level(logging.DEBUG):
        async with house(tmp_path, *TABLES) as server:
            _, dee = await opened(server)
            await server.post("/api/take-over", dee, BEA | {"pin": "739164"})
            await server.post("/api/take-over", dee, BEA)
    logged = "\n".join(f"{record.getMessage()} {vars(record)}" for record in caplog.records)
    assert "take-over" in logged
    assert PIN not in logged
    assert "739164" not in logged
