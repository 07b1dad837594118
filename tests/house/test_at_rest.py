"""A command at work on a house that nobody serves: beside whom it is refused, and when its lease is over."""

from contextlib import closing
from threading import Event

import pytest
from journal.files import refused
from patience import PATIENCE_S

from taisai.house.at_rest import RestLease, at_rest
from taisai.house.settings_reader import with_values
from taisai.journal.leases import TERM_S, Doing, Node
from taisai.journal.postgres_database import Database
from taisai.journal.postgres_leases import PostgresLeases
from taisai.journal.postgres_place import PostgresJournals
from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused


class Line:
    """One command's way to the database, with a clock that the story moves."""

    term_s = TERM_S

    def __init__(self):
        self.at_s, self.answers_s, self.is_cut, self.until = 0.0, 0.0, False, {}

    def _ask(self):
        self.at_s += self.answers_s
        if self.is_cut:
            raise Refused(JournalRefusal.FAILED, "nobody answers", "")

    def enrol(self, node):
        self._ask()
        self.until[node.id] = self.at_s + TERM_S

    def renew(self, life):
        self._ask()
        lives = self.until[life] > self.at_s
        if lives:
            self.until[life] = self.at_s + TERM_S
        return lives

    def end(self, life):
        self._ask()
        self.until[life] = self.at_s


@pytest.fixture
def line():
    return Line()


@pytest.fixture
def lease(line):
    return RestLease(line, Node("", "one", "", "", doing=Doing.AT_REST), lambda: line.at_s)


def test_a_lease_counts_from_when_its_renewal_was_sent_not_from_when_it_was_answered(line, lease):
    line.answers_s = 1.0
    sent_s = line.at_s
    lease.renew()
    line.at_s = sent_s + TERM_S - 0.01
    assert lease.holds()
    line.at_s = sent_s + TERM_S
    assert not lease.holds()


def test_while_nobody_answers_the_lease_runs_out_and_is_over_for_good(line, lease):
    line.is_cut = True
    with pytest.raises(Refused):
        lease.renew()
    lease.check_not_lost()
    line.at_s = TERM_S
    line.is_cut = False
    lease.renew()
    lost = refused(lease.check_not_lost)
    assert lost.code is JournalRefusal.TAKEN
    assert "stop all nodes" in lost.words
    assert "run the command again" in lost.words


def test_an_error_of_the_program_while_the_lease_is_renewed_costs_no_lease(lease, monkeypatch, caplog):
    monkeypatch.setattr("taisai.house.at_rest.RENEW_S", 0.01)
    renew, renewed = lease.renew, Event()

    def wrong():
        lease.renew = lambda: (renew(), renewed.set())
        raise ValueError("an error of the program")

    lease.renew = wrong
    lease.keep()
    assert renewed.wait(PATIENCE_S)
    lease.end()
    assert "the lease could not be renewed" in caplog.text


@pytest.fixture
def settings(postgres):
    postgres.database("rest")
    return with_values(nodes_database=postgres.uri("rest"), nodes_name="here")


@pytest.fixture
def journals(settings):
    with closing(PostgresJournals(settings.nodes.database)) as found:
        yield found


@pytest.fixture
def leases(settings, journals):
    with closing(PostgresLeases(Database(settings.nodes.database))) as found:
        yield found


def enter(settings, journals):
    with at_rest(settings, journals):
        pass


@pytest.mark.parametrize("doing", [Doing.STARTING, Doing.SERVING])
def test_a_command_is_refused_beside_any_node_whichever_has_the_row_of_the_house(settings, journals, leases, doing):
    leases.enrol(Node("other.1", "other", "", "1", doing=doing))
    found = refused(enter, settings, journals)
    assert found.code is JournalRefusal.LOCKED
    assert "in use by node other; stop that node first" in found.words
    assert [one.name for one in leases.living()] == ["other"], "the command that was refused is gone"
    leases.end("other.1")
    enter(settings, journals)


def test_of_two_commands_the_second_is_told_to_wait(settings, journals, leases):
    with at_rest(settings, journals):
        found = refused(enter, settings, journals)
        assert found.code is JournalRefusal.LOCKED
        assert "a command at here; wait until it has ended" in found.words
        assert [one.doing for one in leases.living()] == [Doing.AT_REST], "the first one goes on"
    assert leases.living() == []


def test_a_command_that_was_silent_for_longer_than_its_lease_says_so_when_its_work_is_done(
    settings, journals, monkeypatch
):
    done = []

    def work():
        with at_rest(settings, journals):
            monkeypatch.setattr(RestLease, "holds", lambda _: False)
            done.append("work")

    assert refused(work).code is JournalRefusal.TAKEN
    assert done == ["work"]


def test_what_a_command_takes_it_takes_under_its_own_life(settings, journals, leases):
    with at_rest(settings, journals):
        store = journals.store("t1")
        store.take()
        (holding,) = leases.holdings()
        assert (holding.name, holding.lives) == ("here", True)
    (holding,) = leases.holdings()
    assert not holding.lives
