"""The index points at what the entries say, whatever befalls it; whoever asks it finds what reading all of it finds."""

import random
import sqlite3
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest
from house.reading_through import read_through, rounds_of
from house.script import installed, orders, resumed

from taisai.house import journal_index
from taisai.house.journal_index import balances_of, complete, differs, whole
from taisai.house.recall import history, recall
from taisai.house.topics import DISPUTE, ROUND, SEAT, VOUCHER, kind, topics, voucher_number
from taisai.journal.entry import decode
from taisai.journal.export import exported
from taisai.journal.index import Additions, Pointer
from taisai.journal.memory import MemoryStore
from taisai.journal.minutes import MINUTE
from taisai.journal.refusals import JournalRefusal
from taisai.journal.seal import sealed
from taisai.journal.sqlite import SqliteStore
from taisai.ledger.balances import ledger_of
from taisai.rules.refusals import Refusal, Refused
from taisai.table import events as e

KEPT = sorted((Path(__file__).parents[1] / "journal" / "kept").glob("table-*.jsonl"))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "table.journal"


@pytest.fixture
def often(monkeypatch):
    monkeypatch.setattr(journal_index, "MILESTONE_EVERY", 10)


def whole_evening(store):
    desk = installed(store)
    for order in orders():
        desk.do(order)
    return store


def kept(path):
    """As it was written before there were indexes."""
    store = MemoryStore()
    for entry in exported(path.read_bytes().splitlines(keepends=True)):
        store.append(store.head(), [entry])
    return store


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_every_round_of_a_kept_journal_is_recalled_as_reading_all_of_it_does(path):
    store = kept(path)
    for number in rounds_of(store):
        assert recall(store, number) == read_through(store, number)
    with pytest.raises(Refused) as caught:
        recall(store, 99)
    assert (caught.value.code, caught.value.value) == (Refusal.ROUND_UNKNOWN, 99)


def test_what_names_a_round_afterwards_is_recalled_with_it(path):
    with closing(whole_evening(SqliteStore.open(path, "T1"))) as store:
        assert rounds_of(store) == {1, 2, 3}
        for number in (1, 2, 3):
            assert recall(store, number) == read_through(store, number)
        kinds = {type(told.event) for told in recall(store, 1)}
        assert {e.RoundBegun, e.WagerPlaced, e.RoundCorrected, e.RoundReversed} <= kinds
        assert {e.DisputeOpened, e.DisputeDecided} <= {type(told.event) for told in recall(store, 3)}


def test_the_desk_keeps_it_with_the_entries(path, often):
    with closing(whole_evening(SqliteStore.open(path, "T1"))) as store:
        index, told = store.index, list(history(store))
        assert index.upto() == store.head().seq
        assert not differs(store)
        (voucher,) = {one.event.voucher for one in told if isinstance(one.event, e.VoucherIssued)}
        assert [told[one.seq - 1].event.seat for one in index.find(VOUCHER, voucher_number(voucher))] == [1, 1, 4]
        assert [told[one.seq - 1].event.round for one in index.find(kind(e.RoundVoided))] == [2]
        assert {type(told[one.seq - 1].event) for one in index.find(DISPUTE, 1)} == {e.DisputeOpened, e.DisputeDecided}
        assert e.LosersCollected in {type(told[one.seq - 1].event) for one in index.find(SEAT, 2)}
        assert index.find(MINUTE, 0, 10**12) == [Pointer(MINUTE, 202603012000, 1)]
        assert index.before(MINUTE, 202603012001) == Pointer(MINUTE, 202603012000, 1)
        assert index.before(MINUTE, 202603012000) is None


def test_a_milestone_is_what_the_entries_before_it_add_up_to(path, often):
    with closing(whole_evening(SqliteStore.open(path, "T1"))) as store:
        told = list(history(store))
        found = {one.seq for seq in range(1, len(told) + 1) if (one := store.index.milestone(seq))}
        assert len(found) >= 2
        for seq in found:
            before = ledger_of(one.event for one in told[: seq - 1]).balances
            assert balances_of(store.index.milestone(seq)) == {name: sum_ for name, sum_ in before.items() if sum_}
            assert isinstance(told[seq - 1].event, e.RoundBegun)


# ---- what befalls it ----


