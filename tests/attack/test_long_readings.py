"""Whoever reads long histories, however often, reads them apart from those who play; and who may not, reads nothing."""

import asyncio
import os
import signal
import socket
import subprocess
import sys

import pytest
from patience import PATIENCE_S
from server.making import APART, HAND, house, until
from server.screen import Screen

from taisai.house import lookups
from taisai.house.tables import TableSettings
from taisai.journal.place import Place
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role
from taisai.server import reader, readings
from taisai.server.lab_readings import AskDice
from taisai.server.log_readings import AskTile
from taisai.server.readings import AskEntries, AskExport, AskRound, AskWholeTest, encode
from taisai.server.refusals import ServerRefusal
from taisai.table import commands as c
from taisai.table import state
from taisai.table.order import Order, Person
from taisai.wire.risk import DiceAsked


async def played(server, rounds):
    await server.open("H", 1)
    for _ in range(rounds):
        await server.do("H", c.TumbleDice(3))
        await server.do("H", c.OpenBets())
        await server.do("H", c.PlaceWager(1, "big", 1_000), seat=1)
        await server.enter("H", (1, 2, 4))
        await server.settle("H")


async def held_up(server):
    """A reader whose worker does not go on, and a question for it."""
    await played(server, 1)
    held, question = server.house.reader, AskRound(server.house.settings.place, "H", 1)
    assert b'"round":1' in await held.read(question, "one")
    os.kill(ready_pid(held), signal.SIGSTOP)
    return held, question


def ready_pid(reader):
    """The process that answers the next question."""
    return reader._ready[""].pid


