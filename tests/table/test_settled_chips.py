"""The chips of a settlement are told by the settlement itself: what losers leave, and what each winner is paid in."""

import json

import pytest
from books.house import RULES, House, wager
from hypothesis import given
from hypothesis import strategies as st
from journal.forging import Told, fed
from table.playing import Play, only, opened

from taisai import Refusal
from taisai.journal.verify_taisai import Bad
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.accounts import seat_account
from taisai.table.evolve import evolve, install
from taisai.table.limits import LimitRule
from taisai.table.make_up import _MADE, Stock, fewest, made_of
from taisai.table.piles import added

DEALER = Role.DEALER
LOW = wager("low", "totals", "selection = [4, 5]", 'odds = "7/5"', 'pays = [{ when = ["triple"], returns = "2/5" }]')


def chips(**kwargs):
    return opened("rws-6/2", money="chips", **kwargs)


def piles(play):
    return {holder: dict(pile) for holder, pile in play.table.tray.holders() if pile}


def told(play):
    """As the stand-alone verifier reads it."""
    bodies = [json.loads(stored.body) for stored in play.store.read()]
    return [Told(body["event"], body["by"]["role"], body["cause"], body["at"]) for body in bodies]


def entered(play, roll, *wagers):
    play.bets(*wagers).close()
    play.roll(roll)
    return play


def test_losers_leave_their_very_chips_in_the_float_and_nothing_else_is_written():
    play = chips(bought=100)
    play.do(DEALER, c.BringChips(1, {"25": 4}))
    play.do(DEALER, c.BringChips(2, {"5": 3}))
    entered(play, "4-5-6", (1, "small", 75), (2, "small", 15), (3, "big", 100))
    before = dict(play.table.tray.pile("float"))
    (collected,) = play.do(DEALER, c.CollectLosers())
    assert collected.chips == {"25": 3, "5": 3}
    assert added(play.table.tray.pile("float"), before, -1) == collected.chips
    assert (play.table.tray.layout, play.table.tray.staked) == ({3: {"big": {"100": 1}}}, {"100": 1})


def test_winners_are_paid_award_by_award_and_their_own_chips_come_back():
    play = chips(bought=100)
    play.do(DEALER, c.BringChips(1, {"25": 4}))
    entered(play, "4-5-6", (1, "big", 75), (1, "total-15", 25), (2, "small", 100))
    play.do(DEALER, c.CollectLosers())
    events = play.do(DEALER, c.PayArea())
    assert [type(event) for event in events] == [e.AreaPaid, e.AreaPaid, e.RoundSettled]
    paid = {award.spot: pile for one in events[:2] for award, pile in zip(one.awards, one.chips, strict=True)}
    assert paid == {"big": {"25": 3}, "total-15": {"100": 4, "25": 2}}
    assert play.table.tray.pile("seat:1") == {"100": 5, "25": 9}
    assert (play.table.tray.layout, play.table.tray.staked) == ({}, {})


def test_a_round_without_losers_or_without_winners_tells_so():
    play = chips()
    entered(play, "4-5-6", (1, "big", 100))
    assert only(play.do(DEALER, c.CollectLosers()), e.LosersCollected).chips == {}
    play.do(DEALER, c.PayArea())
    entered(play, "1-1-2", (1, "big", 100), (2, "big", 50))
    assert only(play.do(DEALER, c.CollectLosers()), e.LosersCollected).chips == {"100": 1, "25": 2}


def test_a_part_that_goes_back_may_take_change_and_is_told_move_by_move():
    play = chips(limits=(LimitRule("", 5, 500),))
    play.bets((1, "big", 400)).close()
    play.do(DEALER, c.RecordUnnoticed(2, "big", 500))
    play.roll("4-5-6")
    collected, moved = play.do(DEALER, c.CollectLosers())
    assert (collected.chips, type(moved)) == (None, e.ChipsMoved)
    assert {one.target for one in moved.moves} >= {"seat:1", "seat:2"}
    play.do(DEALER, c.PayArea())
    assert play.table.tray.layout == {}
    fed(told(play))


def test_a_float_that_runs_out_while_winners_are_paid_pays_none_of_them():
    play = chips(bought=1000)
    entered(play, "4-5-6", (1, "big", 5), (2, "big", 5), (3, "big", 5))
    play.do(DEALER, c.CollectLosers())
    play.table.tray.piles["float"] = {"5": 2, "1000": 50}
    words = play.refuses(Refusal.CHIPS_LACKING, DEALER, c.PayArea())
    assert "request a fill of 1 x" in words


