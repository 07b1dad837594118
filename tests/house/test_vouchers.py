"""A voucher is redeemed once, at any table of the house, ever."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from table.playing import displayed

from taisai import Refusal, Refused
from taisai.house.desk import Desk
from taisai.house.games import game
from taisai.house.setup import Setup
from taisai.journal.memory import MemoryFile
from taisai.journal.refusals import JournalRefusal
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_writing
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table.order import Order, Person

NUMBER = "910000000017"
PLAYER = Person("p", Role.PLAYER, 1)


@pytest.fixture(params=["memory", "sqlite"])
def desks(request, tmp_path):
    if request.param == "memory":
        memory = MemoryFile()
        stores = [memory.store(name) for name in "abc"]
    else:
        file = open_for_writing(tmp_path / "floor.journal")
        stores = [SqliteStore(file, name) for name in "abc"]
    made = [
        Desk.install(store, game("rws-6/1"), Setup(name, limits=displayed(game("rws-6/1"))), lambda: "now")
        for store, name in zip(stores, "abc", strict=True)
    ]
    for desk in made:
        desk.do(Order("open", Person("boss", Role.PIT_MANAGER), c.OpenTable()))
    made[0].do(Order("buy", PLAYER, c.BuyIn(1, 500)))
    made[0].do(Order("out", PLAYER, c.CashOut(1, NUMBER)))
    yield made
    for store in stores:
        store.close()


def test_a_voucher_is_redeemed_at_another_table_and_never_again(desks):
    issuing, other, third = desks
    other.do(Order("in", PLAYER, c.BuyIn(1, 500, NUMBER)))
    assert other.table.seats[1].credit == 500
    for desk in (issuing, third, other):
        with pytest.raises(Refused) as refused:
            desk.do(Order("again", PLAYER, c.BuyIn(1, 500, NUMBER)))
        assert refused.value.code is Refusal.VOUCHER_UNKNOWN or desk is issuing
        assert desk.ledger.trial == 0
    assert [desk.table.seats[1].credit for desk in desks] == [0, 500, 0]


def test_a_voucher_is_worth_what_it_says_and_no_more(desks):
    for amount in (499, 501):
        with pytest.raises(Refused) as refused:
            desks[1].do(Order(f"in {amount}", PLAYER, c.BuyIn(1, amount, NUMBER)))
        assert refused.value.code is Refusal.VOUCHER_UNKNOWN


def test_the_house_alone_vouches_for_a_voucher(desks):
    with pytest.raises(Refused) as refused:
        desks[1].do(Order("in", PLAYER, c.BuyIn(1, 500, "910000000099", issued_elsewhere=True)))
    assert refused.value.code is Refusal.VOUCHER_UNKNOWN


def test_of_simultaneous_attempts_one_succeeds(desks):
    def attempt(desk: Desk) -> bool:
        try:
            desk.do(Order("in", PLAYER, c.BuyIn(1, 500, NUMBER)))
        except Refused:
            return False
        return True

    with ThreadPoolExecutor(3) as pool:
        assert sum(pool.map(attempt, desks)) == 1
    assert sum(desk.table.seats[1].credit for desk in desks) == 500


CANCEL = c.CancelVoucher(1, NUMBER[-4:], "no paper")
DEALER, MANAGER = Person("dee", Role.DEALER), Person("pit", Role.PIT_MANAGER)


def test_a_cancelled_voucher_is_redeemed_nowhere(desks):
    desks[0].do(Order("cancel", DEALER, CANCEL, 0, MANAGER))
    for desk in desks:
        with pytest.raises(Refused) as refused:
            desk.do(Order("in", PLAYER, c.BuyIn(1, 500, NUMBER)))
        assert refused.value.code is Refusal.VOUCHER_UNKNOWN
    assert [desk.table.seats[1].credit for desk in desks] == [500, 0, 0]


def test_a_voucher_that_was_redeemed_at_another_table_is_not_cancelled(desks):
    desks[1].do(Order("in", PLAYER, c.BuyIn(1, 500, NUMBER)))
    with pytest.raises(Refused, match="cannot be cancelled: it was redeemed at another table") as refused:
        desks[0].do(Order("cancel", DEALER, CANCEL, 0, MANAGER))
    assert refused.value.code is Refusal.VOUCHER_UNKNOWN
    assert [desk.table.seats[1].credit for desk in desks] == [0, 500, 0]


def test_of_redeeming_and_cancelling_at_once_one_succeeds(desks):
    orders = [
        Order("cancel", DEALER, CANCEL, 0, MANAGER),
        *(Order("in", PLAYER, c.BuyIn(1, 500, NUMBER)) for _ in desks[1:]),
    ]

    def attempt(desk: Desk, order: Order) -> bool:
        try:
            desk.do(order)
        except Refused:
            return False
        return True

    with ThreadPoolExecutor(3) as pool:
        assert sum(pool.map(attempt, desks, orders)) == 1
    assert sum(desk.table.seats[1].credit for desk in desks) == 500


def test_a_validation_number_is_never_issued_twice(desks):
    desks[1].do(Order("buy", PLAYER, c.BuyIn(1, 100)))
    with pytest.raises(Refused) as refused:
        desks[1].do(Order("out", PLAYER, c.CashOut(1, NUMBER)))
    assert refused.value.code is JournalRefusal.CLAIMED
    assert desks[1].table.seats[1].credit == 100
