"""What players do about their own play: limits, breaks, reality checks, and an attendant who is called."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from browser.game import CHIPS, CREDIT, money, table
from browser.people import Player
from browser.staff import Dealer
from playwright.sync_api import expect

from taisai.house import floor
from taisai.people.significant_events import Happening
from taisai.rules.vocabulary import Step
from taisai.table import commands as c

HOURS, EVERY_MIN = 24, 30
LOOSE, THREE, TIGHT = 20 * CHIPS[2], 3 * CHIPS[2], 2 * CHIPS[2]
TITLES = {"loss": "Loss", "stake": "Stakes per round", "time": "Time"}
NOW = {"loss": "You can still lose", "stake": "At most", "time": "You can play until"}


@pytest.fixture
def house(screens):
    made = screens.house(
        table("H", "rws-6/2"), table("I", "rws-6/2"), care_loosen_hours=HOURS, care_reality_minutes=EVERY_MIN
    )
    made.open("H", 1, 2)
    made.open("I")
    return made


@pytest.fixture
def anna(screens, house):
    player = Player(screens, house, "H", 1)
    house.step("H", until=Step.CLOSE_BETS)
    player.sees(notice="Place your bets")
    return player


@pytest.fixture
def later(monkeypatch):
    """The house's clock, so many hours on, for what is due."""

    def move(hours):
        at = (datetime.now(UTC) + timedelta(hours=hours)).isoformat(timespec="milliseconds")
        monkeypatch.setattr(floor, "now", lambda: at)

    return move


class Form:
    """One limit in the panel."""

    def __init__(self, sheet, limit):
        self.sheet, self.limit = sheet, limit
        self.at = sheet.locator("form").filter(has=sheet.page.get_by_role("heading", name=TITLES[limit], exact=True))

    def sets(self, amount):
        """In units of the currency, or minutes."""
        self.at.get_by_role("spinbutton").fill(str(amount))
        self.at.get_by_role("button", name="Set this limit").tap()

    def lifts(self):
        self.at.get_by_role("button", name="Remove this limit").tap()

    def says(self, words):
        expect(self.sheet.locator(".said")).to_contain_text(words)

    def holds(self, words):
        expect(self.at.locator(".now")).to_contain_text(words)


def form(player, limit):
    return Form(player.menu("My limits"), limit)


def own(house, seat=1):
    return house.table("H").seats[seat].own


