"""What lies behind the menu of a terminal: past rounds, the proof, the list, sound and languages; and refusals."""

import json
from pathlib import Path

import pytest
from browser.game import CHIPS, CREDIT, lit, money, table, wins
from browser.measures import settles
from browser.people import Player
from browser.surfaces import rolls
from playwright.sync_api import expect
from server.making import until

from taisai.rules.vocabulary import Step
from taisai.table import commands as c
from taisai.table.limits import LimitRule

WORDS = Path(__file__).parents[2] / "web/src/i18n/messages/shared"
TIGHT = (LimitRule(minimum=100, maximum=1_000, differential=500, exposure=10_000_000),)


def test_a_refused_wager_is_explained_in_words(screens):
    house = screens.house(table("H", "rws-6/1", limits=TIGHT))
    house.open("H", 1, credit=2 * CHIPS[1])
    anna = Player(screens, house, "H", 1)
    house.step("H", until=Step.CLOSE_BETS)
    anna.places(CHIPS[1], "big")
    anna.tap("big")
    anna.sees(words="Big: That would exceed the Differential between the two sides.", staked=CHIPS[1])
    expect(anna.ticket).to_contain_text("5 on Big · Refused")
    anna.places(CHIPS[1], "small")
    anna.pick(CHIPS[2])
    anna.tap("any-triple")
    anna.sees(words="You do not have enough credits.")
    house.do("H", c.BuyIn(1, 5_000))
    anna.tap("big")
    anna.sees(words="Big: SGD 5 accepted; SGD 20 over the limit returned")
    anna.sees_piles({"big": 1_000, "small": 500})
    anna.tap("big")
    anna.sees(words="Big: That is above the maximum for this spot.")
    sheet = anna.menu("My wagers")
    expect(sheet.get_by_role("listitem").first).to_contain_text("That is above the maximum for this spot.")
    expect(sheet).to_contain_text("SGD 5 accepted; SGD 20 over the limit returned")
    anna.close()
    house.step("H", until=Step.REVEAL)
    anna.tap("small")
    anna.sees(words="Too late or too early: wagers are not open.")


@pytest.mark.parametrize(("paytable", "left"), [("etg/1", 1_000), ("rws-6/1", 500)])
def test_a_spot_tells_how_much_fits_by_the_players_own_maximum_or_by_the_boxs(screens, paytable, left):
    limits = LimitRule(minimum=100, maximum=1_000, differential=1_000 if paytable == "rws-6/1" else 0)
    house = screens.house(table("H", paytable, limits=(limits,)))
    house.open("H", 1, 2)
    anna = Player(screens, house, "H", 1)
    house.step("H", until=Step.CLOSE_BETS)
    house.do("H", c.PlaceWager(2, "single-3", 500), seat=2)
    anna.press("About a spot")
    anna.tap("single-3")
    card = anna.page.locator("aside.pinned")
    expect(card).to_contain_text(f"Room left{money(left)}")
    expect(card).to_contain_text("for each player" if paytable == "etg/1" else "for all players together")


