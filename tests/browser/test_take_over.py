"""Dealers relieve each other at the console by PIN, and the round says who dealt it."""

import re

import pytest
from browser.making import axe
from browser.measures import settles
from browser.staff import Supervisor, signs_in
from playwright.sync_api import expect
from server.making import HAND, PIN

from taisai.rules.vocabulary import Role

BEA = "bea.dealer"


@pytest.fixture
def console(screens):
    """Dee has signed in with the password, at a console that is enrolled."""
    house = screens.house(HAND)
    house.open("H", 1)
    house.call(house.server.employ, BEA, Role.DEALER)
    page = screens.page(house, "/console", house.console("H"), size="tablet", still=True)
    signs_in(page, "dee.dealer")
    expect(page.locator(".console")).to_be_visible()
    return house, page


def hand_over(page):
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_role("button", name="Hand over to someone else").click()
    form = page.get_by_role("form", name="Take over by PIN")
    expect(form).to_be_visible()
    return form


def test_bea_types_name_and_pin_then_dee_touches_the_name(screens, console):
    house, page = console
    page.locator("#next").tap()
    form = hand_over(page)
    assert axe(page) == []
    expect(form.get_by_role("group")).to_have_count(0)
    page.keyboard.type(f"{BEA}\n", delay=0)
    page.keyboard.type(PIN, delay=0)
    expect(page.locator(".who b")).to_have_text(BEA)
    page.locator("#next").tap()
    form = hand_over(page)
    expect(form.get_by_role("button", name="dee.dealer")).to_have_attribute("aria-pressed", "true")
    page.keyboard.type(PIN, delay=0)
    expect(page.locator(".who b")).to_have_text("dee.dealer")
    for step in ("close-bets", "reveal"):
        expect(page.locator(f"[data-step={step}]")).to_have_attribute("aria-current", "step")
        page.locator("#next").tap()
    for face in (1, 3, 6):
        page.get_by_role("button", name=f"Button {face}", exact=True).tap()
    page.locator("#next").tap()
    expect(page.locator("[data-step=collect]")).to_have_attribute("aria-current", "step")
    page.locator("#next").tap()
    settles(page, lambda: type(house.table("H").phase).__name__, "Idle")
    pit = Supervisor(screens, house, "H", "gus.supervisor")
    pit.opens("recall", 1)
    expect(pit.page.locator(".dealt")).to_have_text(f"Dealt by dee.dealer (dealer), {BEA} (dealer)")


def test_wrong_pins_lock_the_console_and_the_password_is_asked_for(screens, console):
    house, page = console
    screens.expect_error("401")
    screens.expect_error("403")
    names = [f"deal.{number}" for number in range(5)]
    for name in names:
        house.call(house.server.employ, name, Role.DEALER)
    form = hand_over(page)
    for name in names:
        form.get_by_label("Name, typed or by badge").fill(name)
        form.get_by_label("PIN", exact=True).fill("000001")
        expect(form.get_by_label("PIN", exact=True)).to_have_value("")
        expect(form.get_by_role("alert")).to_be_visible()
    form.get_by_label("Name, typed or by badge").fill(BEA)
    form.get_by_label("PIN", exact=True).fill(PIN)
    expect(form).to_have_count(0)
    expect(page.get_by_role("alert")).to_have_text(re.compile("password"))
    signs_in(page, BEA)
    expect(page.locator(".who b")).to_have_text(BEA)


def test_a_device_that_is_no_console_offers_no_pin(screens):
    house = screens.house(HAND)
    page = screens.page(house, "/console", size="tablet", still=True)
    expect(page.get_by_role("button", name="Sign in", exact=True)).to_be_visible()
    with page.expect_response("**/api/take-over"):
        page.reload()
    expect(page.get_by_role("button", name="Sign in", exact=True)).to_be_visible()
    expect(page.get_by_role("form", name="Take over by PIN")).to_have_count(0)
