"""What goes back at closing (RWS 5.1): exactly the excess, newest placement first; a second, naive definition."""

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from table.playing import only, opened

from taisai import Refused
from taisai.rules.refusals import Refusal
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.limits import LimitRule
from taisai.table.piles import lying
from taisai.table.state import Round
from taisai.table.trades.closing import excess

PAIRS = (("big", "small"), ("odd", "even"))
OPPOSITE = {one: two for pair in PAIRS for one, two in (pair, pair[::-1])}
DEALER = Role.DEALER


def back(play):
    """Place by place, what went back when wagers closed."""
    rejected = [one for event in play.close() if isinstance(event, e.ExcessRejected) for one in event.rejected]
    return [(one.seat, one.spot, one.stake) for one in rejected]


def betting(differential, minimum=50, **kwargs):
    limits = [LimitRule(minimum=minimum, maximum=5000, differential=differential)]
    return opened("rws-6/2", limits=limits, bought=2000, **kwargs).bets()


def test_a_withdrawal_of_100_sends_100_back_and_not_all_of_somebody_elses_400():
    play = betting(200)
    for seat, spot, stake in ((1, "small", 200), (2, "big", 400)):
        play.wager(seat, spot, stake)
    play.do(1, c.WithdrawWager(1, "small", 100))
    assert back(play) == [(2, "big", 100)]
    assert play.table.current.boxes == {"small": 100, "big": 300}


def test_the_newest_placement_is_cut_to_what_fits_and_older_ones_only_for_the_rest():
    play = betting(200)
    for seat, spot, stake in ((1, "small", 200), (2, "big", 300), (1, "small", 300), (3, "big", 200), (2, "big", 150)):
        play.wager(seat, spot, stake)
    play.do(1, c.WithdrawWager(1, "small", 260))
    assert back(play) == [(2, "big", 150), (3, "big", 60)]
    assert play.table.current.stakes["big"] == {2: 300, 3: 140}


def test_a_rest_under_the_minimum_takes_the_whole_wager_back_and_nothing_of_anybody_else():
    play = betting(200)
    for seat, spot, stake in ((1, "small", 200), (2, "big", 400), (1, "small", 100), (3, "big", 60)):
        play.wager(seat, spot, stake)
    play.do(1, c.WithdrawWager(1, "small", 51))
    assert back(play) == [(3, "big", 60)], "11 is over the 449 that fit"
    assert play.table.current.stakes["big"] == {2: 400}


def test_who_takes_a_wager_away_and_places_it_again_has_the_newest():
    play = betting(200)
    for seat, spot, stake in ((1, "small", 200), (2, "big", 100), (3, "big", 200), (1, "small", 100)):
        play.wager(seat, spot, stake)
    play.do(2, c.WithdrawWager(2, "big", 100))
    play.wager(2, "big", 100)
    play.do(1, c.WithdrawWager(1, "small", 250))
    assert back(play) == [(2, "big", 50)]


def test_who_takes_the_newest_away_again_has_only_the_older_one():
    play = betting(200)
    for seat, spot, stake in ((1, "small", 200), (2, "big", 100), (3, "big", 200), (1, "small", 100)):
        play.wager(seat, spot, stake)
    play.wager(2, "big", 100)
    play.do(2, c.WithdrawWager(2, "big", 100))
    play.do(1, c.WithdrawWager(1, "small", 250))
    assert back(play) == [(3, "big", 50)]


def test_who_moves_a_wager_there_has_the_newest():
    play = betting(200)
    for seat, spot, stake in ((1, "small", 200), (2, "odd", 100), (3, "big", 200), (1, "small", 100)):
        play.wager(seat, spot, stake)
    play.do(2, c.MoveWager(2, "odd", "big", 100))
    play.do(1, c.WithdrawWager(1, "small", 250))
    assert back(play) == [(2, "big", 50)]


CHIP_TABLE = {"money": "chips", "chips": (5, 25, 100, 500, 1000)}


def test_with_chips_whole_smallest_chips_remain_and_the_float_gives_change():
    play = betting(203, **CHIP_TABLE)
    play.wager(1, "small", 200)
    play.wager(2, "big", 400, (100, 100, 100, 100))
    play.do(1, c.WithdrawWager(1, "small", 100))
    assert back(play) == [(2, "big", 100)], "97 is over: 303 is not a stake in chips of 5, and 300 is"
    play = betting(203, **CHIP_TABLE)
    play.wager(1, "small", 200)
    play.wager(2, "big", 400, (100, 100, 100, 100))
    play.do(1, c.WithdrawWager(1, "small", 80))
    assert back(play) == [(2, "big", 80)], "in chips of the float, for the player laid only chips of 100"
    assert play.table.tray.pile(lying(2, "big")) == {"100": 3, "5": 4} or play.table.current.boxes["big"] == 320


def test_where_the_float_has_no_change_whole_chips_go_back_and_wagers_close_all_the_same():
    play = betting(200, **CHIP_TABLE)
    play.wager(1, "small", 200)
    play.wager(2, "big", 400, (100, 100, 100, 100))
    play.do(1, c.WithdrawWager(1, "small", 80))
    for kind in ("5", "25"):
        play.table.tray.piles["float"].pop(kind, None)
    assert back(play) == [(2, "big", 100)]
    assert play.table.tray.pile(lying(2, "big")) == {"100": 3}


