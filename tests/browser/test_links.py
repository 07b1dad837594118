"""Connections that drop in the middle of a round, two tabs of one terminal, and a house that starts again."""

from urllib.parse import urlsplit

from browser.game import CHIPS, CREDIT, lit, table, wins
from browser.making import standing
from browser.people import Player
from browser.staff import Dealer, signs_in
from playwright.sync_api import expect

from taisai.rules.vocabulary import Step
from taisai.server.callers import SESSION

FACES = (4, 5, 6)
DOWN = "ERR_CONNECTION_|ERR_EMPTY_RESPONSE|handshake"  # how a house is not there, or is just stopping or starting
LOST = "Connection lost. You cannot wager now; accepted wagers stand."


def cut(player):
    """The network is gone: what was connected ends, and nothing new begins."""
    player.page.context.set_offline(offline=True)
    player.house.call(player.house.server.house.hub.drop, player.device.name, "the line is cut")
    player.sees(banner=LOST)


def mended(player, words="Connected again. You see the table as it is now."):
    player.page.context.set_offline(offline=False)
    player.sees_no_banner()
    player.sees(words=words)


def test_a_line_that_is_cut_while_betting_and_while_settling_comes_back_to_the_exact_state(screens):
    screens.expect_error("ERR_INTERNET_DISCONNECTED")
    house = screens.house(table("H", "nz-2008/1"))
    house.open("H", 1)
    dealer, anna = Dealer(screens, house, "H"), Player(screens, house, "H", 1)
    dealer.steps(until="close-bets")
    anna.places(CHIPS[1], "big", "double-6")
    cut(anna)
    anna.tap("small")
    anna.sees(words="Connection lost.", staked=2 * CHIPS[1])
    expect(anna.page.locator(".link.lost")).to_be_visible()
    dealer.seat(1)
    dealer.confirms(dealer.asks("Call wager"), "Now tap the spot", Stake="25")
    dealer.page.locator('[data-spot="single-4"]').tap()
    dealer.taken()
    dealer.steps(until="reveal")
    mended(anna)
    stakes = {"big": CHIPS[1], "double-6": CHIPS[1], "single-4": CHIPS[2]}
    anna.sees(notice="No more bets", staked=sum(stakes.values()), credit=CREDIT - sum(stakes.values()))
    anna.sees_piles(stakes)

    cut(anna)
    dealer.steps(until="enter")
    dealer.enters(*FACES)
    dealer.steps(until="pay")
    mended(anna)
    gains = wins(anna.game, stakes, FACES)
    anna.sees(notice="Winners are being paid", credit=CREDIT - sum(stakes.values()))
    anna.sees_lit(lit(anna.game, FACES))
    cut(anna)
    dealer.page.get_by_role("list", name="Areas still to be paid").get_by_role("button", name="Big").tap()
    dealer.steps()
    mended(anna, words="in this round")
    anna.sees(credit=CREDIT + sum(gains.values()) - CHIPS[1], net=sum(gains.values()) - CHIPS[1])
    anna.sees_gains(gains)
    anna.sees_piles({spot: stakes[spot] for spot in gains})


def test_two_tabs_of_one_terminal_show_the_same_truth(screens):
    house = screens.house(table("H", "rws-6/3"))
    house.open("H", 1)
    anna = Player(screens, house, "H", 1)
    house.step("H", until=Step.CLOSE_BETS)
    anna.places(CHIPS[1], "big")
    second = Player.at(screens, anna)
    second.sees(credit=CREDIT - CHIPS[1], staked=CHIPS[1])
    second.sees_piles({"big": CHIPS[1]})
    second.places(CHIPS[2], "small")
    for tab in (anna, second):
        tab.sees(credit=CREDIT - CHIPS[1] - CHIPS[2], staked=CHIPS[1] + CHIPS[2])
        tab.sees_piles({"big": CHIPS[1], "small": CHIPS[2]})
    anna.press("Clear")
    for tab in (anna, second):
        tab.sees(credit=CREDIT, staked=0)
        tab.sees_piles({})
    second.places(CHIPS[1], "big")
    house.enter("H", FACES)
    house.settle("H")
    for tab in (anna, second):
        tab.sees(credit=CREDIT + CHIPS[1], net=CHIPS[1])
        tab.sees_gains({"big": CHIPS[1]})