def limits_stakes(anna):
    """At once, and what is looser comes later."""
    stakes = form(anna, "stake")
    stakes.sets(THREE // 100)
    stakes.says("The new limit applies now.")
    stakes.holds(f"At most SGD {money(THREE)} per round.")
    stakes.sets(LOOSE // 100)
    stakes.says("Not changed yet")
    stakes.holds(f"At most SGD {money(THREE)} per round.")
    expect(stakes.at.locator(".later")).to_contain_text(f"SGD {money(LOOSE)} from")
    anna.close()


def is_refused(house, anna):
    for amount in (CREDIT // 100, 10 * CREDIT):
        loss = form(anna, "loss")
        loss.sets(amount)
        loss.says("The limit was not changed.")
        expect(loss.sheet.get_by_role("alert")).to_be_visible()
        loss.holds("No limit set.")
        assert house.table("H").seats[1].loss_floor == 0
        anna.close()


def test_limits_hold_at_once_are_tightened_at_once_and_loosened_later(house, anna, later):
    is_refused(house, anna)
    limits_stakes(anna)
    loss = form(anna, "loss")
    loss.sets(LOOSE // 100)
    loss.holds(f"You can still lose SGD {money(LOOSE)}.")
    loss.sets("499.50")
    loss.holds("You can still lose SGD 499.50.")
    loss.sets(TIGHT // 100)
    loss.says("The new limit applies now.")
    loss.holds(f"You can still lose SGD {money(TIGHT)}.")
    loss.lifts()
    loss.says("Not changed yet")
    expect(loss.at.locator(".later")).to_contain_text("No limit from")
    anna.close()
    anna.places(CHIPS[2], "big", "odd")
    anna.tap("even")
    anna.sees(staked=TIGHT, credit=CREDIT - TIGHT)
    expect(anna.page.locator(".word.bad")).to_contain_text("That would exceed the loss limit you set.")
    later(HOURS - 1)
    anna.tap("even")
    anna.sees(staked=TIGHT)
    later(HOURS + 1)
    form(anna, "loss").holds("No limit set.")
    anna.close()
    stakes = form(anna, "stake")
    stakes.holds(f"At most SGD {money(LOOSE)} per round.")
    expect(stakes.at.locator(".later")).to_have_count(0)
    anna.close()
    anna.places(CHIPS[2], "even", "small")


def test_limits_go_with_the_voucher_to_another_table(screens, house, anna):
    stakes = form(anna, "stake")
    stakes.sets(CHIPS[1] // 100)
    stakes.says("The new limit applies now.")
    anna.close()
    answer = house.do("H", c.CashOut(1, "910000000017"), seat=1)
    assert answer.events[0].amount == CREDIT
    other = Player(screens, house, "I", 1)
    sheet = other.menu("Redeem a voucher")
    sheet.get_by_role("textbox").fill("9100 0000 0017")
    sheet.get_by_role("button", name="Redeem", exact=True).tap()
    other.sees(credit=CREDIT)
    other.close()
    house.step("I", until=Step.CLOSE_BETS)
    other.places(CHIPS[1], "big")
    other.tap("small")
    other.sees(words="Small:", staked=CHIPS[1])


def rests(player, button):
    sheet = player.menu("Take a break")
    expect(sheet).to_contain_text("Wagers already on the table are settled")
    sheet.get_by_label(button, exact=True).check()
    sheet.get_by_role("button", name=f"Take a break of {button}").tap()
    return sheet


def test_a_seat_rests_as_long_as_its_player_has_said_and_when_the_chosen_time_is_over(screens, house, anna, later):
    anna.places(CHIPS[1], "big")
    rests(anna, "1 h")
    anna.sees(banner="You are on a break until")
    expect(rests(anna, "15 min").get_by_role("alert")).to_be_visible()  # it is not made shorter
    anna.close()
    anna.sees(banner="You are on a break until")
    anna.tap("small")
    anna.sees(words="You are on a break.", staked=CHIPS[1])
    again = Player.at(screens, anna)
    again.sees(banner="You are on a break until")
    later(0.9)
    again.tap("small")
    again.sees(staked=CHIPS[1])
    again.page.close()
    later(1.1)
    expect(anna.page.locator(".banner")).to_have_count(0)
    anna.places(CHIPS[1], "small")
    time = form(anna, "time")
    time.sets(30)
    time.holds("You can play until")
    anna.close()
    later(1.7)
    anna.sees(banner="Your session time is up")
    anna.tap("odd")
    anna.sees(staked=2 * CHIPS[1])
    time = form(anna, "time")
    time.sets(60)
    time.says("Not changed yet")
    assert own(house).time_over


def test_an_attendant_who_is_called_is_seen_at_console_and_pit_until_somebody_comes(screens, house, anna):
    dealer = Dealer(screens, house, "H")
    pits = {"/pit": "shi.manager", "/pit#/table/H": "pit.manager"}
    pages = [screens.page(house, path, house.sign_in(name), still=True) for path, name in pits.items()]
    anna.press("Menu", exact=True)
    sheet = anna.page.get_by_role("dialog")
    for _ in range(2):
        sheet.get_by_role("button", name="Call an attendant").tap()
        expect(sheet.get_by_role("status")).to_contain_text("An attendant is coming to your seat.")
    expect(dealer.page.get_by_text("Seat 1 is calling an attendant", exact=True)).to_be_visible()
    for page in pages:
        expect(page.get_by_text("Seat 1 is calling an attendant.", exact=True)).to_be_visible()
    (call,) = [one for one in house.call(house.server.register.waiting) if one.code == Happening.ATTENDANT_CALLED]
    house.run(house.server.post(f"/api/events/{call.seq}/acknowledge", house.sign_in("cas.supervisor")))
    for page in (dealer.page, *pages):
        expect(page.get_by_text("is calling an attendant")).to_have_count(0)


def test_every_so_often_the_player_is_told_time_stakes_and_net(house, anna):
    anna.page.clock.install()
    anna.page.reload()
    anna.places(CHIPS[1], "big")
    house.enter("H", (1, 2, 4))
    house.settle("H")
    anna.sees(net=-CHIPS[1])
    anna.page.clock.fast_forward(timedelta(minutes=EVERY_MIN - 1) // timedelta(milliseconds=1))
    check = anna.page.get_by_role("dialog", name="Reality check")
    expect(check).to_have_count(0)
    anna.page.clock.fast_forward(timedelta(minutes=2) // timedelta(milliseconds=1))
    expect(check).to_contain_text(re.compile(r"Time played\s*3[0-2] min"))
    expect(check).to_contain_text(re.compile(rf"Staked\s*SGD {money(CHIPS[1])}"))
    expect(check).to_contain_text(re.compile(rf"Net\s*SGD −{money(CHIPS[1])}"))
    check.get_by_role("button", name="Keep playing").tap()
    expect(check).to_have_count(0)
    anna.page.reload()
    anna.sees(credit=CREDIT - CHIPS[1])
    expect(check).to_have_count(0)
    anna.page.clock.fast_forward(timedelta(minutes=EVERY_MIN) // timedelta(milliseconds=1))
    check.get_by_role("button", name="Take a break").tap()
    expect(anna.page.get_by_role("dialog", name="Take a break")).to_be_visible()
