"""The whole self-test reads all of history: apart from those who play, one at a time; whoever ends it is found out."""

import asyncio
import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from threading import Event

import apsw
import pytest
from msgspec.structs import replace
from patience import PATIENCE_S
from server.making import HAND, house, until

from taisai.journal.sqlite import SqliteStore
from taisai.keeping import table_tests
from taisai.server import caretaker, tester
from taisai.server import reader as readers
from taisai.server.checks import SelfTestFailed
from taisai.server.readings import AskWholeTest
from taisai.table import commands as c


@pytest.fixture
def begun(monkeypatch):
    """The processes that were begun to read, as they are begun."""
    found, real = [], readers._forked

    async def forked(source):
        found.append(await real(source))
        return found[-1]

    monkeypatch.setattr(readers, "_forked", forked)
    return found


@pytest.fixture
def held(begun, monkeypatch):
    """A process that does not get on with its test until it is let."""
    real = readers._forked

    async def forked(source):
        child = await real(source)
        os.kill(child.pid, signal.SIGSTOP)
        return child

    monkeypatch.setattr(readers, "_forked", forked)
    return begun


@pytest.fixture
def limit(monkeypatch):
    """The time limit of the whole self-test, whose end is brought about by calling this."""
    real, found = asyncio.timeout, []

    def timeout(delay):
        made = real(delay)
        if delay == tester.LONGEST_S:
            found.append(made)
        return made

    def over():
        found[-1].reschedule(asyncio.get_running_loop().time())

    monkeypatch.setattr(asyncio, "timeout", timeout)
    return over


def children(pid):
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def let(child):
    os.kill(child.pid, signal.SIGCONT)


def lives(child):
    """Return whether the process is there; forks that have ended leave nothing behind."""
    try:
        os.kill(child.pid, 0)
    except ProcessLookupError:
        return False
    return True


def noted(server, code):
    return [one.words for one in server.register.search(code=code).happenings]


async def under_way(server, held):
    testing = asyncio.create_task(server.house.test_whole())
    await until(lambda: held)
    return testing


async def test_it_reads_journals_in_a_process_of_its_own_that_ends_with_it(tmp_path, begun, monkeypatch):
    read_here = []

    async with house(tmp_path, HAND) as server:
        await server.open("H", 1)
        monkeypatch.setattr(SqliteStore, "verify", lambda _: read_here.append("seals"))
        monkeypatch.setattr(table_tests, "followed", lambda *_: read_here.append("rounds"))
        checks = await server.house.test_whole()
        names = [check.name for check in checks]
        assert names[:3] == ["software", "packages", "bytecode"]
        assert {"keys", "seals of house", "seals of H", "ledger of H", "rounds of H", "claims"} <= {*names}
        assert all(check.ok for check in checks)
        (child,) = begun
        await until(lambda: not lives(child))
        assert not read_here


async def test_nobody_who_plays_waits_for_it_and_it_runs_when_nobody_else_wants_to(tmp_path, held):
    async with house(tmp_path, HAND, hurried=False) as server:
        await server.open("H", 1)
        testing = await under_way(server, held)
        started_s = time.monotonic()
        for _ in range(20):
            await server.do("H", c.BuyIn(1, 100))
        assert time.monotonic() - started_s < PATIENCE_S
        assert not testing.done()
        let(held[0])
        policies = set()
        while not testing.done():
            with suppress(ProcessLookupError):
                policies |= {os.sched_getscheduler(held[0].pid)}
            await asyncio.sleep(0.01)
        assert os.SCHED_IDLE in policies
        assert all(check.ok for check in testing.result())


async def test_who_asks_while_one_is_under_way_gets_its_answer_and_it_is_noted_once(tmp_path, held):
    async with house(tmp_path, HAND) as server:
        before = len(noted(server, "self-test-passed"))
        technician = server.sign_in("tec.technician")
        asking = [asyncio.create_task(server.post("/api/self-test", technician)) for _ in range(3)]
        await until(lambda: held)
        daily = asyncio.create_task(server.house.test_whole())
        await asyncio.sleep(0.2)
        let(held[0])
        answers = await asyncio.gather(*asking)
        assert {one.status for one in answers} == {200}
        assert len({one.body for one in answers}) == 1
        await daily
        assert len(held) == 1
        assert len(noted(server, "self-test-passed")) == before + 1


async def test_it_goes_on_when_whoever_asked_has_left(tmp_path, held):
    async with house(tmp_path, HAND) as server:
        before = len(noted(server, "self-test-passed"))
        testing = await under_way(server, held)
        testing.cancel()
        await asyncio.gather(testing, return_exceptions=True)
        let(held[0])
        await until(lambda: len(noted(server, "self-test-passed")) == before + 1)


