from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taisai import ROLLS, Book, Refusal, Refused, Roll, paytable
from taisai.maths.bulk import BulkBook

RWS, ETG = paytable("rws-6/2"), paytable("etg/2")
PLACES = {table.id: {spot.id: place for place, spot in enumerate(table.spots)} for table in (RWS, ETG)}
LARGEST = 2**63 - 1

tables = st.sampled_from([RWS, ETG])
wagers = st.lists(st.tuples(st.integers(0, 103), st.integers(1, 10**9).map(lambda half: half * 2)), max_size=40)


def column(values):
    return np.array(list(values), dtype=np.int64)


def bulk(table, bought):
    """Of wagers as (place of the spot, stake)."""
    return BulkBook(table, column(place for place, _ in bought), column(stake for _, stake in bought))


def by_id(table, *bought):
    return bulk(table, [(PLACES[table.id][spot_id], stake) for spot_id, stake in bought])


def returned_by_wager(book, roll):
    found = {}
    for award in book.settle(roll):
        for wager, returned in zip(award.wagers.tolist(), award.returned.tolist(), strict=True):
            assert wager not in found, "awarded twice"
            found[wager] = award.spot, returned
    return found


@settings(max_examples=40, deadline=None)
@given(tables, wagers)
def test_settling_agrees_with_one_wager_at_a_time(table, bought):
    book = bulk(table, bought)
    for roll in ROLLS:
        expected = {}
        for wager, (place, stake) in enumerate(bought):
            spot = table.spots[place]
            if odds := spot.odds(roll):
                expected[wager] = (spot.id, stake + stake * odds.to_one)
        assert returned_by_wager(book, roll) == expected


def test_every_spot_settles_alone_and_between_others():
    for table in (RWS, ETG):
        everything = bulk(table, [(place, 2 + 2 * place) for place in range(104)])
        for roll in ROLLS:
            winners = {place for place, spot in enumerate(table.spots) if spot.odds(roll)}
            assert set(returned_by_wager(everything, roll)) == winners
            for place in (0, 50, 103):
                assert set(returned_by_wager(bulk(table, [(place, 2)]), roll)) == ({0} if place in winners else set())


def test_awards_name_wagers_by_their_original_place_and_leave_out_losers():
    book = by_id(RWS, ("small", 7), ("big", 10), ("double-2", 3), ("small", 9), ("big", 20), ("small", 8))
    awards = {award.spot: award for award in book.settle(Roll.parse("2-2-5"))}
    assert set(awards) == {"small", "double-2"}
    assert awards["small"].wagers.tolist() == [0, 3, 5]
    assert awards["small"].returned.tolist() == [14, 18, 16]
    assert (awards["double-2"].wagers.tolist(), awards["double-2"].returned.tolist()) == ([2], [36])


def test_thousands_of_wagers_keep_their_order_within_an_award():
    places = [wager * 7919 % 104 for wager in range(5000)]
    book = bulk(RWS, [(place, 1 + wager) for wager, place in enumerate(places)])
    for award in book.settle(Roll.parse("2-2-5")):
        mine = [wager for wager, place in enumerate(places) if RWS.spots[place].id == award.spot]
        assert award.wagers.tolist() == mine
        assert award.returned.tolist() == [(1 + wager) * award.returned[0] // (1 + mine[0]) for wager in mine]


def test_half_odds_pay_whole_units():
    (award,) = by_id(ETG, ("double-2", 10), ("double-2", 4)).settle(Roll.parse("2-2-5"))
    assert award.returned.tolist() == [125, 50]  # 11.5 to 1, and the stake


@settings(max_examples=40, deadline=None)
@given(tables, wagers)
def test_losses_are_those_of_a_book_in_units_of_one_per(table, bought):
    book = Book(table)
    for place, stake in bought:
        book.add(table.spots[place].id, stake)
    assert [Fraction(loss, table.per) for loss in bulk(table, bought).losses().tolist()] == list(book.losses)


def test_an_empty_book_awards_and_loses_nothing():
    book = bulk(ETG, [])
    assert [list(book.settle(roll)) for roll in ROLLS] == [[]] * 56
    assert book.losses().tolist() == [0] * 56


@pytest.mark.parametrize("ref", ["rws-6/2", "etg/2"])
def test_the_largest_stake_settles_exactly_and_a_larger_one_is_refused(ref):
    table = paytable(ref)
    odds = table["triple-1"].odds(Roll.parse("1-1-1"))
    most = LARGEST // ((odds.to_one + 1) * table.per)
    book = by_id(table, ("triple-1", int(most)))
    assert returned_by_wager(book, Roll.parse("1-1-1")) == {0: ("triple-1", most * (odds.to_one + 1))}
    assert book.losses()[0] == most * odds.to_one * table.per
    with pytest.raises(Refused, match="too large") as refused:
        by_id(table, ("triple-1", int(most) + 1))
    assert (refused.value.code, refused.value.value) == (Refusal.STAKE_TOO_LARGE, most + 1)


def test_columns_of_narrower_numbers_settle_just_as_exactly():
    place = np.array([PLACES["rws-6/2"]["triple-1"]], dtype=np.int32)
    book = BulkBook(RWS, place, np.array([100_000_000], dtype=np.int32))
    assert returned_by_wager(book, Roll.parse("1-1-1")) == {0: ("triple-1", 181 * 100_000_000)}


def test_stakes_that_are_too_large_only_together_are_refused():
    one = LARGEST // 181
    by_id(RWS, ("triple-1", one))
    with pytest.raises(Refused) as refused:
        by_id(RWS, ("triple-1", one), ("triple-1", one))
    assert (refused.value.code, refused.value.value) == (Refusal.STAKE_TOO_LARGE, one)


@pytest.mark.parametrize(
    ("places", "stakes", "code", "value"),
    [
        ([0, 1], [10], Refusal.WAGER_INVALID, 1),
        ([0], [10, 12], Refusal.WAGER_INVALID, 2),
        ([], [10], Refusal.WAGER_INVALID, 1),
        ([0, 104], [10, 10], Refusal.SPOT_UNKNOWN, 104),
        ([0, -1], [10, 10], Refusal.SPOT_UNKNOWN, -1),
        ([0, 1], [10, 0], Refusal.STAKE_INVALID, 0),
        ([0, 1], [-2, 10], Refusal.STAKE_INVALID, -2),
        ([104], [0], Refusal.SPOT_UNKNOWN, 104),
    ],
)
def test_columns_that_are_no_wagers_are_refused_with_the_value(places, stakes, code, value):
    with pytest.raises(Refused) as refused:
        BulkBook(ETG, column(places), column(stakes))
    assert (refused.value.code, refused.value.value) == (code, value)
    assert str(value) in refused.value.words


def test_a_stake_that_would_settle_to_a_half_is_refused():
    by_id(ETG, ("big", 5), ("double-2", 10))
    with pytest.raises(Refused, match="stake a multiple of 2") as refused:
        by_id(ETG, ("big", 5), ("double-2", 10), ("double-2", 7), ("double-3", 9))
    assert (refused.value.code, refused.value.value) == (Refusal.UNIT_MISFIT, 7)


def test_of_several_faults_the_first_in_precedence_is_refused():
    with pytest.raises(Refused) as refused:
        by_id(ETG, ("double-2", LARGEST))  # odd as well as too large
    assert refused.value.code is Refusal.STAKE_TOO_LARGE
