"""In every phase and after every irregularity: whatever roll a screen shows is of the round that it names."""

import pytest
from browser.gallery.inside import standing
from browser.game import CHIPS, table
from browser.measures import attributes, settles
from browser.surfaces import Floor, Surfaces, rolls

from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role, Step, Trouble
from taisai.table import commands as c
from taisai.table.state import Betting, Entered, Idle, Settling

FACES, OTHER = (4, 5, 6), (1, 2, 4)
SHIFT, PIT = Role.SHIFT_MANAGER, Role.PIT_MANAGER


def seen_early(floor):
    floor.betting()
    floor.do(c.VoidRound(Trouble.DICE_EXPOSED), SHIFT)


def askew(floor):
    floor.betting()
    floor.house.step("H", until=Step.REVEAL)
    floor.do(c.VoidRound(Trouble.DICE_NOT_FLAT), SHIFT)


def amended(floor):
    floor.entered(OTHER)
    floor.do(c.AmendEntry(FACES), Role(floor.table.rules.amend[0]), second=PIT)


def amended_while_paying(floor):
    floor.collected(OTHER)
    floor.do(c.AmendEntry(FACES), Role(floor.table.rules.amend[0]), second=PIT)


def void_while_paying(floor):
    floor.collected(FACES)
    floor.do(c.VoidRound(Trouble.DICE_NOT_FLAT), SHIFT, second=PIT)


def corrected(floor):
    floor.settled(OTHER)
    floor.do(c.CorrectRound(floor.table.round, FACES), SHIFT, second=PIT)


def corrected_late(floor):
    """The round before the last; the last one stands."""
    floor.settled(OTHER)
    floor.settled((2, 3, 5))
    floor.do(c.CorrectRound(floor.table.round - 1, FACES), SHIFT, second=PIT)


def damaged(floor):
    floor.settled(FACES)
    floor.do(c.ReverseRounds((floor.table.round,)), SHIFT, second=PIT)


def damaged_before(floor):
    """The round before the one under way, whose dice are shown meanwhile."""
    floor.settled(FACES)
    floor.entered(OTHER)
    floor.do(c.ReverseRounds((floor.table.round - 1,)), SHIFT, second=PIT)


def malfunction(floor):
    floor.entered(FACES)
    floor.do(c.ReportTrouble(Trouble.MALFUNCTION), SHIFT)
    floor.tells_the_truth()
    floor.house.settle("H")
    floor.tells_the_truth()
    floor.do(c.ClearTrouble("a new lamp"), SHIFT)


def lit_wrongly(floor):
    floor.entered(FACES)
    floor.do(c.ReportTrouble(Trouble.LAYOUT_LIT_WRONG, "Small was lit", ("small",), FACES), SHIFT)
    floor.tells_the_truth()
    floor.house.settle("H")
    floor.tells_the_truth()
    if floor.table.trouble:
        floor.do(c.ClearTrouble("a new lamp"), SHIFT)


def interrupted(floor):
    floor.betting()
    floor.do(c.Resume(), SHIFT)


def interrupted_when_uncovered(floor):
    floor.betting()
    floor.house.step("H", until=Step.ENTER)
    floor.do(c.Resume(), SHIFT)
    floor.tells_the_truth()
    floor.house.enter("H", FACES)


def interrupted_while_paying(floor):
    floor.collected(FACES)
    floor.do(c.Resume(), SHIFT)


def terminal_failed(floor):
    floor.betting()
    floor.do(c.ReportTerminal(1, {"odd": CHIPS[1]}))
    floor.house.enter("H", FACES)
    floor.tells_the_truth()
    floor.house.settle("H")
    floor.tells_the_truth()
    floor.do(c.MendTerminal(1, "a new cable"), SHIFT)


def left(floor):
    floor.betting()
    floor.do(c.LeaveSeat(1))
    floor.house.enter("H", FACES)


