"""People and devices over HTTP: made to wait, let in again, made to change a password, idle, replaced, revoked."""

import asyncio
import logging
from contextlib import contextmanager
from io import StringIO

from journal.files import all_bytes
from patience import PATIENCE_S
from server.making import HAND, PIN, WORD, Who, house, until
from server.screen import Screen

from taisai.keeping.build import build
from taisai.people.events import DeviceKind
from taisai.rules.vocabulary import Role
from taisai.server.run import JsonLines
from taisai.table import commands as c

NEW = "another good passphrase"


async def signed_in(server, name, password=WORD, device=None):
    answer = await server.post("/api/sign-in", device or Who({}), {"name": name, "password": password})
    if answer.status != 200:
        return answer
    token = answer.header("set-cookie").partition(";")[0].partition("=")[2]
    return Who({"taisai_session": token}, name)


async def test_whoever_fails_three_times_waits_until_a_manager_ends_the_waiting(tmp_path):
    async with house(tmp_path, HAND) as server:
        refused = [await signed_in(server, "dee.dealer", "wrong") for _ in range(3)]
        right = await signed_in(server, "dee.dealer")
        assert (right.status, right.json["code"]) == (429, "sign-in-slowed")
        nobody = await signed_in(server, "no.such.person", "wrong")
        said = {(one.status, one.json["code"], one.json["words"]) for one in (*refused, nobody)}
        assert len(said) == 1, "a stranger learns no names"
        assert next(iter(said))[:2] == (401, "sign-in-failed")
        manager = await signed_in(server, "shi.manager")
        waiting = (await server.get("/api/events/waiting", manager)).json["waiting"]
        assert [one["code"] for one in waiting].count("person-locked") == 1
        assert (await server.post("/api/staff/dee.dealer/unlock", manager)).status == 200
        assert isinstance(await signed_in(server, "dee.dealer"), Who)
        found = (await server.get("/api/events?code=sign-in-failed", manager)).json["page"]["happenings"]
        assert len(found) == 4, "every attempt that was looked at is recorded"


async def test_staff_see_which_build_it_is_and_nobody_else_does(tmp_path):
    async with house(tmp_path, HAND) as server:
        asking = (server.sign_in("dee.dealer"), Who({}), server.terminal("H", 1), server.display())
        told = [(await server.get("/api/me", who)).json["build"] for who in asking]
        assert told == [build(), "", "", ""]
        answer = await server.post("/api/sign-in", Who({}), {"name": "dee.dealer", "password": WORD})
        assert answer.json["build"] == build()


async def test_whoever_has_a_one_time_code_sets_a_password_and_can_do_nothing_before(tmp_path):
    async with house(tmp_path, HAND) as server:
        manager = await signed_in(server, "shi.manager")
        body = {"name": "new.person", "full_name": "New Person", "role": "shift-manager"}
        code = (await server.together("POST", "/api/staff", manager, body)).json["code"]
        new = await signed_in(server, "new.person", code)
        me = (await server.get("/api/me", new)).json
        assert (me["must_change_password"], me["rights"]) == (True, [])
        asked = [
            ("GET", "/api/staff"),
            ("GET", "/api/events"),
            ("POST", "/api/self-test"),
            ("GET", "/api/tables/H/meters"),
        ]
        for method, path in asked:
            answer = await server.http(method, path, new)
            assert (answer.status, answer.json["code"]) == (403, "password-due")
        screen = await Screen(server, "H", new).join()
        assert screen.staff is None
        assert (await screen.give(c.OpenTable()))["code"] == "password-due"
        weak = {"name": "new.person", "present": code, "password": "short"}
        assert (await server.post("/api/password", new, weak)).json["code"] == "password-weak"
        fresh = weak | {"password": NEW}
        assert (await server.post("/api/password", new, fresh)).status == 200
        assert (await server.get("/api/staff", new)).status == 200
        again = {"name": "new.person", "present": NEW, "password": NEW}
        assert (await server.post("/api/password", new, again)).json["code"] == "password-used"


async def test_an_idle_session_wakes_by_pin_and_by_nothing_else(tmp_path):
    async with house(tmp_path, HAND) as server:
        await server.open("H")
        dealer = server.sign_in("dee.dealer")
        screen = await Screen(server, "H", dealer).join()
        server.register.sessions.idle_s = 0.0
        idle = await server.get("/api/tables/H/meters", dealer)
        assert (idle.status, idle.json["code"]) == (401, "session-idle")
        assert not idle.header("set-cookie"), "it can still be woken"
        assert (await screen.give(c.TumbleDice(3)))["code"] == "session-idle"
        wrong = await server.post("/api/reenter", dealer, {"pin": "135791"})
        assert (wrong.status, wrong.json["code"]) == (401, "sign-in-failed")
        assert (await server.get("/api/tables/H/meters", dealer)).json["code"] == "session-idle"
        assert (await server.post("/api/reenter", dealer, {"pin": PIN})).status == 200
        server.register.sessions.idle_s = 900.0
        assert (await server.get("/api/tables/H/meters", dealer)).status == 200
        assert (await screen.give(c.TumbleDice(3)))["is"] == "taken"


