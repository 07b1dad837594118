"""Screens of a table whose node is killed or that moves: they say so, go on by themselves, and the balance is right."""

import time

import pytest
from browser.game import CREDIT, money, table
from nodes.processes import cluster
from nodes.test_killed import At, holder, is_open, is_shared
from patience import PATIENCE_S
from playwright.sync_api import expect

MOVING = "The table is moving to another machine."
WATCH = """() => {
  window.told = [];
  const look = () => told.push(...[...document.querySelectorAll(".banner")].map((one) => one.textContent));
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""All that a banner ever says: it may be gone before a busy machine looks."""


def until(is_so):
    end_s = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end_s, "it did not come about"
        time.sleep(0.1)


@pytest.fixture
def nodes(tmp_path):
    with cluster(tmp_path) as made:
        for name in ("one", "two"):
            made.add(name)
        until(lambda: is_shared(made, each=3))
        yield made


def test_the_terminal_says_that_the_table_is_moving_and_plays_on_with_the_right_balance(nodes, screens):
    screens.may_fail("503")  # what a screen asks by itself while nobody has the table
    killed = holder(nodes, "T1")
    at = At(next(one for one in nodes.nodes if one is not killed).address)
    until(lambda: is_open(at))
    who, _ = at.take_seat("T1")
    page = screens.page(at, "/terminal", who, size="tablet", still=True)
    credit, pile = page.locator("[data-meter=credit]"), page.locator('[data-pile="big"]')
    expect(credit).to_have_text(money(CREDIT))
    page.evaluate(WATCH)
    killed.kill()
    page.wait_for_function("words => told.some((one) => one.includes(words))", arg=MOVING, timeout=1e3 * PATIENCE_S)
    expect(page.locator(".banner")).to_have_count(0)
    expect(credit).to_have_text(money(CREDIT))
    assert holder(nodes, "T1") not in {killed, None}
    until(lambda: _places(page, pile))
    assert credit.text_content() != money(CREDIT)


OPENED = {"terminal": "[data-spot]", "display": "section", "layout": "[data-spot]"}


def test_a_screen_that_is_opened_while_its_table_moves_opens_by_itself(screens):
    screens.may_fail("503")
    house = screens.house(table("H", "rws-6/2"))
    page = screens.page(house, "/", still=True)
    moving = {"code": "table-moving", "words": "table H is moving", "value": "H"}
    for path, seen in OPENED.items():
        page.route("**/api/tables/H/lit", lambda route: route.fulfill(status=503, json=moving))
        page.goto(f"{house.address}/{path}?table=H")
        expect(page.get_by_role("alert")).to_contain_text(MOVING)
        page.unroute("**/api/tables/H/lit")
        expect(page.locator(seen).first).to_be_visible()


def test_a_screen_that_is_opened_without_the_house_opens_by_itself_when_the_house_is_there(screens):
    screens.may_fail("ERR_CONNECTION_REFUSED")
    house = screens.house(table("H", "rws-6/2"))
    page = screens.page(house, "/", still=True)
    asked = []

    def refuse(route):
        asked.append(route.request)
        route.abort("connectionrefused")

    for path, seen in OPENED.items():
        asked.clear()
        page.route("**/api/**", lambda route: route.abort("connectionrefused"))
        page.goto(f"{house.address}/{path}?table=H")
        expect(page.get_by_role("alert")).to_have_text("Cannot reach the house.")
        page.route(f"**/{path}?table=H", refuse)
        until(lambda: page.wait_for_timeout(100) or len(asked) > 1)
        assert all(one.resource_type == "fetch" for one in asked), "the page itself was given up"
        expect(page.get_by_role("alert")).to_be_visible()
        page.unroute_all()
        expect(page.locator(seen).first).to_be_visible()


def test_a_screen_that_is_refused_for_good_does_not_load_itself_again(screens):
    screens.may_fail("404")
    house = screens.house(table("H", "rws-6/2"))
    page = screens.page(house, "/", still=True, own=True)
    page.clock.install()
    page.goto(f"{house.address}/display?table=X")
    expect(page.get_by_role("alert")).to_be_visible()
    loaded = []
    page.on("request", lambda request: loaded.append(request.url))
    page.clock.run_for(60_000)
    assert not loaded


def test_the_lobby_never_shows_the_pay_table_of_another_table_than_the_chosen_one(screens):
    screens.may_fail("503")
    house = screens.house(table("H", "rws-6/2"), table("N", "nz-2008/1"))
    page = screens.page(house, "/", still=True)
    guide, chosen = page.locator(".guide"), page.locator(".guide select")
    chosen.select_option("H")
    expect(guide.get_by_role("table").first).to_be_visible()
    page.route("**/api/tables/N/felt", lambda route: route.fulfill(status=503, json={"code": "table-moving"}))
    chosen.select_option("N")
    expect(guide.get_by_text("Cannot reach the house.")).to_be_visible()
    expect(guide.get_by_role("table")).to_have_count(0)


def _places(page, pile):
    """A tap counts while wagers are open."""
    page.locator('[data-spot="big"]').tap()
    return pile.count() and "accepted" in (pile.get_attribute("class") or "")
