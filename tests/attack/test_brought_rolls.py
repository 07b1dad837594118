"""Whoever is signed in and tries to bring a roll to an electronic table is refused and on record, and changes nothing:
the round ends with the throw that the table committed itself to."""

import pytest
from msgspec.structs import replace
from server.agreeing import GIVER, both, give
from server.making import OF_ROLE, SELF, bound_roll, house, until
from server.screen import Screen

from taisai.house import floor
from taisai.house.refused_rolls import WAITING_MOST
from taisai.rules.vocabulary import Role, Step, Trouble
from taisai.server.transport import SocketLimits
from taisai.table import commands as c

LONG_S = 3600
FREE = SocketLimits(messages_per_s=1e6, messages_burst=1_000_000)
STAFF = (Role.DEALER, Role.GAME_SUPERVISOR, Role.CASINO_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER)
STRANGERS = (Role.AUDITOR, Role.TECHNICIAN)
SIX = (6, 6, 6)
TROUBLES = (Trouble.DICE_NOT_FLAT, Trouble.TUMBLES_TOO_FEW, Trouble.DICE_EXPOSED)
WAYS = (
    c.Resume("6-6-6"),
    c.Resume(disturbed=True),
    c.PressButton(6),
    c.EnterRoll(),
    c.AmendEntry(SIX),
    c.CorrectRound(1, SIX),
    c.RevealDice(flat=False),
    c.RevealDice(),
    c.TumbleDice(1),
    c.TumbleDice(3),
    *(c.VoidRound(trouble, announced=False) for trouble in TROUBLES),
)
OTHER_WAYS = (
    c.ChainSeeds("0" * 64, 1), c.CommitSeed("0" * 64), c.RevealSeed(1, "0" * 64),
    c.ChooseBeacon(), c.NameBeacon(1),
    c.StopTable("because"),
)  # fmt: skip
PHASES = {"bets-shut": Step.TUMBLE, "tumbled": Step.REVEAL, "revealed": Step.ENTER, "entered": Step.COLLECT,
          "settling": Step.PAY}  # fmt: skip


def phase(server):
    """As it is written; nothing while it is being written."""
    live = server.table("E").live
    return "" if live.busy else type(live.desk.table.phase).__struct_config__.tag


async def betting(server):
    await server.open("E", 1)
    await until(lambda: phase(server) == "betting" and server.table("E").desk.table.commitments)
    for spot in ("triple-6", "big", "small", "any-triple"):
        await server.do("E", c.PlaceWager(1, spot, 1_000), seat=1)
    return bound_roll(server, "E", 1)


async def ended(server, roll):
    """As the table bound itself to before anybody tried anything, and paid by it."""
    table = server.table("E").desk.table
    await until(lambda: table.settled(1) is not None)
    first = table.settled(1)
    assert first.roll == str(roll)
    assert table.seats[1].credit == 96_000 + sum(award.returned for award in first.awards)
    lit = server.table("E").desk.game.paytable.lights[str(roll)]
    assert {award.spot for award in first.awards if award.returned} == {award.spot for award in first.awards} & {*lit}
    assert not server.register.search(code="round-unsound").happenings


def stopped_before(monkeypatch, step):
    """The table waits there until the pace is set free."""
    pace = dict.fromkeys(Step, 0.0) | {Step.CLOSE_BETS: 1.0, step: LONG_S}
    monkeypatch.setattr(floor, "pace_of", lambda _: pace)
    return pace


async def test_a_pit_manager_who_resumes_with_a_roll_after_closing_gets_the_committed_throw(tmp_path, monkeypatch):
    """As it was once done: signed in, over HTTP, for a roll that pays 195 to 1."""
    pace = stopped_before(monkeypatch, Step.TUMBLE)

    async with house(tmp_path, SELF) as server:
        manager, roll = server.sign_in("pit.manager"), await betting(server)
        await until(lambda: phase(server) == "bets-shut")
        for number in range(4):
            order = {"is": "give", "id": f"r{number}", "command": c.Resume("6-6-6"), "round": 1}
            answer = await server.post("/api/tables/E/orders", manager, order)
            assert (answer.status, answer.json["code"]) == (409, "roll-committed")
            assert answer.json["value"] == "6-6-6"
        noted = server.register.search(code="roll-refused").happenings
        assert [(one.severity, one.table, one.waiting) for one in noted] == [("critical", "E", True)] * 4
        assert all("pit.manager (pit-manager) ordered resume" in one.words for one in noted)
        pace.update(dict.fromkeys(Step, 0.0) | {Step.OPEN_BETS: LONG_S})
        await ended(server, roll)


