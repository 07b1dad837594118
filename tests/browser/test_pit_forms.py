"""Every form of the pit is gone once it is saved, says so, and stays with what was written where it was refused."""

import pytest
from browser.dealing import settle, throw
from browser.game import CHIPS, table
from browser.staff import Supervisor
from playwright.sync_api import expect

from taisai.rules.vocabulary import Step
from taisai.table import commands as c
from taisai.table.state import Closed, Idle


@pytest.fixture
def house(screens):
    made = screens.house(table("H", "nz-2008/1"), table("E", "etg/1"))
    made.open("H", 1, 2)
    made.open("E", 1)
    return made


def locks_and_releases(pit):
    pit.page.get_by_role("button", name="Lock Seat 1").click()
    sheet = pit.page.get_by_role("dialog", name="Seat 1")
    sheet.get_by_label("Why").fill("spilt coffee")
    sheet.get_by_role("button", name="Lock", exact=True).click()
    expect(sheet).to_have_count(0)
    pit.reads("Seat 1 is locked.")
    pit.page.get_by_role("button", name="Release Seat 1").click()
    sheet.get_by_label("What was done").fill("wiped dry")
    sheet.get_by_role("button", name="Release", exact=True).click()
    expect(sheet).to_have_count(0)
    pit.reads("Seat 1 is released.")


def puts_a_wager_right(pit, house):
    house.step("H", until=Step.CLOSE_BETS)
    house.do("H", c.PlaceWager(1, "big", CHIPS[1]), seat=1)
    house.do("H", c.CloseBets())
    panel = pit.puts_right("Wagers")
    panel.get_by_label("What to correct").select_option("record-moved")
    panel.locator("select").nth(1).select_option("1 big")
    panel.get_by_label("It is now on").select_option("small")
    panel.get_by_label("What moved it").fill("a sleeve")
    panel.get_by_role("button", name="A wager is in another place now").click()
    expect(panel.get_by_label("It is now on")).to_have_count(0)
    pit.reads("Recorded.")


def voids(pit):
    panel = pit.puts_right("Void")
    panel.get_by_text("The dice were seen before").first.click()
    panel.get_by_role("button", name="Void round 1").click()
    expect(panel.get_by_role("button", name="Void round 1")).to_have_count(0)
    pit.reads("Round 1 is void")


def reports(pit):
    panel = pit.puts_right("Equipment")
    panel.get_by_text("Equipment malfunction.").click()
    panel.get_by_label("What was seen").fill("the lid is stuck")
    panel.get_by_role("button", name="Report the fault").click()
    expect(panel.get_by_label("What was seen")).to_have_count(0)
    pit.reads("Reported.")
    expect(panel).to_contain_text("the lid is stuck")
    expect(panel).to_contain_text("gus.supervisor")


def changes_limits(pit):
    limits = pit.page.get_by_role("region", name="Limits")
    limits.get_by_role("button", name="Change").click()
    limits.get_by_label("Maximum").first.fill("900")
    limits.get_by_role("button", name="Set these limits").click()
    pit.agrees("pit.manager", "Change: H")
    expect(limits.get_by_role("button", name="Set these limits")).to_have_count(0)
    pit.reads("Limits changed.")


def opens_a_dispute(pit):
    pit.opens("disputes")
    pit.page.get_by_role("button", name="Open a dispute").click()
    form = pit.page.get_by_role("dialog", name="Open a dispute")
    form.get_by_label("What the player says").fill("I was not paid")
    form.get_by_role("button", name="Open the dispute").click()
    expect(form).to_have_count(0)
    pit.reads("The dispute is open.")
    pit.reads("I was not paid")


def test_forms_about_a_table_are_gone_once_they_are_saved(screens, house):
    pit = Supervisor(screens, house, "H", "gus.supervisor")
    changes_limits(pit)
    locks_and_releases(pit)
    puts_a_wager_right(pit, house)
    voids(pit)
    reports(pit)
    opens_a_dispute(pit)


def test_a_terminal_is_put_right_and_a_wrong_entry_settled_again_by_two(screens, house):
    throw(house, (1, 2, 4), "E", wagers=((1, "small", CHIPS[1]),))
    settle(house, "E")
    boss = Supervisor(screens, house, "E", "shi.manager")
    panel = boss.puts_right("Correct a round")
    panel.get_by_label("Round").fill("1")
    boss.presses(panel, 4, 5, 6)
    panel.get_by_role("button", name="Settle again by the dice").click()
    boss.agrees("pit.manager", "Settle round 1 again")
    boss.reads("Round 1 is settled by 4-5-6.")
    expect(panel.get_by_label("Round")).to_have_value("")
    expect(panel.get_by_role("button", name="Settle again by the dice")).to_be_disabled()
    boss.page.get_by_role("button", name="Lock Seat 1").click()
    sheet = boss.page.get_by_role("dialog", name="Seat 1")
    sheet.get_by_role("button", name="The terminal failed…").click()
    sheet.get_by_role("button", name="Report the terminal").click()
    expect(sheet).to_have_count(0)
    boss.reads("The terminal of seat 1 is out of service.")
    boss.page.get_by_role("button", name="Return the terminal to service Seat 1").click()
    sheet.get_by_label("What was done to the terminal").fill("screen exchanged")
    sheet.get_by_role("button", name="Return the terminal to service").click()
    expect(sheet).to_have_count(0)
    boss.reads("The terminal of seat 1 can wager again.")


