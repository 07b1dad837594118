"""Somebody sets the clock of the machine, forwards or back: nothing lasts longer for it, nothing is over sooner, and it
is on record. Checkpoints have their own story in test_missing_checkpoints.py."""

import asyncio
import json

import pytest
from attack.kit.clocks import SetClock
from attack.kit.houses import happened
from attack.kit.strangers import from_address
from msgspec.structs import replace
from server.agreeing import GIVER, PAID, approval, both, credit, disputed, give, refused
from server.making import HAND, SELF, WORD, bound_roll, house, until
from server.screen import Screen

from taisai.house import live
from taisai.people import approvals
from taisai.people.sessions import LONGEST_S
from taisai.rules.vocabulary import Role
from taisai.server.callers import SESSION
from taisai.table import commands as c

MINUTE_S, DAY_S = 60, 86_400
JUMPS = (-30 * DAY_S, -2 * MINUTE_S, 2 * MINUTE_S, 30 * DAY_S)


@pytest.fixture(params=JUMPS, ids=lambda jump_s: f"{jump_s:+} s")
def jump(request, monkeypatch):
    """Sets the clock, once, by as much."""
    clock = SetClock(monkeypatch)
    return lambda: clock.jump(request.param)


@pytest.fixture
def clock(monkeypatch):
    return SetClock(monkeypatch)


async def played(folder, story, *tables):
    async with house(folder, *tables) as server:
        await story(server)


@pytest.mark.parametrize("table", ["H", "E"])
async def test_an_approval_of_this_minute_is_good_whatever_the_clock_shows(tmp_path, jump, table):
    async def story(server):
        screen = await disputed(server, table=table)
        tokens = await both(server, screen)
        jump()
        assert (await give(screen, tokens))["is"] == "taken"
        assert credit(server, table) == PAID

    await played(tmp_path, story, HAND, SELF)


async def test_an_approval_that_is_over_is_not_good_again(tmp_path, jump, monkeypatch):
    async def story(server):
        screen = await disputed(server)
        tokens = await both(server, screen)
        monkeypatch.setattr(approvals, "APPROVAL_LASTS_S", 0.05)
        await asyncio.sleep(0.1)
        jump()
        assert await refused(server, screen, tokens) == "approval-expired"

    await played(tmp_path, story, HAND)


async def test_a_used_approval_stays_used(tmp_path, jump):
    async def story(server):
        screen = await disputed(server)
        tokens = await both(server, screen)
        done = await give(screen, tokens)
        jump()
        assert (await give(screen, tokens))["first"] == done["first"], "the same order has the same answer"
        assert (await give(screen, tokens, name="e"))["code"] == "approval-used"
        assert credit(server) == PAID

    await played(tmp_path, story, HAND)


async def test_whoever_guessed_wrong_waits_and_nobody_else_does(tmp_path, jump):
    async def story(server):
        wrong, right = (json.dumps({"name": "shi.manager", "password": word}).encode() for word in ("not it", WORD))
        near, far = ((server, f"127.0.0.{last}", "/api/sign-in") for last in (1, 66))
        assert [await asyncio.to_thread(from_address, *far, wrong) for _ in range(4)] == [401] * 3 + [429]
        jump()
        assert await asyncio.to_thread(from_address, *far, right) == 429
        assert await asyncio.to_thread(from_address, *near, right) == 200

    await played(tmp_path, story, HAND)


async def test_a_session_is_as_old_as_it_is(tmp_path, jump):
    async def story(server):
        dealer = server.sign_in("dee.dealer")
        screen = await Screen(server, "H", dealer).join()
        jump()
        assert (await server.get("/api/me", dealer)).json["name"] == "dee.dealer"
        assert (await screen.give(c.OpenBets()))["code"] == "table-closed", "it is the table that says no"
        server.register.sessions.held(dealer.cookies[SESSION], 0).since_s -= LONGEST_S
        jump()
        assert (await server.get("/api/tables/H/meters", dealer)).json["code"] == "session-expired"

    await played(tmp_path, story, HAND)


async def test_setting_the_clock_back_makes_no_second_person_of_an_account_just_made(tmp_path, clock):
    """Made under a clock that was set back by a month, it would be old once the clock is right again."""

    async def story(server):
        screen = await disputed(server)
        clock.jump(-30 * DAY_S)
        server.employ("mal.manager", Role.PIT_MANAGER, by=GIVER)
        clock.jump(30 * DAY_S)
        told = await approval(server, screen, "mal.manager")
        assert told.json["code"] == "second-not-independent"

    await played(tmp_path, story, HAND)


async def test_every_jump_is_on_record(tmp_path, jump):
    async def story(server):
        jump()
        await until(lambda: happened(server, "clock-changed"))
        (told,) = happened(server, "clock-changed")
        assert (told.severity, told.waiting) == ("critical", True)

    await played(tmp_path, story, HAND)


async def test_a_table_that_deals_itself_takes_its_time_and_its_own_throw(tmp_path, jump, monkeypatch):
    monkeypatch.setattr(live, "RETRY_S", 0.05)

    async def story(server):
        await server.open("E", 1)
        table = server.table("E").desk.table
        await until(lambda: table.commitments and not server.table("E").live.busy)
        number = table.round
        await server.do("E", c.PlaceWager(1, "big", 1_000), seat=1)
        roll = bound_roll(server, "E", number)
        jump()
        await asyncio.sleep(0.2)
        assert table.settled(number) is None, "wagers are not closed before their time"
        await until(lambda: table.settled(number) is not None)
        assert table.settled(number).roll == str(roll)

    await played(tmp_path, story, replace(SELF, window_s=2))
