"""What a player does with chips at a terminal, and what is told about a spot."""

import re

from browser.game import CHIPS, CREDIT, lit, money, table
from browser.people import Player
from playwright.sync_api import expect

from taisai.rules.vocabulary import Step
from taisai.table.limits import LimitRule

LEAST = (LimitRule(minimum=500, maximum=500_000, exposure=10_000_000),)


def long_press(player, name):
    """A finger that stays until something happens; the caller lifts it."""
    box = player.spot(name).bounding_box()
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    hand = player.page.context.new_cdp_session(player.page)
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    return lambda: hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_undo_clear_repeat_double_and_one_chip_off_by_mouse_and_by_finger(screens):
    house = screens.house(table("H", "nz-2008/1"))
    house.open("H", 1, 2)
    mouse, finger = Player(screens, house, "H", 1, size="wide"), Player(screens, house, "H", 2)
    house.step("H", until=Step.CLOSE_BETS)
    mouse.places(CHIPS[1], "big", "total-9")
    mouse.press("Undo")
    mouse.sees_piles({"big": CHIPS[1]})
    mouse.press("Double")
    mouse.sees_piles({"big": 2 * CHIPS[1]})
    mouse.sees(credit=CREDIT - 2 * CHIPS[1], staked=2 * CHIPS[1])
    mouse.spot("big").click(button="right")
    mouse.sees_piles({"big": CHIPS[1]})
    mouse.press("Clear")
    mouse.sees(credit=CREDIT, staked=0)
    mouse.places(CHIPS[2], "double-4", "domino-2-3")

    finger.places(CHIPS[1], "small")
    finger.tap("small")
    finger.sees_piles({"small": 2 * CHIPS[1]})
    lift = long_press(finger, "small")
    finger.sees_piles({"small": CHIPS[1]})
    lift()
    lift = long_press(finger, "any-triple")
    expect(finger.page.get_by_role("complementary", name="About a spot")).to_contain_text("Any triple")
    lift()
    finger.sees(staked=CHIPS[1])

    house.enter("H", (1, 1, 6))
    house.settle("H")
    house.step("H", until=Step.CLOSE_BETS)
    mouse.press("Repeat")
    mouse.sees_piles({"double-4": CHIPS[2], "domino-2-3": CHIPS[2]})
    mouse.press("Undo")
    mouse.sees(staked=0)


def test_chips_below_the_minimum_are_staged_and_have_a_stated_fate(screens):
    house = screens.house(table("H", "nz-2008/1", limits=LEAST))
    house.open("H", 1)
    anna = Player(screens, house, "H", 1)
    house.step("H", until=Step.CLOSE_BETS)
    anna.pick(CHIPS[0])
    anna.tap("big")
    anna.sees(words="NZD 1 on Big is under the minimum of NZD 5. It is sent once it reaches the minimum")
    anna.sees(words="or returned at “No more bets”")
    anna.sees_piles({"big": CHIPS[0]}, look="staged")
    assert anna.receipts() == {}
    anna.tap("big", "big", "big", "big")
    anna.sees_piles({"big": 500})
    expect(anna.ticket).to_contain_text("5 on Big · Accepted")
    anna.tap("small", "small")
    anna.sees(credit=CREDIT - 500 - 2 * CHIPS[0])
    house.step("H", until=Step.REVEAL)
    anna.sees(words="2 was not sent; it is back in your credits.", credit=CREDIT - 500, staked=500)
    anna.sees_piles({"big": 500})
    expect(anna.ticket).to_contain_text("1 on Small · Returned")


def test_what_a_spot_pays_and_how_often_is_told_at_the_spot_and_never_in_the_way_of_play(screens):
    house = screens.house(table("H", "nz-2008/1"))
    house.open("H", 1)
    anna = Player(screens, house, "H", 1, size="wide")
    house.step("H", until=Step.CLOSE_BETS)
    anna.page.clock.install()
    anna.page.reload()
    expect(anna.spot("total-10")).to_be_visible()
    card = anna.page.get_by_role("complementary", name="About a spot")
    spot, limits = anna.game.paytable["total-10"], house.table("H").limits[0]
    anna.spot("total-10").hover()
    expect(card).to_have_count(0)
    anna.page.clock.fast_forward(1_000)
    expect(card).to_contain_text(f"{spot.odds_words} to 1")
    expect(card).to_contain_text(f"{spot.ways / 216:.2%} {spot.ways} of 216 rolls")
    expect(card).to_contain_text(f"{money(limits.minimum)} – {money(limits.maximum)}")
    expect(card).to_contain_text(f"Rule {spot.clause}")
    middle = "card => { const at = card.getBoundingClientRect(); return [at.x + at.width / 2, at.y + at.height / 2]; }"
    below = "([x, y]) => document.elementFromPoint(x, y).closest('aside') === null"
    assert anna.page.evaluate(below, card.evaluate(middle)), "a finger goes through it to the felt"
    anna.spot("total-10").click()
    anna.sees_piles({"total-10": CHIPS[1]})
    expect(card).to_have_count(0)
    anna.page.clock.fast_forward(2_000)
    anna.spot("total-10").click()
    anna.sees_piles({"total-10": 2 * CHIPS[1]})
    expect(card).to_have_count(0)

    anna.press("About a spot")
    anna.tap("total-10")
    expect(card).to_contain_text(f"Yours{money(2 * CHIPS[1])}")
    card.get_by_role("button", name="Take one off").click()
    anna.sees_piles({"total-10": CHIPS[1]})
    card.get_by_role("button", name="Close").click()
    anna.press("About a spot")
    anna.sees(staked=CHIPS[1])
    expect(anna.page.locator("footer")).to_contain_text("18+ · Play within your limits")
    expect(anna.page.locator("footer")).to_contain_text(re.compile(r"0:0\d played"))
    anna.page.clock.fast_forward("01:10:00")
    expect(anna.page.locator("footer")).to_contain_text(re.compile(r"1:1\d played"))


def test_no_card_about_a_spot_lies_over_a_result(screens):
    """Neither one that was open when the roll came, nor one that is asked for while the spots are lit."""
    house = screens.house(table("H", "nz-2008/1"))
    house.open("H", 1)
    anna = Player(screens, house, "H", 1, size="wide")
    card = anna.page.get_by_role("complementary", name="About a spot")
    house.step("H", until=Step.CLOSE_BETS)
    anna.press("About a spot")
    anna.tap("total-10")
    expect(card).to_be_visible()
    house.enter("H", (1, 3, 6))
    anna.sees_lit(lit(anna.game, (1, 3, 6)))
    expect(card).to_have_count(0)
    anna.tap("total-10")
    expect(anna.page.locator(".word")).to_contain_text("Total 10")
    expect(card).to_have_count(0)