def lives(pid):
    """Return whether a process is there; forks that have ended leave nothing behind."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def forgetful(monkeypatch):
    """Tables that keep but the last two rounds."""
    for trade in ("settling", "void"):
        monkeypatch.setattr(f"taisai.table.trades.{trade}.RECENT_ROUNDS", 2)
    assert state.RECENT_ROUNDS > 2


@pytest.fixture
def read(monkeypatch):
    """What was read of journals by the process that plays."""
    found = []
    monkeypatch.setattr(lookups, "found_in", lambda store, wanted, after=0: found.append(after) or {})
    return found


async def test_who_may_not_correct_a_round_has_nothing_read(tmp_path, forgetful, read):
    async with house(tmp_path, HAND) as server:
        await played(server, 4)
        asked = []
        server.house.reader.read = lambda *given: asked.append(given)
        for who in (server.terminal("H", 1), server.sign_in("tec.technician")):
            screen = await Screen(server, "H", who).join()
            for command in (c.CorrectRound(1, (5, 5, 6)), c.ReverseRounds((1,))):
                assert (await screen.give(command))["is"] == "declined"
        assert (asked, read) == ([], [])


async def test_two_corrections_of_one_old_round_at_once_move_its_money_once(tmp_path, forgetful):
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


async def test_nobody_has_more_than_a_few_readings_waiting(tmp_path, monkeypatch):
    monkeypatch.setattr(reader, "WAITING_OF_ONE", 2)

    async with house(tmp_path, HAND) as server:
        await played(server, 1)
        path, manager = "/api/tables/H/recall?round=1", server.sign_in("shi.manager")
        assert (await server.get(path, manager)).status == 200
        child = ready_pid(server.house.reader)
        os.kill(child, signal.SIGSTOP)
        asking = [asyncio.create_task(server.get(path, manager)) for _ in range(5)]
        await until(lambda: sum(one.done() for one in asking) == 3)
        waiting = [one for one in asking if not one.done()]
        os.kill(child, signal.SIGCONT)
        assert {one.result().status for one in asking if one not in waiting} == {429}
        other = await server.get(path, server.sign_in("pit.manager"))
        assert other.status == 200, "nobody else is kept from it"
        assert {one.status for one in await asyncio.gather(*waiting)} == {200}


async def test_a_reading_ends_with_whoever_asked_for_it(tmp_path):
    async with house(tmp_path, HAND) as server:
        held, question = await held_up(server)
        child = ready_pid(held)
        asking = asyncio.create_task(held.read(question, "one"))
        await until(lambda: held._busy)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        await until(lambda: not lives(child))
        assert b'"round":1' in await held.read(question, "one"), "another takes its place"
        assert ready_pid(held) != child
        assert not held._waiting


async def test_a_reading_that_never_ends_is_stopped_and_whoever_waits_behind_it_is_answered(tmp_path, monkeypatch):
    async with house(tmp_path, HAND) as server:
        held, question = await held_up(server)
        with monkeypatch.context() as impatient:
            impatient.setattr(reader, "LONGEST_S", 0.3)
            endless = asyncio.create_task(held.read(question, "one"))
            await until(lambda: held._busy)
        behind = asyncio.create_task(held.read(question, "two"))
        with pytest.raises(Refused) as refused:
            await asyncio.wait_for(endless, 20)
        assert refused.value.code is ServerRefusal.READING_STOPPED
        assert b'"round":1' in await asyncio.wait_for(behind, 20)
        assert not held._waiting


async def test_a_reader_that_dies_within_a_question_is_told_of_and_followed_by_another(tmp_path):
    async with house(tmp_path, HAND) as server:
        await played(server, 1)
        path, manager = "/api/tables/H/recall?round=1", server.sign_in("shi.manager")
        held = server.house.reader
        assert (await server.get(path, manager)).status == 200
        os.kill(child := ready_pid(held), signal.SIGSTOP)
        asking = asyncio.create_task(server.get(path, manager))
        await until(lambda: held._busy)
        export = await server.get("/api/tables/H/export", manager)
        os.kill(child, signal.SIGKILL)
        died = await asking
        assert (died.status, died.json["code"]) == (503, "reading-stopped")
        assert export.status == 200, "only its own question fails"
        assert (await server.get(path, manager)).status == 200


async def test_a_worker_that_dies_between_questions_is_replaced_and_nobody_notices(tmp_path):
    async with house(tmp_path, HAND) as server:
        await played(server, 1)
        path, manager, held = "/api/tables/H/recall?round=1", server.sign_in("shi.manager"), server.house.reader
        for _ in range(3):
            assert (await server.get(path, manager)).status == 200
            os.kill(child := ready_pid(held), signal.SIGKILL)
            await until(lambda child=child: not lives(child))
            await until(lambda: held._ready[""].is_gone)


async def test_a_process_that_dies_takes_no_question_with_it(tmp_path):
    """Whoever is being answered is answered by a fork, and the next fork comes from a new process."""

    async with house(tmp_path, HAND) as server:
        held, question = await held_up(server)
        child, process = ready_pid(held), held._source.pid
        asking = asyncio.create_task(held.read(question, "one"))
        await until(lambda: held._busy)
        os.kill(process, signal.SIGKILL)
        manager = server.sign_in("shi.manager")
        assert (await server.get("/api/tables/H/export", manager)).status == 200, "from a new process"
        assert held._source.pid != process
        os.kill(child, signal.SIGCONT)
        assert b'"round":1' in await asking


async def test_lists_recall_reports_feeds_and_logs_share_one_process(tmp_path):
    async with house(tmp_path, HAND) as server:
        await played(server, 1)
        manager, held = server.sign_in("shi.manager"), server.house.reader
        assert held.processes() == [], "a house that nobody asks has none"
        used = set()
        for path in ("vouchers", "recall?round=1", "settled", "rounds?seat=1"):
            assert (await server.get(f"/api/tables/H/{path}", manager)).status == 200
            used |= {*held.processes()}
        assert (await server.get("/api/reports/turnover", manager)).status == 200
        await held.read(AskEntries(server.house.settings.place, "H", 0, "", 10), "other")
        await held.read(AskTile(server.house.settings.place, "H", 0, 0, 1), "another")
        assert used == {*held.processes()}
        assert len(used) == 2, "one that forks, and one that waits for the next question"


async def test_each_queue_has_its_own_turn(tmp_path):
    """A report that never ends keeps nobody from a feed, the log or the lab; and the lab keeps nobody from a report."""

    async with house(tmp_path, HAND) as server:
        held, question = await held_up(server)
        child = ready_pid(held)
        report = asyncio.create_task(held.read(question, "one"))
        await until(lambda: held._busy)
        place = server.house.settings.place
        await asyncio.wait_for(held.read(AskEntries(place, "H", 0, "", 10), "two"), PATIENCE_S)
        await asyncio.wait_for(held.read(AskTile(place, "H", 0, 0, 1), "two"), PATIENCE_S)
        dice = AskDice(DiceAsked("123456" * 30))
        await asyncio.wait_for(held.read(dice, "two"), PATIENCE_S)
        os.kill(held._ready["lab"].pid, signal.SIGSTOP)
        lab = asyncio.create_task(held.read(dice, "three"))
        os.kill(child, signal.SIGCONT)
        assert b'"round":1' in await report
        assert b'"round":1' in await asyncio.wait_for(held.read(question, "one"), PATIENCE_S)
        assert not lab.done()
        os.kill(next(iter(held._busy)).pid, signal.SIGCONT)
        await lab


async def test_a_process_that_nobody_asks_ends_and_the_next_question_starts_another(tmp_path):
    now_s = [0.0]

    async with house(tmp_path, HAND) as server:
        await played(server, 1)
        held, question = reader.Reader(ticks=lambda: now_s[0]), AskRound(server.house.settings.place, "H", 1)
        await held.read(question, "one")
        pids = held.processes()
        now_s[0] += reader.IDLE_S - 1
        held.end_idle()
        assert held.processes() == pids
        await held.read(question, "one")
        now_s[0] += reader.IDLE_S - 1
        held.end_idle()
        assert held.processes() == pids, "it counts from the last question"
        os.kill(ready_pid(held), signal.SIGSTOP)
        asking = asyncio.create_task(held.read(question, "one"))
        await until(lambda: held._busy)
        now_s[0] += 2 * reader.IDLE_S
        held.end_idle()
        assert held.processes(), "not while it reads"
        os.kill(pids[1], signal.SIGCONT)
        await asking
        now_s[0] += reader.IDLE_S
        held.end_idle()
        assert held.processes() == []
        await until(lambda: not any(map(lives, pids)))
        assert b'"round":1' in await held.read(question, "one")
        again = held.processes()
        await held.stop()
        await until(lambda: not any(map(lives, again)))


async def test_exports_and_a_self_test_never_wait_for_each_other(tmp_path, monkeypatch):
    monkeypatch.setattr(reader, "EXPORTS_MOST", 1)

    async with house(tmp_path, HAND) as server:
        await played(server, 1)
        held, place = server.house.reader, server.house.settings.place
        test = await held.stream(AskWholeTest(server.house.settings))
        export = await held.stream(AskExport(place, "H"))
        with pytest.raises(Refused, match="already running"):
            await held.stream(AskExport(place, "H"))
        assert await held.read(AskTile(place, "H", 0, 0, 1), "log"), "nor does the log wait for them"
        assert [piece async for piece in export]
        assert [piece async for piece in await held.stream(AskExport(place, "H"))], "an export ended, a test did not"
        assert [piece async for piece in test]
        assert not held._busy


async def test_what_another_process_refuses_is_refused_as_ever(tmp_path):
    async with house(tmp_path, HAND) as server:
        manager = server.sign_in("shi.manager")
        unknown = await server.get("/api/tables/H/recall?round=99", manager)
        assert (unknown.status, unknown.json["code"]) == (404, "round-unknown")
        since = await server.get("/api/reports/turnover?since=yesterday", manager)
        assert since.status == 400


@pytest.mark.parametrize("moment", ["before the answer", "within a question"])
def test_a_reader_whose_house_was_killed_ends_and_leaves_nothing_in_the_log(tmp_path, moment):
    """It writes to the same log as the house; a traceback there would look like an error of the program."""
    command = [sys.executable, "-c", reader.COMMAND.format(turn="yield_to_play")]
    asked = encode(AskRound(Place(str(tmp_path / "journal.sqlite"), str(tmp_path / "keys")), "H", 1))
    said = readings.FRAME.pack(readings.ANSWER, len(asked)) + asked
    (orders, stdin), (ours, theirs) = socket.socketpair(), socket.socketpair()
    with stdin:
        child = subprocess.Popen(command, stdin=stdin.fileno(), stderr=subprocess.PIPE)
    with ours, theirs, orders:
        socket.send_fds(orders, [b"."], [theirs.fileno()])
        ours.sendall(said if moment == "before the answer" else said[:-5])
    assert child.stderr.read() == b"", "and every fork has closed it, so each has ended"
    child.stderr.close()
    assert child.wait(PATIENCE_S) == 0


async def test_whoever_waits_sees_how_far_their_own_reading_is_and_nobody_elses(tmp_path, monkeypatch):
    followed, real = [], reader.Reader._follow
    monkeypatch.setattr(reader, "COMMAND", "import taisai.reports.sources as s; s.TOLD_EVERY = 1\n" + reader.COMMAND)
    monkeypatch.setattr(reader.Reader, "_follow", lambda self, *told: real(self, *told) or followed.append(seen(self)))

    def seen(held):
        (one,) = held.readings("shi.manager")
        assert held.readings("pit.manager") == ()
        return one

    async with house(tmp_path, HAND) as server:
        await played(server, 3)
        manager, other = server.sign_in("shi.manager"), server.sign_in("pit.manager")
        assert (await server.get("/api/reports/turnover", manager)).status == 200
        whole = server.table("H").desk.head.seq - 1
        assert [(one.what, one.table, one.of) for one in followed] == [("report", "H", whole)] * (whole + 1)
        assert [one.done for one in followed] == [*range(whole + 1)]
        os.kill(child := ready_pid(server.house.reader), signal.SIGSTOP)
        asking = asyncio.create_task(server.get("/api/reports/turnover", manager))
        await until(lambda: server.house.reader._busy)
        waits = (await server.get("/api/readings", manager)).json["readings"]
        assert [(one["what"], one["of"]) for one in waits] == [("report", 0)]
        assert (await server.get("/api/readings", other)).json["readings"] == []
        assert (await server.get("/api/readings")).status == 401
        os.kill(child, signal.SIGCONT)
        assert (await asking).status == 200
        assert (await server.get("/api/readings", manager)).json["readings"] == []
