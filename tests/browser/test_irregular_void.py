"""Rounds with no result: every stake goes back, and the terminals say why."""

from browser.game import CHIPS, CREDIT, table
from browser.people import Player
from browser.staff import Dealer, Supervisor
from playwright.sync_api import expect

FACES = (2, 5, 5)
REASON = "The dice did not lie flat."


def voided(dealer, player, number, reason, clause, back):
    player.sees(banner=f"Round {number} is void", credit=CREDIT, staked=0)
    back = f"{player.game.book.rulebook.currency} {back}" if back else ""
    player.sees(banner=f"{reason} All stakes were returned: {back} is back in your credits." if back else reason)
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
    voided(dealer, anna, 1, REASON, "7.1(a)", 10)
    anna.press("Close", exact=True)
    anna.sees_no_banner()

    dealer.steps(until="close-bets")
    anna.sees(notice="Place your bets")
    anna.places(CHIPS[2], "small")
    dealer.tab("Void · trouble")
    sheet = dealer.asks("The dice were seen before “No more bets”")
    expect(sheet).to_contain_text("rule 7.1(c)")
    expect(sheet).to_contain_text("The round will be void and all stakes returned.")
    expect(sheet.get_by_role("radio", name="Announced: “No spin”")).to_be_checked()
    dealer.confirms(sheet, "Void the round")
    voided(dealer, anna, 2, "The dice were seen before “No more bets”.", "7.1(c)", 25)
    expect(dealer.page.locator(".void")).to_contain_text("Round 2 is already void.")
    expect(dealer.page.locator(".void").get_by_role("button")).to_have_count(0)

    dealer.asks("One tumble fewer")
    expect(dealer.page.get_by_text("Fewer than 3 tumbles make the round void.")).to_be_visible()
    dealer.next.tap()
    voided(dealer, anna, 3, "The dice were not tumbled often enough.", "6.1", 0)
    assert house.table("H").seats[1].credit == CREDIT


def interrupted(dealer, says):
    """What follows is told to staff a blink after the step; the sheet says what was known when it came."""
    dealer.tab("Void · trouble")
    sheet = dealer.asks("The round was interrupted")
    while says not in sheet.text_content():
        sheet.get_by_role("button", name="Cancel").tap()
        sheet = dealer.asks("The round was interrupted")
    expect(sheet.get_by_role("button", name="Button 1")).to_have_count(0)
    return sheet


def test_an_interruption_is_void_before_a_tumble_and_covered_dice_decide_after_it_unless_they_were_disturbed(screens):
    house = screens.house(table("H", "rws-6/1"))
    house.open("H", 1)
    dealer, anna = Dealer(screens, house, "H"), Player(screens, house, "H", 1)

    dealer.steps(until="tumble")
    dealer.confirms(interrupted(dealer, "The round will be void and all stakes returned."), "Void the round")
    voided(dealer, anna, 1, "The round was interrupted.", "5.4", 0)

    dealer.steps(until="close-bets")
    anna.places(CHIPS[1], "big")
    dealer.steps(until="reveal")
    sheet = interrupted(dealer, "The covered dice decide.")
    sheet.get_by_text("Disturbed: the round is void").tap()
    dealer.confirms(sheet, "Confirm")
    voided(dealer, anna, 2, "The round was interrupted.", "5.4", 5)

    dealer.steps(until="close-bets")
    anna.places(CHIPS[1], "big", "small")
    dealer.steps(until="reveal")
    sheet = interrupted(dealer, "The covered dice decide.")
    expect(sheet.get_by_role("radio", name="Undisturbed: continue")).to_be_checked()
    dealer.confirms(sheet, "Confirm")
    dealer.taken()
    anna.sees_piles(dict.fromkeys(("big", "small"), CHIPS[1]))
    dealer.steps(until="enter")
    dealer.enters(4, 6, 3)
    anna.sees(notice="3, 4, 6, total 13")
    expect(dealer.page.locator(".fate")).not_to_contain_text("sent…")
    dealer.confirms(interrupted(dealer, "The round continues: the dice decide."), "Continue")
    dealer.steps()
    anna.sees(net=0, credit=CREDIT)


def pays_one_area(dealer):
    dealer.page.locator(".unpaid button").first.tap()
    dealer.taken()


