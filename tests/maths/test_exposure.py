from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from taisai import ROLLS, Book, Refusal, Refused, Roll, paytable
from taisai.rules.risk import Risk

RWS, ETG = paytable("rws-6/2"), paytable("etg/2")
GAINS = {
    (table.id, spot.id): [odds.to_one if (odds := spot.odds(roll)) else Fraction(-1) for roll in ROLLS]
    for table in (RWS, ETG)
    for spot in table.spots
}
spots = st.sampled_from([str(spot.id) for spot in ETG.spots])  # rws-6/2 has the same
holdings = st.dictionaries(spots, st.integers(1, 200), max_size=5)
tables = st.sampled_from([RWS, ETG])


def naive(table, stakes):
    columns = [[stake * gain for gain in GAINS[table.id, spot_id]] for spot_id, stake in stakes.items()]
    return tuple(map(sum, zip(*columns, strict=True))) if columns else (0,) * 56


def book_of(table, stakes):
    book = Book(table)
    for spot_id, stake in stakes.items():
        book.add(spot_id, stake)
    return book


def test_the_two_tables_have_the_same_spots():
    assert set(RWS.by_id) == set(ETG.by_id)


class BookOfARound(RuleBasedStateMachine):
    table = ETG

    def __init__(self):
        super().__init__()
        self.book, self.stakes = Book(self.table), Counter()

    @rule(spot_id=spots, stake=st.integers(1, 1000))
    def add(self, spot_id, stake):
        self.book.add(spot_id, stake)
        self.stakes[spot_id] += stake

    @precondition(lambda self: self.stakes)
    @rule(data=st.data())
    def withdraw(self, data):
        spot_id = data.draw(st.sampled_from(sorted(self.stakes)))
        stake = data.draw(st.integers(1, self.stakes[spot_id]))
        self.book.withdraw(spot_id, stake)
        self.stakes[spot_id] -= stake
        self.stakes += Counter()  # drops the spots that are empty

    @invariant()
    def the_book_agrees_with_a_recount_over_the_56_rolls(self):
        losses = naive(self.table, self.stakes)
        assert self.book.losses == losses
        assert self.book.staked == self.stakes.total()
        assert self.book.exposure == max(*losses, 0)
        assert self.book.worst_rolls == tuple(roll for roll in ROLLS if losses[roll.index] == max(losses))


