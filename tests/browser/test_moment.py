"""The moment in which the dice are seen: they tumble only when their roll is public, nothing tells it before they lie
still, and whatever is shown belongs to the round that is named."""

import time
from itertools import count

import pytest
from browser.game import CHIPS, CREDIT, lit, money, table, wins
from browser.measures import attributes, settles
from browser.people import Player
from patience import PATIENCE_S
from playwright.sync_api import expect

from taisai.house import tumbler
from taisai.house.seeds import SeedChain
from taisai.rules.vocabulary import Role, Step
from taisai.scenario.seeds import seed_throwing
from taisai.table import commands as c

FACES, NEXT = (1, 3, 6), (2, 2, 5)
SPOTS = ("small", "big", "any-triple")
"""One of them wins, whatever is rolled."""
BY_ITSELF = ("tumble", "reveal", "enter", "collect", "pay")
"""People say when wagers open and close; all else the table does at once."""
HEARD = """() => {
  window.heard = 0;
  const { start } = AudioScheduledSourceNode.prototype;
  AudioScheduledSourceNode.prototype.start = function (...at) { window.heard += 1; return start.apply(this, at); };
}"""
TOLD = """() => {
  window.told = [];
  const look = () => {
    const dome = document.querySelector("[data-dome]");
    window.told.push({
      dome: dome?.dataset.dome ?? "",
      pictured: dome && dome.dataset.dome !== "covered" ? Number(dome.dataset.round) : 0,
      shown: [...document.querySelectorAll("[data-shown]")].map((one) => Number(one.dataset.shown)),
      lit: document.querySelectorAll("[data-lit]").length,
      notice: document.querySelector(".notice")?.innerText ?? "",
      banner: document.querySelector(".banner")?.innerText ?? "",
      credit: document.querySelector("[data-meter=credit]")?.innerText ?? "",
      staked: document.querySelector("[data-meter=staked]")?.innerText ?? "",
      piles: document.querySelectorAll(".pile").length,
    });
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.fixture
def thrown(monkeypatch):
    """The throws that the table binds itself to, one after the other, where no terminal gives anything to them."""
    coming, numbers = [FACES, NEXT], count(1)

    def chain(_):
        faces = coming.pop(0) if len(coming) > 1 else coming[0]
        return SeedChain(seed_throwing("E", next(numbers), "-".join(map(str, faces))), 1)

    monkeypatch.setattr(tumbler.Tumbler, "chain", chain)
    return coming


@pytest.fixture
def house(screens, thrown):
    made = screens.house(table("E", "rws-6/2", automation=BY_ITSELF, pause_s=0), table("H", "rws-6/2"))
    made.open("E", 1)
    made.open("H", 1)
    return made


def loaded(page):
    """The dome comes after everything else; the page is told of the frames from now on."""
    page.wait_for_function("() => performance.getEntriesByName('dome').length")
    page.evaluate(TOLD)


def waits(until):
    """For what the house does by itself and tells no page of."""
    end_s = time.monotonic() + PATIENCE_S
    while not until():
        assert time.monotonic() < end_s
        time.sleep(0.01)


def opens(house, *wagers, name="E"):
    """As soon as the table has bound itself to a throw."""
    waits(lambda: name != "E" or house.table(name).is_committed(house.table(name).round + 1))
    house.step(name, until=Step.CLOSE_BETS)
    for spot, stake in wagers:
        house.do(name, c.PlaceWager(1, spot, stake), seat=1)


def lose(screens, house, page, who):
    """The network is gone: what was connected ends, and nothing new begins."""
    screens.expect_error("ERR_INTERNET_DISCONNECTED")
    with page.expect_console_message(lambda said: "ERR_INTERNET_DISCONNECTED" in said.text):
        page.context.set_offline(offline=True)
        house.call(house.server.house.hub.drop, who, "the line is cut")
    expect(page.get_by_role("alert").filter(has_text="onnection")).to_be_visible()


def closes(house):
    house.do("E", c.CloseBets())


def over(house):
    """The table has done the rest of its round, so that whoever comes now finds its roll there."""
    number = house.table("E").round
    waits(lambda: any(one.number == number for one in house.table("E").recent))
    return number


def rolled(house):
    """The faces of the round under way, where a terminal gave something to its throw."""
    number = over(house)
    return tuple(int(face) for one in house.table("E").recent if one.number == number for face in one.roll.split("-"))


def named(page):
    """All that a page has told since, without what it told twice."""
    told = page.evaluate("told")
    return [one for place, one in enumerate(told) if not place or one != told[place - 1]]


def test_dice_tumble_when_their_roll_is_public_and_nothing_tells_it_before_they_rest(screens, house):
    anna = Player(screens, house, "E", 1, still=False)
    pages = [anna.page, *(screens.page(house, f"/{path}?table=E") for path in ("layout", "display"))]
    opens(house, ("big", CHIPS[1]), ("single-6", CHIPS[1]))
    for page in pages:
        loaded(page)
    closes(house)
    for page in pages:
        page.wait_for_function("() => told.some(({ dome }) => dome === 'reading') && !told.at(-1).dome")
    anna.sees_lit(lit(anna.game, FACES))
    anna.sees(notice="1, 3, 6, total 10")
    for page in pages:
        told = named(page)
        tumbling = [one for one in told if one["dome"] == "tumbling"]
        assert tumbling
        for one in tumbling:
            assert (one["pictured"], one["lit"], one["shown"]) == (1, 0, [])
            assert "total 10" not in one["notice"].lower()
        assert {number for one in told for number in one["shown"]} == {1}


def test_money_and_chips_stay_where_they_are_until_the_dice_rest_and_no_round_is_called_void(screens, house):
    """The house settles at once; the player is told when the dice lie still."""
    anna = Player(screens, house, "E", 1, still=False)
    opens(house)
    loaded(anna.page)
    anna.places(CHIPS[1], *SPOTS)
    before = CREDIT - len(SPOTS) * CHIPS[1]
    anna.sees(credit=before)
    closes(house)
    faces = rolled(house)
    anna.sees_lit(lit(anna.game, faces))
    won = wins(anna.game, dict.fromkeys(SPOTS, CHIPS[1]), faces)
    back = sum(gain + CHIPS[1] for gain in won.values())
    anna.sees(credit=before + back, net=back - len(SPOTS) * CHIPS[1])
    told = named(anna.page)
    tumbling = [one for one in told if one["dome"] == "tumbling"]
    assert tumbling
    seen = {(one["credit"], one["staked"], one["piles"]) for one in tumbling}
    assert seen == {(money(before), money(len(SPOTS) * CHIPS[1]), len(SPOTS))}
    assert {one["banner"] for one in told} == {""}
    opens(house)
    anna.sees(notice="Place your bets")
    anna.sees_no_banner()


def test_a_tap_ends_it_and_the_result_stands_there(screens, house):
    anna = Player(screens, house, "E", 1, still=False)
    opens(house, ("small", CHIPS[1]))
    loaded(anna.page)
    closes(house)
    anna.page.locator("[data-dome=tumbling]").click(position={"x": 20, "y": 20})
    expect(anna.page.locator("[data-dome]")).to_have_count(0)
    anna.sees_lit(lit(anna.game, FACES))
    anna.sees(credit=CREDIT + CHIPS[1], notice="1, 3, 6, total 10")


def test_the_next_wager_waits_for_nothing_and_the_next_roll_keeps_its_number(screens, house):
    """Two rounds in quick succession: the second begins while the dice of the first are seen to tumble."""
    anna = Player(screens, house, "E", 1, still=False)
    opens(house)
    loaded(anna.page)
    closes(house)
    expect(anna.page.locator("[data-dome=tumbling]")).to_be_visible()
    opens(house)
    anna.sees(notice="Place your bets")
    expect(anna.page.locator("[data-dome]")).to_have_count(0)
    anna.places(CHIPS[1], "small")
    closes(house)
    anna.sees_lit(lit(anna.game, rolled(house)))
    told = named(anna.page)
    pictured = [one["pictured"] for one in told if one["pictured"]]
    assert pictured == sorted(pictured)
    assert set(pictured) == {1, 2}
    assert {number for one in told for number in one["shown"]} == {2}


def test_a_round_that_is_made_void_while_its_dice_tumble_shows_none(screens, house):
    anna = Player(screens, house, "E", 1, still=False)
    display = screens.page(house, "/display?table=E")
    opens(house, ("small", CHIPS[1]))
    for page in (anna.page, display):
        loaded(page)
    closes(house)
    expect(anna.page.locator("[data-dome=tumbling]")).to_be_visible()
    over(house)
    house.run(house.server.do("E", c.ReverseRounds((1,)), Role.SHIFT_MANAGER, second=Role.PIT_MANAGER))
    for page in (anna.page, display):
        expect(page.locator("[data-dome=tumbling], [data-dome=reading]")).to_have_count(0)
        expect(page.locator("[data-lit], [data-shown]")).to_have_count(0)


def test_a_page_that_comes_later_or_was_put_away_sees_the_result_at_once(screens, house):
    opens(house)
    closes(house)
    over(house)
    late = Player(screens, house, "E", 1, still=False)
    loaded(late.page)
    late.sees_lit(lit(late.game, FACES))
    late.page.evaluate("Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })")
    opens(house)
    closes(house)
    late.sees_lit(lit(late.game, NEXT))
    assert {one["dome"] for one in named(late.page)} <= {"", "covered"}


def test_a_line_that_was_cut_while_the_dice_tumbled_comes_back_to_the_result(screens, house):
    anna = Player(screens, house, "E", 1, still=False)
    opens(house)
    loaded(anna.page)
    lose(screens, house, anna.page, anna.device.name)
    closes(house)
    over(house)
    anna.page.context.set_offline(offline=False)
    anna.sees_lit(lit(anna.game, FACES))
    told = named(anna.page)
    assert "tumbling" not in {one["dome"] for one in told}
    assert {number for one in told for number in one["shown"]} == {1}


def test_at_a_table_that_is_dealt_by_hand_the_dome_opens_with_the_entry(screens, house):
    anna = Player(screens, house, "H", 1, still=False)
    opens(house, ("big", CHIPS[1]), name="H")
    loaded(anna.page)
    house.step("H", until=Step.ENTER)
    expect(anna.page.locator("[data-dome=covered] .glass")).to_be_visible()
    house.enter("H", (4, 4, 6))
    expect(anna.page.locator("[data-dome=reading] [data-shown='1']")).to_be_visible()
    house.do("H", c.AmendEntry((4, 5, 6)), Role.GAME_SUPERVISOR)
    anna.sees(notice="4, 5, 6, total 15")
    expect(anna.page.locator("[data-dome]")).to_have_count(0)
    expect(anna.page.locator(".dome .glass")).to_be_hidden()
    anna.sees_lit(lit(anna.game, (4, 5, 6)))
    told = named(anna.page)
    assert "tumbling" not in {one["dome"] for one in told}
    assert all(not one["shown"] and not one["lit"] for one in told if one["dome"] == "covered")


def test_whoever_asks_for_less_motion_never_loads_the_dome(screens, house):
    anna = Player(screens, house, "E", 1)
    opens(house, ("small", CHIPS[1]))
    closes(house)
    anna.sees_lit(lit(anna.game, FACES))
    names = anna.page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    assert not [name for name in names if "/Dome-" in name]


def test_winners_chips_fly_and_the_net_counts_up_but_less_than_was_staked_is_no_win(screens, house):
    anna = Player(screens, house, "E", 1, still=False)
    opens(house, ("small", CHIPS[1]), ("single-6", CHIPS[1]))
    loaded(anna.page)
    closes(house)
    settles(anna.page, lambda: attributes(anna.page, ".payout .net", "data-net"), [f"Net +{money(2 * CHIPS[1])}"])
    expect(anna.page.locator("[data-payout='1']")).to_have_count(1)
    opens(house, ("small", CHIPS[1]), ("triple-6", CHIPS[2]))
    closes(house)
    anna.sees_lit(lit(anna.game, NEXT))
    anna.sees_gains({"small": CHIPS[1]})
    expect(anna.page.locator("[data-payout='0']")).to_have_count(1)
    expect(anna.page.locator(".payout .net")).to_have_count(0)


def hears(page):
    return page.evaluate("heard > 0")


def test_a_terminal_is_silent_until_it_is_touched_and_its_switch_is_remembered(screens, house):
    anna = Player(screens, house, "E", 1, still=False, size="wide")
    display = screens.page(house, "/display?table=E")
    opens(house)
    for page in (anna.page, display):
        loaded(page)
        page.evaluate(HEARD)
    closes(house)
    anna.sees_lit(lit(anna.game, FACES))
    assert not hears(anna.page), "nobody has touched it"
    anna.page.locator("header .brand").first.click()
    opens(house)
    closes(house)
    anna.sees_lit(lit(anna.game, NEXT))
    assert hears(anna.page)
    assert not hears(display), "everybody hears it"
    switch = anna.page.get_by_role("button", name="Sound", exact=True)
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    anna.page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")
    loaded(anna.page)
    anna.page.evaluate(HEARD)
    opens(house)
    anna.places(CHIPS[1], "small")
    closes(house)
    anna.sees_lit(lit(anna.game, rolled(house)))
    assert not hears(anna.page)


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_roads_rules_and_what_others_have_are_one_tap_away(screens, house, size):
    anna = Player(screens, house, "E", 1, size=size)
    opens(house)
    closes(house)
    anna.sees(notice="1, 3, 6, total 10")
    anna.press("Roads", exact=True)
    sheet = anna.page.get_by_role("dialog")
    expect(sheet.get_by_role("img", name="10 Small", exact=True)).to_be_visible()
    expect(sheet.get_by_role("region", name="Hot").get_by_text("expected").first).to_be_visible()
    anna.close()
    anna.press("Rules", exact=True)
    expect(sheet.get_by_text("Total 4 to 10, not a triple").and_(sheet.locator(":visible"))).to_be_visible()
    anna.close()
    opens(house)
    house.do("E", c.BuyIn(2, CREDIT))
    house.do("E", c.PlaceWager(2, "small", CHIPS[2]), seat=2)
    anna.places(CHIPS[1], "small")
    expect(anna.page.locator("[data-others=small]")).to_have_text(money(CHIPS[2]))
