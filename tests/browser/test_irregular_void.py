"""Rounds with no result: every stake goes back, and the terminals say why."""

from browser.game import CHIPS, CREDIT, table
from browser.people import Player
from browser.staff import Dealer
from playwright.sync_api import expect


def voided(dealer, player, number, reason, clause, back):
    player.sees(banner=f"Round {number} is void", credit=CREDIT, staked=0)
    player.sees(banner=f"{reason} Every stake went back: {back} is in your credits again." if back else reason)
    expect(player.page.locator(".pile")).to_have_count(0)
    dealer.sees_call(dealer.game.book.phrases.void)
    expect(dealer.page.locator(".call")).to_contain_text(f"rule {clause}")


def test_dice_that_lie_askew_that_were_seen_and_that_were_tumbled_too_little(screens):
    house = screens.house(table("H", "nz-2008/1"))
    house.open("H", 1)
    dealer, anna = Dealer(screens, house, "H"), Player(screens, house, "H", 1)

    dealer.steps(until="close-bets")
    anna.places(CHIPS[1], "big", "single-2")
    dealer.steps(until="reveal")
    dealer.confirms(dealer.asks("The dice did not lie flat"), "Void the round")
    voided(dealer, anna, 1, "The dice did not lie flat.", "7.1(a)", 10)
    anna.press("Close", exact=True)
    anna.sees_no_banner()

    dealer.steps(until="close-bets")
    anna.sees(notice="Place your bets")
    anna.places(CHIPS[2], "small")
    dealer.tab("Void · trouble")
    sheet = dealer.asks("The dice were seen before “No more bets”")
    expect(sheet).to_contain_text("rule 7.1(c)")
    expect(sheet.get_by_role("radio", name="Announced: “No spin”")).to_be_checked()
    dealer.confirms(sheet, "Void the round")
    voided(dealer, anna, 2, "The dice were seen before “No more bets”.", "7.1(c)", 25)
    expect(dealer.page.locator(".void")).to_contain_text("There is no round that could be void now.")

    dealer.asks("One tumble less")
    expect(dealer.page.get_by_text("Fewer than 3 make the round void.")).to_be_visible()
    dealer.next.tap()
    voided(dealer, anna, 3, "The dice were not tumbled often enough.", "6.1", 0)
    assert house.table("H").seats[1].credit == CREDIT


def test_an_interruption_voids_a_round_without_an_outcome_and_finishes_one_with_it(screens):
    house = screens.house(table("H", "rws-6/1"))
    house.open("H", 1)
    dealer, anna = Dealer(screens, house, "H"), Player(screens, house, "H", 1)

    dealer.steps(until="close-bets")
    anna.places(CHIPS[1], "big")
    dealer.tab("Void · trouble")
    sheet = dealer.asks("The round was interrupted")
    expect(sheet).to_contain_text("If the dice have shown a result the round is finished; if not, it is void")
    dealer.confirms(sheet, "Resume")
    voided(dealer, anna, 1, "The round was interrupted.", "5.4", 5)

    dealer.steps(until="close-bets")
    anna.places(CHIPS[1], "big", "small")
    dealer.steps(until="reveal")
    sheet = dealer.asks("The round was interrupted")
    sheet.get_by_text("An outcome: enter it").tap()
    dealer.confirms(sheet, "Resume")
    expect(dealer.page.get_by_role("region", name="What the dice show")).to_be_visible()
    dealer.enters(4, 6, 3)
    anna.sees(notice="3, 4, 6, total 13")
    dealer.steps()
    anna.sees(won=CHIPS[1], credit=CREDIT)
    anna.sees_gains({"big": CHIPS[1]})
