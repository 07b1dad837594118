"""A roll that was entered wrongly, before and after settlement, and dice that were damaged all along."""

from browser.game import CHIPS, CREDIT, lit, money, table, wins
from browser.people import Player
from browser.staff import Dealer, Supervisor
from playwright.sync_api import expect

WRONG, SHOWN = (1, 2, 4), (2, 5, 5)
STAKES = dict.fromkeys(("small", "big", "single-5"), CHIPS[1])


def after(game, faces):
    gains = wins(game, STAKES, faces)
    return CREDIT - sum(STAKES.values()) + sum(gains.values()) + sum(STAKES[spot] for spot in gains)


def played(dealer, anna, faces):
    dealer.steps(until="close-bets")
    anna.places(CHIPS[1], *STAKES)
    dealer.steps(until="enter")
    dealer.enters(*faces)
    anna.sees_lit(lit(anna.game, faces))


def is_told(player, *words):
    """In a banner, and to whoever hears the screen."""
    for one in words:
        player.sees(banner=one)
        expect(player.page.get_by_role("log")).to_contain_text(one)


def test_an_entry_is_amended_before_anybody_is_paid_by_a_supervisor(screens):
    house = screens.house(table("H", "nz-2008/1"))
    house.open("H", 1, 2)
    dealer, anna, ben = Dealer(screens, house, "H"), Player(screens, house, "H", 1), Player(screens, house, "H", 2)
    supervisor = Supervisor(screens, house, "H", "gus.supervisor")
    played(dealer, anna, WRONG)
    anna.sees_piles(STAKES)
    expect(dealer.page.get_by_role("button", name="Amend the entry")).to_be_disabled()
    panel = supervisor.puts_right("Amend entry")
    supervisor.presses(panel, 6, *SHOWN)
    panel.get_by_role("button", name="Amend the entry").click()
    supervisor.reads("The entry is amended to 2-5-5.")
    anna.sees(notice="2, double 5, total 12")
    anna.sees_lit(lit(anna.game, SHOWN))
    anna.sees_piles(STAKES)
    is_told(anna, "Round 1: the entry was corrected", "It was entered as 1-2-4; the dice show 2-5-5.")
    is_told(anna, "Your winning wagers are now: Big · Single 5.", "No longer winning: Small.")
    ben.sees_no_banner()
    dealer.steps()
    anna.sees(credit=after(anna.game, SHOWN))
    anna.sees_gains(wins(anna.game, STAKES, SHOWN))
    panel = supervisor.puts_right("Correct a round")
    expect(panel).to_contain_text("An entry can be amended only before the round is settled; open a dispute.")
    expect(panel.get_by_role("button", name="Settle again by the dice")).to_have_count(0)


def test_an_entry_is_amended_on_the_console_while_winners_are_paid_and_everything_is_paid_by_the_dice(screens):
    house = screens.house(table("H", "rws-6/2"))
    house.open("H", 1)
    dealer, anna = Dealer(screens, house, "H"), Player(screens, house, "H", 1)
    played(dealer, anna, (1, 2, 5))
    dealer.steps(until="pay")
    dealer.page.locator(".unpaid").get_by_role("button", name="Small").tap()
    paid = 2 * STAKES["small"]
    anna.sees(credit=CREDIT - sum(STAKES.values()) + paid)

    supervising = Dealer(screens, house, "H", "gus.supervisor")
    sheet = supervising.asks("Amend the entry")
    expect(sheet).to_contain_text("Everything collected and paid in this round is undone first")
    supervising.confirms(sheet, "Now use the entry terminal")
    supervising.enters(*SHOWN)
    anna.sees(notice="2, double 5, total 12", credit=CREDIT - sum(STAKES.values()))
    anna.sees_lit(lit(anna.game, SHOWN))
    anna.sees_piles(STAKES)
    is_told(anna, "Round 1: the entry was corrected", "Your wagers are back on the table", f"{money(paid)} paid to you")
    expect(dealer.page.get_by_role("log")).to_contain_text("stakes are back on the layout")
    dealer.steps()
    anna.sees(credit=after(anna.game, SHOWN))
    anna.sees_gains(wins(anna.game, STAKES, SHOWN))


