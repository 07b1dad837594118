"""The contrast of numbers on chips, which axe does not judge, from the colours on the page; that of felts is judged in
test_felts."""

from browser.dealing import settle, throw
from browser.making import axe
from browser.measures import measured
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
