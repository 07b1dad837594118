"""The pit and the lab by day: as the system has it or as chosen, and dark again where players are. The gallery judges
whether they can be read by day."""

import pytest
from browser.game import table
from playwright.sync_api import expect

LIGHT, DARK = "rgb(241, 244, 244)", "rgb(5, 9, 11)"


def ground(page):
    return page.evaluate("getComputedStyle(document.body).backgroundColor")


@pytest.fixture
def house(screens):
    return screens.house(table("H", "rws-6/2"))


def test_the_pit_follows_the_system(screens, house):
    page = screens.page(house, "/pit", house.sign_in("shi.manager"), still=True, color_scheme="light", own=True)
    for scheme in ("light", "dark", "light"):
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("html")).to_have_attribute("data-look", scheme)
        assert ground(page) == {"light": LIGHT, "dark": DARK}[scheme]


def test_a_choice_is_remembered_and_is_for_the_pit_and_the_lab_alone(screens, house):
    page = screens.page(house, "/pit", house.sign_in("shi.manager"), still=True, color_scheme="dark")
    page.get_by_label("Appearance").select_option("Light")
    expect(page.locator("html")).to_have_attribute("data-look", "light")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-look", "light")
    page.goto(f"{house.address}/lab")
    expect(page.get_by_label("Appearance")).to_have_value("light")
    assert ground(page) == LIGHT
    page.goto(house.address)
    expect(page.locator("article").first).to_be_visible()
    expect(page.locator("html")).not_to_have_attribute("data-look", "light")
    assert ground(page) == DARK
