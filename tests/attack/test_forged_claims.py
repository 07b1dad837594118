"""Somebody who writes the database deletes, invents and exchanges claims: no voucher is worth more, or less, for it."""

import shutil

import pytest
from attack.kit.files import meanwhile
from attack.kit.houses import DEALT, happened, opened
from msgspec.structs import replace
from server.making import house, until

from taisai.keeping.backup import backup, restore
from taisai.keeping.repair import repair
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Role
from taisai.server.checks import SelfTestFailed
from taisai.table import commands as c

AT = "2026-11-15T10:00:00+00:00"
MUCH = 500_000_000
TABLES = (DEALT, replace(DEALT, id="G"), replace(DEALT, id="K"))
NUMBERS = {"unspent": "1" * 18, "spent": "2" * 18, "cancelled": "3" * 18, "expired": "4" * 18}
WORTH = 500

KEYS = tuple(f"voucher {what} {{}}" for what in (f"worth {MUCH}", f"worth {WORTH}", "redeemed", "issued"))
DELETED = ("DELETE FROM claim WHERE key LIKE '%' || ?", "{}")
TAMPERINGS = {
    "deleted": [DELETED],
    "invented": [("INSERT OR IGNORE INTO claim VALUES (?)", key) for key in KEYS],
    "exchanged": [DELETED, ("INSERT INTO claim VALUES (?)", KEYS[0])],
}


def quiet(*_):
    pass


async def with_vouchers(server):
    """Each worth 500, of a seat of the table H; the table G redeemed the one that is spent."""
    cage = server.house.floor.cage
    for table in TABLES:
        await opened(server, table.id)
    for seat, (state, number) in enumerate(NUMBERS.items(), 1):
        await server.do("H", c.BuyIn(seat, WORTH))
        cage._days = -1 if state == "expired" else 90
        await server.do("H", c.CashOut(seat, number), second=Role.PIT_MANAGER)
    await server.do("H", c.CancelVoucher(3, NUMBERS["cancelled"][-4:], "no paper"), second=Role.PIT_MANAGER)
    await server.do("G", c.BuyIn(4, 0, NUMBERS["spent"]))
    await until(lambda: len(server.table("H").desk.table.vouchers) == 2)
    return [cage.digest(number) for number in NUMBERS.values()]


def tamper(folder, tampering, vouchers):
    for statement, value in TAMPERINGS[tampering]:
        for voucher in vouchers:
            meanwhile(folder, statement, value.format(voucher))


async def redeemed(server):
    """What somebody gets who tries everything at every table, first for much and then for what it is worth."""
    got = {}
    before = credits_of(server)
    for state, number in NUMBERS.items():
        for amount in (MUCH, 0, WORTH):
            for table in ("K", "G", "H"):
                try:
                    answer = await server.do(table, c.BuyIn(2, amount, number))
                except Refused as refused:
                    assert refused.code in (Refusal.VOUCHER_UNKNOWN, Refusal.VOUCHER_EXPIRED), refused
                else:
                    got[state] = got.get(state, 0) + answer.events[-1].amount
    assert credits_of(server) - before == sum(got.values())
    return got


def credits_of(server):
    tables = (server.table(table.id).desk.table for table in TABLES)
    return sum(seat.credit for table in tables for seat in table.seats.values())


@pytest.mark.parametrize("tampering", TAMPERINGS)
async def test_a_claim_changes_no_decision_of_a_running_house(tmp_path, tampering):
    async with house(tmp_path, *TABLES) as server:
        tamper(tmp_path, tampering, await with_vouchers(server))
        assert await redeemed(server) == {"unspent": WORTH}


async def test_claims_exchanged_while_the_house_is_stopped_change_no_decision(tmp_path):
    async with house(tmp_path, *TABLES) as server:
        vouchers = await with_vouchers(server)
    tamper(tmp_path, "exchanged", vouchers)
    tamper(tmp_path, "invented", vouchers)
    async with house(tmp_path, *TABLES) as server:
        assert await redeemed(server) == {"unspent": WORTH}


@pytest.mark.parametrize("way", [restore, repair], ids=["restore", "repair"])
async def test_claims_exchanged_in_a_copy_change_no_decision_of_the_house_that_goes_on_with_it(tmp_path, way):
    folder, copy, again = tmp_path / "house", tmp_path / "copy", tmp_path / "again"
    async with house(folder, *TABLES) as server:
        vouchers = await with_vouchers(server)
    backup(folder, copy, AT, quiet)
    if way is restore:
        tamper(folder, "exchanged", vouchers)
        backup(folder, copy.with_name("other"), AT, quiet)
        restore(copy.with_name("other"), again, quiet)
        shutil.copytree(folder / "keys", again / "keys", dirs_exist_ok=True)
    else:
        tamper(copy, "exchanged", vouchers)
        repair(folder, copy, AT, quiet)
        again = folder
    async with house(again, *TABLES) as server:
        assert await redeemed(server) == {"unspent": WORTH}


async def test_a_table_that_the_house_no_longer_runs_is_asked_by_its_journal(tmp_path):
    """What its claims and its index say is nothing: they are gone."""
    async with house(tmp_path, *TABLES) as server:
        vouchers = await with_vouchers(server)
        await server.do("H", c.CashOut(3, "5" * 18), second=Role.PIT_MANAGER)
        for seat, ending in ((1, "1111"), (3, "5555"), (4, "4444")):
            await server.do("H", c.CollectVoucher(seat, ending))
    tamper(tmp_path, "exchanged", vouchers)
    meanwhile(tmp_path, "DELETE FROM pointer WHERE what <> ?", "")
    async with house(tmp_path, *TABLES[1:]) as server:
        for state, number in NUMBERS.items():
            for amount in (MUCH, 0, 0):
                try:
                    (bought,) = (await server.do("K", c.BuyIn(1, amount, number))).events
                except Refused as refused:
                    assert refused.code in (Refusal.VOUCHER_UNKNOWN, Refusal.VOUCHER_EXPIRED), refused
                else:
                    assert (state, bought.amount) == ("unspent", WORTH)
        assert server.table("K").desk.table.seats[1].credit == WORTH
        retired = server.house.floor._retired.lives["H"].desk
        await until(lambda: len(retired.table.vouchers) == 2 and not retired.table.promised)
        assert retired.ledger.trial == 0


@pytest.mark.parametrize("forged", ["voucher issued x", "voucher redeemed x"])
async def test_a_claim_that_no_journal_made_is_found_by_the_whole_test(tmp_path, forged):
    async with house(tmp_path, *TABLES) as server:
        await with_vouchers(server)
        assert all(check.ok for check in await server.house.test_whole())
        meanwhile(tmp_path, "INSERT INTO claim VALUES (?)", forged)
        with pytest.raises(SelfTestFailed) as caught:
            await server.house.test_whole()
        assert [check.name for check in caught.value.checks if not check.ok] == ["claims"]
        assert happened(server, "journal-damaged")
