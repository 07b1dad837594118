"""Whoever reads long histories, however often, reads them apart from those who play; and who may not, reads nothing."""

import asyncio
import os
import signal
import subprocess
import sys

import pytest
from server.making import APART, HAND, house, until
from server.screen import Screen

from taisai.house import lookups
from taisai.house.tables import TableSettings
from taisai.journal.place import Place
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role
from taisai.server import reader
from taisai.server.readings import AskRound, encode
from taisai.server.refusals import ServerRefusal
from taisai.table import commands as c
from taisai.table import state
from taisai.table.order import Order, Person


async def played(server, rounds):
    await server.open("H", 1)
    for _ in range(rounds):
        await server.do("H", c.TumbleDice(3))
        await server.do("H", c.OpenBets())
        await server.do("H", c.PlaceWager(1, "big", 1_000), seat=1)
        await server.enter("H", (1, 2, 4))
        await server.settle("H")


async def held_up(server):
    """A reader whose process does not go on, and a question for it."""
    await played(server, 1)
    held, question = server.house.reader, AskRound(server.house.settings.place, "H", 1)
    assert b'"round":1' in await held.read(question, "one")
    held._child.send_signal(signal.SIGSTOP)
    return held, question


@pytest.fixture
def forgetful(monkeypatch):
    """Tables that keep but the last two rounds."""
    monkeypatch.setattr("taisai.table.evolve.rounds.RECENT_ROUNDS", 2)
    assert state.RECENT_ROUNDS > 2


@pytest.fixture
def read(monkeypatch):
    """What was read of journals by the process that plays."""
    found = []
    monkeypatch.setattr(lookups, "found_in", lambda store, wanted, after=0: found.append(after) or {})
    return found


def test_who_may_not_correct_a_round_has_nothing_read(tmp_path, forgetful, read):
    async def play():
        async with house(tmp_path, HAND) as server:
            await played(server, 4)
            asked = []
            server.house.reader.read = lambda *given: asked.append(given)
            for who in (server.terminal("H", 1), server.sign_in("tec.technician")):
                screen = await Screen(server, "H", who).join()
                for command in (c.CorrectRound(1, (5, 5, 6)), c.ReverseRounds((1,))):
                    assert (await screen.give(command))["is"] == "declined"
            assert (asked, read) == ([], [])

    asyncio.run(play())


def test_two_corrections_of_one_old_round_at_once_move_its_money_once(tmp_path, forgetful):
    async def play():
        async with house(tmp_path, TableSettings("H", "rws-6/2", seats=4, limits=APART)) as server:
            await server.open("H", 1)
            for _ in range(4):
                await server.do("H", c.OpenBets())
                await server.do("H", c.PlaceWager(1, "big", 1_000), seat=1)
                await server.enter("H", (1, 2, 4))
                await server.settle("H")
            live = server.table("H").live
            before = server.table("H").desk.table.seats[1].credit
            by, second = Person("boss", Role.SHIFT_MANAGER), Person("other", Role.PIT_MANAGER)
            orders = [Order(f"fix {n}", by, c.CorrectRound(1, (5, 5, 6)), 5, second) for n in range(2)]
            answers = await asyncio.gather(*(live.do(order) for order in orders))
            assert not isinstance(answers[0], Exception), answers
            assert server.table("H").desk.table.seats[1].credit == before + 2_000

    asyncio.run(play())


def test_nobody_has_more_than_a_few_readings_waiting(tmp_path, monkeypatch):
    monkeypatch.setattr(reader, "WAITING_OF_ONE", 2)

    async def play():
        async with house(tmp_path, HAND) as server:
            await played(server, 1)
            path, manager = "/api/tables/H/recall?round=1", server.sign_in("shi.manager")
            assert (await server.get(path, manager)).status == 200
            child = server.house.reader._child
            child.send_signal(signal.SIGSTOP)
            asking = [asyncio.create_task(server.get(path, manager)) for _ in range(5)]
            done, waiting = await asyncio.wait(asking, timeout=2)
            child.send_signal(signal.SIGCONT)
            assert {one.result().status for one in done} == {429}
            assert len(waiting) == 2
            other = await server.get(path, server.sign_in("pit.manager"))
            assert other.status == 200, "nobody else is kept from it"
            assert {one.status for one in await asyncio.gather(*waiting)} == {200}

    asyncio.run(play())


