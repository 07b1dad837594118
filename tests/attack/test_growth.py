"""Whatever one person does, what everybody else is told stays small, and nothing is remembered without end."""

import asyncio
import json

import msgspec
import pytest
from msgspec.structs import replace
from patience import PATIENCE_S
from server.making import HAND, SELF, house, until
from server.screen import Screen

from taisai.house import live, outstanding
from taisai.house.disputes import ABOUT_ROUND_MOST, CLAIM_LONGEST
from taisai.people.events import DeviceKind
from taisai.people.evolve import REVOKED_KEPT
from taisai.rules.vocabulary import Role, Step, Trouble
from taisai.server import hub
from taisai.server.transport import SocketLimits
from taisai.table import commands as c
from taisai.table.limits import LimitRule
from taisai.table.parts import ITEMS_MOST, LIMITS_MOST, TEXT_LONGEST, WORD_LONGEST
from taisai.wire.messages import APPROVALS_MOST

FREE = SocketLimits(messages_per_s=1e6, messages_burst=1_000_000)
VIEW_MOST = 64 * 1024
CROWDED = replace(HAND, seats=100)
SEATS = range(1, 101)
WORST = "\u4e16"  # three bytes a character


def sizes(screen):
    return [len(raw) for raw in screen.raw]


async def full(server):
    """Every seat has credit, a lock with a long cause, and long disputes."""
    await server.open("H", *SEATS)
    for seat in SEATS:
        await server.do("H", c.LockSeat(seat, WORST * TEXT_LONGEST))
        for _ in range(ABOUT_ROUND_MOST):
            await server.do("H", c.OpenDispute(seat, 0, WORST * CLAIM_LONGEST), seat=seat)


async def test_a_view_of_a_full_table_is_told_in_pieces(tmp_path):
    async with house(tmp_path, CROWDED, limits=FREE) as server:
        await full(server)
        async with Screen(server, "H", server.sign_in("shi.manager")) as manager:
            await until(lambda: len(manager.staff["seats"]) == 100)
            assert max(sizes(manager)) < VIEW_MOST
            assert manager.staff["disputes_open"] == 300
            assert 0 < len(manager.staff["disputes"]) < 10
            assert manager.staff["disputes"][0]["number"] == 1, "the oldest are to be decided first"
            manager.close()
            manager.raw.clear()
            await manager.join()
            await until(lambda: len(manager.staff["seats"]) == 100)
            assert max(sizes(manager)) < VIEW_MOST, "nor when it comes back"


async def test_over_http_too_and_the_meters_of_all_seats_come_page_by_page(tmp_path):
    async with house(tmp_path, replace(HAND, seats=1_000)) as server:
        auditor, found, more = server.sign_in("aud.auditor"), [], True
        assert len((await server.get("/api/tables/H/view", auditor)).body) <= VIEW_MOST
        while more:
            answer = await server.get(f"/api/tables/H/meters?after={found[-1] if found else 0}", auditor)
            assert len(answer.body) <= VIEW_MOST
            found += [one["seat"] for one in answer.json["seats"]]
            more = answer.json["more"]
        assert found == list(range(1, 1_001))
        assert not (await server.get("/api/tables/H/meters?after=1000", auditor)).json["seats"]
        assert (await server.get("/api/tables/H/meters?after=-1", auditor)).status == 400


async def test_of_what_staff_see_only_what_changed_is_told(tmp_path):
    async with house(tmp_path, CROWDED, limits=FREE) as server:
        await full(server)
        async with Screen(server, "H", server.sign_in("shi.manager")) as manager:
            await until(lambda: len(manager.staff["seats"]) == 100)
            await asyncio.sleep(0.5)
            manager.raw.clear()
            await server.do("H", c.ReleaseSeat(7, "looked at"))
            await until(lambda: not manager.staff["seats"][6]["locked"])
            (told,) = [json.loads(raw) for raw in manager.raw if b'"is":"staff"' in raw]
            assert [one["seat"] for one in told["staff"]["seats"]] == [7]
            assert told["staff"].keys() == {"seats"}
            assert max(sizes(manager)) < 4 * 1024
            await server.do("H", c.DecideDispute(1, "it stands"), Role.SHIFT_MANAGER)
            await until(lambda: manager.staff["disputes_open"] == 299)
            await manager.same_as_fresh()