class Coins:
    """Every smallest coin lies on a spot by itself, and the newest is taken first."""

    def __init__(self, unit, minimum, differential):
        self.unit, self.minimum, self.differential = unit, minimum, differential
        self.lying = []

    def place(self, seat, spot, stake):
        self.lying += [(seat, spot)] * (stake // self.unit)

    def take(self, seat, spot, stake):
        for _ in range(stake // self.unit):
            place = max(place for place, coin in enumerate(self.lying) if coin == (seat, spot))
            del self.lying[place]

    def total(self, spot):
        return sum(self.unit for _, on in self.lying if on == spot)

    def held(self, seat, spot):
        return self.lying.count((seat, spot)) * self.unit

    def close(self):
        heavy = True
        while heavy:
            over = [one for one in OPPOSITE if self.total(one) - self.total(OPPOSITE[one]) > self.differential]
            heavy = over[0] if over else ""
            if heavy:
                seat = next(seat for seat, spot in reversed(self.lying) if spot == heavy)
                self.take(seat, heavy, self.unit)
                if self.held(seat, heavy) < self.minimum:
                    self.take(seat, heavy, self.held(seat, heavy))


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["place"] * 4 + ["take", "all", "move"]), st.integers(1, 3),
        st.sampled_from(["big", "big", "odd"]), st.integers(4, 60), st.sampled_from(["big", "odd", "small"]),
    ), min_size=4, max_size=20,
)  # fmt: skip


@settings(max_examples=20, deadline=None)
@given(
    steps=STEPS, money=st.sampled_from(["credits", "chips"]), differential=st.integers(60, 203),
    leaves=st.integers(0, 500), least=st.sampled_from([5, 20, 60]),
)  # fmt: skip
def test_what_goes_back_is_what_coins_would_do_one_by_one(steps, money, differential, leaves, least):
    """Seat 4 keeps the light sides up as long as wagers are open, and takes it all away before they close."""
    unit = 5 if money == "chips" else 1
    limits = [LimitRule(minimum=least, maximum=500, differential=differential)]
    play = opened("rws-6/2", limits=limits, bought=2000, money=money).bets()
    naive = Coins(unit, least, differential)
    for what, seat, spot, count, to in steps:
        for light in ("small", "even"):
            attempt(play, naive, "place", 4, light, differential // 5 * 5, "")
        stake = naive.held(seat, spot) if what == "all" else count * unit
        attempt(play, naive, what, seat, spot, stake, to)
    for light in ("small", "even"):
        attempt(play, naive, "take", 4, light, naive.held(4, light) - leaves // unit * unit, "")
    before = play.credits()
    found = back(play)
    naive.close()
    event(f"{min(len(found), 3)} placements go back")
    left = {(one.seat, one.spot): one.stake for one in play.table.current.all_stakes()}
    assert left == {coin: naive.held(*coin) for coin in set(naive.lying)}
    gone = {seat: sum(stake for by, _, stake in found if by == seat) for seat in before}
    assert play.credits() == {seat: before[seat] + gone[seat] for seat in before}
    play.roll("1-2-4")
    play.settle()


ON = st.sampled_from(["big", "big", "big", "small"])
LAID = st.lists(st.tuples(st.integers(1, 3), ON, st.integers(-20, 30)), max_size=15)


@settings(max_examples=200)
@given(laid=LAID, differential=st.integers(1, 15), least=st.integers(1, 8))
def test_however_wagers_came_to_lie_there_exactly_the_excess_goes_back(laid, differential, least):
    play = TABLE
    play.table.limits = (LimitRule(minimum=least, maximum=5000, differential=differential),)
    naive, current = Coins(1, least, differential), Round(1)
    for seat, spot, wanted in laid:
        stake = max(wanted, -naive.held(seat, spot))
        rest = naive.held(seat, spot) + stake
        if not stake or 0 < rest < least:
            continue
        current.place(seat, spot, stake)
        naive.take(seat, spot, max(-stake, 0))
        naive.place(seat, spot, max(stake, 0))
    for one in excess(play.game, play.table, current):
        current.add(one.seat, one.spot, -one.stake)
    naive.close()
    left = {(one.seat, one.spot): one.stake for one in current.all_stakes()}
    assert left == {coin: naive.held(*coin) for coin in set(naive.lying)}


TABLE = opened("rws-6/2")


def attempt(play, naive, what, seat, spot, stake, to):  # noqa: PLR0913, PLR0917 - one step of both
    """What the table refuses does not happen to the coins either."""
    try:
        if what == "place":
            stake = only(play.wager(seat, spot, stake), e.WagerPlaced).stake
        elif what == "move":
            play.do(seat, c.MoveWager(seat, spot, to, stake))
        else:
            play.do(seat, c.WithdrawWager(seat, spot, stake))
    except Refused:
        return
    if what != "place":
        naive.take(seat, spot, stake)
    if what in {"place", "move"}:
        naive.place(seat, spot if what == "place" else to, stake)


def test_nobody_but_the_dealer_sends_anything_back():
    play = betting(200)
    play.refuses(Refusal.ROLE_NOT_ALLOWED, 1, c.CloseBets())


@pytest.mark.parametrize("colour", [1, 5])
def test_chips_of_a_colour_go_back_one_by_one(colour):
    play = betting(200, **CHIP_TABLE)
    play.do(DEALER, c.AssignColour(2, "blue", colour))
    play.do(DEALER, c.ColourUp(2, (500,), (), colour_received=500 // colour))
    play.wager(1, "small", 200)
    play.wager(2, "big", 400)
    play.do(1, c.WithdrawWager(1, "small", 80))
    assert back(play) == [(2, "big", 80)]
    play.roll("4-5-6")
    play.settle()
