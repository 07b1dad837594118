"""A voucher is redeemed once, at any table of the house, ever."""

import pytest
from house.redeeming import house, promised, redeemed
from table.playing import displayed

from taisai import Refusal, Refused
from taisai.house.desk import Desk
from taisai.house.games import game
from taisai.house.lookups import Redeeming
from taisai.house.setup import Setup
from taisai.journal.memory import MemoryFile
from taisai.journal.refusals import JournalRefusal
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_writing
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table.order import Order, Person
from taisai.table.state import Promise

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


def refused_at(desk, order):
    with pytest.raises(Refused) as refused:
        desk.do(order)
    return refused.value.code


def test_a_voucher_is_redeemed_at_another_table_and_never_again(desks):
    issuing, other, third = desks
    redeemed(issuing, other, Order("in", PLAYER, c.BuyIn(1, 500, NUMBER)))
    assert other.table.seats[1].credit == 500
    again = Order("again", PLAYER, c.BuyIn(1, 500, NUMBER))
    for desk in desks:
        assert refused_at(desk, again) is Refusal.VOUCHER_UNKNOWN
        assert desk.ledger.trial == 0
    with pytest.raises(Refused, match="no such outstanding voucher"):
        promised(issuing, third, again)
    assert [desk.table.seats[1].credit for desk in desks] == [0, 500, 0]


def test_a_voucher_is_worth_what_it_says_and_no_more(desks):
    for amount in (499, 501, -500):
        with pytest.raises(Refused) as refused:
            promised(desks[0], desks[1], Order(f"in {amount}", PLAYER, c.BuyIn(1, amount, NUMBER)))
        assert refused.value.code is Refusal.VOUCHER_UNKNOWN


def test_what_is_promised_to_one_seat_is_nobody_elses(desks):
    issuing, other, third = desks
    redeeming = promised(issuing, other, Order("in", PLAYER, c.BuyIn(1, 500, NUMBER)))
    with pytest.raises(Refused, match="is being redeemed at table b"):
        promised(issuing, third, Order("in", PLAYER, c.BuyIn(1, 500, NUMBER)))
    for order in (Order("in", PLAYER, c.BuyIn(1, 500, NUMBER)), Order("cancel", DEALER, CANCEL, 0, MANAGER)):
        assert refused_at(issuing, order) is Refusal.VOUCHER_UNKNOWN
    for desk, seat in ((third, 1), (other, 2)):
        person = Person("p", Role.PLAYER, seat)
        stolen = Redeeming("in", person, c.BuyIn(seat, 500, NUMBER), 0, promise=redeeming.promise)
        assert refused_at(desk, stolen) is Refusal.VOUCHER_UNKNOWN
    other.do(redeeming)
    assert [desk.table.seats[1].credit for desk in desks] == [0, 500, 0]


def test_a_promise_that_was_not_used_is_released_and_then_of_no_use(desks):
    issuing, other, third = desks
    order = Order("in", PLAYER, c.BuyIn(1, 500, NUMBER))
    promise = promised(issuing, other, order).promise
    with pytest.raises(Refused, match="not promised like this"):
        house(issuing, c.ReleaseVoucher(promise.voucher, "another promise"))
    house(issuing, c.ReleaseVoucher(promise.voucher, promise.promise))
    for ending in (c.ReleaseVoucher, c.NoteRedeemed):
        with pytest.raises(Refused, match="not promised like this"):
            house(issuing, ending(promise.voucher, promise.promise))
    redeemed(issuing, third, order)
    assert [desk.table.seats[1].credit for desk in desks] == [0, 0, 500]


def test_a_promise_is_known_after_a_restart(desks):
    issuing, other, _ = desks
    promise = promised(issuing, other, Order("in", PLAYER, c.BuyIn(1, 500, NUMBER))).promise
    for saves in (False, True):
        if saves:
            issuing.save_snapshot()
        again = Desk.resume(issuing.store, issuing.game, lambda: "now")
        assert again.table.promised == {promise.voucher: Promise(promise.promise, "b", 1, promise.after)}


def test_the_house_alone_vouches_for_a_voucher(desks):
    with pytest.raises(Refused) as refused:
        desks[1].do(Order("in", PLAYER, c.BuyIn(1, 500, "910000000099", issued_elsewhere=True)))
    assert refused.value.code is Refusal.VOUCHER_UNKNOWN


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
    redeemed(desks[0], desks[1], Order("in", PLAYER, c.BuyIn(1, 500, NUMBER)))
    assert refused_at(desks[0], Order("cancel", DEALER, CANCEL, 0, MANAGER)) is Refusal.VOUCHER_UNKNOWN
    assert [desk.table.seats[1].credit for desk in desks] == [0, 500, 0]


def test_a_validation_number_is_never_issued_twice(desks):
    desks[1].do(Order("buy", PLAYER, c.BuyIn(1, 100)))
    with pytest.raises(Refused) as refused:
        desks[1].do(Order("out", PLAYER, c.CashOut(1, NUMBER)))
    assert refused.value.code is JournalRefusal.CLAIMED
    assert desks[1].table.seats[1].credit == 100
