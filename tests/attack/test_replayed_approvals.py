"""What was agreed to once is paid once: approvals brought again, elsewhere, by others, late or all at once."""

import pytest
from house.script import Failing
from msgspec.structs import replace
from server.agreeing import (
    CREDIT,
    DECISION,
    GIVER,
    JUNK,
    PAID,
    SECOND,
    approval,
    both,
    credit,
    disputed,
    give,
    refused,
    send,
)  # fmt: skip
from server.making import HAND, PIN, SELF, house, until
from server.screen import Screen

from taisai.house import live
from taisai.people.events import ApprovalsUsed, DeviceKind
from taisai.people.register_entry import recorded
from taisai.rules.vocabulary import Role
from taisai.table import commands as c

OTHER = replace(HAND, id="O")
TABLES = {"H": HAND, "O": OTHER, "E": replace(SELF, window_s=3600)}


@pytest.fixture(autouse=True)
def _hurry(monkeypatch):
    monkeypatch.setattr(live, "RETRY_S", 0.05)


@pytest.mark.parametrize(("agreed", "elsewhere"), [("H", "O"), ("H", "E"), ("E", "H")])
async def test_what_was_agreed_to_at_one_table_is_not_paid_at_another(tmp_path, agreed, elsewhere):
    """Both tables have a dispute of the same number, and the order has the same id."""

    async with house(tmp_path, TABLES[agreed], TABLES[elsewhere]) as server:
        screen = await disputed(server, elsewhere, table=agreed)
        tokens = await both(server, screen)
        assert (await give(screen, tokens))["is"] == "taken"
        assert credit(server, agreed) == PAID
        other = await Screen(server, elsewhere, screen.who).join()
        assert await refused(server, other, tokens) == "approval-used"
        assert await refused(server, other, JUNK) == "approval-unknown"
        assert await refused(server, other) == "dual-control"
        fresh = await both(server, screen, id="e")
        assert await refused(server, other, fresh, name="e") == "approval-other"


@pytest.mark.parametrize("table", ["H", "E"])
async def test_an_order_that_the_table_refused_must_be_approved_anew(tmp_path, table):
    """Agreed to before there was a dispute, refused, and brought again when there is one."""

    async with house(tmp_path, TABLES[table]) as server:
        await server.open(table, 1)
        screen = await Screen(server, table, server.sign_in(GIVER)).join()
        tokens = await both(server, screen)
        assert await refused(server, screen, tokens) == "dispute-unknown"
        await server.do(table, c.OpenDispute(1, 0, "my stake was moved"), seat=1)
        assert await refused(server, screen, tokens) == "approval-used"
        assert await refused(server, screen, JUNK) == "approval-unknown"
        assert await refused(server, screen) == "dual-control"
        assert (await give(screen, await both(server, screen)))["is"] == "taken"
        assert credit(server, table) == PAID


@pytest.mark.parametrize("table", ["H", "E"])
async def test_nobody_gives_an_order_that_was_agreed_to_for_somebody_else(tmp_path, table):
    async with house(tmp_path, TABLES[table]) as server:
        server.employ("mal.manager", Role.SHIFT_MANAGER)
        screen = await disputed(server, table=table)
        tokens = await both(server, screen)
        thief = await Screen(server, table, server.sign_in("mal.manager")).join()
        assert await refused(server, thief, tokens) == "approval-other"
        own = await approval(server, thief, "mal.manager", giver="mal.manager")
        assert await refused(server, thief, [own, tokens[1]]) == "approval-other"
        assert (await give(screen, tokens))["is"] == "taken", "and the thief has not used them up"


async def test_at_one_console_the_next_person_learns_nothing_from_the_ids_of_the_last(tmp_path):
    async with house(tmp_path, HAND) as server:
        server.employ("mal.manager", Role.SHIFT_MANAGER)
        screen = await disputed(server)
        console = server.enrol(DeviceKind.CONSOLE, "H")
        first, second = (server.sign_in(name) for name in (GIVER, "mal.manager"))
        screen = await Screen(server, "H", first._replace(cookies=first.cookies | console.cookies)).join()
        assert (await give(screen, await both(server, screen)))["is"] == "taken"
        other = await Screen(server, "H", second._replace(cookies=second.cookies | console.cookies)).join()
        assert (await give(other, JUNK))["code"] == "command-conflict"
        larger = c.DecideDispute(1, "seen on film", 250_000)
        assert (await give(screen, JUNK, larger))["code"] == "command-conflict"
        assert credit(server) == PAID


