"""A node's lease told as stories: when it holds, when it drops, what it takes and what it leaves to others."""

from itertools import count

from simulation.database import TERM_S, Free
from simulation.keeper import LOOK_S, RENEW_S, Keeper

from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused

TABLES = ("T1", "T2", "T3")


class Stage:
    """The database, the node and the clock that a keeper sees. `answers_s` is how long the database takes."""

    def __init__(self):
        self.at_s, self.answers_s = 0.0, 0.0
        self.is_down = self.is_over = False
        self.living, self.free_now = 1, []
        self.opened, self.given_back, self.lives = [], [], []
        self.keeper = Keeper(self, self, "N1", TABLES, lambda: self.at_s, (f"N1.{number}" for number in count(1)))

    def _answer(self):
        self.at_s += self.answers_s
        if self.is_down:
            raise Refused(JournalRefusal.FAILED, "nobody answers", "database")

    def enrol(self, life):
        self._answer()
        self.lives.append(life)

    def renew(self, _):
        self._answer()
        return not self.is_over

    def free(self, *_):
        self._answer()
        return self.living, [one for one in self.free_now if one.table not in self.opened]

    def give_back(self, table, *_):
        self.given_back.append(table)

    def held(self):
        return self.opened

    def open(self, table, _):
        self.opened.append(table)

    def drop_all(self):
        self.opened = []

    def run(self, for_s):
        until_s = self.at_s + for_s

        def sleep(delay_s):
            self.at_s += delay_s
            if self.at_s >= until_s:
                raise StopIteration

        try:
            self.keeper.run(sleep)
        except StopIteration:
            return


def free(*tables, had="", is_ours=False):
    return [Free(table, had, is_ours, 1) for table in tables]


def test_a_node_takes_what_nobody_has_up_to_its_share():
    stage = Stage()
    stage.living, stage.free_now = 3, free(*TABLES)
    stage.run(LOOK_S)
    assert stage.opened == ["T1", "T2"], "its third, rounded up, and one more"


def test_a_lease_counts_from_when_its_renewal_was_sent_not_from_when_it_was_answered():
    stage = Stage()
    stage.answers_s = 1.0
    stage.run(LOOK_S)
    sent_s = 0.0
    stage.at_s = sent_s + TERM_S - 0.01
    assert stage.keeper.holds()
    stage.at_s = sent_s + TERM_S
    assert not stage.keeper.holds()


def test_while_the_database_does_not_answer_the_lease_runs_out_and_comes_back_with_it():
    stage = Stage()
    stage.run(RENEW_S)
    stage.is_down = True
    stage.run(TERM_S + LOOK_S)
    assert not stage.keeper.holds()
    stage.is_down = False
    stage.run(2 * LOOK_S)
    assert stage.keeper.holds()
    assert stage.lives == ["N1.1"], "the database says that it still lives"


def test_a_life_that_is_over_is_over_for_good():
    stage = Stage()
    stage.free_now = free("T1")
    stage.run(RENEW_S)
    stage.free_now, stage.is_over = [], True
    stage.run(RENEW_S + LOOK_S)
    assert (stage.opened, stage.lives) == ([], ["N1.1", "N1.2"])


def test_what_others_had_is_left_to_them_for_one_term():
    stage = Stage()
    stage.free_now = [*free("T1", had="N2"), *free("T2", had="N1")]
    stage.run(TERM_S - LOOK_S)
    assert stage.opened == ["T2"]
    stage.run(2 * LOOK_S)
    assert stage.opened == ["T2", "T1"]


def test_what_a_node_dropped_and_has_no_room_for_is_given_back():
    """Else it would be dead for everybody as long as the node lives."""
    stage = Stage()
    stage.living, stage.free_now = 3, free("T1", "T2")
    stage.run(LOOK_S)
    stage.free_now = free("T3", had="N1", is_ours=True)
    stage.run(LOOK_S)
    assert (stage.opened, stage.given_back) == (["T1", "T2"], ["T3"])


def test_a_node_that_drains_takes_nothing():
    stage = Stage()
    stage.keeper.draining, stage.free_now = True, free(*TABLES)
    stage.run(2 * RENEW_S)
    assert stage.opened == []
    assert stage.keeper.holds()
