"""A house's own rulebooks on the screen: one that cannot be read, one with multipliers, one on the drawing board."""

import pytest
from browser.making import axe
from browser.measures import resize
from browser.pages import SIZES
from browser.pictures import shoot
from multipliers.playing import TEXT, write
from playwright.sync_api import expect
from server.making import HAND, LIMITS

from taisai.house.tables import TableSettings, shut_table

LAYOUT = """\
[[arrangement]]
name = "landscape"
size = [20, 8]

[[arrangement.block]]
at = [0, 0, 20, 4]
rows = [["big", "low"]]

[[arrangement.block]]
at = [0, 4, 20, 4]
rows = [["single-1", "single-2", "single-6"]]
"""
SEEN = ("tablet", "phone")
LEAVES = "() => document.documentElement.scrollWidth - innerWidth"


def looked_at(page, name):
    """Nothing leaves the page, axe finds nothing; the picture is for whoever looks."""
    for size in SEEN:
        resize(page, SIZES[size])
        assert page.evaluate(LEAVES) <= 0, size
        assert axe(page) == [], size
    shoot(page, name, *SEEN)


@pytest.fixture
def own(tmp_path):
    """The reference of a rulebook with multipliers, which can be drawn."""
    ref = write(tmp_path / "own")
    (tmp_path / "own" / "layout-1.toml").write_text(LAYOUT, encoding="utf-8")
    return ref


def test_the_pit_tells_why_a_table_is_shut_and_runs_the_others(screens, own, tmp_path):
    write(tmp_path / "own", TEXT.replace("odds = 1\n", "odds = nothing\n"))
    house = screens.house(HAND, shut=(shut_table(TableSettings("K1", own, "The kitchen table", limits=LIMITS)),))
    house.open("H", 1)
    page = screens.page(house, "/pit", house.sign_in("pit.manager"), size="tablet", still=True)
    card = page.get_by_role("region", name="The kitchen table")
    expect(card.get_by_role("alert")).to_have_text("Its rulebook cannot be read. Other tables are not affected.")
    expect(card.locator("code")).to_contain_text("rules.toml")
    expect(card.locator("code")).not_to_contain_text(str(tmp_path))
    expect(page.get_by_text("By hand").first).to_be_visible()
    card.scroll_into_view_if_needed()
    looked_at(page, "pit-shut")


def test_a_spot_that_may_be_multiplied_says_so_beside_it(screens, own):
    by_itself = TableSettings("M", own, "Multiplied", seats=2, automation="electronic", window_s=600, limits=LIMITS)
    house = screens.house(by_itself)
    house.open("M", 1)
    page = screens.page(house, "/terminal", house.terminal("M", 1), size="tablet", still=True)
    expect(page.locator(".notice").first).to_contain_text("Place your bets")  # a new phase closes the card
    page.get_by_role("button", name="About a spot").tap()
    for size in SEEN:
        resize(page, SIZES[size])
        page.locator("[data-spot=single-1]").tap()
        card = page.locator("aside.pinned")
        expect(card).to_contain_text("up to ×10, drawn with the throw")
        expect(card).not_to_contain_text("Rule")
        assert axe(page) == [], size
        shoot(page, "spot-multiplied", size)
        card.get_by_role("button", name="Close").tap()
        page.locator("[data-spot=big]").tap()
        expect(card).to_contain_text("1 to 1")
        expect(card).not_to_contain_text("Multiplied")
        card.get_by_role("button", name="Close").tap()


def test_a_spot_is_taken_off_the_drawing_board_and_put_back(screens):
    house = screens.house(HAND)
    page = screens.page(house, "/lab?view=design", size="tablet", still=True)
    spot = page.locator("[data-spot=any-triple]")
    spot.click()
    page.get_by_role("region", name="Any triple").get_by_role("button", name="Remove", exact=True).click()
    expect(spot).to_have_count(0)
    left_out = page.get_by_role("region", name="Left out")
    expect(left_out).to_contain_text("Any triple")
    left_out.scroll_into_view_if_needed()
    looked_at(page, "design-removed")
    resize(page, SIZES["tablet"])
    page.reload()
    expect(left_out).to_contain_text("Any triple")
    expect(spot).to_have_count(0)
    left_out.get_by_role("button", name="Put back: any-triple").click()
    expect(spot).to_have_count(1)
    expect(left_out).to_have_count(0)


def test_a_link_that_holds_no_design_is_refused_in_words(screens):
    house = screens.house(HAND)
    page = screens.page(house, "/", size="tablet", still=True)
    for link in ("!!!", "A" * 31_000, "WyJyd3MtNi8yIix7fSxbMV0sW11d"):
        page.goto(f"{house.address}/lab?view=design&design={link}")
        expect(page.get_by_text("This link holds no design that can be read.")).to_be_visible()
        expect(page.locator("[data-spot=any-triple]")).to_have_count(1)


def test_a_par_sheet_fits_a_phone(screens):
    """Its own table scrolls; the page does not, however long a fingerprint is."""
    house = screens.house(HAND)
    page = screens.page(house, "/", size="phone", still=True)
    for table in ("rws-6/2", "nz-2008/1"):
        page.goto(f"{house.address}/api/lab/tables/{table}/par")
        expect(page.get_by_role("heading", level=1)).to_contain_text(table)
        looked_at(page, f"par-{table.replace('/', '-')}")
