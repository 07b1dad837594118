"""Every layout on a real page: each spot once and in its place, and lit exactly where the engine pays."""

from itertools import product
from random import Random

import pytest
from browser.dealing import throw
from browser.gallery.inside import standing
from browser.measures import LANGUAGES, measured, resize, shows, speak
from browser.pages import SIZES
from browser.pictures import shoot
from playwright.sync_api import expect
from shipped import TABLES

from taisai import Roll
from taisai.books.load import layout
from taisai.house.tables import TableSettings
from taisai.house.views import table_view

PAYTABLES = {table.id.replace("/", "-"): table for table in TABLES}
ODD_SIZES = ((1366, 768), (844, 390), (320, 568))


def floor(screens):
    house = screens.house(*(TableSettings(name, table.id) for name, table in PAYTABLES.items()))
    for name in PAYTABLES:
        house.open(name)
    return house


def lit(table, faces):
    return sorted(str(spot.id) for spot in table.lit(Roll.parse("-".join(map(str, sorted(faces))))))


def shuffled(throws):
    """In an order in which each lights other spots than the one before, so that the lights of that one cannot pass."""
    left, ordered = throws, []
    Random(216).shuffle(left)
    while left:
        faces = next(one for one in left if not ordered or differ(one, ordered[-1]))
        left.remove(faces)
        ordered.append(faces)
    return ordered


def differ(one, other):
    return all(lit(table, one) != lit(table, other) for table in PAYTABLES.values())


def test_each_of_the_216_throws_lights_what_its_roll_wins(tmp_path):
    """In whatever order its dice are pressed: what every screen is told."""
    name, paytable = next(iter(PAYTABLES.items()))
    with standing(tmp_path, TableSettings(name, paytable.id)) as house:
        house.open(name)
        desk = house.server.table(name).desk
        for faces in product(range(1, 7), repeat=3):
            throw(house, faces, name)
            assert sorted(house.call(table_view, desk, 0, "").shown.lit) == lit(paytable, faces)


@pytest.mark.long
def test_every_roll_lights_exactly_what_wins_on_all_nine_layouts(screens):
    """Each of the 56 rolls, in one of its orders. What is printed can be read plain, lit and dimmed, on every cloth."""
    house = floor(screens)
    pages = {name: screens.page(house, f"/layout?table={name}", still=True) for name in PAYTABLES}
    can_be_read(pages, "plain")
    lights(house, pages, (2, 2, 5))
    can_be_read(pages, "lit", "dim")
    for page in pages.values():
        resize(page, SIZES["phone"])
    throws = list(product(range(1, 7), repeat=3))
    Random(56).shuffle(throws)
    rolls = list({tuple(sorted(faces)): faces for faces in throws}.values())
    for faces in shuffled(rolls):
        lights(house, pages, faces)
    for name, page in pages.items():
        shoot(page, f"felt-{name}", "wide", "phone")


def can_be_read(pages, *looks):
    """By its contrast; axe does not judge what is printed on felts."""
    for name, page in pages.items():
        expect(page.locator("[data-felt] [data-spot]").first).to_be_visible()
        assert {one["where"] for one in measured(page, "printed")} == {*looks, "heading"}, name
        assert measured(page, "faint") == [], name


def lights(house, pages, faces):
    throw(house, faces, *PAYTABLES)
    for name, page in pages.items():
        shows(page, ("[data-spot][data-lit]", "data-spot", lit(PAYTABLES[name], faces)))


def arrangements(page, table):
    """Of the felt as it is now, once nothing is found wrong with it."""
    pages = measured(page, "measureFelts")
    assert [fault for one in pages for fault in one["wrong"]] == [], (pages[0]["arrangement"], page.viewport_size)
    assert sorted(spot for one in pages for spot in one["spots"]) == sorted(str(spot.id) for spot in table.spots)
    return {one["arrangement"] for one in pages}


@pytest.mark.parametrize("name", PAYTABLES)
def test_every_spot_is_drawn_once_and_keeps_to_its_cell(screens, name):
    """In every arrangement, at every size and in every language, with all pages turned."""
    table = PAYTABLES[name]
    house = screens.house(TableSettings(name, table.id))
    page = screens.page(house, f"/terminal?table={name}", still=True)
    page.wait_for_selector("[data-spot]")
    drawn = set()
    for size in SIZES.values():
        resize(page, size)
        for language in LANGUAGES:
            speak(page, language)
            drawn |= arrangements(page, table)
    for size in ODD_SIZES:
        resize(page, size)
        drawn |= arrangements(page, table)
    assert drawn == {one.name for one in layout(table.id, table).arrangement}