@pytest.mark.parametrize("where", PHASES)
async def test_every_way_to_a_roll_is_refused_to_every_role_at_every_moment_after_closing(tmp_path, monkeypatch, where):
    pace = stopped_before(monkeypatch, PHASES[where])

    async with house(tmp_path, SELF) as server:
        roll = await betting(server)
        await until(lambda: phase(server) == where)
        before, attempts = server.heads()["E"], 0
        for role in (*STAFF, *STRANGERS):
            async with Screen(server, "E", server.sign_in(OF_ROLE[role])) as screen:
                for command in (*WAYS, *OTHER_WAYS):
                    answer = await screen.give(command, number=1)
                    assert answer["is"] == "declined", (role, command)
                    wanted = {"role-not-allowed", "right-missing"}
                    if role in STAFF and command in WAYS:
                        wanted, attempts = {"roll-committed"}, attempts + 1
                    assert answer["code"] in wanted, (role, command, answer)
        async with Screen(server, "E", server.terminal("E", 1)) as player:
            for command in (*WAYS, *OTHER_WAYS):
                assert (await player.give(command, number=1))["code"] == "role-not-allowed"
        assert server.heads()["E"] == before
        assert len(server.register.search(code="roll-refused", limit=1000).happenings) == attempts
        pace.update(dict.fromkeys(Step, 0.0) | {Step.OPEN_BETS: LONG_S})
        await ended(server, roll)


async def test_two_who_agree_bring_no_roll_either(tmp_path, monkeypatch):
    """Dice are damaged where there are dice; a settled round of a committed throw is corrected to no other."""
    pace = stopped_before(monkeypatch, Step.COLLECT)

    async with house(tmp_path, SELF) as server:
        roll = await betting(server)
        await until(lambda: phase(server) == "entered")
        async with Screen(server, "E", server.sign_in(GIVER)) as screen:

            async def by_two(name, command):
                approvals = await both(server, screen, id=name, command=command)
                return (await give(screen, approvals, command, name=name))["code"]

            for place, command in enumerate((c.ReverseRounds((1,)), c.CorrectRound(1, SIX), c.AmendEntry(SIX))):
                assert await by_two(f"two {place}", command) == "roll-committed"
            pace.update(dict.fromkeys(Step, 0.0) | {Step.OPEN_BETS: LONG_S})
            await ended(server, roll)
            assert await by_two("late", c.CorrectRound(1, SIX)) == "roll-committed"


async def test_while_wagers_are_open_nobody_knows_the_throw_and_staff_may_void(tmp_path):
    async with house(tmp_path, replace(SELF, window_s=LONG_S)) as server:
        await betting(server)
        async with Screen(server, "E", server.sign_in("pit.manager")) as screen:
            answer = await screen.give(c.VoidRound(Trouble.DICE_EXPOSED), number=1)
            assert answer["is"] == "taken"
        table = server.table("E").desk.table
        assert (table.void.number, table.seats[1].credit) == (1, 100_000)


async def test_a_thousand_brought_rolls_are_all_on_record_and_the_log_does_not_fill(tmp_path, monkeypatch):
    stopped_before(monkeypatch, Step.TUMBLE)

    async with house(tmp_path, SELF, limits=FREE) as server:
        await betting(server)
        await until(lambda: phase(server) == "bets-shut")
        async with Screen(server, "E", server.sign_in("pit.manager")) as screen:
            before = server.register.head.seq
            for _ in range(1_000):
                assert (await screen.give(c.Resume("6-6-6"), number=1))["code"] == "roll-committed"
            assert server.register.head.seq - before <= WAITING_MOST + 3, "a line a minute and no more"
    async with house(tmp_path, SELF) as server:
        alone = server.register.search(code="roll-refused", limit=1000).happenings
        counts = server.register.search(code="more-rolls-refused").happenings
        assert len(alone) == WAITING_MOST
        assert len(alone) + sum(int(one.value) for one in counts) == 1_000
        assert all("pit.manager (pit-manager)" in one.words for one in (*alone, *counts))
