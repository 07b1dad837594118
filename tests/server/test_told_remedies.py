"""What screens are told of remedies: the rulebook's table, and at a table that throws by itself what its commitment
leaves of it."""

import pytest
from server.making import house

from taisai.rules.vocabulary import Moment
from taisai.server.felts import play
from taisai.table.remedies import COMMITTED

LATER = [moment for moment in Moment if moment is not Moment.BEFORE_CLOSING]


def cells(paytable, order, *, electronic):
    found = play(paytable, electronic=electronic).remedies[order]
    return {(trouble, moment): cell for trouble, row in found.items() for moment, cell in row.items()}


@pytest.mark.parametrize("order", ["amend-entry", "correct-round"])
def test_nobody_is_offered_another_roll_where_the_throw_is_committed(order):
    by_hand, by_itself = (cells("etg/2", order, electronic=electronic) for electronic in (False, True))
    assert any(cell.does != "refuse" for cell in by_hand.values())
    assert {cell.does for cell in by_itself.values()} == {"refuse"}
    changed = {cell.why for place, cell in by_itself.items() if by_hand[place].does != "refuse"}
    assert changed == {COMMITTED.why}


def test_people_void_only_while_wagers_are_open():
    told = cells("rws-6/2", "void-round", electronic=True)
    assert told["dice-exposed", "before-closing"].does == "void"
    assert {told["dice-exposed", moment].does for moment in LATER} == {"refuse"}


def test_an_interruption_is_void_before_closing_and_is_concluded_after_it():
    told = cells("rws-6/2", "resume", electronic=True)
    assert told["interruption", "before-closing"].does == "void"
    assert told["interruption", "tumbled"].does == told["interruption", "closed"].does == "conclude"
    assert told["interruption", "settled"].why == "no round is in progress"


def test_damaged_dice_undo_no_round_whose_throw_is_committed_and_every_other():
    by_hand, by_itself = (cells("etg/2", "reverse-rounds", electronic=electronic) for electronic in (False, True))
    refused = {moment for (_, moment), cell in by_itself.items() if cell.does == "refuse"}
    assert refused == {"closed", "tumbled", "revealed", "entered", "collected", "paying"}
    assert all(by_itself[place] == by_hand[place] for place in by_hand if place[1] not in refused)


async def test_each_table_tells_its_own(tmp_path):
    """The one dealt by hand, and the one that deals itself."""

    async with house(tmp_path) as server:
        plays = [(await server.get(f"/api/tables/{table}/play")).json for table in ("H", "E")]
    by_hand, by_itself = [play["remedies"] for play in plays]
    assert ["report-trouble dice" in play["gates"] for play in plays] == [True, False]
    assert by_hand["amend-entry"]["entry-wrong"]["entered"]["does"] == "amend"
    assert by_itself["amend-entry"]["entry-wrong"]["entered"]["why"] == COMMITTED.why