def test_a_supervisor_in_the_pit_voids_a_round_after_its_entry_and_while_winners_are_paid(screens):
    house = screens.house(table("H", "rws-6/2"))
    house.open("H", 1, 2)
    dealer, anna, ben = Dealer(screens, house, "H"), Player(screens, house, "H", 1), Player(screens, house, "H", 2)
    supervisor = Supervisor(screens, house, "H", "gus.supervisor")
    panel = supervisor.puts_right("Void")
    for number, paying in ((1, False), (2, True)):
        dealer.steps(until="close-bets")
        expect(panel).to_contain_text("The dice have not been tumbled in this round yet.")
        anna.sees(notice="Place your bets")
        anna.places(CHIPS[1], "big", "single-5", "double-5")
        ben.places(CHIPS[2], "small")
        dealer.steps(until="enter")
        dealer.enters(*FACES)
        if paying:
            dealer.steps(until="pay")
            pays_one_area(dealer)
        dealer.tab("Void · trouble")
        expect(dealer.page.locator(".void")).to_contain_text("For: Game supervisor")
        expect(dealer.page.locator(".void").get_by_role("button")).to_have_count(0)
        panel.get_by_text(REASON).click()
        paid = "winnings already paid are taken back"
        expect(panel).to_contain_text(paid if paying else "all stakes returned")
        panel.get_by_role("button", name=f"Void round {number}").click()
        supervisor.reads(f"Round {number} is void")
        for player, back in ((anna, 15), (ben, 25)):
            voided(dealer, player, number, REASON, "5.5.2", back)
        if paying:
            anna.sees(banner="Payouts already made in this round were taken back.")
        expect(panel).to_contain_text(f"Round {number} is already void.")
        assert [house.table("H").seats[seat].credit for seat in (1, 2)] == [CREDIT, CREDIT]


def test_in_new_zealand_a_settled_round_is_void_by_two_people_until_the_next_spin(screens):
    house = screens.house(table("H", "nz-2008/1"))
    house.open("H", 1)
    dealer, anna = Dealer(screens, house, "H"), Player(screens, house, "H", 1)
    manager = Supervisor(screens, house, "H", "pit.manager")
    dealer.steps(until="close-bets")
    anna.places(CHIPS[1], "big", "small")
    dealer.steps(until="enter")
    dealer.enters(*FACES)
    dealer.steps()
    anna.sees(credit=CREDIT, net=0)
    dealer.tab("Void · trouble")
    expect(dealer.page.locator(".void")).to_contain_text("For: Pit manager")

    panel = manager.puts_right("Void")
    panel.get_by_text("The tumbler had a fault.").click()
    expect(panel).to_contain_text("The settled round will be void.")
    expect(panel).to_contain_text("A second person must approve this.")
    panel.get_by_role("button", name="Void round 1").click()
    manager.agrees("shi.manager", "Void round 1")
    manager.reads("Round 1 is void")
    anna.sees(banner="Round 1 is now void", credit=CREDIT)
    anna.sees(banner="Nothing changes for you.")
    anna.sees_lit(set())
    expect(panel).to_contain_text("Round 1 is already void.")

    dealer.steps(until="enter")
    dealer.enters(*FACES)
    dealer.steps(until="pay")
    dealer.steps(until="open-bets")
    expect(manager.page.locator("header:has(#put-right) .muted")).to_have_text("Round 3 · wagers open")
    panel.get_by_text("The tumbler had a fault.").click()
    expect(panel.get_by_role("button", name="Void round 3")).to_be_visible()


def test_at_a_table_that_throws_by_itself_nobody_is_offered_another_roll(screens):
    house = screens.house(table("E", "rws-6/2", automation="electronic", window_s=3_600))
    house.open("E", 1)
    dealer, anna = Dealer(screens, house, "E"), Player(screens, house, "E", 1)
    expect(anna.page.locator("header strong")).to_have_text("Place your bets")
    anna.places(CHIPS[1], "big", "small")
    dealer.tab("Void · trouble")
    void = dealer.page.locator(".void")
    expect(void.get_by_role("button", name="The dice were seen before")).to_be_visible()
    dealer.next.tap()
    expect(dealer.page.locator("[data-lit]").first).to_be_attached()
    manager = Supervisor(screens, house, "E", "shi.manager")
    for what, go in (("Correct a round", "Settle again by the dice"), ("Amend entry", "Amend the entry")):
        panel = manager.puts_right(what)
        expect(panel.get_by_role("button", name="Button 1")).to_have_count(0)
        expect(panel.get_by_role("button", name=go)).to_have_count(0)
    expect(manager.puts_right("Correct a round")).to_contain_text("The tumbler is committed to this throw; nobody can")
