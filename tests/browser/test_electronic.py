"""Wherever a screen names a table that deals itself, it says that this is a house game; of another it says nothing."""

import json
from pathlib import Path

import pytest
from browser.game import CREDIT, table
from browser.measures import measured, resize, settles, speak
from browser.pages import SIZES
from browser.people import Player
from browser.pictures import shoot
from browser.staff import Supervisor
from playwright.sync_api import expect

KIND = "Electronic tumbler, house game with the pay table rws-6/2"
SPOKEN = {
    "en": KIND,
    "zh-Hans": "电子骰盅，赌场自订游戏，采用 rws-6/2 赔率表",
    "zh-Hant": "電子骰盅，賭場自訂遊戲，採用 rws-6/2 賠率表",
    "ms": "Penggoncang elektronik, permainan khas kasino dengan jadual bayaran rws-6/2",
}
ELECTRONIC, BY_HAND = "E", "H"
SHARED = Path(__file__).parents[2] / "web/src/i18n/messages/shared/en.json"


@pytest.fixture
def house(screens):
    """Two tables that differ in nothing but who deals."""
    by_hand = table(BY_HAND, "rws-6/2")
    made = screens.house(table(ELECTRONIC, "rws-6/2", automation="electronic", window_s=3_600), by_hand)
    made.open(ELECTRONIC, 1)
    made.open(BY_HAND, 1)
    return made


def says_so(page, place, words=KIND, sizes=tuple(SIZES)):
    """In full, at each of these sizes."""
    shown = page.locator(place).get_by_text(words)
    for name in sizes:
        resize(page, SIZES[name])
        expect(shown).to_be_visible()
        assert shown.evaluate("one => one.scrollWidth <= one.clientWidth + 1"), f"cut off at {name}"
        settles(page, lambda: measured(page, "lostWords"), [])  # a felt is fitted in a while, where a machine is busy


def says_nothing(page, ready):
    expect(page.locator(ready).first).to_be_visible()
    expect(page.get_by_text("house game")).to_have_count(0)


def in_every_language(page, place):
    """In English and in the longest words at every size, in the others on a phone."""
    long = {KIND, max(SPOKEN.values(), key=len)}
    for language, words in SPOKEN.items():
        speak(page, language)
        says_so(page, place, words, SIZES if words in long else ("phone",))
    speak(page, "en")


def test_the_lobby_says_it_on_the_card_and_in_the_list(screens, house):
    page = screens.page(house, "/", still=True)
    in_every_language(page, "article:has(#table-E)")
    expect(page.locator("article:has(#table-H)")).to_contain_text("Dealt by a dealer")
    expect(page.locator("article:has(#table-H)")).to_contain_text("H · rws-6/2 · 4 seats")
    expect(page.locator("article:has(#table-H)")).not_to_contain_text("house game")
    expect(page.get_by_role("option")).to_have_text([f"E · Table E · {KIND}", "H · Table H · rws-6/2"])
    shoot(page, "electronic-lobby", *SIZES)


def test_the_terminal_says_it_at_its_head_and_on_the_voucher(screens, house):
    anna = Player(screens, house, ELECTRONIC, 1)
    in_every_language(anna.page, "header")
    expect(anna.page.locator("footer")).to_contain_text("For information only; the roll entered by the table decides.")
    expect(anna.page).to_have_title(f"Table E · {KIND} · Tai Sai")
    shoot(anna.page, "electronic-terminal", *SIZES)
    anna.menu("Cash out").get_by_role("button", name="Print a voucher").tap()
    expect(anna.page.get_by_role("dialog").locator("article")).to_contain_text("Table E, seat 1")
    says_so(anna.page, "dialog article")
    shoot(anna.page, "electronic-voucher", *SIZES)
    bert = Player(screens, house, BY_HAND, 1)
    says_nothing(bert.page, "header .limits")
    assert house.table(BY_HAND).seats[1].credit == CREDIT


def test_what_hangs_over_the_table_says_it(screens, house):
    for path, ready in (("/display", ".beads"), ("/layout", "[data-spot]")):
        page = screens.page(house, f"{path}?table={ELECTRONIC}", still=True)
        says_so(page, "main")
        expect(page.get_by_text("the dice on the table")).to_have_count(0)
        shoot(page, f"electronic{path.replace('/', '-')}", *SIZES)
        page.goto(f"{house.address}{path}?table={BY_HAND}")
        says_nothing(page, ready)


def test_the_console_says_it_where_a_table_is_chosen_and_at_its_head(screens, house):
    who = house.sign_in("dee.dealer")
    choose = screens.page(house, "/console", who, still=True)
    says_so(choose, "main li:has-text('Table E')")
    expect(choose.locator("main li:has-text('Table H')")).not_to_contain_text("house game")
    head = screens.page(house, f"/console?table={ELECTRONIC}", who, still=True)
    says_so(head, "header.head")
    shoot(head, "electronic-console", *SIZES)
    says_nothing(screens.page(house, f"/console?table={BY_HAND}", who, still=True), "header.head")


def test_the_pit_says_it_on_the_floor_at_the_table_and_in_its_lists(screens, house):
    boss = Supervisor(screens, house, ELECTRONIC, "shi.manager")
    says_so(boss.page, ".title-line")
    shoot(boss.page, "electronic-pit-table", *SIZES)
    floor = screens.page(house, "/pit", house.sign_in("pit.manager"), still=True)
    says_so(floor, "article:has-text('Table E')")
    expect(floor.locator("article:has-text('Table H')")).to_contain_text("rws-6/2 · Dealt by a dealer")
    shoot(floor, "electronic-pit-floor", *SIZES)
    resize(boss.page, SIZES["wide"])
    boss.opens("recall", 1)
    says_so(boss.page, "main p")
    shoot(boss.page, "electronic-pit-recall", *SIZES)
    listed = [f"E Table E · {KIND}", "H Table H"]
    expect(boss.page.locator("main select").first.get_by_role("option")).to_have_text(listed)
    boss.page.goto(f"{house.address}/pit#/reports/performance")
    says_so(boss.page, "section header")
    shoot(boss.page, "electronic-pit-report", *SIZES)
    boss.page.locator("main select").first.select_option(BY_HAND)
    expect(boss.page.locator("section header", has_text="house game")).to_have_count(0)


def test_what_a_notice_says_of_a_phase_names_no_dealer():
    """The same words stand over tables that throw by themselves."""
    words = json.loads(SHARED.read_text(encoding="utf-8"))
    phases = {name: told for name, told in words.items() if name.startswith("phase.")}
    assert phases
    assert not [name for name, told in phases.items() if "dealer" in told.lower()]
