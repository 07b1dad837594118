"""Leases by PostgreSQL's own clock: who lives, who may take a journal, and what a life that is over can still do."""

from contextlib import closing

import psycopg
import pytest
from journal.files import refused
from journal.making import grow
from journal.test_postgres import Held, started

from taisai.journal.leases import Doing, Holding, Node
from taisai.journal.postgres import PostgresStore
from taisai.journal.postgres_database import Database
from taisai.journal.postgres_leases import PostgresLeases
from taisai.journal.postgres_place import PostgresJournals
from taisai.journal.refusals import JournalRefusal


@pytest.fixture
def address(postgres):
    return postgres.database("leases")


@pytest.fixture
def leases(address):
    with closing(PostgresLeases(Database(address))) as found:
        yield found


@pytest.fixture
def journals(address, leases):
    """As a process has them that lives as somebody."""
    made = []

    def living_as(life, *, is_enrolled=True):
        made.append(PostgresJournals(address))
        if is_enrolled:
            leases.enrol(Node(life, life.partition(".")[0], "", "1"))
        made[-1].live_as(life)
        return made[-1]

    yield living_as
    for one in made:
        one.close()


def over(address, life):
    """Its time passes."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("UPDATE node SET until = clock_timestamp() - interval '1 s' WHERE id = %s", (life,))


def test_what_one_who_lives_holds_is_taken_by_nobody_else(address, leases, journals):
    one, two = journals("one.1").store("t1"), journals("two.1").store("t1")
    one.take()
    refusal = refused(two.take)
    assert (refusal.code, "one" in refusal.words) == (JournalRefusal.TAKEN, True)
    grow(one, 1)
    over(address, "one.1")
    two.take()
    assert refused(grow, one, 1).code is JournalRefusal.TAKEN
    grow(two, 1)


def test_whoever_holds_a_journal_takes_it_again_under_the_same_life(journals):
    """Its first taking may have been answered and not heard."""
    store = journals("one.1").store("t1")
    assert store.take() < store.take()
    grow(store, 1)


def test_whoever_has_no_lease_or_one_that_is_over_takes_nothing(address, journals):
    assert refused(journals("never.1", is_enrolled=False).store("t1").take).code is JournalRefusal.TAKEN
    late = journals("late.1").store("t1")
    over(address, "late.1")
    assert refused(late.take).code is JournalRefusal.TAKEN


def test_a_command_without_a_lease_takes_only_what_nobody_holds(address, journals):
    held, free = journals("one.1"), journals("", is_enrolled=False)
    held.store("t1").take()
    assert refused(free.store("t1").take).code is JournalRefusal.TAKEN
    free.store("t2").take()
    over(address, "one.1")
    free.store("t1").take()


def test_a_life_that_is_over_is_not_renewed(address, leases):
    leases.enrol(Node("one.1", "one", "here", "1"))
    assert leases.renew("one.1")
    over(address, "one.1")
    assert not leases.renew("one.1")
    assert leases.living() == []


def test_the_house_is_held_by_one_until_its_life_is_over(address, leases):
    for life in ("one.1", "two.1"):
        leases.enrol(Node(life, life[:3], "", "1"))
    assert leases.hold("house", "one.1")
    assert leases.hold("house", "one.1")
    assert not leases.hold("house", "two.1")
    over(address, "one.1")
    assert leases.hold("house", "two.1")
    assert not leases.hold("house", "one.1"), "one whose life is over holds nothing"


def test_what_a_process_does_at_the_house_is_told_among_the_living(leases):
    for doing in Doing:
        leases.enrol(Node(f"{doing}.1", doing, "", "1", doing=doing))
    assert {one.name: one.doing for one in leases.living()} == {doing.value: doing for doing in Doing}
    leases.serve("starting.1")
    assert next(one.doing for one in leases.living() if one.name == "starting") is Doing.SERVING


def test_lives_that_ended_long_ago_are_forgotten_unless_a_journal_names_them(address, leases, journals):
    journals("one.1").store("t1").take()
    leases.enrol(Node("two.1", "two", "", "1"))
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("UPDATE node SET until = clock_timestamp() - interval '2 days'")
        leases.enrol(Node("three.1", "three", "", "1"))
        assert connection.execute("SELECT id FROM node ORDER BY id").fetchall() == [("one.1",), ("three.1",)]


def test_of_many_who_want_the_house_at_once_one_has_it(postgres, address, leases):
    lives = [f"n{number}.1" for number in range(4)]
    leases.hold("house", "")
    for life in lives:
        leases.enrol(Node(life, life[:2], "", "1"))
    waiting = Held(address, "SELECT FROM journal FOR UPDATE", "leases")
    lines = [PostgresLeases(Database(address)) for _ in lives]
    holding = [started(line.hold, "house", life) for line, life in zip(lines, lives, strict=True)]
    waiting.wait_for(4)
    waiting.end()
    outcomes = [one() for one in holding]
    for line in lines:
        line.close()
    assert sorted(outcomes) == [False, False, False, True]


def test_of_many_who_want_a_journal_of_a_dead_process_at_once_one_takes_it(address, leases, journals):
    journals("dead.1").store("t1").take()
    over(address, "dead.1")
    stores = [journals(f"n{number}.1").store("t1") for number in range(4)]
    waiting = Held(address, "SELECT FROM journal FOR UPDATE", "leases")
    takings = [started(store.take) for store in stores]
    waiting.wait_for(4)
    waiting.end()
    assert sorted(map(str, (taking() for taking in takings))) == ["2", *["JournalRefusal.TAKEN"] * 3]
    assert sum(isinstance(started(grow, store, 1)(), PostgresStore) for store in stores) == 1


def test_who_holds_what_is_told_with_whether_they_live(address, leases, journals):
    one, two = journals("one.1"), journals("two.1")
    one.store("t1").take()
    two.store("t2").take()
    two.store("t3")
    over(address, "one.1")
    since = [one.since for one in sorted(leases.holdings())]
    assert since[0] < since[1], "each since it was taken"
    assert since[2] == ""
    assert sorted(one._replace(since="") for one in leases.holdings()) == [
        Holding("t1", "one.1", "one", False, 1),
        Holding("t2", "two.1", "two", True, 1),
        Holding("t3", "", "", False, 0),
    ]


def test_a_journal_is_given_back_by_its_holder_alone_and_under_its_epoch(leases, journals):
    one, two = journals("one.1").store("t1"), journals("two.1").store("t1")
    first = one.take()
    epoch = one.take()
    for life, known in (("two.1", epoch), ("one.1", first)):
        leases.give_back("t1", life, known)
        assert refused(two.take).code is JournalRefusal.TAKEN
    leases.give_back("t1", "one.1", epoch)
    two.take()
    assert refused(grow, one, 1).code is JournalRefusal.TAKEN


def test_a_node_that_is_asked_to_drain_is_told_so_among_the_living(leases):
    leases.enrol(Node("one.1", "one", "north", "1"))
    leases.drain("one.1")
    (one,) = leases.living()
    assert one[:6] == Node("one.1", "one", "north", "1", draining=True)[:6]


def test_when_a_lease_was_renewed_and_how_long_it_lasts_is_told(address, leases):
    leases.enrol(Node("one.1", "one", "", "1"))
    with psycopg.connect(address) as connection:
        connection.execute("UPDATE node SET began = began - interval '1 h', renewed = renewed - interval '1 s'")
        connection.execute("UPDATE node SET until = until - interval '1 s'")
    (before,) = leases.living()
    assert before.renewed_s > 1
    assert before.left_s < 2
    leases.renew("one.1")
    (after,) = leases.living()
    assert after.renewed_s < before.renewed_s
    assert after.left_s > before.left_s
    assert after.began == before.began


def test_the_clock_that_decides_is_the_databases(leases):
    before = leases.clock_s()
    assert leases.clock_s() >= before > 1_700_000_000
