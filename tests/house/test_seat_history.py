"""The last rounds of a seat as its player lived them: before and after a start, with what was corrected since."""

import pytest
from house.script import installed, played
from house.test_views import FACES, SECOND, Evening

from taisai.house import journal_index
from taisai.house import seat_history as lives
from taisai.house.seat_history import KEPT, LivedRounds
from taisai.house.table_entry import recorded
from taisai.journal.memory import MemoryStore
from taisai.rules.vocabulary import Trouble
from taisai.table import commands as c

LOSE = (1, 1, 3)


class Heard(Evening):
    """An evening that somebody listens to."""

    def __init__(self):
        super().__init__()
        self.at = 0
        self.listen()

    def listen(self):
        self.lived = LivedRounds(self.desk)

    def do(self, *commands, second=None):
        for command in commands:
            before = self.desk.head.seq
            super().do(command, second=second)
            if hasattr(self, "lived"):
                self.at += 1
                self.lived.heard(f"{self.at}", [entry.event for entry in self.entries(before)])

    def entries(self, after):
        return [recorded(stored.body) for stored in self.desk.store.read(after)]

    def round(self, faces, *wagers):
        self.do(*played(faces, *wagers))
        if type(self.desk.table.phase).__name__ == "Settling":
            self.do(c.PayArea())

    def void(self, *wagers):
        self.do(c.OpenBets(), *(c.PlaceWager(*wager) for wager in wagers), c.CloseBets(), c.TumbleDice(3))
        self.do(c.VoidRound(Trouble.DICE_NOT_FLAT))

    def read_back(self):
        back = self.lived.start_reading_back()
        back.read(self.desk.store)
        self.lived.has_read_back(back)


@pytest.fixture
def evening():
    return Heard()


def plain(rounds):
    return [(one.round, one.roll, one.opening, one.wagers, one.returned, one.closing, one.void) for one in rounds]


def test_a_round_is_told_with_credit_before_and_after(evening):
    evening.round(FACES, (1, "double-2", 10), (1, "big", 100), (2, "big", 50))
    (one,) = evening.lived.of(1)
    assert (one.round, one.roll, one.opening, one.wagers) == (1, "2-2-5", 10_000, {"double-2": 10, "big": 100})
    assert one.closing == one.opening - 110 + sum(one.returned.values())
    assert set(one.returned) == {"double-2"}
    assert evening.lived.of(3) == ()


def test_a_void_round_gives_everything_back(evening):
    evening.void((1, "big", 100))
    assert plain(evening.lived.of(1)) == [(1, "", 10_000, {"big": 100}, {"big": 100}, 10_000, "dice-not-flat")]


def test_corrections_and_reversals_are_told_in_their_round(evening):
    evening.round(LOSE, (1, "big", 100))
    evening.round(LOSE, (1, "small", 100))
    evening.do(c.CorrectRound(1, (4, 5, 6)), c.ReverseRounds((2,)), second=SECOND)
    newest, oldest = evening.lived.of(1)
    assert (oldest.roll, oldest.returned) == ("4-5-6", {"big": 200})
    assert (newest.void, newest.returned) == ("dice-damaged", newest.wagers)


def test_the_last_ten_are_kept_newest_first(evening):
    for _ in range(KEPT + 3):
        evening.round(LOSE, (1, "big", 10))
    assert [one.round for one in evening.lived.of(1)] == list(range(KEPT + 3, 3, -1))


def test_after_a_start_the_journal_tells_the_same(evening):
    for place in range(4):
        evening.round(FACES if place % 2 else LOSE, (1, "big", 100), (2, "double-2", 10))
    evening.void((1, "big", 70))
    evening.do(c.CorrectRound(2, (1, 1, 4)), c.ReverseRounds((3,)), second=SECOND)
    before = {seat: plain(evening.lived.of(seat)) for seat in (1, 2)}
    evening.listen()
    assert evening.lived.of(1) == ()
    assert evening.lived.is_short(1)
    evening.read_back()
    assert {seat: plain(evening.lived.of(seat)) for seat in (1, 2)} == before
    assert not evening.lived.is_short(3), "there is nothing more to find"


def test_what_happens_while_the_journal_is_read_counts(evening):
    evening.round(LOSE, (1, "big", 100))
    evening.round(LOSE, (1, "big", 100))
    evening.listen()
    back = evening.lived.start_reading_back()
    evening.do(c.CorrectRound(1, (4, 5, 6)), second=SECOND)
    evening.round(LOSE, (1, "odd", 100))
    back.read(evening.desk.store)
    evening.lived.has_read_back(back)
    assert [one.round for one in evening.lived.of(1)] == [3, 2, 1]
    assert evening.lived.of(1)[-1].roll == "4-5-6"


def test_only_so_much_is_read_back(evening, monkeypatch):
    evening.round(LOSE, (1, "big", 100))
    evening.round(LOSE, (1, "big", 100))
    monkeypatch.setattr(lives, "ENTRIES", 12)
    evening.listen()
    evening.read_back()
    (one,) = evening.lived.of(1)
    assert (one.round, one.opening, one.closing) == (2, 9_900, 9_800), "with the right credit all the same"


def test_a_new_table_has_nothing_to_read_back():
    assert not LivedRounds(installed(MemoryStore())).is_short(1)


class Counting:
    """A store that counts what is read of it."""

    def __init__(self, store):
        self._store, self.entries = store, 0

    def __getattr__(self, name):
        return getattr(self._store, name)

    def read(self, after=0):
        for entry in self._store.read(after):
            self.entries += 1
            yield entry


def test_a_page_is_the_same_as_the_whole_history_and_costs_the_same_in_a_long_one(evening, monkeypatch):
    """Milestones come often here; corrections come long after their rounds."""
    monkeypatch.setattr(lives, "PAGE", 8)
    for module in (lives, journal_index):
        monkeypatch.setattr(module, "MILESTONE_EVERY", 40)
    for turn in range(80):
        if turn % 7 == 3:
            evening.void((1, "big", 100), (2, "small", 20))
        else:
            evening.round(LOSE if turn % 2 else FACES, (1, "big", 100), *[(2, "small", 20)] * (turn % 3 == 0))
    evening.do(c.CorrectRound(3, (4, 5, 6)), c.ReverseRounds((6,)), second=SECOND)
    store = evening.desk.store
    journal_index.complete(store)
    assert store.index.milestone(store.head().seq), "there are milestones"
    for seat in (1, 2, 3):
        whole = evening.lived.look_back()
        whole.book.kept = 1_000
        whole.read(store)
        expected = plain(whole.book.of(seat))
        found, before, costs = [], 81, []
        while before:
            back, counting = evening.lived.look_back(), Counting(store)
            back.book.kept = 1_000
            page, more = back.page(counting, seat, before)
            found += page
            costs.append(counting.entries)
            before = page[-1].round if more else 0
        assert plain(found) == expected, seat
        assert max(costs) < store.head().seq / 2, "no page reads the whole journal"
