"""Two tables of a house: a drop box stands at one of them, and at the other only once it was counted."""

import asyncio

import pytest
from house.test_floor import DEALER, RWS, Place, do
from msgspec.structs import replace

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table.order import Person

CHIPS = replace(RWS, money="chips", chips=(5, 25, 100))
ONE, OTHER = replace(CHIPS, id="ONE"), replace(CHIPS, id="OTHER")
BOSS, LOOKER, PIT = (
    Person(name, role)
    for name, role in (("boss", Role.SHIFT_MANAGER), ("looker", Role.GAME_SUPERVISOR), ("pit", Role.PIT_MANAGER))
)


async def refuses(one, box):
    with pytest.raises(Refused) as refused:
        await do(one, c.ExchangeBox(box), second=BOSS)
    assert (refused.value.code, refused.value.value) == (Refusal.BOX_UNKNOWN, box)
    assert one.desk.table.tray.box != box
    return refused.value.words


async def test_a_box_is_at_one_table_until_it_was_counted():
    async with Place().floor(ONE, OTHER) as floor:
        one, other = floor.tables["ONE"], floor.tables["OTHER"]
        await do(one, c.ExchangeBox("A"), second=BOSS)
        assert "is on table ONE" in await refuses(other, "A")
        await do(other, c.ExchangeBox("B"), second=BOSS)
        await do(one, c.ExchangeBox(""), second=BOSS)
        assert "from table ONE is not counted yet" in await refuses(other, "A")
        for by in (DEALER, LOOKER):
            await do(one, c.EnterSoftCount("A", {}), by=by)
        await refuses(other, "A")
        await do(one, c.ConfirmSoftCount("A"), by=PIT)
        await do(other, c.ExchangeBox("A"), second=BOSS)
        assert (one.desk.table.tray.box, other.desk.table.tray.box) == ("", "A")


async def test_of_two_orders_at_the_same_moment_one_is_taken():
    async with Place().floor(ONE, OTHER) as floor:
        tables = [floor.tables[name] for name in ("ONE", "OTHER")]
        asked = (do(one, c.ExchangeBox("A"), second=BOSS) for one in tables)
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert sorted(isinstance(one, Refused) for one in found) == [False, True]
        assert sorted(one.desk.table.tray.box for one in tables) == ["", "A"]


async def test_a_house_that_starts_again_knows_where_its_boxes_are():
    place = Place()
    async with place.floor(ONE, OTHER) as floor:
        await do(floor.tables["ONE"], c.ExchangeBox("A"), second=BOSS)
    async with place.floor(ONE, OTHER) as floor:
        await refuses(floor.tables["OTHER"], "A")
