"""One person who would act as two, or with nobody: staff, devices and money take two people, and whoever stands alone
in a house that has only one manager yet is on record until there is a second."""

from datetime import UTC, datetime, timedelta

import pytest
from server.agreeing import GIVER, SECOND, both, give
from server.making import BOSS, CHEAP, HAND, WORD, Server, house, settings_of, until
from server.screen import Screen

from taisai.people.events import DeviceKind
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role
from taisai.server import household
from taisai.server.acceptance import Accepting
from taisai.server.approvals import APPROVALS
from taisai.server.run import running
from taisai.table import commands as c

NEW = {"name": "new.person", "full_name": "New Person", "role": "dealer"}
TERMINAL = {"kind": "terminal", "table": "H", "seat": 1}
HAND_PAY = c.ReleaseSeat(1, "paid in cash", 5_000)


async def fresh(server):
    """A house as `make run` starts it: nobody but the first manager, with a password."""
    server.set_password(BOSS, server.house.first_code)
    return server.sign_in(BOSS)


def noted(server, code):
    return [one.words for one in server.register.search(code=code, limit=1000).happenings]


def tomorrow(server):
    later = datetime.now(UTC) + timedelta(hours=25)
    server.register.clock = lambda: later.isoformat(timespec="milliseconds")


async def code_of(answer):
    return (await answer).json.get("code")


async def test_the_only_manager_of_a_fresh_house_acts_alone_and_is_on_record_until_there_is_a_second(tmp_path):
    async with running(settings_of(tmp_path, HAND)) as started:
        server = Server(started)
        boss = await fresh(server)
        added = await server.post("/api/staff", boss, NEW | {"name": "bea.manager", "role": "pit-manager"})
        server.set_secrets("bea.manager", added.json["code"])
        assert (await server.post("/api/staff", boss, NEW)).status == 200, "bea is of the boss's own making today"
        assert (await server.post("/api/devices", boss, {"kind": "display"})).status == 200
        alone = noted(server, "acted-alone")
        assert len(alone) == 3
        assert all(
            words.startswith(f"{BOSS} acted alone, there is no second person yet: POST /api/") for words in alone
        )
        tomorrow(server)
        boss = server.sign_in(BOSS)
        assert await code_of(server.post("/api/staff", boss, NEW | {"name": "third"})) == "dual-control"
        together = await server.together("POST", "/api/staff", boss, NEW | {"name": "third"}, second="bea.manager")
        assert together.status == 200
        assert len(noted(server, "acted-alone")) == 3
        (words,) = noted(server, "acted-by-two")
        assert words == f"{BOSS} with bea.manager: POST /api/staff", "its body is no words"


async def test_nobody_but_a_manager_acts_alone(tmp_path):
    """A technician whom the first manager has added cannot enrol a device with nobody beside them."""

    async with running(settings_of(tmp_path, HAND)) as started:
        server = Server(started)
        await fresh(server)
        server.employ("tec.technician", Role.TECHNICIAN)
        technician = server.sign_in("tec.technician")
        assert await code_of(server.post("/api/devices", technician, {"kind": "display"})) == "dual-control"
        refused = await server.together("POST", "/api/devices", technician, {"kind": "display"}, second=BOSS)
        assert refused.json["code"] == "second-not-independent"


async def test_a_manager_who_adds_an_account_cannot_use_it_as_the_second(tmp_path):
    async with house(tmp_path, HAND) as server:
        manager = server.sign_in(GIVER)
        assert await code_of(server.post("/api/staff", manager, NEW)) == "dual-control"
        added = await server.together("POST", "/api/staff", manager, NEW)
        server.set_secrets("new.person", added.json["code"])
        answer = await server.together("POST", "/api/staff/dee.dealer/reset", manager, second="new.person")
        assert (answer.status, answer.json["code"]) == (409, "second-not-independent")
        (words,) = noted(server, "second-refused")
        assert words.startswith(f"{GIVER} created, reset or changed the account new.person")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/staff", NEW),
        ("POST", "/api/staff/dee.dealer/role", {"role": "shift-manager"}),
        ("POST", "/api/staff/dee.dealer/reset", None),
        ("POST", "/api/staff/dee.dealer/deactivate", None),
        ("POST", "/api/devices", {"kind": "display"}),
        ("DELETE", "/api/devices/display-1", None),
    ],
)
async def test_an_approval_is_for_one_request_by_one_person_and_once(tmp_path, method, path, body):
    async with house(tmp_path, HAND) as server:
        server.display()
        manager, before = server.sign_in(GIVER), server.heads()
        assert await code_of(server.http(method, path, manager, body)) == "dual-control"
        assert server.heads() == before
        tokens = [await server.approval(method, path, manager, body, name="a", by=by) for by in (GIVER, SECOND)]

        async def sent(name, *given, path=path, body=body):
            headers = {APPROVALS: " ".join((name, *given))}
            return await server.http(method, path, manager, body, headers=headers)

        assert (await sent("b", *tokens)).json["code"] == "approval-other", "another id"
        elsewhere = path.replace("dee.dealer", "gus.supervisor") + ("x" if "display" in path else "")
        other = (body or {}) | {"label": "x"} if "devices" in path else NEW | {"name": "somebody.else"}
        changed = {"path": elsewhere} if elsewhere != path else {"body": other}
        assert (await sent("a", *tokens, **changed)).json["code"] == "approval-other"
        assert (await sent("a", tokens[0], tokens[0])).json["code"] == "approval-same-person"
        assert (await sent("a", "made", "up")).json["code"] == "approval-unknown"
        assert (await sent("a", *tokens)).status == 200
        assert (await sent("a", *tokens)).json["code"] == "approval-used"


