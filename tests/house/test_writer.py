"""Journals of several tables are written with one commit; what cannot be written fails alone."""

import asyncio
from contextlib import closing, contextmanager
from threading import Event

import pytest
from house.script import installed, orders, resumed
from machines.watch import same
from msgspec.structs import replace
from server.making import until

from taisai.house.desk import Reply
from taisai.house.live import LiveRefusal, LiveTable
from taisai.house.writer import Writer
from taisai.journal.refusals import JournalRefusal
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_reading, open_for_writing
from taisai.keeping.mirror import Mirror
from taisai.rules.refusals import Refused

FIRST = next(orders())
NAMES = ("T1", "T2", "T3")


@pytest.fixture
def file(tmp_path):
    with closing(open_for_writing(tmp_path / "journal")) as file:
        yield file


class Held(Writer):
    """Writes nothing until it is let go, so that all tables wait."""

    def __init__(self, *given):
        self.go = Event()
        super().__init__(*given)
        self.submit(self.go.wait, 60)


class Broken(SqliteStore):
    broken = False

    def append(self, *batch):
        if self.broken:
            raise Refused(JournalRefusal.FAILED, "its part of the disk is gone", "T2")
        super().append(*batch)


class Unsealable(SqliteStore):
    broken = False

    def bodies(self, facts):
        assert not self.broken, "these entries cannot be encoded"
        return super().bodies(facts)


async def test_what_comes_while_something_is_written_waits_and_shares_the_next_commit(file):
    stores = {name: SqliteStore(file, name) for name in NAMES}
    with Held(file.together) as writer:
        tables, commits, answers = tables_of(stores, writer), [], []
        file.connection.set_commit_hook(lambda: commits.append(1) is not None)
        first, *others = tables
        first.submit(FIRST, lambda *told: answers.append(told))
        await until(lambda: writer._under_way == 1)
        for live in (*others, first):
            live.submit(replace(FIRST, id="later"), lambda *told: answers.append(told))
        await asyncio.sleep(0)
        assert writer._under_way == 1
        writer.go.set()
        await until(lambda: len(answers) == 4)
        assert len(commits) == 2
        assert writer._under_way == 0


async def test_a_turn_that_fails_holds_nobody_up(file, caplog):
    taken, done = [], asyncio.Event()

    def fails():
        yield
        taken.append(1 / 0)

    def works():
        yield
        taken.append("decided")
        yield
        done.set()

    with Writer(file.together) as writer:
        writer.when_free(fails)
        writer.when_free(works)
        await done.wait()
    assert taken == ["decided"]
    assert [record.exc_info[0] for record in caplog.records] == [ZeroDivisionError]


def test_a_caller_that_stops_waiting_ends_no_writer_and_no_job_under_way():
    began, done = Event(), []
    with Held() as writer:
        unwanted = writer.submit(done.append, "unwanted")
        assert unwanted.cancel()
        writer.go.set()
        go_on = Event()
        under_way = writer.submit(lambda: (began.set(), go_on.wait(60), done.append("under way")))
        assert began.wait(60)
        assert not under_way.cancel()
        go_on.set()
        assert writer.submit(lambda: list(done)).result(60) == ["under way"]


def submitted(tables):
    """One order for each; the answers by table, once they are there."""
    answers = {}
    for live in tables:
        name = live.desk.table.table
        live.submit(FIRST, lambda _, answer, name=name: answers.update({name: answer}))
    return answers


async def at_once(writer, tables):
    """The same, all waiting for the same commit."""
    answers = submitted(tables)
    await until(lambda: writer._under_way == len(tables))
    writer.go.set()
    await until(lambda: len(answers) == len(tables))
    return answers


def tables_of(stores, writer):
    return [LiveTable(installed(store, name), writer) for name, store in stores.items()]


async def test_tables_that_wait_share_one_commit(file):
    stores = {name: SqliteStore(file, name) for name in NAMES}
    with Held(file.together) as writer:
        tables, commits = tables_of(stores, writer), []
        file.connection.set_commit_hook(lambda: commits.append(1) is not None)
        answers = await at_once(writer, tables)
        assert [type(answer) for answer in answers.values()] == [Reply] * 3
        assert len(commits) == 1
    for live, store in zip(tables, stores.values(), strict=True):
        assert live.desk.head == store.verify()
        assert same(live.desk, resumed(store))