def closes(supervisor):
    supervisor.page.get_by_role("button", name="Close the table…").click()
    supervisor.reads("Close H after this round?")
    supervisor.page.get_by_role("button", name="Close", exact=True).click()
    supervisor.reads("H closes after this round.")


def test_a_table_closes_when_its_round_is_over_unless_that_is_cancelled(screens, house):
    """Its round is the one that is under way when the order arrives."""
    throw(house, (1, 2, 4), "H", wagers=[(1, "small", 100)])
    supervisor = Supervisor(screens, house, "H", "cas.supervisor")
    closes(supervisor)
    supervisor.page.locator("section.card", has_text="H closes").get_by_role("button", name="Cancel").click()
    settle(house, "H")
    supervisor.page.get_by_role("button", name="Close the table…").click()
    supervisor.reads("Close H now?")
    assert isinstance(house.table("H").phase, Idle)
    supervisor.page.get_by_role("button", name="Cancel", exact=True).first.click()
    throw(house, (1, 2, 4), "H")

    def late(route):
        throw(house, (1, 2, 4), "H")
        route.continue_()

    screens.may_fail("409")
    supervisor.page.route("**/orders", late, times=1)
    closes(supervisor)
    settle(house, "H")
    supervisor.reads("Round 3")
    supervisor.reads("H closes after this round.")
    assert house.table("H").current is not None
    settle(house, "H")
    supervisor.reads("Closed. Win NZD -1;")
    assert isinstance(house.table("H").phase, Closed)
    house.open("H")
    expect(supervisor.page.get_by_text("Closed. Win")).to_have_count(0)


def test_people_are_changed_by_two_and_a_device_is_invited(screens, house):
    people = Supervisor(screens, house, "H", "shi.manager")
    people.page.goto(f"{house.address}/pit#/people")
    people.page.get_by_role("button", name="Open dee.dealer").click()
    sheet = people.page.get_by_role("dialog", name="Dee")
    sheet.get_by_label("Role").select_option("auditor")
    sheet.get_by_role("button", name="Change the role").click()
    people.page.get_by_role("dialog", name="Two people agree").get_by_role("button", name="Close").click()
    expect(sheet.locator(".said .bad")).to_be_visible()
    expect(sheet.get_by_label("Role")).to_have_value("auditor")
    sheet.get_by_role("button", name="Close").click()
    expect(people.page.locator(".said .bad")).to_have_count(0)
    expect(people.page.get_by_role("row", name="dee.dealer")).not_to_contain_text("Auditor")
    people.page.get_by_role("button", name="Open dee.dealer").click()
    sheet.get_by_label("Role").select_option("game-supervisor")
    sheet.get_by_role("button", name="Change the role").click()
    people.agrees("pit.manager", "dee.dealer")
    expect(sheet).to_have_count(0)
    people.reads("The role is changed.")
    expect(people.page.get_by_role("row", name="dee.dealer")).to_contain_text("Game supervisor")
    adds(people, house)
    invites(people)


def adds(people, house):
    people.page.get_by_role("button", name="Add a person").click()
    sheet = people.page.get_by_role("dialog", name="Add a person")
    sheet.get_by_label("Account name").fill("new.person")
    sheet.get_by_label("Full name").fill("New Person")
    sheet.get_by_role("button", name="Add a person").click()
    people.agrees("pit.manager", "Add a person: new.person, Dealer")
    told = people.page.get_by_role("dialog", name="new.person")
    expect(told.locator("output")).to_be_visible()
    told.get_by_role("button", name="Close").click()
    assert house.call(house.server.register.is_on_staff, "new.person")


def invites(people):
    people.page.get_by_role("link", name="Devices", exact=True).click()
    invite = people.page.get_by_role("button", name="Invite a device")
    sheet = people.page.get_by_role("dialog", name="Invite a device")
    invite.click()
    sheet.get_by_label("Label").fill("by the window")
    sheet.locator("form button").click()
    people.agrees("pit.manager", "Invite a device: Terminal H 1")
    expect(sheet.locator("form")).to_have_count(0)
    expect(sheet.locator("output")).to_be_visible()
    sheet.get_by_role("button", name="Close").click()
    invite.click()
    expect(sheet.get_by_label("Label")).to_have_value("")
