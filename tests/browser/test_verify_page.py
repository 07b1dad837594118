"""A player checks receipts in a page that asks nobody, on the house's address and as a saved file without a network."""

import re
from pathlib import Path
from urllib.parse import urlsplit

from browser.game import CHIPS, table
from browser.making import axe
from browser.people import Player
from playwright.sync_api import expect
from server.test_logs import signed

from taisai.rules.vocabulary import Step

PAGE = Path(__file__).parents[2] / "src/taisai/web/verify.html"


def played(screens, *, over=True):
    """A wager of 5 on small, and the player who made it."""
    house = screens.house(table("H", "nz-2008/1"))
    house.open("H", 1)
    anna = Player(screens, house, "H", 1)
    house.step("H", until=Step.CLOSE_BETS)
    anna.places(CHIPS[1], "small")
    if over:
        house.enter("H", (1, 2, 3))
        house.settle("H")
        house.run(signed(house.server))
    return house, anna


def key_of(house):
    return str(house.server.house.logs.log("H").key)


def offline(screens, path):
    """A page from a file, in a browser that has no network and tells what it asks for all the same."""
    context = screens.pages.browser.new_context(offline=True, locale="en")
    screens._stack.callback(context.close)
    page, asked = context.new_page(), []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: screens.errors.append(str(error)))
    page.on("console", lambda said: said.type == "error" and screens.errors.append(said.text))
    page.goto(path.as_uri())
    return page, asked


def trust(page, key):
    page.get_by_text("Keys you trust", exact=True).click()
    page.get_by_label("Log keys").fill(key)


def test_a_wager_is_scanned_at_once_and_checked_by_a_page_that_asks_nobody(screens):
    house, anna = played(screens, over=False)
    sheet = anna.menu("My wagers")
    sheet.get_by_role("button", name="Receipt", exact=True).click()
    picture = sheet.get_by_role("img", name="Scan to check it on your own device.")
    expect(picture).to_be_visible()
    expect(sheet).to_contain_text("the proof follows after the round")
    address = urlsplit(picture.get_attribute("data-text"))
    assert (address.path, len(address.fragment) > 500) == ("/verify", True)

    page = screens.page(house, f"/verify#{address.fragment}", own=True)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    expect(page.get_by_role("status")).to_contain_text("It fits the key that came with it.")
    expect(page.get_by_role("status")).to_contain_text(key_of(house))
    expect(page.locator("main")).to_contain_text("Seat 1 wagered 500 on Small")
    expect(page.locator("main")).to_contain_text("in the smallest unit of the table's currency")
    expect(page.locator("main")).to_contain_text("The log promised this when it was written.")
    page.get_by_role("button", name="I have compared this key").click()
    expect(page.get_by_role("status")).to_contain_text("Sound")
    assert not asked
    assert axe(page) == []


def checks_a_round(screens, house, anna):
    """By its short link, and by what was saved of it; a key that is none is refused in words."""
    sheet = anna.menu("My session")
    sheet.get_by_role("button", name="Receipt", exact=True).first.click()
    picture = sheet.get_by_role("img", name="Scan to check it on your own device.")
    address = urlsplit(picture.get_attribute("data-text"))
    assert re.fullmatch(r"/receipt/H/round-1-1/[a-z2-7]{16}", address.path)

    page = screens.page(house, address.path)
    story = page.locator("main")
    expect(story).to_contain_text("Table H, pay table nz-2008/1")
    expect(story).to_contain_text("Round 1: 1-2-3 was rolled, total 6")
    expect(story).to_contain_text("Seat 1 wagered NZD 5 on Small: NZD 10 was paid")
    expect(story).not_to_contain_text("smallest unit")
    saved = screens.folder / "kept.html"
    saved.write_bytes(page.request.get(house.address + address.path).body())

    kept, asked = offline(screens, saved)
    trust(kept, key_of(house))
    expect(kept.get_by_role("status")).to_contain_text("Sound")
    expect(kept.locator("main")).to_contain_text("NZD 10 was paid")
    kept.get_by_role("button", name="BM").click()
    expect(kept.locator("main")).to_contain_text("Tempat 1 bertaruh NZD 5 pada Kecil: NZD 10 dibayar")
    kept.get_by_label("Kunci log").fill(key_of(house).replace("/H+", "/J+"))
    expect(kept.get_by_role("alert")).to_contain_text("Ini bukan kunci log atau saksi")
    assert asked == [saved.as_uri()]


def checks_files(screens, house, anna):
    """By the page that was saved before."""
    with anna.page.expect_download() as download:
        anna.menu("My wagers").get_by_role("link", name="All receipts of my session").click()
    session = screens.folder / "session.zip"
    download.value.save_as(session)

    page, asked = offline(screens, PAGE)
    trust(page, key_of(house))
    page.get_by_label("Choose a receipt").set_input_files(session)
    expect(page.get_by_role("status")).to_contain_text("Sound")
    expect(page.locator("main")).to_contain_text("Seat 1 wagered NZD 5 on Small: NZD 10 was paid")
    page.get_by_label("Or paste the text").fill("c2sp.org/tlog-proof@v1\nrubbish\n\n")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Do not trust this.")
    expect(page.get_by_role("alert")).to_contain_text("The receipt does not contain the entry")
    page.get_by_label("Number of witnesses").fill("1")
    page.get_by_label("Choose a receipt").set_input_files(session)
    expect(page.get_by_role("alert")).to_contain_text("0 witnesses you trust have seen it; 1 needed.")
    assert asked == [PAGE.as_uri()]


def checks_a_voucher(screens, house, anna):
    sheet = anna.menu("Cash out")
    sheet.get_by_role("button", name="Print a voucher").click()
    picture = sheet.get_by_role("img", name="Check this voucher in the log")
    expect(picture).to_be_visible()
    address = urlsplit(picture.get_attribute("data-text"))
    assert re.fullmatch(r"/receipt/H/entry-\d+-1/[a-z2-7]{16}", address.path)
    page = screens.page(house, address.path)
    page.get_by_text("All entries").click()
    expect(page.locator("main")).to_contain_text("voucher-issued")


def test_a_round_the_files_of_a_session_and_a_voucher_are_checked_by_links_and_offline(screens):
    house, anna = played(screens)
    checks_a_round(screens, house, anna)
    anna.close()
    checks_files(screens, house, anna)
    anna.close()
    checks_a_voucher(screens, house, anna)