async def test_one_that_cannot_be_written_keeps_no_other_from_it(file):
    stores = {name: Broken(file, name) for name in NAMES}
    with Held(file.together) as writer:
        tables = tables_of(stores, writer)
        stores["T2"].broken = True
        answers = await at_once(writer, tables)
        assert {name: type(answer) for name, answer in answers.items()} == {"T1": Reply, "T2": Refused, "T3": Reply}
        assert tables[1].down == "journal-failed"
        assert stores["T2"].head().seq == 2, "nothing of it is there"
        stores["T2"].broken = False
        await until(lambda: not tables[1].down)


async def test_one_that_cannot_be_sealed_keeps_no_other_from_it(file):
    stores = {name: Unsealable(file, name) for name in NAMES}
    with Writer(file.together) as writer:
        tables = tables_of(stores, writer)
        stores["T2"].broken = True
        answers = submitted(tables)
        await until(lambda: len(answers) == 3)
        assert {name: type(answer) for name, answer in answers.items()} == {"T1": Reply, "T2": Refused, "T3": Reply}
        assert answers["T2"].code is LiveRefusal.ORDER_FAILED
        assert same(tables[1].desk, resumed(stores["T2"])), "it forgot what it had decided"
        stores["T2"].broken = False
        assert type(await tables[1].do(FIRST)) is Reply
    assert [live.desk.head.seq for live in tables] == [3, 3, 3]


async def test_a_commit_that_fails_leaves_nothing_and_is_tried_table_by_table(file):
    stores = {name: SqliteStore(file, name) for name in NAMES}
    with Held(file.together) as writer:
        tables, refusals = tables_of(stores, writer), [True]
        file.connection.set_commit_hook(lambda: bool(refusals) and refusals.pop())
        answers = await at_once(writer, tables)
    assert not refusals
    assert [type(answer) for answer in answers.values()] == [Reply] * 3
    assert [store.verify() for store in stores.values()] == [live.desk.head for live in tables]


async def test_a_mirror_has_nothing_before_the_journal_and_everything_before_anybody_is_told(file, tmp_path):
    mirror, seen = Mirror(tmp_path / "mirror", must=True), []

    @contextmanager
    def together():
        with mirror.held(), file.together():
            yield

    def heads(path):
        with closing(open_for_reading(path)) as opened:
            return [SqliteStore(opened, name).head().seq for name in NAMES]

    def flush():
        seen.append((heads(tmp_path / "journal"), heads(tmp_path / "mirror")))
        mirror.flush()

    async def play():
        stores = {name: mirror.over(name, SqliteStore(file, name)) for name in NAMES}
        with Held(together, flush) as writer:
            tables = tables_of(stores, writer)
            answers = await at_once(writer, tables)
            assert [type(answer) for answer in answers.values()] == [Reply] * 3
            assert seen == [([3, 3, 3], [2, 2, 2])]
            assert heads(tmp_path / "mirror") == [3, 3, 3]

    await play()
    mirror.close()


async def test_a_mirror_that_must_be_there_and_is_not_refuses_all(file, tmp_path):
    mirror = Mirror(tmp_path / "mirror", must=True)

    @contextmanager
    def together():
        with mirror.held(), file.together():
            yield

    def gone():
        raise Refused(JournalRefusal.FAILED, "the other disk is gone", "mirror")

    stores = {name: mirror.over(name, SqliteStore(file, name)) for name in NAMES}
    with Held(together, gone) as writer:
        tables = tables_of(stores, writer)
        answers = await at_once(writer, tables)
        assert [type(answer) for answer in answers.values()] == [Refused] * 3
        assert {live.down for live in tables} == {"journal-failed"}
        await until(lambda: not any(live.down for live in tables))
        assert [live.desk.head.seq for live in tables] == [3, 3, 3], "whoever asks again is answered from there"
    mirror.close()
