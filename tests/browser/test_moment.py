"""The moment in which the dice are seen: they tumble only when their roll is public, nothing tells it before they lie
still, and whatever is shown belongs to the round that is named."""

import time
from itertools import count

import pytest
from browser.game import CHIPS, CREDIT, lit, money, table
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
    made.open("H", 1, 2)
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


def hears(page):
    return page.evaluate("heard > 0")


def tumbles(page, number, **kept):
    """Its dice were seen, told nothing before they lay still, and what the player has stayed as it was until then."""
    tumbling = [one for one in named(page) if one["dome"] == "tumbling"]
    assert tumbling
    for one in tumbling:
        assert (one["pictured"], one["lit"], one["shown"], one["banner"]) == (number, 0, [], "")
        assert "total" not in one["notice"].lower()
        assert {name: one[name] for name in kept} == kept


def is_seen(house, anna, pages):
    """The first round, which nobody touches, on every screen that shows it."""
    for page in pages:
        loaded(page)
        page.evaluate(HEARD)
    before = CREDIT - 2 * CHIPS[1]
    anna.sees(credit=before)
    closes(house)
    settles(anna.page, lambda: attributes(anna.page, ".payout .net", "data-net"), [f"Net +{money(2 * CHIPS[1])}"])
    expect(anna.page.locator("[data-payout='1']")).to_have_count(1)
    for page in pages:
        page.wait_for_function("() => told.some(({ dome }) => dome === 'reading') && !told.at(-1).dome")
        tumbles(page, 1)
        assert {number for one in named(page) for number in one["shown"]} == {1}
    tumbles(anna.page, 1, credit=money(before), staked=money(2 * CHIPS[1]), piles=2)
    anna.sees_lit(lit(anna.game, FACES))
    anna.sees(notice="1, 3, 6, total 10", credit=before + 4 * CHIPS[1])
    assert not hears(anna.page), "nobody has touched it"


def is_ended_by_a_tap(house, anna):
    """The second, in which less comes back than was staked, which is no win."""
    opens(house, ("small", CHIPS[1]), ("triple-6", CHIPS[2]))
    closes(house)
    anna.page.locator("[data-dome=tumbling]").click(position={"x": 20, "y": 20})
    expect(anna.page.locator("[data-dome]")).to_have_count(0)
    anna.sees_lit(lit(anna.game, NEXT))
    anna.sees_gains({"small": CHIPS[1]})
    expect(anna.page.locator("[data-payout='0']")).to_have_count(1)
    expect(anna.page.locator(".payout .net")).to_have_count(0)


def is_overtaken(house, anna):
    """The third, whose dice are still seen to tumble when the fourth begins."""
    anna.page.evaluate("told.length = 0")
    opens(house)
    closes(house)
    expect(anna.page.locator("[data-dome=tumbling]")).to_be_visible()
    opens(house)
    anna.sees(notice="Place your bets")
    expect(anna.page.locator("[data-dome]")).to_have_count(0)
    anna.places(CHIPS[1], *SPOTS)
    closes(house)
    anna.sees_lit(lit(anna.game, rolled(house)))
    pictured = [one["pictured"] for one in named(anna.page) if one["pictured"]]
    assert (pictured, {*pictured}) == (sorted(pictured), {3, 4})
    assert 3 not in {number for one in named(anna.page) for number in one["shown"]}


def is_put_away(house, anna):
    """Before the last, which it shows at once."""
    anna.page.evaluate("Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })")
    opens(house)
    expect(anna.page.locator("[data-dome=reading]")).to_have_count(0)
    anna.page.evaluate("told.length = 0")
    closes(house)
    anna.sees(notice="total")
    anna.sees_lit(lit(anna.game, rolled(house)))
    assert {one["dome"] for one in named(anna.page)} <= {"", "covered"}


def test_dice_tumble_when_their_roll_is_public_and_nothing_tells_it_before_they_rest(screens, house):
    """Six rounds at a table that throws by itself; what follows from a roll is told when its dice lie still."""
    opens(house, ("small", CHIPS[1]), ("single-6", CHIPS[1]))
    anna = Player(screens, house, "E", 1, still=False, size="wide")
    pages = [anna.page, *(screens.page(house, f"/{path}?table=E") for path in ("layout", "display"))]
    is_seen(house, anna, pages)
    is_ended_by_a_tap(house, anna)
    is_overtaken(house, anna)
    assert [hears(page) for page in pages] == [True, False, False], "everybody hears what one has touched"
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
    is_put_away(house, anna)


def test_at_a_table_that_is_dealt_by_hand_the_dome_opens_with_the_entry(screens, house):
    anna, still = Player(screens, house, "H", 1, still=False), Player(screens, house, "H", 2)
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
    for player in (anna, still):
        player.sees_lit(lit(anna.game, (4, 5, 6)))
    told = named(anna.page)
    assert "tumbling" not in {one["dome"] for one in told}
    assert all(not one["shown"] and not one["lit"] for one in told if one["dome"] == "covered")
    names = still.page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    assert not [name for name in names if "/Dome-" in name], "whoever asks for less motion never loads it"
