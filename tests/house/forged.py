"""A program that writes what it should not: the decisions of a desk, changed before they are written."""

import msgspec

from taisai.house import desk as desks
from taisai.table import commands as c
from taisai.table import events as e

replace = msgspec.structs.replace
OTHER = "5-5-6"


def entered_otherwise(game, order, events):
    """A roll that nobody pressed, or that the tumbler was not committed to."""
    return [
        replace(event, roll=OTHER, lit=game.paytable.lights[OTHER]) if isinstance(event, e.RollEntered) else event
        for event in events
    ]


def paid_too_much(game, order, events):
    def more(awards):
        return tuple(replace(award, returned=award.returned + 5) for award in awards)

    return [
        replace(event, winners={area: more(awards) for area, awards in event.winners.items()})
        if isinstance(event, e.LosersCollected)
        else event
        for event in events
    ]


def returned_too_little(game, order, events):
    return [
        replace(event, returned=event.returned[1:]) if isinstance(event, e.RoundVoided) else event for event in events
    ]


def tumbled_too_few(game, order, events):
    return [replace(event, times=1) if isinstance(event, e.DiceTumbled) else event for event in events]


def wagered_late(game, order, events):
    """Somebody who knows the roll."""
    late = e.WagerPlaced(order.round, 1, "big", 100, 0, "player")
    return [*events, late] if isinstance(order.command, c.EnterRoll | c.RevealSeed) else events


def wagered_in_another_round(game, order, events):
    return [replace(event, round=event.round + 1) if isinstance(event, e.WagerPlaced) else event for event in events]


def forge(monkeypatch, change):
    real = desks.decide
    monkeypatch.setattr(desks, "decide", lambda game, table, order: change(game, order, real(game, table, order)))