async def test_every_field_of_a_view_that_staff_see_is_kept_up(tmp_path):
    """Nothing that changes in place is taken for unchanged."""

    chips = replace(HAND, id="C", money="chips", chips=(100, 500))
    async with house(tmp_path, HAND, chips, limits=FREE) as server:
        for name in ("H", "C"):
            async with Screen(server, name, server.sign_in("shi.manager")) as manager:
                await server.do(name, c.RecordCheck("5.0(a)", passed=False, why="dark"), Role.CASINO_SUPERVISOR)
                await manager.same_as_fresh()
                await server.open(name, *((1,) if name == "H" else ()))
                await manager.same_as_fresh()
                if name == "C":
                    await server.do(name, c.BringChips(1, {"500": 2}))
                    await manager.same_as_fresh()
                    await server.do(name, c.RequestSlip("fill", {"100": 1}))
                else:
                    await server.do(name, c.OpenDispute(1, 0, "mine"), seat=1)
                    await server.enter(name, (1, 2, 4))
                await manager.same_as_fresh()


LONG = "x" * (TEXT_LONGEST + 1)
TOO_LONG = {
    "procedure": c.ClearTrouble(LONG),
    "reason": c.JudgeLine(1, "big", 100, counts=True, reason=LONG),
    "cause": c.LockSeat(1, LONG),
    "why": c.RecordCheck("5.0(a)", why=LONG),
    "asked_by": c.PlaceWager(1, "big", 100, asked_by="x" * (WORD_LONGEST + 1)),
    "colour": c.AssignColour(1, "x" * (WORD_LONGEST + 1), 5),
    "ending": c.CollectVoucher(1, "x" * (WORD_LONGEST + 1)),
    "name": c.AssignPost("x" * (WORD_LONGEST + 1)),
    "voucher": c.BuyIn(1, 0, "1" * (WORD_LONGEST + 1)),
    "spot": c.PlaceWager(1, "x" * (WORD_LONGEST + 1), 100),
    "stack": c.PlaceWager(1, "big", 100, stack=(1,) * (ITEMS_MOST + 1)),
    "rounds": c.ReverseRounds((1,) * (ITEMS_MOST + 1)),
    "limits": c.ChangeLimits((LimitRule(minimum=100),) * (LIMITS_MOST + 1)),
}


async def test_what_people_say_has_a_length_and_who_says_more_is_told_which_word_and_how_much(tmp_path):
    async with house(tmp_path, HAND, limits=replace(FREE, message_bytes_max=1 << 20)) as server:
        manager = await Screen(server, "H", server.sign_in("shi.manager")).join()
        before = server.heads()
        for field, command in TOO_LONG.items():
            told = await manager.give(command)
            assert (told["is"], told["code"]) == ("declined", "text-too-long"), field
            assert told["value"] == f"command.{field}"
            assert f"command.{field}: at most " in told["words"]
            assert len(told["words"]) < 200
        body = {"is": "give", "id": "a", "command": msgspec.to_builtins(TOO_LONG["cause"])}
        over_http = await server.http("POST", "/api/tables/H/orders", manager.who, body)
        assert (over_http.status, over_http.json["code"]) == (413, "text-too-long")
        assert server.heads() == before
        assert (await manager.give(c.LockSeat(1, "x" * TEXT_LONGEST)))["is"] == "taken"


async def test_so_have_the_names_of_orders_and_approvals(tmp_path):
    async with house(tmp_path, HAND, limits=FREE) as server:
        manager = await Screen(server, "H", server.sign_in("shi.manager")).join()
        told = await manager.give(c.LockSeat(1, "a"), name="x" * 65)
        assert (told["code"], told["value"]) == ("text-too-long", "id")
        told = await manager.give(c.LockSeat(1, "a"), approvals=["x"] * (APPROVALS_MOST + 1))
        assert (told["code"], told["value"]) == ("text-too-long", "approvals")
        told = await manager.give(c.LockSeat(1, "a"), approvals=["x" * (WORD_LONGEST + 1)])
        assert told["code"] == "text-too-long"
        assert not server.table("H").desk.table.seats[1].locked


def test_every_word_that_a_command_takes_has_a_length():
    """A field that is added without one is found here."""
    endless = []

    def looked(kind, path):
        match kind:
            case msgspec.inspect.StrType(max_length=None) | msgspec.inspect.DictType(max_length=None):
                endless.append(path)
            case msgspec.inspect.VarTupleType(max_length=None) if "past" not in path:
                endless.append(path)
            case msgspec.inspect.StructType(fields=fields, cls=cls):
                for field in fields:
                    if (cls.__name__, field.name) not in OURS:
                        looked(field.type, f"{path}.{field.name}")

    for kind in c.Command.__args__:
        looked(msgspec.inspect.type_info(kind), kind.__name__)
    assert endless == []


