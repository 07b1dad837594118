"""Money that moves by a decision needs two people, each proven for that very order."""

import asyncio
from datetime import UTC, datetime, timedelta

from server.agreeing import CREDIT, DECISION, JUNK, PAID, SECOND, approval, both, credit, disputed, give, refused
from server.making import HAND, WORD, house
from server.screen import Screen

from taisai.people import approvals
from taisai.rules.vocabulary import Role
from taisai.table import commands as c

LARGER = c.DecideDispute(1, "seen on film", 250_000)


async def test_two_people_move_money_and_a_resend_is_answered_alike(tmp_path):
    async with house(tmp_path, HAND) as server:
        screen = await disputed(server)
        tokens = await both(server, screen)
        done = await give(screen, tokens)
        assert (done["is"], credit(server)) == ("taken", PAID)
        assert done["events"][0]["second"] == SECOND
        for approvals in (tokens, tokens[:1], JUNK, ()):
            again = await give(screen, approvals)
            assert (again["first"], again["events"]) == (done["first"], done["events"])
        assert credit(server) == PAID
        assert (await give(screen, tokens, name="e"))["code"] == "approval-used"


async def test_whatever_is_not_two_fresh_approvals_of_this_order_moves_nothing(tmp_path, monkeypatch):
    async with house(tmp_path, HAND) as server:
        screen = await disputed(server)
        assert await refused(server, screen) == "dual-control"
        one, two = await both(server, screen)
        assert await refused(server, screen, [one]) == "approval-same-person"
        assert await refused(server, screen, [one, one]) == "approval-same-person"
        twice = [one, await approval(server, screen, "shi.manager")]
        assert await refused(server, screen, twice) == "approval-same-person"
        others = [two, await approval(server, screen, "gus.supervisor")]
        assert await refused(server, screen, others) == "approval-same-person", "the giver must be one of them"
        assert await refused(server, screen, [one, "made-up"]) == "approval-unknown"
        assert await refused(server, screen, [one, two], LARGER) == "approval-other"
        monkeypatch.setattr(approvals, "APPROVAL_LASTS_S", 0.05)
        await asyncio.sleep(0.1)
        assert await refused(server, screen, [one, two]) == "approval-expired"


async def test_an_approval_is_for_one_table_giver_id_round_and_command(tmp_path):
    async with house(tmp_path, HAND) as server:
        screen = await disputed(server)
        others = {"table": "other", "giver": "gus.supervisor", "id": "e", "round": 2, "command": LARGER}
        for part, value in others.items():
            mine, theirs = await approval(server, screen, "shi.manager"), await approval(server, screen, SECOND)
            for given in (
                [mine, await approval(server, screen, SECOND, **{part: value})],
                [await approval(server, screen, "shi.manager", **{part: value}), theirs],
            ):
                assert await refused(server, screen, given) == "approval-other", part
        assert (await give(screen, await both(server, screen)))["is"] == "taken"


async def test_an_approval_wants_the_secret_of_whoever_agrees(tmp_path):
    async with house(tmp_path, HAND) as server:
        screen = await disputed(server)
        wrong = await approval(server, screen, "pit.manager", pin="111222")
        assert (wrong.status, wrong.json["code"]) == (401, "sign-in-failed")
        assert isinstance(await approval(server, screen, "pit.manager", pin="", password=WORD), str)
        auditor = await approval(server, screen, "aud.auditor")
        assert (auditor.status, auditor.json["code"]) == (403, "right-missing")
        nobody = await approval(server, screen, "pit.manager", giver="nobody.here")
        assert (nobody.status, nobody.json["code"]) == (404, "person-unknown")
        assert (await approval(server, screen, "nobody.here")).status == 401


async def test_whoever_made_an_account_cannot_pay_with_it_before_tomorrow(tmp_path):
    """The shift manager adds a pit manager, or resets one, and so knows the one-time code and sets the PIN."""
    async with house(tmp_path, HAND) as server:
        screen = await disputed(server)
        server.employ("mal.manager", Role.PIT_MANAGER, by="shi.manager")
        server.set_secrets(
            "cas.supervisor", server.register.reset("shi.manager", "cas.supervisor"), "copper lantern drifts"
        )
        for name in ("mal.manager", "cas.supervisor"):
            answer = await approval(server, screen, name)
            assert (answer.status, answer.json["code"]) == (409, "second-not-independent")
            assert f"shi.manager created, reset or changed the account {name}" in answer.json["words"]
            assert answer.json["words"].endswith("; ask another person to approve")
        tomorrow = datetime.now(UTC) + timedelta(hours=24)
        server.register.clock = lambda: tomorrow.isoformat(timespec="milliseconds")
        tokens = [await approval(server, screen, name) for name in ("shi.manager", "mal.manager")]
        assert (await give(screen, tokens))["events"][0]["second"] == "mal.manager"


async def test_a_role_changed_within_the_minute_spoils_an_approval(tmp_path):
    async with house(tmp_path, HAND) as server:
        screen = await disputed(server)
        tokens = await both(server, screen)
        server.register.change_role("shi.manager", SECOND, Role.CASINO_SUPERVISOR)
        assert await refused(server, screen, tokens) == "second-not-independent"


async def test_a_decision_without_money_needs_one_person(tmp_path):
    async with house(tmp_path, HAND) as server:
        screen = await disputed(server)
        nothing = c.DecideDispute(1, "nothing to be seen")
        assert await refused(server, screen, JUNK, nothing) == "approval-unknown", "two were asked for"
        assert (await give(screen, (), nothing))["is"] == "taken"
        assert credit(server) == CREDIT


async def test_two_people_agree_over_http_too(tmp_path):
    async with house(tmp_path, HAND) as server:
        screen = await disputed(server)
        order = {"id": "d", "command": DECISION, "round": 1}
        asked = [
            await server.post("/api/tables/H/orders", screen.who, order | {"approvals": approvals})
            for approvals in (JUNK, await both(server, screen), JUNK)
        ]
        assert [answer.status for answer in asked] == [409, 200, 200]
        assert asked[0].json["code"] == "approval-unknown"
        assert asked[2].json["events"] == asked[1].json["events"]
        assert credit(server) == PAID


async def test_what_a_dispute_rests_on_is_the_houses_to_say(tmp_path):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1)
        player = await Screen(server, "H", server.terminal("H", 1)).join()
        head = server.heads()["H"]
        done = await player.give(c.OpenDispute(1, 0, "look at the film", "evidence of my own"))
        assert done["events"][0]["evidence"] == f"entry {head.seq} {head.seal.hex()}"
