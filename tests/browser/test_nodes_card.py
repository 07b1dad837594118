"""Which node has which table, on the pit's integrity page, as the tables move."""

import re

import pytest
from browser.making import House, axe, living
from browser.measures import resize
from browser.pages import SIZES
from browser.pictures import shoot
from engines.nats import bus as nats_server
from nodes.making import HANDS, nodes, other, owner
from playwright.sync_api import expect


@pytest.fixture
def floor(tmp_path, postgres):
    postgres.database("nodes")
    with (
        nats_server() as bus,
        living(lambda: nodes(tmp_path, postgres.uri("nodes"), bus.url, "one", "two")) as (made, loop),
    ):
        yield made, loop


def test_the_pit_sees_every_node_and_where_a_table_goes_that_is_handed_over(floor, screens):
    made, loop = floor
    has, hasnt = owner(made.nodes, "H1"), other(made.nodes, "H1")
    house = House(hasnt, loop)
    page = screens.page(house, "/pit?view=integrity", house.sign_in("shi.manager"), size="tablet", still=True)
    page.get_by_role("link", name="Integrity").or_(page.get_by_role("button", name="Integrity")).first.click()
    card = page.get_by_role("region", name="Nodes", exact=True)
    expect(card).to_contain_text("Every table is served")
    here, there = hasnt.house.lease.name, has.house.lease.name
    expect(card.locator(f"[data-node={here}]")).to_contain_text("answers here")
    expect(card.locator(f"[data-node={there}] td").first).to_have_text(re.compile(f"^{there} Test Site(?!.*answers)"))
    expect(card.get_by_text("signs for the house")).to_have_count(1)
    for table in HANDS:
        held = owner(made.nodes, table.id).house.lease.name
        expect(card.locator(f"[data-held={table.id}]")).to_contain_text(held)
    card.scroll_into_view_if_needed()
    for size in ("tablet", "phone"):
        resize(page, SIZES[size])
        assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0, size
        assert axe(page) == [], size
    shoot(page, "pit-nodes", "tablet", "phone")
    house.run(has.drain())
    expect(card.locator(f"[data-node={there}]")).to_contain_text("handing over")
    expect(card.locator("[data-held=H1]")).to_contain_text(here)
