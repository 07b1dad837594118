"""The contrast of what is printed on felts and chips, which axe does not judge, from the colours on the page."""

from browser.dealing import settle, throw
from browser.making import axe
from browser.measures import measured
from browser.test_felts import PAYTABLES
from playwright.sync_api import expect

from taisai.house.tables import TableSettings

THEMES = ("green", "blue", "night")
SMALL, LARGE, INACTIVE = 4.5, 3.0, 3.0
"""Where others are lit, a dimmed spot takes no wager: nothing is asked of it, and we ask as much as of large text."""
LARGE_PX, LARGE_BOLD_PX = 24, 18.66
CHIPS = (100, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 100_000)


def luminance(colour):
    shares = [part / 255 for part in colour]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in shares]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def least(one):
    large = one["size"] >= (LARGE_BOLD_PX if one["bold"] else LARGE_PX)
    return INACTIVE if one["where"] == "dim" else LARGE if large else SMALL


def worst(one):
    """Over every stop of a gradient, with what shines through."""
    opacity = one["opacity"]
    return min(
        contrast([part * opacity + under * (1 - opacity) for part, under in zip(ink, ground, strict=True)], ground)
        for ink in one["inks"]
        for ground in one["grounds"]
    )


def faint(printed):
    return [(one["where"], one["text"], round(worst(one), 2)) for one in printed if worst(one) < least(one)]


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


def in_all_themes(page):
    """What is printed, the same felt in each cloth."""
    for theme in THEMES:
        page.evaluate("theme => (document.querySelector('[data-felt]').dataset.felt = theme)", theme)
        yield theme, measured(page, "printed")


def test_everything_printed_can_be_read_plain_lit_and_dimmed(screens):
    house = screens.house(*(TableSettings(name, table.id) for name, table in PAYTABLES.items()))
    page = screens.page(house, "/", still=True)
    for name in PAYTABLES:
        house.open(name)
        page.goto(f"{house.address}/layout?table={name}")
        expect(page.locator("[data-felt] [data-spot]").first).to_be_visible()
        for theme, printed in in_all_themes(page):
            assert faint(printed) == [], theme
        throw(house, (2, 2, 5), name)
        expect(page.locator("[data-lit]").first).to_be_attached()
        for theme, printed in in_all_themes(page):
            assert {one["where"] for one in printed} == {"lit", "dim", "heading"}
            assert faint(printed) == [], theme


def test_the_numbers_on_chips_and_winnings_can_be_read(screens):
    """Every denomination that has a look of its own, on the rail and on the layout."""
    house = screens.house(TableSettings("H", "nz-2008/1", chips=CHIPS))
    house.open("H", 1, credit=1_000_000)
    page = screens.page(house, "/terminal", house.terminal("H", 1), still=True)
    expect(page.get_by_role("radio")).to_have_count(len(CHIPS))
    throw(house, (2, 2, 5), "H", wagers=[(1, f"single-{face}", chip) for face, chip in enumerate(CHIPS[2:], 1)])
    settle(house, "H")
    expect(page.locator("[data-gain]")).to_have_count(2)
    printed = [one for one in measured(page, "printed") if one["where"] in {"chip", "gain"}]
    assert len(printed) > len(CHIPS)
    assert faint(printed) == []