def test_past_rounds_on_the_felt_the_list_sound_and_languages(screens):
    house = screens.house(table("H", "nz-1998/1"))
    house.open("H", 1)
    anna = Player(screens, house, "H", 1)
    faces = ((1, 2, 3), (4, 4, 6))
    for place, roll in enumerate(faces):
        house.step("H", until=Step.CLOSE_BETS)
        anna.press("List of spots", exact=True) if not place else None
        anna.page.get_by_role("button", name="Place 5: Small" if not place else "Place 5: Big").tap()
        shown = anna.page.get_by_role("region", name="List of spots").locator('[data-spot="small"], [data-spot="big"]')
        expect(shown.filter(has_text="5")).to_have_count(1)
        settles(anna.page, lambda: len(house.table("H").current.stakes), 1)
        house.enter("H", roll)
        house.settle("H")
        expect(anna.page.get_by_role("listitem").and_(anna.page.locator(".lit"))).to_have_count(
            len(lit(anna.game, roll))
        )
    anna.press("Table view", exact=True)
    anna.sees_lit(lit(anna.game, faces[1]))
    sheet = anna.menu("My session")
    expect(sheet.get_by_role("listitem")).to_have_count(2)
    older = sheet.get_by_role("button", name="Show round 1 on the table")
    expect(older).to_contain_text(f"Before {money(CREDIT)}")
    expect(older).to_contain_text(f"After {money(CREDIT + CHIPS[1])}")
    older.tap()
    anna.sees(banner="Round 1, replay")
    assert rolls(anna.page, ".replay") == ["-".join(map(str, sorted(faces[0])))]
    expect(anna.page.locator(".word")).to_have_count(0)  # it told of the round that was paid last
    anna.sees_lit(lit(anna.game, faces[0]))
    anna.sees_piles({"small": CHIPS[1]})
    anna.sees_gains(wins(anna.game, {"small": CHIPS[1]}, faces[0]))
    anna.press("Back to the game")
    anna.sees_lit(lit(anna.game, faces[1]))

    anna.press("Menu", exact=True)
    sound = anna.page.get_by_role("checkbox", name="Sound")
    on = sound.is_checked()
    sound.click()
    anna.close()
    for language, sign in (("zh-Hans", "简"), ("zh-Hant", "繁"), ("ms", "BM")):
        words = json.loads((WORDS / f"{language}.json").read_text())
        anna.page.get_by_role("button", name=sign).tap()
        expect(anna.page.locator("html")).to_have_attribute("lang", language)
        expect(anna.page.locator(".meters dt").first).to_contain_text(words["terminal.credit"])
    anna.page.reload()
    expect(anna.page.locator("html")).to_have_attribute("lang", "ms")
    anna.page.get_by_role("button", name="EN English").tap()
    anna.press("Menu", exact=True)
    expect(sound).to_be_checked(checked=not on)  # kept on this device


DEALT = ("tumble", "reveal", "enter", "collect", "pay")  # by the table itself; people open and close wagers


def begun(house, name):
    """Wagers are open: the table has committed itself to a seed before."""
    one, bound = house.server.table(name), house.table(name)
    house.run(until(lambda: bound.is_committed(bound.round + 1) and not one.live.busy))
    house.do(name, c.OpenBets())


def test_the_throw_of_an_electronic_table_is_proven_on_the_terminal(screens):
    house = screens.house(table("E", "rws-6/2", automation=DEALT, pause_s=0))
    house.open("E", 1)
    anna = Player(screens, house, "E", 1)
    begun(house, "E")
    anna.places(CHIPS[1], "big")
    anna.sees(staked=CHIPS[1])
    house.do("E", c.CloseBets())
    expect(anna.page.get_by_role("list", name="Last rolls").get_by_role("listitem").first).to_be_visible()
    sheet = anna.menu("Proof of the throw")
    expect(sheet.get_by_text("✓ It matches. The seed was fixed before the round began")).to_be_visible()
    expect(sheet.get_by_text("yours")).to_be_visible()
    published = sheet.locator("dd").nth(1).locator("code").text_content()
    assert published in sheet.locator("dd").last.text_content(), "computed here"
    assert len(published) == 64


def test_a_contribution_that_the_house_leaves_out_is_told_to_its_player(screens):
    """The proof is sound and lacks what this terminal gave."""
    house = screens.house(table("E", "rws-6/2", automation=DEALT, pause_s=0))
    house.open("E", 1)
    anna = Player(screens, house, "E", 1)
    begun(house, "E")
    house.do("E", c.CloseBets())
    anna.page.evaluate("localStorage.setItem('taisai.contributions.E', JSON.stringify([[1, '7'.repeat(64)]]))")
    anna.page.reload()
    expect(anna.page.get_by_role("list", name="Last rolls").get_by_role("listitem").first).to_be_visible()
    sheet = anna.menu("Proof of the throw")
    expect(sheet.get_by_text("No terminal added a number: the dice come from the seed alone.")).to_be_visible()
    expect(sheet.get_by_text("✗ Your terminal’s number is missing.")).to_be_visible()
