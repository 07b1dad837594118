"""A database that comes back without its last commits: whoever takes a table misses what only another node wrote."""

import asyncio

import psycopg
from attack.kit.houses import happened, opened
from journal.files import refused
from nodes.making import nodes, other, owner
from server.making import until

from taisai.journal.refusals import JournalRefusal
from taisai.people.significant_events import Happening
from taisai.table import commands as c

LAST = "first = (SELECT max(first) FROM batch WHERE journal = {0}) AND journal = {0}"
NUMBER = "(SELECT number FROM journal WHERE name = %(name)s)"


class Rows:
    """The last batch of a journal, taken away and put back by whoever may write the database."""

    def __init__(self, database, journal):
        self._database, self._journal = database, {"name": journal}

    def take(self):
        with psycopg.connect(self._database) as connection:
            (self._row,) = connection.execute(
                f"DELETE FROM batch WHERE {LAST.format(NUMBER)} RETURNING *", self._journal
            ).fetchall()

    def put_back(self):
        with psycopg.connect(self._database) as connection:
            connection.execute("INSERT INTO batch VALUES (%s, %s, %s, %s, %s, %s, %s, %s)", self._row)


async def test_what_only_a_lost_node_wrote_is_missed_by_the_node_that_takes_its_table(tmp_path, database, bus):
    async with nodes(tmp_path, database, bus, "one", "two") as floor:
        first, second = owner(floor.nodes, "H1"), other(floor.nodes, "H1")
        await opened(first, "H1")
        await first.do("H1", c.BuyIn(1, 700))
        wrote = first.table("H1").desk.head
        await until(lambda: second.house.floor.heads().get("H1") == wrote)
        await first.be_lost()
        rows = Rows(database, "H1")
        rows.take()
        await asyncio.to_thread(first.house.lease.end)
        await until(lambda: happened(second, "journal-damaged"))
        assert "came back without its last commits" in happened(second, "journal-damaged")[0].words
        assert "H1" not in second.tables
        rows.put_back()
        await until(lambda: "H1" in second.tables)
        assert second.table("H1").desk.head.seq >= wrote.seq


async def test_every_node_marks_the_journals_of_all(tmp_path, database, bus):
    async with nodes(tmp_path, database, bus, "one", "two") as floor:
        first, second = owner(floor.nodes, "H1"), other(floor.nodes, "H1")
        await opened(first, "H1")
        await first.do("H1", c.BuyIn(1, 700))
        wrote = first.table("H1").desk.head
        await until(lambda: second.house.heads_marked().get("H1", first.house.heads_marked()["house"]).seq == wrote.seq)
        second.house.marks.write("2026-11-15T10:00:00+00:00", second.house.heads_marked())
        assert second.house.marks.head("H1") == wrote


async def test_nobody_writes_the_house_s_journal_that_lost_what_another_node_wrote(tmp_path, database, bus):
    async with nodes(tmp_path, database, bus, "one", "two") as floor:
        first, second = floor.nodes
        before = first.house.register.head
        first.house.register.note(Happening.DISK_LOW, "something")
        wrote = first.house.register.head
        await until(lambda: second.house.register.known >= wrote)
        second.house.register.head = before
        Rows(database, "house").take()
        for action in (second.house.register.follow, lambda: second.house.register.note(Happening.DISK_LOW, "more")):
            assert refused(action).code is JournalRefusal.LOST