async def test_approvals_that_nobody_looks_at_are_refused(tmp_path):
    async with house(tmp_path, HAND) as server:
        headers = {APPROVALS: "a made up"}
        answer = await server.http("POST", "/api/self-test", server.sign_in(GIVER), headers=headers)
        assert (answer.status, answer.json["code"]) == (400, "message-invalid")


async def test_hand_pay_alone_is_refused_and_two_who_agree_are_both_on_record(tmp_path):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1)
        await server.do("H", c.LockSeat(1, "hand-pay"))
        async with Screen(server, "H", server.sign_in(GIVER)) as screen:
            alone = await give(screen, (), HAND_PAY, name="alone")
            assert (alone["code"], server.table("H").desk.table.seats[1].credit) == ("dual-control", 100_000)
            paid = await give(screen, await both(server, screen, command=HAND_PAY), HAND_PAY)
            assert (paid["is"], paid["events"][0]["second"]) == ("taken", SECOND)
            assert server.table("H").desk.table.seats[1].credit == 95_000


@pytest.mark.parametrize("command", [c.CashOut(1), c.PayOwed(1, 5), c.CancelVoucher(1, "1234", "no paper")])
async def test_nobody_of_the_staff_takes_a_seats_money_alone(tmp_path, command):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1)
        for name in ("dee.dealer", "shi.manager"):
            async with Screen(server, "H", server.sign_in(name)) as screen:
                assert (await give(screen, (), command))["code"] == "dual-control"
        assert server.table("H").desk.table.seats[1].credit == 100_000


async def test_a_lone_manager_pays_by_hand_on_record_where_there_is_nobody_else(tmp_path):
    async with running(settings_of(tmp_path, HAND)) as started:
        server = Server(started)
        boss = await fresh(server)
        await server.open("H", 1)
        await server.do("H", c.LockSeat(1, "hand-pay"))
        order = {"is": "give", "id": "pay", "command": HAND_PAY, "round": 1}
        paid = await server.post("/api/tables/H/orders", boss, order)
        assert paid.json["events"][0]["second"] == "alone: no second person yet"
        await until(lambda: noted(server, "acted-alone"))
        assert "NZD 50.00 paid by hand (alone: no second person yet)" in noted(server, "acted-alone")[0]


async def test_even_a_lone_manager_enrols_no_terminal_at_a_seat_that_holds_credit(tmp_path):
    """Neither by a code made then, nor by one made while the seat was empty."""

    async with running(settings_of(tmp_path, HAND)) as started:
        server = Server(started)
        boss = await fresh(server)
        early = (await server.post("/api/devices", boss, TERMINAL)).json["code"]
        await server.open("H", 1)
        assert await code_of(server.post("/api/devices", boss, TERMINAL)) == "dual-control"
        answer = await server.post("/api/enrol", body={"code": early})
        assert (answer.status, answer.json["code"]) == (409, "dual-control")
        assert not server.register.devices()


async def test_two_people_replace_the_terminal_of_a_seat_that_holds_credit(tmp_path):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1)
        old, technician = server.enrol(DeviceKind.TERMINAL, "H", 1), server.sign_in("tec.technician")
        for method, path, body in (
            ("DELETE", f"/api/devices/{old.name}", None), ("POST", "/api/devices", TERMINAL),
        ):  # fmt: skip
            assert await code_of(server.http(method, path, technician, body)) == "dual-control"
            done = await server.together(method, path, technician, body)
            assert done.status == 200
        assert (await server.post("/api/enrol", body={"code": done.json["code"]})).status == 200
        assert WORD not in str(noted(server, "acted-by-two"))


async def test_settings_that_decide_about_money_take_two_people_at_the_machine_itself(tmp_path):
    """A house that has two people already; whoever edits the file and starts it again is refused alone."""

    async def begin():
        async with house(tmp_path, HAND, hand_pay=500_000) as server:
            await server.get("/api/health")

    async def again(accepting, days=25):
        with pytest.MonkeyPatch.context() as patched:
            later = datetime.now(UTC) + timedelta(hours=days)
            patched.setattr(household, "now", lambda: later.isoformat(timespec="milliseconds"))
            async with running(settings_of(tmp_path, HAND, hand_pay=1), hasher=CHEAP, accepting=accepting) as started:
                return noted(Server(started), "acted-by-two")

    await begin()
    alone = (Accepting(), Accepting(settings=BOSS), Accepting("", GIVER, GIVER))
    for accepting in (*alone, Accepting("", "dee.dealer", SECOND)):
        with pytest.raises(Refused) as refused:
            await again(accepting)
        assert refused.value.code.value in {"dual-control", "approval-same-person", "right-missing"}
    (words,) = await again(Accepting("", GIVER, SECOND))
    assert words.startswith(f"{GIVER} with {SECOND}: change settings: hand_pay was 500000, is 1")