def test_chosen_chips_are_the_floats_own_and_gone_for_whoever_is_paid_next():
    play = chips()
    entered(play, "4-5-6", (1, "big", 100), (2, "big", 100))
    play.do(DEALER, c.CollectLosers())
    play.table.tray.piles["float"] = {"25": 4, "5": 19, "1000": 50}
    twice = (c.Payout(1, "big", {"25": 4}), c.Payout(2, "big", {"25": 4}))
    play.refuses(Refusal.CHIPS_LACKING, DEALER, c.PayArea("", twice))
    play.refuses(Refusal.CHIPS_LACKING, DEALER, c.PayArea("", twice[:1]))


def test_a_seat_with_a_colour_is_paid_in_it_and_nobody_else_is():
    play = chips(bought=100)
    play.do(DEALER, c.AssignColour(1, "red", 25))
    play.do(DEALER, c.ColourUp(1, (100,), (), 0, 4))
    entered(play, "4-5-6", (1, "big", 50), (2, "big", 50))
    play.do(DEALER, c.CollectLosers())
    play.refuses(Refusal.CHIP_UNKNOWN, DEALER, c.PayArea("", (c.Payout(2, "big", {"red": 2}),)))
    (paid,) = (one for one in play.do(DEALER, c.PayArea("", (c.Payout(1, "big", {"red": 2}),))) if hasattr(one, "area"))
    assert paid.chips == ({"red": 2}, {"25": 2})
    assert (play.table.tray.pile("seat:1"), play.table.tray.pile("float")["red"]) == ({"red": 6}, -6)
    fed(told(play))


def test_a_stake_that_comes_back_in_part_is_collected_and_its_part_is_paid(tmp_path):
    house = House(tmp_path / "house")
    house.write("rules.toml", RULES.replace('currency = "EUR"', 'currency = "EUR"\npreset = "usual"') + LOW)
    (house.folder / "layout-1.toml").unlink()
    play = opened(house.ref, money="chips", bought=1000)
    entered(play, "1-1-1", (1, "low", 50))
    play.do(DEALER, c.CollectLosers())
    paid = play.do(DEALER, c.PayArea())[0]
    assert (paid.awards, paid.chips) == ((e.Award(1, "low", 50, 20, 0),), ({"5": 4},))
    assert (play.credit(1), play.table.tray.layout, play.table.tray.staked) == (970, {}, {})
    fed(told(play))


def test_a_settlement_that_is_undone_leaves_every_stake_on_the_layout_again():
    play = opened("nz-2008/1", money="chips", bought=1000)
    entered(play, "4-5-6", (1, "big", 100), (2, "small", 75), (3, "total-15", 25))
    stakes = {holder for holder in piles(play) if holder.startswith("layout:")}
    play.do(DEALER, c.CollectLosers())
    play.do(DEALER, c.PayArea("big"))
    play.do(Role.GAME_SUPERVISOR, c.AmendEntry((1, 1, 2)))
    assert {holder for holder in piles(play) if holder.startswith("layout:")} == stakes
    assert sum(int(kind) * many for kind, many in play.table.tray.staked.items()) == 200
    play.settle()
    fed(told(play))


def test_what_was_counted_holds_no_longer_once_a_round_is_settled():
    play = chips()
    play.count("change", {kind: many for kind, many in play.table.tray.pile("float").items() if many})
    assert play.table.tray.count.purpose == "change"
    play.round("4-5-6", (1, "small", 100))
    assert not play.table.tray.count.purpose


def test_what_is_read_again_is_the_same_to_the_chip_after_every_event():
    play = chips()
    play.round("4-5-6", (1, "big", 130), (2, "small", 15), (2, "total-15", 5), (1, "big", 5))
    play.round("1-1-1", (1, "any-triple", 10), (1, "single-1", 10), (3, "small", 100))
    events = [event for _, _, event in play.written()]
    table = install(events[0])
    for event in events:
        evolve(table, event)
        kinds = {}
        for _, pile in table.tray.holders():
            kinds = added(kinds, pile)
        assert kinds == {}
    assert dict(table.tray.holders()) == dict(play.table.tray.holders())
    fed(told(play))


# Piles are shared, and nobody changes one.