def test_what_was_written_without_it_is_added_before_anything_is_written(path, often):
    with closing(whole_evening(SqliteStore.open(path, "T1"))) as store:
        kept, upto = sorted(store.index.pointers()), store.index.upto()
        stones = {store.index.milestone(seq) for seq in range(1, upto + 1)}
        store.index.clear()
        assert (store.index.upto(), list(store.index.pointers()), store.index.milestone(upto)) == (0, [], None)
        assert recall(store, 1) == read_through(store, 1), "whoever reads works out what is missing"
        assert store.index.upto() == 0, "and leaves it alone"
        resumed(store).complete_index()
        assert sorted(store.index.pointers()) == kept
        assert {store.index.milestone(seq) for seq in range(1, upto + 1)} == stones


@pytest.mark.parametrize("seed", range(5))
def test_it_is_completed_from_wherever_it_ends(path, often, seed):
    with closing(whole_evening(SqliteStore.open(path, "T1"))) as store:
        entries, dice = list(store.read()), random.Random(seed)
        wanted = sorted(store.index.pointers())
    with closing(SqliteStore.open(path.with_name("other"), "T1")) as other:
        while rest := entries[other.head().seq :]:
            other.append(other.head(), rest[: dice.randint(1, 40)])
            if dice.random() < 0.5:
                complete(other)
        assert whole(other).find(ROUND, 2) == [one for one in wanted if one[:2] == (ROUND, 2)]
        complete(other)
        assert sorted(other.index.pointers()) == wanted
        assert not differs(other)


def test_what_could_not_be_written_is_not_in_it(path):
    with closing(SqliteStore.open(path, "T1")) as store:
        store.append(store.head(), _one(store), ["only once"])
        added = Additions([Pointer(ROUND, 7, 2)])
        with pytest.raises(Refused) as caught:
            store.append(store.head(), _one(store), ["only once"], added)
        assert caught.value.code is JournalRefusal.CLAIMED
        assert (store.index.find(ROUND, 7), store.index.upto()) == ([], 0)
        store.append(store.head(), _one(store), ["another"], added)
        assert (store.index.find(ROUND, 7), store.index.upto()) == ([Pointer(ROUND, 7, 2)], 2)


def _one(store):
    with closing(whole_evening(MemoryStore())) as other:
        (entry,) = islice(other.read(store.head().seq), 1)
    return sealed(store.head(), [decode(entry.body)])


FORGERIES = {
    "hidden": "DELETE FROM pointer WHERE what = 'round' AND number = 1",
    "invented": "INSERT INTO pointer VALUES (1, 'round', 1, 3)",
    "moved": "UPDATE pointer SET seq = seq + 1 WHERE what = 'voucher-issued'",
    "richer": "UPDATE milestone SET known = CAST(replace(CAST(known AS TEXT), ':1', ':9') AS BLOB)",
    "none": "DELETE FROM milestone",
    "one more": "INSERT INTO milestone VALUES (1, 5, x'7b7d')",
}


@pytest.mark.parametrize("forged", FORGERIES)
def test_an_index_that_somebody_changed_is_found(path, often, forged):
    whole_evening(SqliteStore.open(path, "T1")).close()
    with closing(sqlite3.connect(path)) as file, file:
        assert file.execute(FORGERIES[forged]).rowcount > 0
    with closing(SqliteStore.open_for_reading(path, "T1")) as store:
        assert differs(store)


def test_an_index_of_a_journal_whose_end_is_lost_is_made_anew(path):
    with closing(whole_evening(SqliteStore.open(path, "T1"))) as store:
        upto = store.index.upto()
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("DELETE FROM batch WHERE key = (SELECT max(key) FROM batch)")
    with closing(SqliteStore.open(path, "T1")) as store:
        assert differs(store)
        assert all(one.seq <= store.head().seq for one in whole(store).find(SEAT, 4))
        complete(store)
        assert store.index.upto() == store.head().seq < upto
        assert not differs(store)


def test_every_kind_of_event_is_found_by_something_or_lies_within_its_round():
    """Chips are moved beside another event, which is found."""
    within = {e.AreaPaid, e.BetsClosed, e.BetsOpened, e.ChipsMoved, e.ContributionGiven, e.DiceRevealed,
              e.DiceTumbled, e.LosersCollected, e.RollEntered, e.RoundSettled, e.WagerPlaced,
              e.WagerWithdrawn}  # fmt: skip
    seen = {type(told.event): told.event for path in KEPT for told in history(kept(path))}
    assert {of for of, event in seen.items() if not topics(event)} <= within
