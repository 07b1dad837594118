"""The pit and the lab by day: as the system has it or as chosen, legible, and dark again where players are."""

import pytest
from browser.making import axe
from browser.scene import HARBOUR, dispute, evening
from playwright.sync_api import expect

LIGHT, DARK = "rgb(241, 244, 244)", "rgb(5, 9, 11)"
PIT = {
    "floor": "[data-felt] [data-spot]",
    f"table/{HARBOUR}": "#put-panel",
    f"recall/{HARBOUR}/2": ".dealt",
    "events": "tbody tr",
    "disputes": ".card",
    "reports/turnover": "tbody tr",
    "reports/theory": "figure svg",
    "integrity": ".card",
    "people": "tbody tr",
}
LAB = {
    "edges": "tbody tr",
    "compare": "tbody tr",
    "plan": "[data-spot]",
    "house": "[data-spot]",
    "evening": "[data-spot]",
}


def ground(page):
    return page.evaluate("getComputedStyle(document.body).backgroundColor")


@pytest.fixture
def house(screens):
    made = evening(screens, rounds=3)
    dispute(made)
    return made


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pit_follows_the_system(screens, house, scheme):
    page = screens.page(house, "/pit", house.sign_in("shi.manager"), still=True, color_scheme=scheme)
    expect(page.locator("html")).to_have_attribute("data-look", scheme)
    assert ground(page) == {"light": LIGHT, "dark": DARK}[scheme]
    other = "dark" if scheme == "light" else "light"
    page.emulate_media(color_scheme=other)
    expect(page.locator("html")).to_have_attribute("data-look", other)


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


def test_everything_in_the_pit_can_be_read_by_day(screens, house):
    page = screens.page(house, "/pit", house.sign_in("shi.manager"), still=True, color_scheme="light")
    for where, there in PIT.items():
        page.goto(f"{house.address}/pit#/{where}")
        expect(page.locator(there).first).to_be_visible()
        assert axe(page) == [], where


def test_everything_in_the_lab_can_be_read_by_day(screens, house):
    page = screens.page(house, "/lab", still=True, color_scheme="light")
    for view, there in LAB.items():
        page.goto(f"{house.address}/lab?view={view}")
        expect(page.locator(there).first).to_be_visible()
        assert axe(page) == [], view