@given(st.lists(st.sampled_from((5, 10, 20, 25, 50, 100)), min_size=1, unique=True), st.integers(0, 400))
def test_what_is_kept_is_what_would_be_found_again(values, amount):
    values = tuple(sorted(values))
    held = {str(value): 1000 for value in values}
    found = fewest([Stock(str(value), value, 1000) for value in values], amount)
    for _ in range(2):
        made = made_of(held, values, amount)
        assert (made is None) is (found is None)
        assert made is None or sum(made.values()) == sum(found.values())
        assert made is None or sum(int(kind) * many for kind, many in made.items()) == amount
    assert not amount or made_of({}, values, amount) is None


def test_an_evening_leaves_the_kept_piles_as_they_were():
    play = chips()
    for roll in ("4-5-6", "1-1-2", "3-3-3"):
        play.round(roll, (1, "big", 130), (2, "small", 15), (3, "total-9", 5), (1, "big", 130))
    known = _MADE[play.table.chips]
    assert len(known) > 3
    for amount, pile in known.items():
        assert sum(int(kind or 0) * many for kind, many in pile.items()) in (amount, 0)


# Whoever forges one of them is found.


@pytest.fixture(scope="module")
def settled():
    play = chips(bought=1000)
    play.do(DEALER, c.AssignColour(4, "red", 5))
    play.round("4-5-6", (1, "big", 130), (2, "small", 100), (3, "total-15", 25))
    play.round("4-5-6", (1, "big", 5))
    return told(play)


def forged(settled, kind, **fields):
    place = next(
        at for at, one in enumerate(settled) if one.event["is"] == kind and one.event.get("area", "big") == "big"
    )
    event = settled[place].event | fields
    event = {name: value for name, value in event.items() if value is not None}
    return [*settled[:place], settled[place]._replace(event=event), *settled[place + 1 :]]


FORGED = {
    "fewer are collected": ("losers-collected", {"chips": {}}, "were on the layout"),
    "worth the same, and not the same": ("losers-collected", {"chips": {"25": 4}}, "were on the layout"),
    "more are collected": ("losers-collected", {"chips": {"100": 2}}, "were on the layout"),
    "nobody says what was collected": ("losers-collected", {"chips": None}, "'chips'"),
    "nobody says what was paid": ("area-paid", {"chips": None}, "'chips'"),
    "a chip more is paid": ("area-paid", {"chips": [{"100": 1, "25": 1, "5": 2}]}, "not 130"),
    "a chip less is paid": ("area-paid", {"chips": [{"100": 1, "25": 1}]}, "not 130"),
    "paid in chips of another's colour": (
        "area-paid",
        {"chips": [{"100": 1, "red": 6}]},
        "not 130 in chips that it may hold",
    ),
    "paid in chips below none": ("area-paid", {"chips": [{"500": 1, "100": -4, "5": 6}]}, "are not valid"),
    "paid in chips that nobody knows": ("area-paid", {"chips": [{"130": 1}]}, "130"),
    "one more is paid": ("area-paid", {"chips": [{"100": 1, "25": 1, "5": 1}, {}]}, "chips of some awards"),
    "paid in chips that the float has not": ("area-paid", {"chips": [{"5": 10**7}]}, "not 130"),
}


@pytest.mark.parametrize(("kind", "fields", "why"), FORGED.values(), ids=FORGED)
def test_forged_chips_of_a_settlement_are_found(settled, kind, fields, why):
    fed(settled)
    with pytest.raises(Bad) as bad:
        fed(forged(settled, kind, **fields))
    assert why in bad.value.why


def test_chips_are_not_told_where_nobody_ever_counted_any():
    play = opened("rws-6/2")
    play.round("4-5-6", (1, "big", 100), (2, "small", 100))
    for kind, fields in (("losers-collected", {"chips": {}}), ("area-paid", {"chips": [{}]})):
        with pytest.raises(Bad, match="before any count"):
            fed(forged(told(play), kind, **fields))


def test_money_and_chips_say_the_same_of_every_seat():
    play = Play("rws-6/2", money="chips").open()
    for seat in play.table.seats:
        play.buy(seat, 1000)
    play.round("2-2-5", (1, "double-2", 10), (2, "domino-2-5", 15), (3, "total-9", 5), (4, "odd", 100))
    for seat in play.table.seats:
        held = play.table.tray.pile(f"seat:{seat}")
        assert sum(int(kind) * many for kind, many in held.items()) == play.balance(seat_account(seat))
