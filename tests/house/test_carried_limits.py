"""Limits of a player's own go with the voucher to any table of the house: nobody loosens one by changing tables."""

import msgspec
import pytest
from house.redeeming import redeemed
from table.playing import displayed

from taisai.house.cage import Cage
from taisai.house.desk import Desk
from taisai.house.games import game
from taisai.house.setup import Setup
from taisai.journal.memory import MemoryFile
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_writing
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.order import Order, Person
from taisai.table.own_limits import NO_LIMIT, NOTHING_CHOSEN, Carried, Looser, Own, OwnLimit

NUMBER, OTHER = "910000000017", "910000000025"
NOW, TOMORROW = "2026-01-01T00:00:00+00:00", "2026-01-02T00:00:00+00:00"
IN_30_MIN = "2026-01-01T00:30:00+00:00"
PLAYER, ITSELF = Person("p", Role.PLAYER, 1), Person("house", Role.AUTOMATION)
CHOSEN = (c.LimitLoss(1, 300), c.LimitStake(1, 50), c.LimitTime(1, 30))
LOOSE = Carried(NO_LIMIT, Own(asked={"stake": Looser(NO_LIMIT, NOW)}))


def install(store, name, cage):
    return Desk.install(store, game("rws-6/1"), Setup(name, limits=displayed(game("rws-6/1"))), lambda: NOW, cage=cage)


@pytest.fixture(params=["memory", "sqlite"])
def stores(request, tmp_path):
    if request.param == "memory":
        made = list(map(MemoryFile().store, "ab"))
    else:
        file = open_for_writing(tmp_path / "floor.journal")
        made = [SqliteStore(file, name) for name in "ab"]
    yield made
    for store in made:
        store.close()


@pytest.fixture
def desks(stores):
    """A player with 500 at table a; the tables know of each other by promises alone, as in two processes."""
    made = [install(store, name, Cage(b"key")) for store, name in zip(stores, "ab", strict=True)]
    for desk in made:
        desk.do(Order("open", Person("boss", Role.PIT_MANAGER), c.OpenTable()))
    do(made[0], c.BuyIn(1, 500))
    return made


def do(desk, command, by=PLAYER):
    return desk.do(Order(f"{desk.table.table} {desk.store.head().seq}", by, command, desk.table.round)).events


def refuses(desk, code, command):
    with pytest.raises(Refused) as refused:
        do(desk, command)
    assert refused.value.code is code


def moves(desks, *chosen, voucher=NUMBER):
    """With the whole credit, from the first table to the second."""
    for command in chosen:
        do(desks[0], command)
    do(desks[0], c.CashOut(1, voucher))
    return buys_in(desks, c.BuyIn(1, voucher=voucher))


def buys_in(desks, command):
    """At the second table, with a voucher of the first."""
    order = Order(f"in {desks[1].store.head().seq}", PLAYER, command, desks[1].table.round)
    return redeemed(desks[0], desks[1], order).events


def bets(desk):
    desk.do(Order("bets", Person("dealer", Role.DEALER), c.OpenBets(), desk.table.round + 1))


def test_every_limit_holds_at_the_other_table(desks):
    (bought,) = moves(desks, *CHOSEN)
    assert bought.carried == Carried(300, Own(50, IN_30_MIN))
    seat = desks[1].table.seats[1]
    assert (seat.credit - seat.loss_floor, seat.own.stake_most, seat.own.time_until) == (300, 50, IN_30_MIN)
    bets(desks[1])
    refuses(desks[1], Refusal.STAKE_LIMITED, c.PlaceWager(1, "big", 60))


def test_a_looser_limit_that_was_asked_for_is_due_when_it_was_due(desks):
    moves(desks, c.LimitStake(1, 50), c.LiftLimit(1, OwnLimit.STAKE))
    assert desks[1].table.seats[1].own.asked == {"stake": Looser(NO_LIMIT, TOMORROW)}


def test_whoever_has_chosen_nothing_brings_nothing(desks):
    (bought,) = moves(desks)
    assert bought.carried is None
    assert (desks[1].table.seats[1].loss_floor, desks[1].table.seats[1].own) == (0, NOTHING_CHOSEN)


@pytest.mark.parametrize("said", [None, LOOSE], ids=["nothing", "looser"])
def test_whoever_says_themselves_what_goes_with_a_voucher_is_not_believed(desks, said):
    do(desks[0], c.LimitStake(1, 50))
    do(desks[0], c.CashOut(1, NUMBER))
    buys_in(desks, c.BuyIn(1, voucher=NUMBER, carried=said))
    assert desks[1].table.seats[1].own == Own(50)


def test_cash_brings_nothing_whatever_is_said_of_it(desks):
    (bought,) = do(desks[1], c.BuyIn(1, 500, carried=LOOSE))
    assert bought.carried is None
    assert desks[1].table.seats[1].own == NOTHING_CHOSEN


def test_there_and_back_again_nothing_is_looser(desks):
    moves(desks, *CHOSEN)
    moves(desks[::-1], voucher=OTHER)
    seat = desks[0].table.seats[1]
    assert (seat.credit - seat.loss_floor, seat.own) == (300, Own(50, IN_30_MIN))


def test_time_that_is_over_is_over_everywhere(desks):
    do(desks[0], c.LimitTime(1, 30))
    do(desks[0], c.EndPlay(1), ITSELF)
    moves(desks)
    bets(desks[1])
    refuses(desks[1], Refusal.TIME_LIMITED, c.PlaceWager(1, "big", 10))


@pytest.mark.parametrize(("here", "there"), [((20,), (50,)), ((50,), (20,))])
def test_of_two_limits_the_stricter_holds_and_nothing_asked_for_one_loosens_the_other(desks, here, there):
    """The looser one was asked for at the one table; the limit at the other has its own day to wait."""
    do(desks[1], c.LimitStake(1, *here))
    moves(desks, c.LimitStake(1, *there), c.LiftLimit(1, OwnLimit.STAKE))
    own = desks[1].table.seats[1].own
    assert (own.stake_most, own.asked) == (20, {})
    with pytest.raises(Refused) as refused:
        do(desks[1], c.LoosenLimit(1, OwnLimit.STAKE), ITSELF)
    assert refused.value.code is Refusal.OWN_LIMIT_INVALID


def test_loss_is_counted_over_both_tables(desks):
    """Of 300 that may be lost none is won back by moving, and other money does not make it more."""
    do(desks[1], c.BuyIn(1, 1_000))
    moves(desks, c.LimitLoss(1, 300))
    seat = desks[1].table.seats[1]
    assert (seat.credit, seat.credit - seat.loss_floor) == (1_500, 300)


def test_after_a_restart_the_limits_are_what_they_were(desks, stores):
    moves(desks, *CHOSEN, c.LiftLimit(1, OwnLimit.STAKE))
    seat = desks[1].table.seats[1]
    again = Desk.resume(stores[1], game("rws-6/1"), lambda: NOW, cage=Cage(b"key")).table.seats[1]
    assert (again.loss_floor, again.own) == (seat.loss_floor, seat.own)


@pytest.mark.parametrize("kind", [e.CreditBought, e.VoucherIssued])
def test_entries_of_before_are_read_as_they_were(kind):
    told = {"is": kind.__struct_config__.tag, "seat": 1, "amount": 500, "voucher": "digest", "ending": "0017"}
    assert msgspec.json.decode(msgspec.json.encode(told), type=kind).carried is None
