"""Whoever's money an event moves is told of their seat."""

from msgspec.structs import replace

from taisai.rules.vocabulary import Trouble
from taisai.table import events as e
from taisai.wire.stream import seats_of

TAKEN = e.Correction(seat=4, credited=0, debited=300, owed=0)


def test_whoever_had_been_paid_hears_that_a_settlement_is_undone():
    assert seats_of(e.SettlementUndone(7, restored=500, corrections=(TAKEN,))) == {4}


def test_a_round_that_is_void_while_winners_are_paid_concerns_those_whose_stakes_were_collected_too():
    returned = (e.Stake(2, "big", 100),)
    voided = e.RoundVoided(7, Trouble.DICE_EXPOSED, "", True, "", returned, (), 100)
    assert seats_of(voided) == {2}
    assert seats_of(replace(voided, corrections=(TAKEN,), staked=200)) == {2, 4}