class RiskOfARound(RuleBasedStateMachine):
    """As a table keeps it: stakes wait until somebody wants to know exactly, which nobody may notice."""

    def __init__(self):
        super().__init__()
        self.risk, self.stakes = Risk(ETG), Counter()

    @rule(spot_id=spots, stake=st.integers(1, 1000), at_once=st.booleans())
    def add(self, spot_id, stake, at_once):
        (self.risk.change if at_once else self.risk.change_later)(spot_id, stake)
        self.stakes[spot_id] += stake

    @precondition(lambda self: self.stakes)
    @rule(data=st.data(), at_once=st.booleans())
    def take_away(self, data, at_once):
        spot_id = data.draw(st.sampled_from(sorted(self.stakes)))
        stake = data.draw(st.integers(1, self.stakes[spot_id]))
        (self.risk.change if at_once else self.risk.change_later)(spot_id, -stake)
        self.stakes[spot_id] -= stake
        self.stakes += Counter()

    @rule(spot_id=spots, stake=st.integers(1, 100), near=st.integers(-1000, 1000))
    def what_is_borne_has_room(self, spot_id, stake, near):
        anew = Risk(ETG, self.stakes)
        cap = max(1, anew.worst // ETG.per + near)
        assert not self.risk.bears(spot_id, stake, cap) or stake <= anew.headroom(spot_id, cap)
        assert self.risk.headroom(spot_id, cap) == anew.headroom(spot_id, cap)

    @rule()
    def somebody_wants_to_know(self):
        losses = naive(ETG, self.stakes)
        assert Fraction(self.risk.worst, self.risk.per) == max(losses)
        assert [Fraction(one - self.risk.staked, self.risk.per) for one in self.risk.returned] == [*losses]


TestRiskOfARound = RiskOfARound.TestCase
TestRiskOfARound.settings = settings(max_examples=100, stateful_step_count=25, deadline=None)
TestBookOfARound = BookOfARound.TestCase
TestBookOfARound.settings = settings(max_examples=15, stateful_step_count=15, deadline=None)


@settings(max_examples=60, deadline=None)
@given(tables, holdings, spots, st.integers(1, 200))
def test_a_wager_costs_the_house_its_odds_where_it_wins_and_gives_it_the_stake_elsewhere(table, held, spot_id, stake):
    book = book_of(table, held)
    before = book.losses
    book.add(spot_id, stake)
    for roll, old, new in zip(ROLLS, before, book.losses, strict=True):
        odds = table[spot_id].odds(roll)
        assert new - old == (stake * odds.to_one if odds else -stake)
    book.withdraw(spot_id, stake)
    assert book.losses == before


@settings(max_examples=150, deadline=None)
@given(tables, holdings, spots, st.integers(0, 30_000))
def test_headroom_is_tight(table, held, spot_id, spare):
    book = book_of(table, held)
    cap = int(book.exposure) + 1 + spare
    step, room = table[spot_id].stake_step, book.headroom(spot_id, cap)
    assert room % step == 0
    if room:
        book.add(spot_id, room)
    assert book.exposure <= cap
    book.add(spot_id, step)
    assert book.exposure > cap


def test_headroom_worked_by_hand():
    book = Book(RWS)
    book.add("big", 100)
    assert book.headroom("big", 100) == 0
    assert book.headroom("big", 101) == 1
    assert book.headroom("small", 100) == 200  # what Big loses on a small roll pays for it
    assert book.headroom("triple-1", 100) == 1  # 200 // 180
    assert book.headroom("big", 99) == 0  # over the cap already


def test_headroom_where_odds_are_halves_settles_to_whole_units():
    book = Book(ETG)
    assert book.headroom("double-2", 100) == 8  # 100 / 11.5 is 8.7
    assert book.headroom("double-2", 114) == 8  # 9 would fit, and settle to a half
    assert book.headroom("double-2", 115) == 10


def test_an_empty_book_risks_nothing():
    book = Book(RWS)
    assert (book.staked, book.exposure, book.losses) == (0, 0, (0,) * 56)
    assert book.worst_rolls == ROLLS


def test_a_book_that_cannot_lose_has_no_exposure():
    book = book_of(RWS, {"big": 100, "small": 100})
    assert (book.exposure, book.loss(Roll.parse("1-1-1")), book.loss(Roll.parse("1-2-3"))) == (0, -200, 0)
    book.add("any-triple", 1)  # now it gains on every roll
    assert (book.exposure, max(book.losses)) == (0, -1)


def test_the_worst_rolls_are_the_worst_by_a_single_unit():
    book = book_of(RWS, {"small": 91, "triple-1": 1})  # 182 go back on Small, 181 on the triple
    assert book.worst_rolls == tuple(roll for roll in ROLLS if RWS["small"].odds(roll))


def test_what_was_withdrawn_cannot_be_withdrawn_again():
    book = book_of(RWS, {"big": 10})
    book.withdraw("big", 4)
    with pytest.raises(Refused, match="cannot withdraw 7 from 'big', which holds 6"):
        book.withdraw("big", 7)
    book.withdraw("big", 6)
    assert book.losses == (0,) * 56


@pytest.mark.parametrize(
    ("act", "code", "value"),
    [
        (lambda book: book.add("big", 0), Refusal.STAKE_INVALID, 0),
        (lambda book: book.add("big", -3), Refusal.STAKE_INVALID, -3),
        (lambda book: book.withdraw("big", 11), Refusal.STAKE_INVALID, 11),
        (lambda book: book.withdraw("big", 0), Refusal.STAKE_INVALID, 0),
        (lambda book: book.withdraw("big", -1), Refusal.STAKE_INVALID, -1),
        (lambda book: book.withdraw("small", 1), Refusal.STAKE_INVALID, 1),
        (lambda book: book.add("bgi", 5), Refusal.SPOT_UNKNOWN, "bgi"),
        (lambda book: book.withdraw("bgi", 5), Refusal.SPOT_UNKNOWN, "bgi"),
        (lambda book: book.headroom("bgi", 5), Refusal.SPOT_UNKNOWN, "bgi"),
        (lambda book: book.withdraw("bgi", 0), Refusal.SPOT_UNKNOWN, "bgi"),
        (lambda book: book.add("bgi", 0), Refusal.SPOT_UNKNOWN, "bgi"),  # comes before a bad stake
    ],
)
def test_what_a_book_cannot_take_is_refused_and_changes_nothing(act, code, value):
    book = book_of(RWS, {"big": 10})
    before = book.losses
    with pytest.raises(Refused) as refused:
        act(book)
    assert (refused.value.code, refused.value.value) == (code, value)
    assert (book.losses, book.staked) == (before, 10)