OURS = {("OpenDispute", "evidence"), ("CorrectRound", "past"), ("ReverseRounds", "past")}
"""What the house says itself, whatever was sent."""


@pytest.fixture
def few(monkeypatch):
    monkeypatch.setattr(live, "PLAYER_MOST", 50)
    monkeypatch.setattr(outstanding, "SEAT_MOST", 3)
    monkeypatch.setattr(hub, "SOCKETS_OF_ONE", 3)


async def test_a_player_gives_so_many_orders_in_a_round_and_then_waits_for_the_next(tmp_path, few):
    async with house(tmp_path, HAND, limits=FREE) as server:
        await server.open("H", 1, 2)
        await server.do("H", c.TumbleDice(3))
        await server.do("H", c.OpenBets())
        one = await Screen(server, "H", server.terminal("H", 1)).join()
        two = await Screen(server, "H", server.terminal("H", 2)).join()
        told = [await one.give(c.PlaceWager(1, "big", 100)) for _ in range(60)]
        assert [answer["is"] for answer in told] == ["taken"] * 50 + ["declined"] * 10
        assert {answer["code"] for answer in told[50:]} == {"table-busy"}
        assert (await two.give(c.PlaceWager(2, "big", 100)))["is"] == "taken", "nobody else waits"
        await server.enter("H", (1, 2, 4))
        await server.settle("H")
        await server.do("H", c.TumbleDice(3))
        await server.do("H", c.OpenBets())
        await until(lambda: one.table["round"] == 2)
        assert (await one.give(c.PlaceWager(1, "big", 100)))["is"] == "taken"


async def test_a_seat_has_so_many_vouchers_outstanding(tmp_path, few):
    async with house(tmp_path, HAND, limits=FREE) as server:
        await server.open("H", 1)
        one = await Screen(server, "H", server.terminal("H", 1)).join()
        numbers = []
        for _ in range(3):
            told = await one.give(c.CashOut(1))
            numbers.append(told["voucher"]["number"])
            await one.give(c.CollectVoucher(1, numbers[-1][-4:]))
            await server.do("H", c.BuyIn(1, 100))
        told = await one.give(c.CashOut(1))
        assert (told["code"], told["value"]) == ("vouchers-too-many", "3")
        assert (await one.give(c.BuyIn(1, 0, numbers[0])))["is"] == "taken"
        assert (await one.give(c.CashOut(1)))["is"] == "taken", "one that is redeemed makes room"


async def test_one_device_has_so_many_sockets_and_the_oldest_goes(tmp_path, few):
    async with house(tmp_path, HAND, limits=FREE) as server:
        who = server.terminal("H", 1)
        tabs = [await Screen(server, "H", who).join() for _ in range(5)]
        await asyncio.wait_for(tabs[1].gone.wait(), PATIENCE_S)
        assert [tab.gone.is_set() for tab in tabs] == [True, True, False, False, False]
        assert tabs[0].close_code == 1008
        assert (await tabs[4].give(c.LeaveSeat(1)))["is"] == "taken"
        other = await Screen(server, "H", server.terminal("H", 2)).join()
        assert not other.gone.is_set()


async def test_who_enrols_again_and_again_does_not_fill_the_register(tmp_path):
    async with house(tmp_path, HAND, SELF, demo=True, limits=FREE) as server:
        for _ in range(REVOKED_KEPT + 20):
            who = server.enrol(DeviceKind.DISPLAY)
            server.register.revoke_device("first.manager", who.name)
        kept = server.terminal("H", 1)
        state = server.register.state
        assert len(state.devices) == len(state.keys) == REVOKED_KEPT + 1
        assert server.register.device(kept.cookies["taisai_device"]).id == kept.name


async def test_whoever_joins_when_nobody_listened_hears_what_goes_back_to_what_it_was(tmp_path):
    async with house(tmp_path, HAND, limits=FREE) as server:
        await server.open("H", 1)
        who = server.sign_in("shi.manager")
        async with Screen(server, "H", who) as first:
            await server.do("H", c.LockSeat(1, "one"))
            await until(lambda: first.staff["seats"][0]["locked"])
        await server.step("H", until=Step.OPEN_BETS)
        async with Screen(server, "H", who) as later:
            await server.do("H", c.VoidRound(Trouble.DICE_EXPOSED), Role.PIT_MANAGER)
            await later.same_as_fresh()