def is_paid_in_two_parts(dealer, supervisor, anna, owed):
    """One at the console, the rest in the pit."""
    part = owed // 2
    dealer.seat(1)
    sheet = dealer.asks("Take what is owed")
    sheet.get_by_label("Cash").fill(money(part))
    sheet.get_by_role("button", name="Take what is owed", exact=True).tap()
    dealer.agrees("gus.supervisor")
    expect(anna.page.locator("[data-meter=credit]")).to_have_text(f"0Owed SGD {money(owed - part)}")
    expect(supervisor.page.get_by_role("row", name="Take what is owed Seat 1")).to_contain_text(
        f"SGD {money(owed - part)}"
    )
    supervisor.page.get_by_role("button", name="Take what is owed Seat 1").click()
    sheet = supervisor.page.get_by_role("dialog", name="Seat 1")
    expect(sheet.get_by_label("Paid in cash")).to_have_value(money(owed - part))
    sheet.get_by_role("button", name="Take what is owed").click()
    supervisor.agrees("gus.supervisor", f"Take what is owed: Seat 1, SGD {money(owed - part)}")
    supervisor.reads(f"Seat 1 has paid SGD {money(owed - part)} of what it owed.")
    expect(sheet.get_by_label("Paid in cash")).to_have_count(0)
    expect(anna.page.locator("[data-meter=credit]")).to_have_text("0")


def test_a_settled_round_is_settled_again_then_void_for_damaged_dice_and_what_had_left_is_owed_and_paid(screens):
    house = screens.house(table("H", "etg/2"))
    house.open("H", 1)
    dealer, anna = Dealer(screens, house, "H"), Player(screens, house, "H", 1)
    played(dealer, anna, WRONG)
    supervising = Dealer(screens, house, "H", "gus.supervisor")
    supervising.page.get_by_role("button", name="Amend the entry").tap()
    supervising.enters(1, 3, 4)
    anna.sees(notice="1, 3, 4, total 8")
    dealer.steps()
    anna.sees(credit=after(anna.game, (1, 3, 4)))

    supervisor = Supervisor(screens, house, "H", "pit.manager")
    panel = supervisor.puts_right("Correct a round")
    panel.get_by_label("Round").fill("1")
    supervisor.presses(panel, *SHOWN)
    panel.get_by_role("button", name="Settle again by the dice").click()
    supervisor.agrees("shi.manager", "Settle round 1 again by 2-5-5")
    supervisor.reads("Round 1 is settled by 2-5-5.")
    gained = after(anna.game, SHOWN) - after(anna.game, (1, 3, 4))
    expect(panel.get_by_role("row").last).to_contain_text(f"Seat 1SGD {money(gained)}")
    is_told(anna, "Round 1 was settled again", "It was entered as 1-3-4; the dice show 2-5-5.")
    is_told(anna, f"You have SGD {money(gained)} more than before.")
    anna.sees(credit=after(anna.game, SHOWN))
    anna.sees_lit(lit(anna.game, SHOWN))

    anna.press("Close", exact=True)
    sheet = anna.menu("Cash out")
    sheet.get_by_role("button", name="Print a voucher").click()
    sheet.get_by_role("button", name="I have the voucher").click()
    expect(sheet).to_have_count(0)
    anna.sees(credit=0)
    panel = supervisor.puts_right("Damaged dice")
    panel.get_by_role("button", name="1", exact=True).click()
    expect(panel).to_contain_text("what a seat cannot cover is owed")
    panel.get_by_role("button", name="Void 1 rounds").click()
    supervisor.agrees("shi.manager", "Damaged dice: void rounds 1")
    supervisor.reads("Void: rounds 1.")
    owed = after(anna.game, SHOWN) - CREDIT
    expect(panel.get_by_role("row").last).to_contain_text(f"Seat 1––SGD {money(owed)}")
    is_told(anna, "Round 1 is now void", f"You have SGD {money(owed)} less than before.")
    expect(anna.page.locator("[data-meter=credit]")).to_have_text(f"0Owed SGD {money(owed)}")
    anna.sees_lit(set())
    is_paid_in_two_parts(dealer, supervisor, anna, owed)
