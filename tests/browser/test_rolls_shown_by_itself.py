"""At an electronic table, and after a restart in every phase: whatever roll is shown is of the round that it names."""

import time
from urllib.parse import urlsplit

import pytest
from browser.gallery.inside import standing as inside
from browser.game import table
from browser.making import standing
from browser.surfaces import Floor, Surfaces
from browser.test_rolls_shown import finish
from patience import PATIENCE_S

from taisai.rules.vocabulary import Role, Step, Trouble
from taisai.table import commands as c

FACES = (4, 5, 6)
SHIFT, PIT = Role.SHIFT_MANAGER, Role.PIT_MANAGER
BY_ITSELF = ("tumble", "reveal", "enter", "collect", "pay")
"""People say when wagers open and close; all else the table does at once."""
DOWN = "ERR_CONNECTION_REFUSED|WebSocket connection|Failed to load resource"


def waits(until):
    """For what the table does by itself."""
    end_s = time.monotonic() + PATIENCE_S
    while not until():
        assert time.monotonic() < end_s
        time.sleep(0.01)


def opens(floor):
    waits(lambda: floor.table.is_committed(floor.table.round + 1))
    floor.betting()
    floor.tells_the_truth()


def closes(floor):
    number = floor.table.round
    floor.do(c.CloseBets())
    waits(lambda: any(one.number == number for one in floor.table.recent))
    floor.tells_the_truth()


def deals_itself(floor):
    for _ in range(2):
        opens(floor)
        closes(floor)
    floor.looked_at_anew()
    opens(floor)
    floor.do(c.VoidRound(Trouble.DICE_EXPOSED), SHIFT)
    floor.tells_the_truth()
    floor.looked_at_anew()
    opens(floor)
    closes(floor)
    floor.do(c.ReverseRounds((floor.table.round,)), SHIFT, second=PIT)
    floor.tells_the_truth()
    opens(floor)
    floor.do(c.Resume(), SHIFT)
    floor.tells_the_truth()


def by_itself(paytable):
    return table("H", paytable, automation=BY_ITSELF, pause_s=0)


@pytest.mark.parametrize("paytable", ["rws-6/2", "etg/2"])
def test_the_view_of_a_table_that_deals_itself_has_no_roll_under_another_number(tmp_path, paytable):
    with inside(tmp_path, by_itself(paytable)) as house:
        house.open("H", 1)
        deals_itself(Floor(house))


def test_a_table_that_deals_itself_shows_no_roll_under_another_number(screens):
    house = screens.house(by_itself("etg/2"))
    house.open("H", 1)
    deals_itself(Surfaces(screens, house))


def void(floor):
    floor.settled(FACES)
    floor.betting()
    floor.do(c.VoidRound(Trouble.DICE_EXPOSED), SHIFT)


def open_(floor):
    floor.settled(FACES)
    floor.betting()


def shut(floor):
    open_(floor)
    floor.house.step("H", until=Step.REVEAL)


def uncovered(floor):
    open_(floor)
    floor.house.step("H", until=Step.ENTER)


MOMENTS = {
    "void": void, "open": open_, "shut": shut, "uncovered": uncovered, "entered": lambda floor: floor.entered(FACES),
    "paying": lambda floor: floor.collected(FACES), "settled": lambda floor: floor.settled(FACES),
}  # fmt: skip


def test_a_house_that_starts_again_shows_no_roll_under_another_number(screens):
    """In one moment after the other, at the same table and before the same pages."""
    screens.expect_error(DOWN)
    played, folder, floor = table("H", "rws-6/2"), screens.folder / "again", None
    for moment in (*MOMENTS.values(), None):
        with standing(folder, played, port=urlsplit(floor.house.address).port if floor else 0) as house:
            if floor:
                floor.house = house
                floor.tells_the_truth()
                floor.looked_at_anew()
                finish(floor)
            else:
                house.open("H", 1)
                floor = Surfaces(screens, house, staffed=False)
            if moment:
                moment(floor)
                floor.tells_the_truth()
            else:
                for page in (floor.anna.page, floor.display, floor.layout):
                    page.context.close()
