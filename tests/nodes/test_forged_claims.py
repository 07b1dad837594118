"""Somebody who writes the database of several nodes exchanges claims: no voucher is worth more, or less, for it."""

import psycopg
from nodes.making import HANDS, LONG_S, nodes, other, owner
from server.making import house, until

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Role
from taisai.table import commands as c

MUCH, WORTH = 500_000_000, 100_000
UNSPENT, SPENT, CANCELLED, EXPIRED = NUMBERS = ("1" * 18, "2" * 18, "3" * 18, "4" * 18)


async def issued(node, table):
    """A voucher of each seat; the last has no time left."""
    await node.open(table, 1, 2, 3, 4)
    for seat, number in enumerate(NUMBERS, 1):
        node.house.floor.cage._days = -1 if number == EXPIRED else 90
        await node.do(table, c.CashOut(seat, number), second=Role.PIT_MANAGER)
    await node.do(table, c.CancelVoucher(3, CANCELLED[-4:], "no paper"), second=Role.PIT_MANAGER)


def exchange(database, vouchers):
    with psycopg.connect(database) as connection:
        connection.execute("DELETE FROM claim")
        for voucher in vouchers:
            for what in (f"worth {MUCH}", "redeemed", "issued"):
                connection.execute("INSERT INTO claim VALUES (%s)", (f"voucher {what} {voucher}",))


async def redeemed(node, table):
    got = []
    for number in NUMBERS:
        for amount in (MUCH, 0):
            try:
                (bought,) = (await node.do(table, c.BuyIn(4, amount, number))).events
            except Refused as refused:
                assert refused.code in (Refusal.VOUCHER_UNKNOWN, Refusal.VOUCHER_EXPIRED), refused
            else:
                got.append((number, bought.amount))
    return got


async def test_a_claim_changes_no_decision_of_any_node(tmp_path, database, bus):
    async with nodes(tmp_path, database, bus, "one", "two") as floor:
        has, hasnt = owner(floor.nodes, "H1"), other(floor.nodes, "H1")
        there = next(iter(hasnt.tables))
        await issued(has, "H1")
        await hasnt.open(there)
        await hasnt.do(there, c.BuyIn(1, 0, SPENT))
        table = has.table("H1").desk.table
        await until(lambda: len(table.vouchers) == 2)
        exchange(database, map(has.house.floor.cage.digest, NUMBERS))
        assert await redeemed(hasnt, there) == [(UNSPENT, WORTH)]
        await until(lambda: len(table.vouchers) == 1 and not table.promised)
        assert await redeemed(has, "H1") == []


async def test_while_a_table_has_no_node_its_vouchers_wait_and_are_not_lost(tmp_path, database, bus):
    """Nobody answers for the table that issued it; a claim would have."""
    async with nodes(tmp_path, database, bus, "one", "two", term_s=3.0) as floor:
        has, hasnt = owner(floor.nodes, "H1"), other(floor.nodes, "H1")
        there = next(iter(hasnt.tables))
        await issued(has, "H1")
        await hasnt.open(there)
        await has.be_lost()
        assert (await answer(hasnt, there)).code.value == "table-busy"
        await until(lambda: "H1" in hasnt.tables)
        assert (await answer(hasnt, there)).events[-1].amount == WORTH


async def test_a_table_that_no_node_runs_any_more_is_asked_by_its_journal(tmp_path, database, bus):
    means = {"nodes_database": database, "nodes_bus": (bus,), "term_s": LONG_S}
    async with house(tmp_path, *HANDS[:2], **means) as server:
        await server.open("H1", 1)
        await server.open("H2")
        await server.do("H1", c.CashOut(1, UNSPENT), second=Role.PIT_MANAGER)
        await server.do("H1", c.CollectVoucher(1, UNSPENT[-4:]))
    exchange(database, [])
    async with house(tmp_path, HANDS[1], **means) as server:
        assert (await answer(server, "H2")).events[-1].amount == WORTH
        await until(lambda: not server.house.floor._retired.lives["H1"].desk.table.vouchers)
        assert (await answer(server, "H2")).code is Refusal.VOUCHER_UNKNOWN


async def answer(node, table):
    try:
        return await node.do(table, c.BuyIn(1, 0, UNSPENT))
    except Refused as refused:
        return refused