def test_a_reading_ends_with_whoever_asked_for_it(tmp_path):
    async def play():
        async with house(tmp_path, HAND) as server:
            held, question = await held_up(server)
            child = held._child
            asking = asyncio.create_task(held.read(question, "one"))
            await until(lambda: held._answering)
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
            await until(lambda: child.poll() is not None)
            assert b'"round":1' in await held.read(question, "one"), "another takes its place"
            assert held._child.pid != child.pid
            assert not held._waiting

    asyncio.run(play())


def test_a_reading_that_never_ends_is_stopped_and_whoever_waits_behind_it_is_answered(tmp_path, monkeypatch):
    monkeypatch.setattr(reader, "LOOK_S", 0.05)

    async def play():
        async with house(tmp_path, HAND) as server:
            held, question = await held_up(server)
            with monkeypatch.context() as impatient:
                impatient.setattr(reader, "LONGEST_S", 0.3)
                endless = asyncio.create_task(held.read(question, "one"))
                await until(lambda: held._answering)
            behind = asyncio.create_task(held.read(question, "two"))
            with pytest.raises(Refused) as refused:
                await asyncio.wait_for(endless, 20)
            assert refused.value.code is ServerRefusal.READING_STOPPED
            assert b'"round":1' in await asyncio.wait_for(behind, 20)
            assert not held._waiting

    asyncio.run(play())


def test_a_reader_that_dies_is_told_of_and_followed_by_another(tmp_path):
    async def play():
        async with house(tmp_path, HAND) as server:
            await played(server, 1)
            path, manager = "/api/tables/H/recall?round=1", server.sign_in("shi.manager")
            assert (await server.get(path, manager)).status == 200
            os.kill(server.house.reader._child.pid, signal.SIGKILL)
            died = await server.get(path, manager)
            assert (died.status, died.json["code"]) == (503, "reading-stopped")
            assert (await server.get(path, manager)).status == 200

    asyncio.run(play())


def test_what_another_process_refuses_is_refused_as_ever(tmp_path):
    async def play():
        async with house(tmp_path, HAND) as server:
            manager = server.sign_in("shi.manager")
            unknown = await server.get("/api/tables/H/recall?round=99", manager)
            assert (unknown.status, unknown.json["code"]) == (404, "round-unknown")
            since = await server.get("/api/reports/turnover?since=yesterday", manager)
            assert since.status == 400

    asyncio.run(play())


@pytest.mark.parametrize("moment", ["before the answer", "within a question"])
def test_a_reader_whose_house_was_killed_ends_and_leaves_nothing_in_the_log(tmp_path, moment):
    """It writes to the same log as the house; a traceback there would look like an error of the program."""
    command = [sys.executable, "-c", reader.COMMAND.format(turn="yield_to_play")]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    asked = encode(AskRound(Place(str(tmp_path / "journal.sqlite")), "H", 1))
    said = reader.FRAME.pack(True, len(asked)) + asked
    child.stdout.close()
    child.stdin.write(said if moment == "before the answer" else said[:-5])
    child.stdin.close()
    assert child.stderr.read() == b""
    child.stderr.close()
    child.wait(20)


def test_whoever_waits_sees_how_far_their_own_reading_is_and_nobody_elses(tmp_path, monkeypatch):
    followed, real = [], reader.Reader._follow
    monkeypatch.setattr(reader, "COMMAND", "import taisai.reports.sources as s; s.TOLD_EVERY = 1\n" + reader.COMMAND)
    monkeypatch.setattr(reader.Reader, "_follow", lambda self, *told: real(self, *told) or followed.append(seen(self)))

    def seen(held):
        (one,) = held.readings("shi.manager")
        assert held.readings("pit.manager") == ()
        return one

    async def play():
        async with house(tmp_path, HAND) as server:
            await played(server, 3)
            manager, other = server.sign_in("shi.manager"), server.sign_in("pit.manager")
            assert (await server.get("/api/reports/turnover", manager)).status == 200
            whole = server.table("H").desk.head.seq - 1
            assert [(one.what, one.table, one.of) for one in followed] == [("report", "H", whole)] * (whole + 1)
            assert [one.done for one in followed] == [*range(whole + 1)]
            server.house.reader._child.send_signal(signal.SIGSTOP)
            asking = asyncio.create_task(server.get("/api/reports/turnover", manager))
            await until(lambda: server.house.reader._answering)
            waits = (await server.get("/api/readings", manager)).json["readings"]
            assert [(one["what"], one["of"]) for one in waits] == [("report", 0)]
            assert (await server.get("/api/readings", other)).json["readings"] == []
            assert (await server.get("/api/readings")).status == 401
            server.house.reader._child.send_signal(signal.SIGCONT)
            assert (await asking).status == 200
            assert (await server.get("/api/readings", manager)).json["readings"] == []

    asyncio.run(play())
