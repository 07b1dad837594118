"""Claims say what may happen once only; whoever writes them in the database makes no money of it, or is found."""

import pytest
from attack.kit.files import meanwhile
from attack.kit.houses import DEALT, happened, opened
from msgspec.structs import replace
from server.making import house

from taisai.house.cage import Cage
from taisai.rules.refusals import Refusal, Refused
from taisai.server.checks import SelfTestFailed
from taisai.table import commands as c

NUMBER = "123456789012345678"
OTHER, THIRD = replace(DEALT, id="G"), replace(DEALT, id="K")


async def with_voucher(server):
    for table in ("H", "G", "K"):
        await opened(server, table)
    await server.do("H", c.BuyIn(1, 500))
    await server.do("H", c.CashOut(1, NUMBER))


def digest(server):
    return Cage(bytes.fromhex(server.house.settings.voucher_key.read_text())).digest(NUMBER)


async def test_a_voucher_is_not_worth_more_because_a_claim_says_so(tmp_path):
    async with house(tmp_path, DEALT, OTHER, THIRD) as server:
        await with_voucher(server)
        meanwhile(tmp_path, "INSERT INTO claim VALUES (?, x'')", f"voucher worth 900000 {digest(server)}")
        with pytest.raises(Refused) as caught:
            await server.do("G", c.BuyIn(2, 900_000, NUMBER))
        assert caught.value.code is Refusal.VOUCHER_UNKNOWN
        assert (await server.do("G", c.BuyIn(2, 0, NUMBER))).events[0].amount == 500


@pytest.mark.parametrize("forged", ["voucher worth 900000 x", "voucher redeemed x"])
async def test_a_claim_that_no_journal_made_is_found_by_the_whole_test(tmp_path, forged):
    async with house(tmp_path, DEALT, OTHER, THIRD) as server:
        await with_voucher(server)
        assert all(check.ok for check in await server.house.test_whole())
        meanwhile(tmp_path, "INSERT INTO claim VALUES (?, x'')", forged)
        with pytest.raises(SelfTestFailed) as caught:
            await server.house.test_whole()
        assert [check.name for check in caught.value.checks if not check.ok] == ["claims"]
        assert happened(server, "journal-damaged")


async def test_a_voucher_that_was_redeemed_twice_after_its_claim_was_deleted_is_found(tmp_path):
    async with house(tmp_path, DEALT, OTHER, THIRD) as server:
        await with_voucher(server)
        await server.do("G", c.BuyIn(2, 0, NUMBER))
        meanwhile(tmp_path, "DELETE FROM claim WHERE key LIKE 'voucher redeemed%'")
        await server.do("K", c.BuyIn(3, 500, NUMBER))
        with pytest.raises(SelfTestFailed) as caught:
            await server.house.test_whole()
        told = {check.name: check.words for check in caught.value.checks if not check.ok}
        assert "was claimed twice" in told["claims"], told
