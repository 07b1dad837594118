"""A load on a house: what it plays, what it refuses, and that it sees money that is wrong."""

import pytest
from client.houses import TABLE, HouseUnder
from warm import WarmHouse

from taisai.client import own
from taisai.client.load import Plan, played, raise_file_limit
from taisai.client.own import ledger_differences, played_in_own_house
from taisai.rules.refusals import Refused


def unseen(what, done, total):
    assert 0 <= done <= total, what


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    made = HouseUnder(tmp_path_factory.mktemp("house"))
    made.start()
    yield made
    made.kill()


def test_two_hundred_terminals_play_whole_rounds_and_every_balance_is_right(monkeypatch):
    monkeypatch.setattr(own, "ChildHouse", WarmHouse)
    outcome = played_in_own_house(Plan("", "T1", 200, 3, gap_s=0.02), unseen)
    assert outcome.wrong == []
    assert outcome.handed_back == 0
    assert outcome.taken > 200 * 3
    assert {"credit-short", "round-stale"} <= outcome.refused.keys()
    assert len(outcome.roll_spread_ms) == 3
    assert min(outcome.roll_spread_ms) >= 0
    assert outcome.answers.count == sum(bucket.count for bucket in outcome.histogram) == outcome.taken
    assert len(outcome.balances) == 200
    assert outcome.house_memory_bytes > 10**6


def test_a_house_that_is_there_is_played_at_its_own_pace(house):
    outcome = played(Plan(house.address, TABLE.id, 8, 2, rate=40), unseen)
    assert outcome.wrong == []
    assert 0 < outcome.taken + sum(outcome.refused.values()) < 40 * 2 * 3


def test_a_journal_that_says_something_else_is_told(house, tmp_path):
    outcome = played(Plan(house.address, TABLE.id, 2, 1), unseen)
    (seat, credit), *_ = outcome.balances.items()
    found = ledger_differences(house.folder, TABLE.id, outcome.balances | {seat: credit + 1})
    assert found[0] == f"seat {seat} has {credit + 1}, but the journal shows {credit}"


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (Plan("", "T9"), "no table 'T9'"),
        (Plan("", TABLE.id, 65), "64 seats for 65 terminals"),
    ],
)
def test_what_cannot_be_played_is_refused(house, plan, words):
    with pytest.raises(Refused, match=words):
        played(Plan(house.address, plan.table, plan.terminals), unseen)


def test_more_sockets_than_the_machine_allows_are_refused():
    with pytest.raises(Refused, match="raise ulimit -n"):
        raise_file_limit(10**9)
