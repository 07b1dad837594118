"""A house that stops in the middle of rounds: dice and committed throws decide, what has none is void, and people come
back."""

import asyncio
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys

import pytest
from journal.files import change_bodies
from msgspec.structs import replace
from patience import PATIENCE_S
from server.making import APART, CHEAP, HAND, LIMITS, SELF, house, settings_of, until
from server.screen import Screen
from warm import warm

from taisai.cli.journals import keys_beside
from taisai.house import floor
from taisai.house.clock import now
from taisai.house.tables import HOUSE
from taisai.journal.sqlite import SqliteStore
from taisai.people.register import Register
from taisai.rules.vocabulary import Role, Step, Trouble
from taisai.server.checks import SelfTestFailed
from taisai.server.offline_people import resting_register
from taisai.server.run import running
from taisai.table import commands as c

BOOKS = {"rws-6/2": APART, "etg/2": LIMITS, "nz-1998/1": LIMITS, "nz-2008/2": LIMITS}
BY_HAND = tuple(replace(HAND, id=f"H{at}", paytable=ref, limits=BOOKS[ref]) for at, ref in enumerate(BOOKS))
BY_ITSELF = tuple(replace(SELF, id=f"E{at}", paytable=ref, limits=BOOKS[ref]) for at, ref in enumerate(BOOKS))
LONG_S = 3600
WINDOW_S = 2.0  # for three wagers
STOPS = {"betting": Step.CLOSE_BETS, "bets-shut": Step.TUMBLE, "revealed": Step.ENTER, "entered": Step.COLLECT,
         "settling": Step.PAY}  # fmt: skip
ROLL = (1, 2, 4)


def stops_at(table, wanted):
    """The step that is not taken; in New Zealand the dice were tumbled before."""
    tumbled_first = table.paytable.startswith("nz") and STOPS[wanted] is Step.TUMBLE
    return Step.REVEAL if tumbled_first else STOPS[wanted]


def pace_until(step):
    return dict.fromkeys(Step, 0.0) | {Step.CLOSE_BETS: WINDOW_S} | {step: LONG_S}


def phase(server, table):
    return type(server.table(table).desk.table.phase).__struct_config__.tag


async def brought(server, table, wanted):
    """By hand, to a phase of the first round."""
    await server.step(table.id, until=Step.CLOSE_BETS)
    await wagered(server, table.id)
    if wanted in {"entered", "settling"}:
        await server.enter(table.id, ROLL)
        await (server.do(table.id, c.CollectLosers()) if wanted == "settling" else asyncio.sleep(0))
    else:
        await server.step(table.id, until=stops_at(table, wanted))
    assert phase(server, table.id) == wanted


async def wagered(server, table):
    for spot in ("small", "big", "any-triple"):
        await server.do(table, c.PlaceWager(1, spot, 500), seat=1)


async def concluded(server, table, wanted, commitment):
    """By the table itself: with the committed throw where wagers were closed, else void."""
    one = server.table(table)
    state = one.desk.table
    await until(lambda: state.current is None or state.round > 1)
    await until(lambda: one.opened.get(1))
    opened, first = one.opened.get(1), state.settled(1)
    assert opened.commitment == commitment, "it was not drawn again"
    assert (first is None) is (wanted == "betting"), table
    assert first is None or first.roll == "-".join(sorted(opened.throw.split("-")))
    returned = sum(award.returned for award in first.awards) if first else 1_500
    assert state.seats[1].credit == 98_500 + returned


async def resumed(server, table, wanted):
    """As it was left, for the dealer to go on: void before the tumble of this round, else concluded with its dice."""
    name, state = table.id, server.table(table.id).desk.table
    assert (phase(server, name), state.round, state.seats[1].credit) == (wanted, 1, 98_500)
    await server.do(name, c.Resume())
    void = wanted in {"betting", "bets-shut"} and not table.paytable.startswith("nz")
    assert (state.current is None) is void
    if void:
        assert (state.void.trouble, state.seats[1].credit) == ("interruption", 100_000)
        return
    if wanted not in {"entered", "settling"}:
        await server.enter(name, ROLL)
    if wanted != "settling":
        await server.do(name, c.CollectLosers())
    await server.do(name, c.PayArea())
    assert (state.settled(1).roll, state.seats[1].credit) == ("1-2-4", 99_500)


