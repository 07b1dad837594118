"""A running house tells a table who came, and the table wants its float counted: nobody tells it by hand."""

import pytest
from house.test_box_places import BOSS, CHIPS
from house.test_floor import Place, do, until
from msgspec.structs import replace
from people.making import BOSS as FOUNDER
from people.making import House

from taisai.house.opening_orders import opening, spread
from taisai.house.table_entry import recorded
from taisai.people.duty_events import DutyKind
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.order import Person
from taisai.table.trades.counts import expected

WATCHED = replace(CHIPS, count_at_change=("dealer",))
MANAGER = Person("pit", Role.PIT_MANAGER)


def noted(one):
    """Who came, by the table's own journal."""
    events = [recorded(stored.clear).event for stored in one.desk.store.read()]
    return [event.name for event in events if isinstance(event, e.DutyNoted)]


async def ready(one):
    for command in opening(one.desk.game, spread((5, 25, 100), 10_000)):
        await do(one, command, by=MANAGER, second=BOSS)


async def watching(story, table=WATCHED):
    """Plays a story at a table of a running house, with what puts a dealer to a table."""

    place = Place()
    people = House(place.own).founded()
    people.employ("ann")
    people.employ("bea")
    async with place.floor(table) as floor:
        await ready(floor.tables["H"])
        await story(floor.tables["H"], lambda name, at="H": floor.register.begin_duty(FOUNDER, name, DutyKind.DEAL, at))


async def test_another_dealer_is_noted_once_and_no_round_begins_until_the_float_was_counted():
    async def story(one, deals):
        deals("ann")
        await until(lambda: noted(one) == ["ann"])
        deals("bea")
        await until(lambda: noted(one) == ["ann", "bea"])
        with pytest.raises(Refused) as refused:
            await do(one, c.OpenBets())
        assert refused.value.code is Refusal.COUNT_MISSING
        await do(one, c.CountFloat("change", expected(one.desk.table)), second=BOSS)
        await do(one, c.OpenBets())
        assert noted(one) == ["ann", "bea"]

    await watching(story)


async def looked_at(one, times=6):
    """The house has looked at the table so often."""
    asked = []
    one.live.look, look = lambda see: asked.append(see) or look(see), one.live.look
    await until(lambda: len(asked) >= times)


async def test_whoever_deals_at_another_table_is_nobody_here():
    async def story(one, deals):
        deals("bea", "elsewhere")
        await looked_at(one)
        assert noted(one) == []
        deals("ann")
        await until(lambda: noted(one))
        assert noted(one) == ["ann"]

    await watching(story)


async def test_where_the_settings_want_no_count_nobody_is_noted():
    async def story(one, deals):
        deals("ann")
        await looked_at(one)
        assert noted(one) == []

    await watching(story, CHIPS)
