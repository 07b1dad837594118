"""People at any node: who is signed in is so everywhere, and whatever ends, ends everywhere."""

import asyncio
from pathlib import Path

from nodes.making import nodes, other, owner
from server.making import BOSS, WORD, Who, until
from server.screen import Screen

from taisai.people.events import DeviceKind
from taisai.server.callers import DEVICE, SESSION
from taisai.table import commands as c


async def signed_in(node, name="shi.manager"):
    answer = await node.post("/api/sign-in", body={"name": name, "password": WORD})
    token = answer.header("set-cookie").partition("=")[2].partition(";")[0]
    return Who({SESSION: token}, name)


async def me(node, who):
    return (await node.get("/api/me", who)).json.get("name", "")


async def test_whoever_signs_in_at_one_node_is_known_at_all_and_signed_out_everywhere_at_once(tmp_path, database, bus):
    async with nodes(tmp_path, database, bus, "one", "two") as floor:
        one, two = floor.nodes
        manager = await signed_in(one)
        assert (await me(one, manager), await me(two, manager)) == ("shi.manager", "shi.manager")
        again = await signed_in(two)
        assert (await me(one, manager), await me(one, again)) == ("", "shi.manager"), "one session a person"
        assert (await one.post("/api/sign-out", again, {})).status == 200
        assert (await me(one, again), await me(two, again)) == ("", "")


async def test_a_sign_in_survives_the_loss_of_its_node_and_a_deactivation_ends_it_at_every_node(
    tmp_path, database, bus
):
    async with nodes(tmp_path, database, bus, "one", "two") as floor:
        one, two = floor.nodes
        dealer = await signed_in(one, "dee.dealer")
        manager = await signed_in(one)
        await one.leave()
        assert await me(two, dealer) == "dee.dealer"
        three = await floor.begin("three", two.house.settings.tables)
        assert await me(three, manager) == "shi.manager", "a node that starts later knows it too"
        async with Screen(three, "H1", dealer) as screen:
            gone = await two.together("POST", "/api/staff/dee.dealer/deactivate", manager, {})
            assert gone.status == 200
            assert (await me(two, dealer), await me(three, dealer)) == ("", "")
            await screen.gone.wait()


async def test_approvals_given_at_two_nodes_are_used_at_a_third_place_and_once(tmp_path, database, bus):
    async with nodes(tmp_path, database, bus, "one", "two") as floor:
        one, two = floor.nodes
        manager = await signed_in(one)
        person = {"name": "new.dealer", "full_name": "New Dealer", "role": "dealer"}
        path, name = "/api/staff", "act-1"
        tokens = [
            await node.approval("POST", path, manager, person, name=name, by=by)
            for node, by in ((one, "shi.manager"), (two, "pit.manager"))
        ]
        headers = {"x-taisai-approvals": " ".join((name, *tokens))}
        first = await two.http("POST", path, manager, person, headers=headers)
        assert first.status == 200
        for node in (one, two):
            used = await node.http("POST", path, manager, person, headers=headers)
            assert used.json["code"] == "approval-used"


async def test_an_invitation_of_one_node_enrols_a_device_at_another_once_and_its_key_is_known_everywhere(
    tmp_path, database, bus
):
    async with nodes(tmp_path, database, bus, "one", "two") as floor:
        one, two = floor.nodes
        one.house.hear_people()
        code = one.register.invite_device(BOSS, DeviceKind.TERMINAL, table="H1", seat=1)
        answers = await asyncio.gather(*(node.post("/api/enrol", body={"code": code}) for node in (two, one, two)))
        assert sorted(answer.status for answer in answers) == [200, 401, 401]
        answer = next(answer for answer in answers if answer.status == 200)
        key = answer.header("set-cookie").partition("=")[2].partition(";")[0]
        device = Who({DEVICE: key})
        for node in (one, two):
            assert (await node.get("/api/me", device)).json["device"]["table"] == "H1"
        async with Screen(one, "H1", device) as screen:
            two.house.hear_people()
            two.register.revoke_device(BOSS, answer.json["device"]["id"])
            await screen.gone.wait()
        assert (await one.get("/api/tables/H1/meters", device)).json["code"] == "device-revoked"