@pytest.mark.parametrize("wanted", STOPS)
async def test_rounds_that_were_interrupted_are_concluded_or_void_under_every_rulebook(tmp_path, monkeypatch, wanted):
    paces = {table.id: pace_until(stops_at(table, wanted)) for table in BY_ITSELF}
    monkeypatch.setattr(floor, "pace_of", lambda table: paces.get(table.id, {}))
    commitments = {}

    async def begin():
        async with house(tmp_path, *BY_HAND, *BY_ITSELF) as server:
            for table in BY_HAND:
                await server.open(table.id, 1)
            for table in BY_ITSELF:
                await server.open(table.id, 1)
                await until(lambda table=table: phase(server, table.id) == "betting")
                await until(lambda table=table: server.table(table.id).desk.table.commitments)
                commitments[table.id] = server.table(table.id).desk.table.commitments[1].commitment
                await wagered(server, table.id)
            for table in BY_HAND:
                await brought(server, table, wanted)
            for table in BY_ITSELF:
                await until(lambda table=table: phase(server, table.id) == wanted)

    async def go_on():
        for pace in paces.values():
            pace.update(dict.fromkeys(Step, 0.0) | {Step.OPEN_BETS: LONG_S})
        async with house(tmp_path, *BY_HAND, *BY_ITSELF) as server:
            for table in BY_ITSELF:
                await concluded(server, table.id, wanted, commitments[table.id])
            for table in BY_HAND:
                await resumed(server, table, wanted)
            interrupted = server.register.search(code="round-interrupted").happenings
            assert {one.table for one in interrupted} >= {table.id for table in BY_HAND}
            assert not server.register.search(code="power-reset").happenings
            assert not server.register.search(code="round-unsound").happenings

    await begin()
    await go_on()


async def test_a_malfunction_stays_one_terminals_come_back_and_sessions_do_not(tmp_path):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1)
        player, dealer = server.terminal("H", 1), server.sign_in("dee.dealer")
        screen = await Screen(server, "H", player).join()
        await server.do("H", c.ReportTrouble(Trouble.MALFUNCTION))
    async with house(tmp_path, HAND) as server:
        screen.server = server
        await screen.join()
        assert (screen.table["trouble"], screen.seat["seat"]) == ("malfunction", 1)
        assert (await server.get("/api/tables/H/meters", dealer)).json["code"] == "session-unknown"
        again = await Screen(server, "H", server.sign_in("dee.dealer")).join()
        assert (await again.give(c.TumbleDice(3)))["code"] == "table-stopped"
        await server.do("H", c.ClearTrouble("mended"), Role.SHIFT_MANAGER)
        assert (await again.give(c.TumbleDice(3)))["is"] == "taken"


def served(folder):
    """A child process that serves a demo house, and what it said when it was ready."""
    environment = os.environ | {"TAISAI_PORT": "0"} | warm(folder)
    command = [
        sys.executable,
        "-c",
        "from taisai.cli.main import main; main()",
        "serve",
        "--folder",
        str(folder),
        "--json",
    ]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True)
    text = ""
    while not text.rstrip().endswith("}"):
        text += child.stdout.readline()
    return child, json.loads(text)


def test_a_killed_process_is_noted_as_a_power_reset_and_one_that_stops_in_order_is_not(tmp_path):
    for number, how in enumerate((signal.SIGKILL, signal.SIGTERM, signal.SIGTERM)):
        child, said = served(tmp_path)
        assert bool(said["first_code"]) is (number == 0)
        child.send_signal(how)
        child.communicate(timeout=PATIENCE_S)
        assert child.returncode == (-how if how is signal.SIGKILL else 0)
    store = SqliteStore.open(tmp_path / "journal.sqlite", HOUSE, keys_beside(tmp_path / "journal.sqlite"))
    found = Register.open(store, now, hasher=CHEAP).search(limit=1000).happenings[::-1]
    store.close()
    codes = [one.code for one in found if one.code in {"started", "stopped", "power-reset"}]
    assert codes == ["started", "power-reset", "started", "stopped", "started", "stopped"]


def alter_software(folder):
    with resting_register(settings_of(folder, HAND)) as register:
        files = dict(register.software.files) | {"rules/roll.py": "0" * 64}
        register.accept_software("first.manager", "0", "0" * 64, files)


def break_seal(folder):
    with sqlite3.connect(folder / "journal.sqlite") as database:
        database.execute("DELETE FROM snapshot WHERE journal = (SELECT number FROM journal WHERE name = 'H')")
        change_bodies(database, lambda bodies: bodies.replace(b'"amount":100000', b'"amount":900000'))
    database.close()


DAMAGES = {
    alter_software: ("software", "software-mismatch"),
    break_seal: ("seals of H", "journal-damaged"),
}


@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_damaged_house_serves_nobody(tmp_path, damage):
    name, code = DAMAGES[damage]

    async def begin():
        async with house(tmp_path, HAND) as server:
            await server.open("H", 1)

    async def try_again():
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        with pytest.raises(SelfTestFailed) as failed:
            async with running(settings_of(tmp_path, HAND, port=port), hasher=CHEAP):
                raise AssertionError("it serves")
        assert name in [check.name for check in failed.value.checks if not check.ok]
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port), timeout=2)

    await begin()
    damage(tmp_path)
    await try_again()
    store = SqliteStore.open(tmp_path / "journal.sqlite", HOUSE, keys_beside(tmp_path / "journal.sqlite"))
    codes = [one.code for one in Register.open(store, now, hasher=CHEAP).search(limit=20).happenings]
    store.close()
    assert code in codes
    assert "stopped" not in codes[: codes.index(code)], "it is not said to have stopped in order"
