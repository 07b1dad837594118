"""Equipment that fails: the table stops in words, stakes stay, and play goes on when it is put right."""

import pytest
from browser.game import CHIPS, CREDIT, lit, table, wins
from browser.people import Player
from browser.staff import Dealer, Supervisor
from playwright.sync_api import expect

from taisai.house import live

FACES, OTHERS = (1, 2, 4), (4, 5, 6)


def cleared(supervisor, what):
    panel = supervisor.puts_right("Equipment")
    panel.get_by_label("What was fixed").fill(what)
    panel.get_by_role("button", name="Clear and continue").click()
    expect(panel).to_contain_text("Cleared; rounds can start.")


def lights_wrongly(dealer, dark, dice=FACES):
    """One spot stays dark; what is really lit is marked on the felt, what the dice show is pressed."""
    dealer.tab("Void · trouble")
    sheet = dealer.asks("The layout lit the wrong spots; the dice decide")
    dealer.confirms(sheet, "Report", Note="a dark lamp")
    dealer.touches(dark)
    expect(dealer.page.locator(f'[data-spot="{dark}"][data-lit]')).to_have_count(0)
    dealer.page.get_by_role("button", name="Done", exact=True).tap()
    expect(dealer.page.get_by_role("region", name="What the dice show")).to_be_visible()
    dealer.enters(*dice)
    dealer.taken()


def test_a_malfunction_while_wagers_are_open_and_a_layout_that_lights_wrongly(screens):
    house = screens.house(table("H", "nz-2008/1"))
    house.open("H", 1)
    dealer, anna = Dealer(screens, house, "H"), Player(screens, house, "H", 1)
    supervisor = Supervisor(screens, house, "H", "cas.supervisor")

    dealer.steps(until="close-bets")
    anna.places(CHIPS[1], "small", "big")
    dealer.tab("Void · trouble")
    dealer.confirms(dealer.asks("Equipment malfunction"), "Report", Note="the tumbler hums")
    anna.sees(banner="The table has stopped", notice="Table stopped", staked=2 * CHIPS[1])
    anna.sees(banner="Equipment malfunction. No new round starts until the fault is fixed.")
    anna.sees(banner="Stakes stay on the table until staff decide")
    anna.tap("single-2")
    anna.sees(words="wagers are not open", staked=2 * CHIPS[1])
    dealer.asks("Clear the trouble")
    expect(dealer.page.get_by_role("dialog")).to_contain_text("For: Casino supervisor")
    expect(dealer.page.get_by_role("dialog").get_by_role("button", name="Clear the trouble")).to_be_disabled()
    dealer.page.keyboard.press("Escape")
    cleared(supervisor, "tumbler base exchanged")
    anna.sees_no_banner()
    anna.places(CHIPS[1], "single-4")

    dealer.steps(until="enter")
    dealer.enters(*FACES)
    lights_wrongly(dealer, "domino-1-2")
    anna.sees(banner="The round is paid by what the dice show. No new round starts until the fault is fixed.")
    dealer.steps()
    gains = wins(anna.game, dict.fromkeys(("small", "single-4"), CHIPS[1]), FACES)
    anna.sees(net=sum(gains.values()) - CHIPS[1], credit=CREDIT + sum(gains.values()) - CHIPS[1])
    expect(dealer.next).to_be_disabled()
    expect(dealer.next).to_contain_text("Table stopped")
    cleared(supervisor, "lamp exchanged and tested")
    anna.sees_no_banner()
    dealer.steps(until="close-bets")
    anna.sees(notice="Place your bets")


def test_dice_that_were_recorded_apart_from_the_entry_hold_up_the_settlement_until_the_entry_is_amended(screens):
    house = screens.house(table("H", "rws-6/2"))
    house.open("H", 1)
    dealer, anna = Dealer(screens, house, "H"), Player(screens, house, "H", 1)
    dealer.steps(until="close-bets")
    anna.places(CHIPS[1], "small", "big")
    dealer.steps(until="enter")
    dealer.enters(*FACES)
    supervisor = Supervisor(screens, house, "H", "gus.supervisor")
    panel = supervisor.puts_right("Equipment")
    panel.get_by_text("The layout lit the wrong spots").click()
    panel.get_by_role("button", name="Mark what is really lit").click()
    panel.locator('[data-spot="small"]').click()
    supervisor.presses(panel, *OTHERS)
    panel.get_by_role("button", name="Report the fault").click()
    supervisor.reads("The dice differ from the entry. Nobody is paid until it is amended.")
    told = house.table("H").current
    assert (told.dice, set(told.lit)) == ("4-5-6", lit(anna.game, FACES) - {"small"})

    expect(dealer.page.get_by_role("alert").first).to_contain_text(
        "The dice were recorded as 4-5-6, but 1-2-4 was entered."
    )
    expect(dealer.page.get_by_role("alert").first).to_contain_text("Nobody is paid until the entry is amended")
    dealer.next.tap()
    expect(dealer.fate).to_contain_text("Have the entry amended, then collect and pay.")
    panel = supervisor.puts_right("Amend entry")
    supervisor.presses(panel, *OTHERS)
    panel.get_by_role("button", name="Amend the entry").click()
    supervisor.reads("The entry is amended to 4-5-6.")
    expect(dealer.page.locator(".banner")).to_have_count(0)
    dealer.steps()
    anna.sees(net=0, credit=CREDIT)
    anna.sees_gains({"big": CHIPS[1]})


@pytest.fixture
def _hurry(monkeypatch):
    monkeypatch.setattr(live, "RETRY_S", 0.05)


def read_only(house, on):
    """The database refuses to be written, as a disk does that was mounted anew."""
    with house.server.house.journals.file.mutex:
        house.server.house.journals.file.connection.pragma("query_only", on)


@pytest.mark.usefixtures("_hurry")
def test_a_journal_that_cannot_be_written_holds_a_wager_as_sent_until_it_can(screens):
    house = screens.house(table("H", "etg/1"))
    house.open("H", 1, 2)
    dealer, anna, ben = Dealer(screens, house, "H"), Player(screens, house, "H", 1), Player(screens, house, "H", 2)
    dealer.steps(until="close-bets")
    anna.places(CHIPS[1], "big")
    read_only(house, on=True)
    anna.tap("small")
    for player in (anna, ben):
        player.sees(banner="The table cannot save its records right now.", notice="Table stopped")
    expect(dealer.page.get_by_role("alert").first).to_contain_text("The table cannot save its records right now.")
    expect(anna.ticket).to_contain_text("5 on Small · Sent")
    expect(anna.page.locator(".pile.sent")).to_have_count(1)
    ben.tap("big")
    ben.sees(words="wagers are not open", staked=0)
    read_only(house, on=False)
    for player in (anna, ben):
        player.sees_no_banner()
    expect(anna.ticket).to_contain_text("5 on Small · Accepted · Receipt")
    anna.sees_piles(dict.fromkeys(("big", "small"), CHIPS[1]))
    assert list(anna.receipts()) == ["big", "small"], "once each"
