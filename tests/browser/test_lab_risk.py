"""Somebody asks the lab by keyboard alone, takes the figures away, and sends the link to somebody else."""

from pathlib import Path

from browser.scene import TABLES
from playwright.sync_api import expect

EVENING = "/lab?view=evening&plan=rws-6.2_big.100"


def cost(page):
    return page.locator(".cost .first dd").first


def saved(page, name):
    with page.expect_download() as download:
        page.get_by_role("button", name=name, exact=True).click()
    return Path(download.value.path()).read_text(encoding="utf-8"), download.value.suggested_filename


def test_an_evening_by_keyboard_its_files_and_its_link(screens):
    house = screens.house(*TABLES)
    page = screens.page(house, EVENING, still=True)
    expect(cost(page)).to_have_text("555.5556")  # 200 rounds of 100 at 1/36
    page.get_by_label("Rounds", exact=True).focus()
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type("36")
    page.keyboard.press("Tab")
    expect(cost(page)).to_have_text("100")
    text, name = saved(page, "Where it ends: Save as CSV")
    assert name == "taisai-evening-rws-6-2-results.csv"
    head, *lines = text.splitlines()
    assert head == "low,high,chance"
    assert abs(sum(float(line.split(",")[2]) for line in lines) - 1) < 1e-9
    picture, name = saved(page, "How the evening can go: Save as SVG")
    assert name.endswith("fan.svg")
    assert picture.startswith("<svg")
    assert "class=" not in picture
    again = screens.page(house, page.url.removeprefix(house.address), still=True)
    expect(cost(again)).to_have_text("100")
    expect(again.get_by_label("Rounds", exact=True)).to_have_value("36")