def forgotten(page):
    """The browser no longer has what proves who is there."""
    page.context.clear_cookies(name=SESSION)


def is_told_before_anything_is_tried(screens, house, path, who):
    page = screens.page(house, path, house.sign_in(who))
    page.clock.install()
    page.reload()
    expect(page.get_by_text(who).first).to_be_visible()
    forgotten(page)
    page.clock.fast_forward(10_000)
    expect(page.get_by_role("button", name="Sign in", exact=True)).to_be_visible()


def test_whoever_is_no_longer_signed_in_is_told_by_console_and_pit(screens):
    screens.may_fail("ERR_INTERNET_DISCONNECTED|401")
    house = screens.house(table("H", "rws-6/1"))
    house.open("H", 1)
    for path, who in (("/console?table=H", "dee.dealer"), ("/pit", "shi.manager")):
        is_told_before_anything_is_tried(screens, house, path, who)
    dealer = Dealer(screens, house, "H")
    dealer.steps(until="close-bets")
    dealer.page.context.set_offline(offline=True)
    house.call(house.server.house.hub.drop_person, "dee.dealer", "the line is cut")
    expect(dealer.page.locator(".link.lost")).to_be_visible()
    forgotten(dealer.page)
    dealer.page.context.set_offline(offline=False)
    expect(dealer.page.get_by_role("button", name="Sign in", exact=True)).to_be_visible()


def test_a_house_that_starts_again_in_the_middle_of_a_round_is_found_by_its_terminals(screens):
    screens.expect_error(DOWN)
    screens.expect_error("401|no valid credentials")
    played = table("H", "rws-6/1")
    folder = screens.folder / "again"
    with standing(folder, played) as house:
        port = urlsplit(house.address).port
        house.open("H", 1)
        dealer, anna = Dealer(screens, house, "H"), Player(screens, house, "H", 1)
        dealer.steps(until="close-bets")
        anna.places(CHIPS[1], "big")
    anna.sees(banner=LOST)
    with standing(folder, played, port=port) as house:
        anna.house = house
        mended(anna)
        anna.sees(credit=CREDIT - CHIPS[1], staked=CHIPS[1], notice="Place your bets")
        anna.places(CHIPS[2], "small")
        expect(dealer.page.get_by_role("button", name="Sign in", exact=True)).to_be_visible()
        signs_in(dealer.page, "dee.dealer")
        expect(dealer.next).to_be_visible()
        dealer.house = house
        dealer.steps(until="enter")
        dealer.enters(*FACES)
        dealer.step(dealer.game.steps[-2])
    anna.sees(banner=LOST)
    with standing(folder, played, port=port) as house:
        mended(anna)
        anna.sees(notice="Winners are being paid", credit=CREDIT - CHIPS[1] - CHIPS[2])
        anna.sees_lit(lit(dealer.game, FACES))
        Dealer(screens, house, "H").steps()
        anna.sees(credit=CREDIT + CHIPS[1] - CHIPS[2], net=CHIPS[1] - CHIPS[2])
        anna.page.context.close()


SAYS = """(() => {
  const send = WebSocket.prototype.send;
  window.said = [];
  WebSocket.prototype.send = function (text) { window.said.push(JSON.parse(text).is); send.call(this, text); };
})()"""
SAID_AT = """(event) => {
  const before = window.said.length;
  dispatchEvent(new Event(event));
  return window.said.slice(before);
}"""


def test_a_terminal_asks_whether_it_is_still_connected_when_the_network_of_its_device_changes(screens):
    house = screens.house(table("H", "nz-2008/1"))
    house.open("H", 1)
    anna = Player(screens, house, "H", 1, own=True)
    anna.page.add_init_script(SAYS)
    anna.page.reload()
    expect(anna.page.locator("[data-meter=credit]")).to_be_visible()
    for event in ("offline", "online"):
        assert anna.page.evaluate(SAID_AT, event) == ["ping"]
    assert anna.page.evaluate(SAID_AT, "focus") == []
