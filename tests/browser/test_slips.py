"""Slips, which are signed where money moves by hand: told on the screen, and printed on any paper."""

import re

import pytest
from browser.game import CHIPS, CREDIT, money, table
from browser.paper import PAPERS, printed
from browser.staff import Dealer, Supervisor
from playwright.sync_api import expect

from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table.order import Order, Person


@pytest.fixture
def house(screens):
    made = screens.house(table("C", "rws-6/2", money="chips"), table("H", "rws-6/2"), name="Straits Club")
    made.open("C")
    made.open("H", 1)
    return made


def entry(house, kind, name="C"):
    """The number under which the journal has the newest of a kind."""
    found = [one for one in house.call(lambda: [*house.server.table(name).desk.store.read()]) if kind in one.body]
    return found[-1].seq


def orders(dealer, what, counts, button=None):
    dealer.tab("Float")
    sheet = dealer.asks(what)
    types(sheet, counts)
    sheet.get_by_role("button", name=button or what, exact=True).tap()
    return dealer.page.locator("article[data-slip]")


def types(place, counts):
    for chip, count in counts.items():
        place.get_by_label(money(chip), exact=True).fill(str(count))


def test_a_fill_that_is_requested_at_the_console_prints_its_slip_in_two_parts_and_what_is_refused_none(screens, house):
    dealer = Dealer(screens, house, "C", "gus.supervisor")
    slip = orders(dealer, "Credit", {CHIPS[-1]: 99_999})
    expect(dealer.page.get_by_role("dialog").get_by_role("alert")).to_contain_text("the float does not have the chips")
    expect(slip).to_have_count(0)
    dealer.page.keyboard.press("Escape")
    slip = orders(dealer, "Fill", {CHIPS[2]: 2, CHIPS[1]: 1})
    expect(slip).to_have_count(2)
    expect(slip.first).to_have_attribute("data-slip", "fill")
    expect(slip.first).to_contain_text(f"Entry {entry(house, b'slip-requested')}")
    whole = money(2 * CHIPS[2] + CHIPS[1])
    for paper in printed(dealer.page, *PAPERS):
        for words in ("Fill slip", "No. 1", "Part 1: table", "Part 2: cage", "Straits Club", f"SGD {whole}",
                      f"2 × {money(CHIPS[2])}", "gus.supervisor", "Signature"):  # fmt: skip
            assert words in paper.words
        assert "Done" not in paper.words
    dealer.page.get_by_role("button", name="Done").tap()
    expect(slip).to_have_count(0)
    is_received(dealer, house)


def is_received(dealer, house):
    """By two, and only then it is in the float."""
    before = house.table("C").bank.now
    house.run(by(house, "cage", c.PrepareSlip(1)))
    house.run(by(house, "runner", c.CarrySlip(1)))
    dealer.asks("Slip 1 is received").get_by_role("button", name="Slip 1 is received").tap()
    assert house.table("C").bank.now == before
    dealer.agrees("pit.manager")
    expect(dealer.page.locator("article[data-slip]").first).to_contain_text("pit.manager")
    assert house.table("C").bank.now == before + 2 * CHIPS[2] + CHIPS[1]


def test_a_credit_and_a_hand_payment_in_the_pit_have_their_slips(screens, house):
    house.do("H", c.LockSeat(1, "a large win"), Role.GAME_SUPERVISOR)
    pit = Supervisor(screens, house, "C", "gus.supervisor")
    bank = pit.page.get_by_role("region", name="Float")
    types(bank, {CHIPS[2]: 3})
    bank.get_by_role("button", name="Credit", exact=True).click()
    slip = pit.page.get_by_role("dialog", name="Credit slip")
    expect(slip).to_contain_text(f"SGD {money(3 * CHIPS[2])}")
    expect(slip).to_contain_text(f"Entry {entry(house, b'slip-requested')}")
    (paper,) = printed(pit.page, "A4 portrait")
    assert "Credit slip" in paper.words
    assert "Corrections" not in paper.words, "the page below is not printed"
    slip.get_by_role("button", name="Done").click()
    expect(slip).to_have_count(0)
    expect(bank.get_by_role("button", name="Credit", exact=True)).to_be_disabled()
    pit.page.goto(f"{house.address}/pit#/table/H")
    is_paid_by_hand(pit)