@pytest.mark.parametrize("table", ["H", "E"])
async def test_an_order_sent_many_times_at_once_is_paid_once_and_answered_alike(tmp_path, table):
    async with house(tmp_path, TABLES[table]) as server:
        screen = await disputed(server, table=table)
        beside = await Screen(server, table, screen.who).join()
        tokens = await both(server, screen)
        for _ in range(5):
            send(screen, tokens)
            send(beside, tokens)
        await until(lambda: sum(told.get("id") == "d" for told in [*screen.told, *beside.told]) == 10)
        answers = [told for told in (*screen.told, *beside.told) if told.get("id") == "d"]
        assert {told["is"] for told in answers} == {"taken"}
        assert len({told["first"] for told in answers}) == 1
        assert credit(server, table) == PAID


@pytest.mark.parametrize("table", ["H", "E"])
async def test_a_refused_order_sent_many_times_at_once_waits_in_no_queue_for_its_moment(tmp_path, table):
    """Copies come before and after the dispute is opened, in one batch: the first has used up what was agreed to."""

    async with house(tmp_path, TABLES[table]) as server:
        await server.open(table, 1)
        screen = await Screen(server, table, server.sign_in(GIVER)).join()
        tokens = await both(server, screen)
        send(screen, tokens)
        send(screen, tokens)
        send(screen, (), c.OpenDispute(1, 0, "my stake was moved"), name="o")
        send(screen, tokens)
        await until(lambda: sum(told.get("id") in {"d", "o"} for told in screen.told) == 4)
        answers = {id_: [told for told in screen.told if told.get("id") == id_] for id_ in ("d", "o")}
        assert [told["code"] for told in answers["d"]] == ["dispute-unknown", "approval-used", "approval-used"]
        assert [told["is"] for told in answers["o"]] == ["taken"]
        assert credit(server, table) == CREDIT


@pytest.mark.parametrize("table", ["H", "E"])
@pytest.mark.parametrize("written", [True, False])
async def test_where_nobody_knows_whether_it_was_taken_the_table_decides(tmp_path, table, written):
    """The journal fails under the order, before or after it was written down."""

    async with house(tmp_path, TABLES[table]) as server:
        screen = await disputed(server, table=table)
        desk, tokens = server.table(table).desk, await both(server, screen)
        desk.store = Failing(desk.store, 1, written=written)
        assert (await give(screen, tokens))["code"] == "journal-down"
        await until(lambda: not server.table(table).live.down)
        again = await give(screen, tokens)
        if not written:
            assert (again["code"], credit(server, table)) == ("approval-used", CREDIT)
            again = await give(screen, await both(server, screen))
        assert (again["is"], credit(server, table)) == ("taken", PAID)
        assert again["events"][0]["second"] == SECOND
        assert (await give(screen, JUNK))["first"] == again["first"]
        assert credit(server, table) == PAID


@pytest.mark.parametrize("table", ["H", "E"])
async def test_after_a_restart_what_was_taken_is_answered_and_what_was_only_agreed_to_is_not(tmp_path, table):
    async with house(tmp_path, TABLES[table]) as server:
        screen = await disputed(server, table=table)
        tokens = await both(server, screen)
        done = await give(screen, tokens)
        waiting = await both(server, screen, id="e")
    async with house(tmp_path, TABLES[table]) as server:
        screen = await Screen(server, table, server.sign_in(GIVER)).join()
        for approvals in (tokens, JUNK, ()):
            again = await give(screen, approvals)
            assert (again["first"], again["events"]) == (done["first"], done["events"])
        assert (await give(screen, waiting, name="e"))["code"] == "approval-unknown"
        assert credit(server, table) == PAID


@pytest.mark.parametrize("table", ["H", "E"])
async def test_the_journal_says_once_which_approvals_were_used(tmp_path, table):
    async with house(tmp_path, TABLES[table]) as server:
        screen = await disputed(server, table=table)
        tokens = await both(server, screen)
        for approvals in (JUNK, tokens, tokens, JUNK):
            await give(screen, approvals)
        entries = [recorded(stored.clear) for stored in server.house.stores()["house"].read()]
        used = [entry for entry in entries if isinstance(entry.event, ApprovalsUsed)]
        assert [(entry.by.name, entry.event.numbers, entry.event.table) for entry in used] == [(GIVER, (1, 2), table)]


async def test_an_approval_that_does_not_name_the_order_is_not_given(tmp_path):
    async with house(tmp_path, HAND) as server:
        who = server.sign_in(GIVER)
        order = {"table": "H", "giver": GIVER, "id": "d", "round": 1, "command": DECISION}
        for missing in order:
            body = {"name": SECOND, "pin": PIN} | {key: value for key, value in order.items() if key != missing}
            answer = await server.post("/api/approvals", who, body)
            assert (answer.status, answer.json["code"]) == (400, "message-invalid"), missing
