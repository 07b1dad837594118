"""Reports, recall, vouchers and slips on A4 either way and on a roll of 80 mm: nothing is cut, nothing is to press."""

import pytest
from browser.conftest import as_running
from browser.making import Screens
from browser.paper import PAPERS, printed
from browser.scene import HARBOUR, dispute, evening
from playwright.sync_api import expect
from server.making import PIN

from taisai.reports.registry import REPORTS

PRESSED = ("Sign out", "CSV", "Older", "Newer", "Skip to", "to acknowledge", "Same as the system")


@pytest.fixture(scope="module")
def night(browser, tmp_path_factory):
    """One evening for all that is printed of it."""
    pages, loop = browser
    with as_running(loop), Screens(pages, tmp_path_factory.mktemp("paper")) as screens:
        house = evening(screens, rounds=90)
        dispute(house)
        who = house.sign_in("shi.manager")
        page = screens.page(house, "/pit", who, size="wide", still=True)
        expect(page.get_by_role("navigation", name="Pit")).to_be_visible()
        yield house, page
        screens.check_quiet()


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_as_a_page_of_its_own(night, name):
    house, page = night
    own = page.context.new_page()
    own.goto(f"{house.address}/api/reports/{name}?format=html")
    papers = printed(own, *PAPERS)
    own.close()
    for paper in papers:
        assert REPORTS[name].title in paper.words
        assert "Level 2" in paper.words


@pytest.mark.parametrize(("name", "plot"), [("turnover", "Win"), ("theory", "Win against theory"), ("dealers", "")])
def test_a_report_as_the_pit_shows_it_with_its_chart(night, name, plot):
    house, page = night
    page.goto(f"{house.address}/pit#/reports/{name}")
    expect(page.locator("table.data tbody tr").first).to_be_visible()
    for paper in printed(page, *PAPERS):
        assert plot in paper.words
        assert not [word for word in PRESSED if word in paper.words]
    if plot:
        assert page.locator("figure svg").first.bounding_box()["width"] > 500, "on the screen it is as wide as before"


def test_a_recalled_round_with_every_entry_and_seat(night):
    house, page = night
    page.goto(f"{house.address}/pit#/recall/{HARBOUR}/3")
    expect(page.locator(".dealt")).to_be_visible()
    for name, paper in zip(PAPERS, printed(page, *PAPERS), strict=True):
        for words in ("Dealt by", "Round 3 begins", "The round is settled"):
            assert words in paper.words
        assert not [word for word in PRESSED if word in paper.words]
        on_felt = "DOUBLE 5" in paper.words
        assert on_felt == (name != "80 mm roll"), "a felt has no room on a roll"


def test_a_long_list_is_printed_whole(night):
    house, page = night
    page.goto(f"{house.address}/pit#/reports/dealers")
    page.get_by_label("Grouped by").select_option("round")
    expect(page.locator("table.data th").first).to_have_text("Table")
    rows = page.locator("table.data").get_attribute("aria-rowcount")
    (paper,) = printed(page, "A4 portrait")
    assert paper.words.count("a dealer (dealer)") == int(rows) - 1


def test_a_voucher_at_the_console(night, screens):
    house, _ = night
    tab = screens.page(house, f"/console?table={HARBOUR}", house.sign_in("dee.dealer"), still=True)
    tab.locator(".seat-rail button").nth(1).click()
    tab.get_by_role("button", name="Cash out").first.click()
    tab.get_by_role("dialog").get_by_role("button", name="Cash out", exact=True).click()
    sheet = tab.get_by_role("dialog", name="Two people")
    people = sheet.get_by_role("group")
    expect(people).to_have_count(2)
    for group in people.all():
        group.get_by_label("PIN", exact=True).fill(PIN)
    sheet.get_by_label("Name", exact=True).fill("gus.supervisor")
    sheet.get_by_role("button", name="Agree and give the order").click()
    expect(tab.locator("article .amount")).to_be_visible()
    assert [len(paper.pages) for paper in printed(tab, *PAPERS)] == [1] * len(PAPERS)
