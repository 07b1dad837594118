"""Money that moves by a decision needs two people, each proven for that very command."""

import asyncio
import time
from itertools import count

from server.making import HAND, PIN, WORD, house
from server.screen import Screen

from taisai.people import approving
from taisai.table import commands as c

DECISION = c.DecideDispute(1, "seen on film", 2_500)
_ids = count(1)


async def disputed(server):
    """A dispute about seat 1, and the shift manager at a screen."""
    await server.open("H", 1)
    await server.do("H", c.OpenDispute(1, 0, "my stake was moved"), seat=1)
    return await Screen(server, "H", server.sign_in("shi.manager")).join()


async def approval(server, screen, name, command=DECISION, *, table="H", **proof):
    body = {"name": name, "table": table, "command": command, "pin": PIN} | proof
    answer = await server.post("/api/approvals", screen.who, body)
    return answer.json["approval"] if answer.status == 200 else answer


async def both(server, screen, **changes):
    return [await approval(server, screen, name, **changes) for name in ("shi.manager", "pit.manager")]


def credit(server):
    return server.table("H").desk.table.seats[1].credit


async def refused(server, screen, approvals, command=DECISION):
    """The code; nothing was paid."""
    answer = await screen.give(command, approvals=approvals)
    assert answer["is"] == "declined", answer
    assert credit(server) == 100_000
    return answer["code"]


def test_two_people_move_money_and_a_resend_is_answered_alike(tmp_path):
    async def play():
        async with house(tmp_path, HAND) as server:
            screen = await disputed(server)
            tokens = await both(server, screen)
            done = await screen.give(DECISION, name="d", approvals=tokens)
            assert (done["is"], credit(server)) == ("taken", 102_500)
            assert done["events"][0]["second"] == "pit.manager"
            again = await screen.give(DECISION, name="d", approvals=tokens)
            assert (again["first"], again["events"], credit(server)) == (done["first"], done["events"], 102_500)
            other = await screen.give(DECISION, name="e", approvals=tokens)
            assert other["code"] == "approval-used"

    asyncio.run(play())


def test_whatever_is_not_two_fresh_approvals_of_this_command_moves_nothing(tmp_path, monkeypatch):
    async def play():
        async with house(tmp_path, HAND) as server:
            screen = await disputed(server)
            assert await refused(server, screen, []) == "dual-control"
            one, two = await both(server, screen)
            assert await refused(server, screen, [one]) == "approval-same-person"
            assert await refused(server, screen, [one, one]) == "approval-same-person"
            assert (
                await refused(server, screen, [one, await approval(server, screen, "shi.manager")])
                == "approval-same-person"
            )
            others = [two, await approval(server, screen, "gus.supervisor")]
            assert await refused(server, screen, others) == "approval-same-person", (
                "whoever gives it must be one of them"
            )
            assert await refused(server, screen, [one, "made-up"]) == "approval-unknown"
            larger = c.DecideDispute(1, "seen on film", 250_000)
            assert await refused(server, screen, [one, two], larger) == "approval-other"
            elsewhere = await both(server, screen, table="other")
            assert await refused(server, screen, elsewhere) == "approval-other"
            monkeypatch.setattr(approving, "APPROVAL_LASTS_S", 0.05)
            await asyncio.sleep(0.1)
            assert await refused(server, screen, [one, two]) == "approval-expired"

    asyncio.run(play())


def test_an_approval_wants_the_secret_of_whoever_agrees(tmp_path):
    async def play():
        async with house(tmp_path, HAND) as server:
            screen = await disputed(server)
            wrong = await approval(server, screen, "pit.manager", pin="111222")
            assert (wrong.status, wrong.json["code"]) == (401, "sign-in-failed")
            assert isinstance(await approval(server, screen, "pit.manager", pin="", password=WORD), str)
            auditor = await approval(server, screen, "aud.auditor")
            assert (auditor.status, auditor.json["code"]) == (403, "right-missing")
            start = time.monotonic()
            assert (await approval(server, screen, "nobody.here")).status == 401
            assert time.monotonic() - start < 5

    asyncio.run(play())


def test_a_decision_without_money_needs_one_person(tmp_path):
    async def play():
        async with house(tmp_path, HAND) as server:
            screen = await disputed(server)
            done = await screen.give(c.DecideDispute(1, "nothing to be seen"))
            assert (done["is"], credit(server)) == ("taken", 100_000)

    asyncio.run(play())


def test_what_a_dispute_rests_on_is_the_houses_to_say(tmp_path):
    async def play():
        async with house(tmp_path, HAND) as server:
            await server.open("H", 1)
            player = await Screen(server, "H", server.terminal("H", 1)).join()
            head = server.heads()["H"]
            done = await player.give(c.OpenDispute(1, 0, "look at the film", "evidence of my own"))
            assert done["events"][0]["evidence"] == f"entry {head.seq} {head.seal.hex()}"

    asyncio.run(play())