def disputed(floor):
    floor.settled(FACES)
    floor.do(c.OpenDispute(1, floor.table.round, "My chips lay on Big."), Role.GAME_SUPERVISOR)
    floor.tells_the_truth()
    floor.do(c.DecideDispute(max(floor.table.disputes), "They did.", CHIPS[1]), SHIFT, second=PIT)


def closed(floor):
    floor.settled(FACES)
    floor.do(c.CloseTable(), Role.CASINO_SUPERVISOR)
    floor.tells_the_truth()
    floor.house.open("H")


IRREGULAR = (
    seen_early, askew, amended, amended_while_paying, void_while_paying, corrected, corrected_late, damaged,
    damaged_before, malfunction, lit_wrongly, interrupted, interrupted_when_uncovered, interrupted_while_paying,
    terminal_failed, left, closed, disputed,
)  # fmt: skip
NOT_PROVIDED = {
    "rws-6/2": {terminal_failed}, "etg/2": {lit_wrongly},
    "nz-2008/1": {corrected, corrected_late, damaged, damaged_before, terminal_failed},
}  # fmt: skip


def finish(floor):
    """Whatever is under way is paid or void, so that the next irregularity has a round of its own."""
    phase = floor.table.phase
    if isinstance(phase, Entered):
        floor.house.settle("H")
    elif isinstance(phase, Settling):
        floor.do(c.PayArea())
    elif not isinstance(phase, Idle):
        floor.do(c.VoidRound(Trouble.DICE_EXPOSED, announced=isinstance(phase, Betting)), SHIFT)
    floor.tells_the_truth()


SEEN_ANEW = {seen_early, amended}
"""After these a page that comes later is told the same."""


def two_rounds(floor):
    """In the rulebook's own order, looked at before each step: the second shows nothing of the first under its own
    number."""
    for faces in (FACES, OTHER):
        for step in floor.house.server.table("H").desk.game.steps:
            if step.step is Step.ENTER:
                break
            floor.house.step("H", until=step.step)
            floor.tells_the_truth()
            if step.step is Step.CLOSE_BETS:
                floor.wagers()
        floor.house.enter("H", faces)
        floor.tells_the_truth()
        floor.do(c.CollectLosers())
        floor.tells_the_truth()
        finish(floor)


def everything(floor, not_provided):
    """Two rounds, then one irregularity after the other."""
    two_rounds(floor)
    refused = set()
    for happens in IRREGULAR:
        try:
            happens(floor)
        except Refused:
            refused.add(happens)
        floor.tells_the_truth()
        if happens in SEEN_ANEW:
            floor.looked_at_anew()
        finish(floor)
    assert refused == not_provided


@pytest.mark.parametrize("paytable", NOT_PROVIDED)
def test_in_every_phase_and_after_every_irregularity_the_view_has_a_roll_under_its_own_number(tmp_path, paytable):
    with standing(tmp_path, table("H", paytable)) as house:
        house.open("H", 1)
        everything(Floor(house), NOT_PROVIDED[paytable])


def test_every_screen_shows_a_roll_beside_its_own_number(screens):
    house = screens.house(table("H", "rws-6/2"))
    house.open("H", 1)
    everything(Surfaces(screens, house), NOT_PROVIDED["rws-6/2"])


def test_the_floor_names_the_round_of_the_newest_roll(screens):
    """Before it is paid, when it is void, and while the next round is open."""
    house = screens.house(table("H", "rws-6/2"))
    house.open("H", 1)
    house.enter("H", FACES)
    page = screens.page(house, "/pit", house.sign_in("shi.manager"), still=True)
    newest = (".last .newest", ".last [data-shown]")

    def shows(number, rolled):
        settles(page, lambda: (rolls(page, newest[0]), attributes(page, newest[1], "data-shown")), (rolled, [number]))

    shows("1", ["4-5-6"])
    house.settle("H")
    house.step("H", until=Step.CLOSE_BETS)
    shows("1", ["4-5-6"])
    house.do("H", c.VoidRound(Trouble.DICE_EXPOSED))
    shows("2", [])