async def test_who_ends_its_process_is_found_out(tmp_path, held):
    async with house(tmp_path, HAND) as server:
        testing = await under_way(server, held)
        os.kill(held[0].pid, signal.SIGKILL)
        with pytest.raises(SelfTestFailed):
            await testing
        (words,) = noted(server, "self-test-failed")
        assert "its process was stopped before it finished" in words
        assert server.register.waiting()[-1].code == "self-test-failed"
        asking = asyncio.create_task(server.house.test_whole())
        await until(lambda: len(held) == 2)
        let(held[1])
        assert all(check.ok for check in await asking), "another can follow"


async def test_one_that_never_ends_fails(tmp_path, held, limit):
    async with house(tmp_path, HAND) as server:
        testing = await under_way(server, held)
        limit()
        with pytest.raises(SelfTestFailed):
            await testing
        assert "not finished after 12 hours" in noted(server, "self-test-failed")[0]
        await until(lambda: not lives(held[0]))


async def test_one_whose_process_does_not_even_begin_in_time_fails_and_that_process_is_not_left_behind(
    tmp_path, limit, monkeypatch
):
    real, at, may = readers.Source.fork, Event(), Event()

    def slow(source, theirs):
        at.set()
        assert may.wait(PATIENCE_S)
        real(source, theirs)

    async with house(tmp_path, HAND) as server:
        monkeypatch.setattr(readers.Source, "fork", slow)
        testing = asyncio.create_task(server.house.test_whole())
        await until(at.is_set)
        limit()
        with pytest.raises(SelfTestFailed):
            await testing
        assert "not finished" in noted(server, "self-test-failed")[0]
        may.set()
        assert all(check.ok for check in await server.house.test_whole()), "another can follow"
        await until(lambda: not children(server.house.reader._source.pid))


async def test_a_house_that_stops_waits_for_no_test_and_leaves_no_process(tmp_path, held):
    async with house(tmp_path, HAND) as server:
        testing = await under_way(server, held)
    await until(lambda: not lives(held[0]))
    assert testing.cancelled()
    async with house(tmp_path, HAND) as server:
        assert not noted(server, "self-test-failed")
        assert noted(server, "stopped")


async def test_the_daily_test_keeps_nobody_from_the_other_duties(tmp_path, held, monkeypatch):
    monkeypatch.setattr(caretaker, "DAY_S", 0.1)
    monkeypatch.setattr(caretaker, "PULSE_S", 0.02)

    async with house(tmp_path, HAND) as server:
        await until(lambda: held)
        server.house.caretaker.device_left("display-7", "")
        await until(lambda: noted(server, "device-lost"))
        await asyncio.sleep(0.3)
        assert len(held) == 1, "one at a time, however late it is"


LIAR = """
import os, socket, time
from taisai.server.readings import ANSWER, FRAME, PID
orders = socket.socket(fileno=0)
asked = socket.socket(fileno=socket.recv_fds(orders, 1, 1)[1][0])
pid = b"%d" % os.getpid()
asked.sendall(FRAME.pack(PID, len(pid)) + pid)
asked.recv(100_000)
fine = b'{{"name":"seals of H","ok":true,"words":"all is well","value":""}}'
asked.sendall(FRAME.pack(ANSWER, len(fine)) + fine + FRAME.pack(ANSWER, 0))
time.sleep(60)
"""


async def test_changed_software_is_found_whatever_the_process_says_that_is_made_of_it(tmp_path, monkeypatch):
    """Somebody changes a file of a house that runs, so that the next process finds nothing any more."""

    async with house(tmp_path, HAND) as server:
        monkeypatch.setattr(readers, "COMMAND", LIAR)
        state = server.register.state
        recorded = state.software.files | {"keeping/selftest.py": "0" * 64}
        state.software = replace(state.software, files=recorded)
        with pytest.raises(SelfTestFailed) as caught:
            await server.house.test_whole()
        found = {check.name: check.ok for check in caught.value.checks}
        assert found == {"software": False, "packages": True, "bytecode": True, "seals of H": True}
        assert "keeping/selftest.py was changed" in noted(server, "software-mismatch")[0]


async def test_it_keeps_nobody_from_tidying_up_and_is_not_misled_by_what_is_written_meanwhile(tmp_path):
    """A reading that lasts for hours in one transaction would make the database grow all the time."""

    async with house(tmp_path, HAND) as server:
        await server.open("H", 1)
        desk, found = server.table("H").desk, []
        before, tidying = desk.head.seq, apsw.Connection(str(server.house.settings.journal))
        for check in AskWholeTest(server.house.settings)._checks():
            found.append(check)
            await server.do("H", c.BuyIn(1, 100))
            desk.sign_head()
            desk.save_snapshot()
            ((is_held, _, _),) = tidying.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            assert not is_held, check.name
        tidying.close()
        assert desk.head.seq == before + len(found)
        assert [check for check in found if not check.ok] == []
        (seals,) = (check for check in found if check.name == "seals of H")
        assert seals.words.startswith(f"{before} entries after 0 "), "it is about what there was when it began"
