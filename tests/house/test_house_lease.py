"""The lease on a house told as stories: when it holds, when it goes on under another life, when it is lost for good."""

from threading import Event

import pytest
from patience import PATIENCE_S

from taisai.house.house_lease import HouseLease
from taisai.house.tables import HOUSE
from taisai.journal.leases import TERM_S, Node
from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused


class Shared:
    """The database as several processes see it, with a clock of its own."""

    def __init__(self):
        self.at_s, self.holder, self.until = 0.0, "", {}

    def lives(self, life):
        return self.until.get(life, 0) > self.at_s


class Line:
    """One process's way to it."""

    term_s = TERM_S

    def __init__(self, shared):
        self.shared, self.is_cut, self.answers_s, self.followed = shared, False, 0.0, []

    def _ask(self):
        self.shared.at_s += self.answers_s
        if self.is_cut:
            raise Refused(JournalRefusal.FAILED, "nobody answers", "")

    def enrol(self, node):
        self._ask()
        self.shared.until[node.id] = self.shared.at_s + TERM_S

    def renew(self, life):
        self._ask()
        lives = self.shared.lives(life)
        if lives:
            self.shared.until[life] = self.shared.at_s + TERM_S
        return lives

    def end(self, life):
        self._ask()
        self.shared.until[life] = self.shared.at_s

    def living(self):
        self._ask()
        return [Node(life, life.partition(".")[0], "", "") for life in self.shared.until if self.shared.lives(life)]

    def hold(self, journal, life):
        self._ask()
        assert journal == HOUSE
        before = self.shared.holder
        if before != life and self.shared.lives(before):
            return None
        self.shared.holder = life
        return before

    def is_draining(self, life):
        return False

    def follow(self, old, new):
        self.followed.append((old, new))

    def close(self):
        self.is_cut = True


class Process:
    def __init__(self, shared, name):
        self.line, self.lives = Line(shared), []
        self.lease = HouseLease(self.line, Node("", name, "", ""), self.lives.append, lambda: shared.at_s)


@pytest.fixture
def shared():
    return Shared()


@pytest.fixture
def one(shared):
    process = Process(shared, "one")
    assert process.lease.is_our_turn()
    return process


def test_one_at_a_time_has_the_house_and_the_next_has_it_when_that_one_ends(shared, one):
    two = Process(shared, "two")
    assert not two.lease.is_our_turn()
    assert (two.lease.whose_turn(), two.lease.holds(), one.lease.holds()) == ("one", False, True)
    one.lease.end()
    assert two.lease.is_our_turn()


def test_a_lease_counts_from_when_its_renewal_was_sent_not_from_when_it_was_answered(shared, one):
    one.line.answers_s = 1.0
    sent_s = shared.at_s
    one.lease.renew()
    shared.at_s = sent_s + TERM_S - 0.01
    assert one.lease.holds()
    shared.at_s = sent_s + TERM_S
    assert not one.lease.holds()


def test_whoever_is_killed_keeps_the_others_waiting_for_one_term_and_no_longer(shared, one):
    two = Process(shared, "two")
    shared.at_s = TERM_S - 0.01
    assert not two.lease.is_our_turn()
    shared.at_s = TERM_S
    assert two.lease.is_our_turn()


def test_after_a_silence_in_which_nobody_came_the_next_life_goes_on_with_what_the_last_one_held(shared, one):
    (old,) = one.lives
    shared.at_s = 10 * TERM_S
    assert not one.lease.holds()
    one.lease.renew()
    assert (one.lease.holds(), one.lease.lost) == (True, "")
    assert one.line.followed == [(old, one.lives[-1])]
    assert old != one.lives[-1], "a life that is over is over for good"


@pytest.mark.parametrize("is_still_there", [True, False])
def test_after_a_silence_in_which_another_came_the_lease_is_lost_for_good(shared, one, is_still_there):
    two = Process(shared, "two")
    shared.at_s = TERM_S
    assert two.lease.is_our_turn()
    if not is_still_there:
        shared.at_s = 3 * TERM_S
    one.lease.renew()
    assert (one.lease.holds(), bool(one.lease.lost), one.line.followed) == (False, True, [])


def test_while_nobody_answers_the_lease_runs_out_by_the_clock_alone(shared, one):
    one.line.is_cut = True
    with pytest.raises(Refused):
        one.lease.renew()
    assert one.lease.holds()
    shared.at_s = TERM_S
    assert (one.lease.holds(), one.lease.lost) == (False, "")


def test_an_error_of_the_program_while_the_lease_is_renewed_costs_no_lease(shared, one, monkeypatch, caplog):
    monkeypatch.setattr("taisai.house.house_lease.RENEW_S", 0.01)
    renew, renewed = one.lease.renew, Event()

    def wrong():
        one.lease.renew = lambda: (renew(), renewed.set())
        raise ValueError("an error of the program")

    one.lease.renew = wrong
    one.lease.keep()
    assert renewed.wait(PATIENCE_S)
    one.lease.end()
    assert "the lease could not be renewed" in caplog.text
