"""The contrast of what is printed on felts and chips, which axe does not judge, from the colours on the page."""

from browser.dealing import settle, throw
from browser.making import axe
from browser.measures import measured
from browser.test_felts import PAYTABLES
from playwright.sync_api import expect

from taisai.house.tables import TableSettings

CHIPS = (100, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 100_000)


FAINT = """() => {
  const words = document.createElement("p");
  Object.assign(words.style, { color: "#777", background: "#888" });
  words.textContent = "Grey on grey";
  document.querySelector("main").append(words);
}"""


def test_axe_judges_the_contrast_of_a_page_that_is_not_painted(screens):
    page = screens.page(screens.house(), "/", still=True)
    expect(page.locator("article").first).to_be_visible()
    assert axe(page) == []
    page.evaluate(FAINT)
    assert [name for name, *_ in axe(page)] == ["color-contrast"]
    assert not measured(page, "paint", given=False), "it is not painted afterwards either"


def where(page):
    return {one["where"] for one in measured(page, "printed")}


def test_everything_printed_can_be_read_plain_lit_and_dimmed_on_every_cloth(screens):
    house = screens.house(*(TableSettings(name, table.id) for name, table in PAYTABLES.items()))
    page = screens.page(house, "/", still=True)
    for name in PAYTABLES:
        house.open(name)
        page.goto(f"{house.address}/layout?table={name}")
        expect(page.locator("[data-felt] [data-spot]").first).to_be_visible()
        assert where(page) == {"plain", "heading"}
        assert measured(page, "faint") == []
        throw(house, (2, 2, 5), name)
        expect(page.locator("[data-lit]").first).to_be_attached()
        assert where(page) == {"lit", "dim", "heading"}
        assert measured(page, "faint") == []


def test_the_numbers_on_chips_and_winnings_can_be_read(screens):
    """Every denomination that has a look of its own, on the rail and on the layout."""
    house = screens.house(TableSettings("H", "nz-2008/1", chips=CHIPS))
    house.open("H", 1, credit=1_000_000)
    page = screens.page(house, "/terminal", house.terminal("H", 1), still=True)
    expect(page.get_by_role("radio")).to_have_count(len(CHIPS))
    throw(house, (2, 2, 5), "H", wagers=[(1, f"single-{face}", chip) for face, chip in enumerate(CHIPS[2:], 1)])
    settle(house, "H")
    expect(page.locator("[data-gain]")).to_have_count(2)
    assert sum(one["where"] in {"chip", "gain"} for one in measured(page, "printed")) > len(CHIPS)
    assert measured(page, "faint") == []