def is_paid_by_hand(pit):
    """By two, and the slip names both."""
    pit.page.get_by_role("button", name="Release Seat 1").click()
    sheet = pit.page.get_by_role("dialog", name="Seat 1")
    sheet.get_by_label("What was done").fill("paid at the cage")
    sheet.get_by_label("Paid by hand").fill("250")
    sheet.get_by_role("button", name="Release", exact=True).click()
    pit.agrees("pit.manager", "SGD 250")
    slip = pit.page.get_by_role("dialog", name="Hand payment slip")
    expect(slip).to_contain_text("pit.manager")
    expect(slip).to_contain_text("paid at the cage")
    expect(sheet).to_have_count(0)


async def by(house, name, command):
    """Somebody else than whoever sets the scene otherwise."""
    answer = await house.server.table("C").live.do(Order(name, Person(name, Role.PIT_MANAGER), command))
    assert not isinstance(answer, Exception), answer


def test_a_closed_table_opens_when_two_have_counted_its_float_and_the_opener_prints(screens):
    house = screens.house(table("C", "rws-6/2", money="chips"), name="Straits Club")
    dealer = Dealer(screens, house, "C", "gus.supervisor")
    opens = dealer.page.get_by_role("button", name="Open the table")
    expect(opens).to_be_disabled()
    sheet = dealer.asks("Count for opening")
    types(sheet, {CHIPS[0]: 40, CHIPS[2]: 20})
    sheet.get_by_role("button", name="Count for opening").tap()
    dealer.agrees("pit.manager")
    slip = dealer.page.locator("article[data-slip]")
    expect(slip).to_have_attribute("data-slip", "opening")
    expect(slip).to_contain_text(f"20 × {money(CHIPS[2])}")
    dealer.page.get_by_role("button", name="Done").tap()
    opens.tap()
    expect(dealer.page.get_by_role("button", name="Float", exact=True)).to_be_visible()
    assert house.table("C").bank.opening == 40 * CHIPS[0] + 20 * CHIPS[2]


def decides(boss, number, amount, way="From the player"):
    """A dispute of the table, with money that moves, by two."""
    boss.opens("disputes", number)
    boss.page.get_by_label("The decision and its reason").fill("the camera shows it")
    boss.page.get_by_label("Money").select_option(label=way)
    boss.page.get_by_label("Amount").fill(money(amount))
    boss.page.get_by_role("button", name="To approval…").click()
    boss.agrees("pit.manager", f"SGD {money(amount)}")
    return boss.page.get_by_role("dialog", name="Dispute slip")


def test_a_dispute_prints_what_moves_and_what_stays_owed_until_it_is_paid(screens, house):
    for claim in ("not paid", "paid twice"):
        house.do("H", c.OpenDispute(1, 0, claim), Role.GAME_SUPERVISOR)
    boss = Supervisor(screens, house, "H", "shi.manager")
    slip = decides(boss, 1, CHIPS[2], "To the player")
    expect(slip).to_contain_text("Paid to the player")
    expect(slip).not_to_contain_text("still owed")
    slip.get_by_role("button", name="Done").click()
    taken = CREDIT + 2 * CHIPS[2]
    slip = decides(boss, 2, taken)
    expect(slip).to_contain_text(f"Entry {entry(house, b'dispute-decided', 'H')}")
    owed = f"Of which still owed SGD {money(CHIPS[2])}"
    for paper in printed(boss.page, *PAPERS):
        assert len(paper.pages) == 1
        for words in ("Dispute slip", "Taken from the player", f"SGD {money(taken)}", owed, "pit.manager"):
            assert words in paper.words
        assert "Corrections" not in paper.words
    slip.get_by_role("button", name="Done").click()
    boss.page.goto(f"{house.address}/pit#/table/H")
    is_paid(boss, house)


def is_paid(boss, house):
    boss.page.get_by_role("button", name=re.compile(r"Seat 1$")).click()
    sheet = boss.page.get_by_role("dialog", name="Seat 1")
    sheet.get_by_role("button", name="Take what is owed").click()
    boss.agrees("pit.manager", f"SGD {money(CHIPS[2])}")
    slip = boss.page.get_by_role("dialog", name="Debt paid slip")
    expect(slip).to_contain_text(f"SGD {money(CHIPS[2])}")
    expect(slip).to_contain_text(f"Entry {entry(house, b'owed-paid', 'H')}")
    (paper,) = printed(boss.page, "80 mm roll")
    for words in ("Debt paid slip", "Taken from the player", "shi.manager", "pit.manager", "Signature"):
        assert words in paper.words