async def test_a_person_has_one_session_and_its_sockets_end_with_it(tmp_path):
    async with house(tmp_path, HAND) as server:
        first = await signed_in(server, "dee.dealer")
        screen = await Screen(server, "H", first).join()
        second = await signed_in(server, "dee.dealer")
        await asyncio.wait_for(screen.gone.wait(), PATIENCE_S)
        assert (await server.get("/api/tables/H/meters", first)).json["code"] == "session-unknown"
        other = await Screen(server, "H", second).join()
        assert (await server.post("/api/sign-out", second)).status == 200
        await asyncio.wait_for(other.gone.wait(), PATIENCE_S)
        assert other.close_code == 1008


async def test_whoever_loses_their_role_or_account_loses_their_socket(tmp_path):
    async with house(tmp_path, HAND) as server:
        manager = await signed_in(server, "shi.manager")
        acts = {
            "gus.supervisor": ("role", {"role": "dealer"}), "cas.supervisor": ("reset", None),
            "pit.manager": ("deactivate", None),
        }  # fmt: skip
        for name, (act, body) in acts.items():
            screen = await Screen(server, "H", server.sign_in(name)).join()
            assert screen.staff is not None
            path = f"/api/staff/{name}/{act}"
            assert (await server.together("POST", path, manager, body, second="dee.dealer")).status == 200
            await asyncio.wait_for(screen.gone.wait(), PATIENCE_S)


async def test_a_revoked_device_loses_its_socket_at_once_and_does_not_come_back(tmp_path):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1)
        player, manager = server.terminal("H", 1), await signed_in(server, "shi.manager")
        joined, waiting = await Screen(server, "H", player).join(), await Screen(server, "H", player).connect()
        assert (await server.together("DELETE", f"/api/devices/{player.name}", manager)).status == 200
        await asyncio.wait_for(joined.gone.wait(), PATIENCE_S)
        assert joined.close_code == 1008
        waiting.say({"is": "join", "table": "H"})
        await until(lambda: waiting.told)
        assert [told["is"] for told in waiting.told] == ["declined"], "it had not joined yet, and does not now"
        again = await server.get("/api/tables/H/rounds", player)
        assert (again.status, again.json["code"]) == (401, "device-revoked")
        assert "max-age=0" in again.header("set-cookie").lower()


async def test_a_terminal_enrols_once_and_a_seat_has_one_terminal(tmp_path):
    async with house(tmp_path, HAND) as server:
        technician = await signed_in(server, "tec.technician")
        body = {"kind": "terminal", "table": "H", "seat": 3}
        code = (await server.together("POST", "/api/devices", technician, body)).json["code"]
        first = await server.post("/api/enrol", body={"code": code.lower()})
        assert (first.status, first.json["device"]["seat"]) == (200, 3)
        again = await server.post("/api/enrol", body={"code": code})
        assert (again.status, again.json["code"]) == (401, "code-invalid")
        taken = await server.together("POST", "/api/devices", technician, body)
        assert (taken.status, taken.json["code"]) == (409, "seat-served")
        for place in ({"seat": 99}, {"table": "nowhere"}):
            assert (await server.together("POST", "/api/devices", technician, body | place)).status == 404


@contextmanager
def logged():
    lines, root = StringIO(), logging.getLogger()
    handler, level = logging.StreamHandler(lines), root.level
    handler.setFormatter(JsonLines())
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        yield lines
    finally:
        root.removeHandler(handler)
        root.setLevel(level)


async def test_neither_log_nor_journal_holds_a_secret(tmp_path):
    secrets = [WORD, NEW, "wrong secret 1", PIN]

    async def play():
        async with house(tmp_path, HAND) as server:
            secrets.append(server.house.first_code)
            manager = await signed_in(server, "shi.manager")
            await signed_in(server, "dee.dealer", "wrong secret 1")
            body = {"name": "new.person", "full_name": "New Person", "role": "dealer"}
            code = (await server.together("POST", "/api/staff", manager, body)).json["code"]
            await server.post("/api/password", manager, {"name": "new.person", "present": code, "password": NEW})
            device = (await server.together("POST", "/api/devices", manager, {"kind": "display"})).json["code"]
            enrolled = await server.post("/api/enrol", body={"code": device})
            key = enrolled.header("set-cookie").partition(";")[0].partition("=")[2]
            order = {"table": "H", "giver": "shi.manager", "id": "o", "round": 1, "command": c.OpenBets()}
            approval = {"name": "pit.manager", "pin": PIN} | order
            token = (await server.post("/api/approvals", manager, approval)).json["approval"]
            console = server.enrol(DeviceKind.CONSOLE, "H")
            secrets.extend([code, device, key, token, manager.cookies["taisai_session"], *console.cookies.values()])
            staff = (await server.get("/api/staff", manager)).body + (await server.get("/api/devices", manager)).body
            assert not [secret for secret in secrets if secret.encode() in staff]
            assert b"argon2" not in staff

    with logged() as lines:
        await play()
    text = lines.getvalue()
    assert '"/api/enrol"' in text
    assert len(secrets) == 11
    files = b"".join(map(all_bytes, tmp_path.glob("journal.sqlite*")))
    assert not [secret for secret in secrets if secret in text or secret.encode() in files]


async def test_staff_of_every_role_sign_in_over_http_with_their_own_rights(tmp_path):
    async with house(tmp_path, HAND) as server:
        for role, rights in ((Role.AUDITOR, 9), (Role.TECHNICIAN, 8), (Role.DEALER, 6)):
            name = {Role.AUDITOR: "aud.auditor", Role.TECHNICIAN: "tec.technician", Role.DEALER: "dee.dealer"}[role]
            me = (await server.get("/api/me", await signed_in(server, name))).json
            assert (me["role"], len(me["rights"])) == (role, rights)
