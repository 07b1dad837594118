"""Drop boxes on the screens: exchanged at the console by two, counted in the pit by people who are not told what is
expected."""

import pytest
from browser.game import money, table
from browser.staff import Dealer, Supervisor
from playwright.sync_api import expect

from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table.order import Order, Person

HUNDRED = 100_00


@pytest.fixture
def house(screens):
    made = screens.house(table("C", "rws-6/2", money="chips"), name="Straits Club")
    made.open("C")
    made.do("C", c.ChangeCash(1, (HUNDRED,)))
    return made


async def by(house, name, command):
    answer = await house.server.table("C").live.do(Order(name, Person(name, Role.PIT_MANAGER), command))
    assert not isinstance(answer, Exception), answer


def test_two_exchange_the_box_at_the_console(screens, house):
    dealer = Dealer(screens, house, "C", "gus.supervisor")
    dealer.tab("Float")
    sheet = dealer.asks("Exchange the drop box")
    expect(sheet).to_contain_text("Drop box on the table: 1.")
    sheet.get_by_label("Name of the new box").fill("B7")
    sheet.get_by_role("button", name="Exchange the drop box").tap()
    assert house.table("C").tray.box == "1"
    dealer.agrees("pit.manager")
    expect(dealer.page.get_by_role("dialog")).to_have_count(0)
    assert house.table("C").tray.box == "B7"
    assert house.table("C").tray.boxes["1"].amount == HUNDRED


def test_the_pit_counts_a_box_that_was_taken_away(screens, house):
    house.do("C", c.ExchangeBox("B7"))
    pit = Supervisor(screens, house, "C", "gus.supervisor")
    boxes = pit.page.get_by_role("region", name="Drop boxes")
    expect(boxes).to_contain_text("On the table: B7")
    expect(boxes).to_contain_text("1: taken away")
    boxes.get_by_label(money(HUNDRED), exact=True).fill("1")
    boxes.get_by_role("button", name="Enter the count").click()
    expect(boxes).to_contain_text("1: taken away (gus.supervisor)")
    house.run(by(house, "cage", c.EnterSoftCount("1", {str(HUNDRED): 1})))
    expect(boxes).to_contain_text("1: counted (gus.supervisor, cage)")
    house.run(by(house, "runner", c.ConfirmSoftCount("1")))
    expect(boxes).not_to_contain_text("1: counted")
    assert "1" not in house.table("C").tray.boxes
