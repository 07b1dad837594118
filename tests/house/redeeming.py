"""Vouchers that go from desk to desk, as a floor carries them: promised by one, taken by the other, noted last."""

from itertools import count

from taisai.house.automation import ITSELF
from taisai.house.cage import Cage
from taisai.house.lookups import Redeeming
from taisai.house.redemptions import Redemptions
from taisai.table import commands as c
from taisai.table.order import Order

_numbers = count(1)


def house(desk, command):
    return desk.do(Order(f"house {next(_numbers)}", ITSELF, command, desk.table.round)).events


def promised(issuer, desk, order):
    """The order with the promise of the table that issued its voucher."""
    voucher, buy = desk.cage.digest(order.command.voucher), order.command
    asked = (voucher, buy.amount, f"promise {next(_numbers)}", desk.table.table, buy.seat, desk.head.seq)
    (promise,) = house(issuer, c.PromiseVoucher(*asked))
    return Redeeming(order.id, order.by, buy, order.round, order.second, promise=promise)


def redeemed(issuer, desk, order):
    redeeming = promised(issuer, desk, order)
    reply = desk.do(redeeming)
    house(issuer, c.NoteRedeemed(redeeming.promise.voucher, redeeming.promise.promise))
    return reply


class NoneUnused:
    """All tables are somebody's."""

    def __init__(self, names):
        self.names = lambda: names

    async def open(self, table="", seen=()):
        return False


def served(lives, note=lambda _: None):
    """Live tables of one process that redeem each other's vouchers."""
    made = Redemptions(lambda: lives, NoneUnused([live.desk.table.table for live in lives]), Cage(), note)
    for live in lives:
        made.serve(live)
        live.listeners.append(lambda _, events, table=live.desk.table.table: made.heard(table, events))
    return made