async def test_a_voucher_of_one_node_is_redeemed_at_another_once_and_its_table_is_told(tmp_path, database, bus):
    async with nodes(tmp_path, database, bus, "one", "two") as floor:
        has, hasnt = owner(floor.nodes, "H1"), other(floor.nodes, "H1")
        table = next(iter(hasnt.tables))
        await has.open("H1", 1)
        await hasnt.open(table)
        async with Screen(hasnt, "H1", hasnt.terminal("H1", 1)) as screen:
            issued = await screen.give(c.CashOut(1))
            number = issued["voucher"]["number"]
        async with Screen(has, table, has.terminal(table, 1)) as screen:
            assert (await screen.give(c.BuyIn(1, 0, number)))["is"] == "taken"
            assert (await screen.give(c.BuyIn(1, 0, number)))["is"] == "declined"
            assert screen.seat["credit"] == 100_000
        await until(lambda: not has.table("H1").desk.table.vouchers)


def is_kept(key, folder):
    files = [path.read_bytes() for path in Path(folder).iterdir() if path.is_file()]
    return any(key.encode() in line and b'"key"' in line for file in files for line in file.split(b"\n"))


async def test_whoever_is_erased_at_one_node_cannot_be_read_at_any(tmp_path, database, bus):
    async with nodes(tmp_path, database, bus, "one", "two") as floor:
        one, two = floor.nodes
        one.house.person_keys.person("ann.other")
        key = one.house.person_keys.ids["ann.other"]
        assert two.house.person_keys.person("ann.other") == key, "one key for one person"
        sealed = one.house.person_keys.seal(key, "a secret")
        assert two.house.person_keys.open(key, sealed) == "a secret"
        assert is_kept(key, two.house.settings.keys_folder)
        one.house.person_keys.erase([key], "2026-11-16T00:00:00Z")
        two.house.person_keys.hear_others()
        assert two.house.person_keys.open(key, sealed) is None
        assert not is_kept(key, two.house.settings.keys_folder)


async def wrong(node, name="dee.dealer"):
    return (await node.post("/api/sign-in", body={"name": name, "password": "wrong wrong wrong"})).json["code"]


async def test_whoever_gives_wrong_passwords_at_one_node_waits_at_all(tmp_path, database, bus):
    async with nodes(tmp_path, database, bus, "one", "two") as floor:
        one, two = floor.nodes
        assert [await wrong(node) for node in (one, two, one)] == ["sign-in-failed"] * 3
        for node in (two, one):
            assert await wrong(node) == "sign-in-slowed"
            right = await node.post("/api/sign-in", body={"name": "dee.dealer", "password": WORD})
            assert (right.status, right.json["code"]) == (429, "sign-in-slowed")
        three = await floor.begin("three", one.house.settings.tables)
        assert await wrong(three) == "sign-in-slowed", "a node that starts later knows it too"
        manager = await signed_in(one)
        listed = (await three.get("/api/staff", manager)).json["staff"]
        assert [person["name"] for person in listed if person["standing"] == "locked"] == ["dee.dealer"]


async def test_whoever_tries_codes_at_one_node_waits_at_all(tmp_path, database, bus):
    async with nodes(tmp_path, database, bus, "one", "two") as floor:
        for number in range(10):
            tried = await floor.nodes[number % 2].post("/api/enrol", body={"code": "AAAAAAAAAA"})
            assert tried.json["code"] == "code-invalid"
        for node in floor.nodes:
            assert (await node.post("/api/enrol", body={"code": "AAAAAAAAAA"})).json["code"] == "enrolment-slowed"


async def test_a_terminal_is_enrolled_at_any_node_by_one_person_and_not_at_a_seat_with_credit(tmp_path, database, bus):
    async with nodes(tmp_path, database, bus, "one", "two") as floor:
        has, hasnt = owner(floor.nodes, "H1"), other(floor.nodes, "H1")
        await has.open("H1", 1)
        has.house.hear_people()
        code = has.register.invite_device(BOSS, DeviceKind.TERMINAL, table="H1", seat=2, by_two=False)
        enrolled = await hasnt.post("/api/enrol", body={"code": code})
        assert (enrolled.status, enrolled.json["device"]["seat"]) == (200, 2)
        key = enrolled.header("set-cookie").partition("=")[2].partition(";")[0]
        async with Screen(hasnt, "H1", Who({DEVICE: key})) as screen:
            assert screen.seat["seat"] == 2
        has.house.hear_people()
        code = has.register.invite_device(BOSS, DeviceKind.TERMINAL, table="H1", seat=1, by_two=False)
        refused = await hasnt.post("/api/enrol", body={"code": code})
        assert refused.json["code"] == "dual-control"
