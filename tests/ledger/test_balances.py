"""Balances of the events that a history has most of are added up at once: the same as transfer by transfer."""

from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taisai.ledger.balances import WAITING_MOST, Ledger
from taisai.ledger.transfers import transfers
from taisai.table import events as e
from taisai.table.accounts import FLOAT, HOUSE, LAYOUT, seat_account

SEATS, AMOUNTS = st.integers(1, 3), st.integers(0, 3)
LOST = st.builds(e.Award, SEATS, st.just("big"), AMOUNTS, st.just(0), AMOUNTS)
WON = st.builds(
    lambda seat, stake, won, refused: e.Award(seat, "odd", stake, max(0, stake + won - 1), refused),
    SEATS, AMOUNTS, AMOUNTS, AMOUNTS,
)  # fmt: skip
MANY_LOST, MANY_WON = (st.lists(one, max_size=4).map(tuple) for one in (LOST, WON))
WINNERS = st.dictionaries(st.sampled_from(("odd", "even")), MANY_WON)
EVENTS = st.lists(
    st.builds(e.WagerPlaced, st.just(1), SEATS, st.just("big"), AMOUNTS, AMOUNTS, st.just("player"))
    | st.builds(e.LosersCollected, st.just(1), st.just("1-2-6"), MANY_LOST, WINNERS, st.just(0))
    | st.builds(e.AreaPaid, st.just(1), st.just("odd"), MANY_WON)
)


@pytest.mark.parametrize("bank", [HOUSE, FLOAT])
@given(EVENTS)
def test_what_is_added_up_is_what_each_transfer_moves(bank, events):
    ledger, one_by_one = Ledger(bank), defaultdict(int)
    for event in events:
        ledger.post(event)
        for transfer in transfers(event, bank):
            one_by_one[transfer.source] -= transfer.amount
            one_by_one[transfer.target] += transfer.amount
    assert ledger.balances == one_by_one
    assert ledger.trial == 0


@pytest.mark.parametrize("count", [1, WAITING_MOST - 1, WAITING_MOST, WAITING_MOST + 1, 3 * WAITING_MOST + 7])
def test_wagers_that_wait_to_be_added_up_are_in_every_balance_that_is_asked_for(count):
    ledger = Ledger(HOUSE)
    for place in range(count):
        ledger.post(e.WagerPlaced(1, 1 + place % 2, "big", 3, 0, "player"))
    seats = {seat_account(1): -3 * (count - count // 2), seat_account(2): -3 * (count // 2)}
    wanted = {LAYOUT: 3 * count} | {seat: balance for seat, balance in seats.items() if balance}
    assert ledger.balances == wanted
    assert ledger.balances == wanted, "they are added up once"
    assert ledger.on_layout == 3 * count
    assert len(ledger._wagers) == 0


def test_few_wagers_wait():
    """A round of a million wagers takes no more memory than one of a thousand."""
    ledger, wager = Ledger(HOUSE), e.WagerPlaced(1, 1, "big", 3, 0, "player")
    for _ in range(2 * WAITING_MOST):
        ledger.post(wager)
        assert len(ledger._wagers) < WAITING_MOST


@pytest.mark.parametrize(
    "event",
    [
        e.WagerPlaced(1, 1, "big", -1, 0, "player"),
        e.LosersCollected(1, "1-2-6", (e.Award(1, "big", -1, 0, 0),), {}, 0),
        e.LosersCollected(1, "1-2-6", (e.Award(1, "big", 1, 0, -1),), {}, 0),
        e.LosersCollected(1, "1-2-6", (), {"odd": (e.Award(1, "odd", 1, 2, -1),)}, 0),
        e.AreaPaid(1, "odd", (e.Award(1, "odd", 5, -4, 0),)),
        e.AreaPaid(1, "odd", (e.Award(1, "odd", -5, 4, 0),)),
    ],
)
def test_no_amount_is_below_zero(event):
    with pytest.raises(AssertionError):
        Ledger(HOUSE).post(event)
