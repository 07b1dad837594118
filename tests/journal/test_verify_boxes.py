"""The stand-alone verifier follows drop boxes, soft counts and tips: whoever changes one of them is found."""

import copy
import json

import pytest
from journal.forging import Told, fed, place_of
from scenario.playing import played

from taisai.journal.verify_taisai import ALONE, Bad

EVENING = """
open rws-6/2 with chips and tips
seat 1 changes cash for 4x100
drop box B comes to the table
seat 1 tips 100
seat 2 changes cash for 100
soft count of box 1 finds 4x100
soft count of box 1 finds 3x100
soft count of box 1 finds 3x100
soft count of box 1 finds 3x100
soft count of box 1 is wrong because "a note fell"
soft count of box 1 finds 3x100,50
soft count of box 1 finds 3x100,50
soft count of box 1 is confirmed
soft count of box 1 is approved because "a note was short"
close table
drop box B leaves the table
soft count of box B finds 100
soft count of box B finds 100
soft count of box B is confirmed
tip box with 100 goes to the cage
"""
NOTES = {"100": 4}


def entries():
    bodies = [json.loads(stored.body) for stored in played(EVENING).desk.store.read()]
    return [Told(body["event"], body["by"]["role"], body["cause"], body["at"]) for body in bodies]


def finds(made, why):
    with pytest.raises(Bad, match=why):
        fed(made)


def test_an_evening_with_boxes_and_tips_is_sound_and_leaves_nothing_in_them():
    money = fed(entries())
    assert (money.boxes, money.box, money.piles["tips"]) == ({}, "", {})
    assert {money.balances[name] for name in ("box:1", "box:B", "tips", "drop")} == {0}
    assert money.balances["variance"] == 50


def set_(**fields):
    return lambda event: event.update(fields)


def one_more_of_each(event):
    event["moves"].append(["float", "tips", {"25": 4}])
    event["moves"].append(["tips", "float", {"100": 1}])


FORGED = {
    "a box that one person brings": ("box-placed", set_(second=""), 0, "by only one person"),
    "a box that somebody watches themselves bring": ("box-placed", set_(second="dealer", by="dealer"), 0, "one person"),
    "another box is taken": ("box-removed", set_(box="B"), 0, "not on the table"),
    "a box comes again before it was counted": ("box-placed", set_(box="1"), 1, "before it was counted"),
    "cash into a box that is not there": ("cash-changed", set_(box="B"), 0, "not on the table"),
    "cash beside the box": ("cash-changed", set_(box=""), 0, "not on the table"),
    "an entry of somebody who has entered": ("soft-count-entered", set_(by="dealer"), 1, "took part in the count"),
    "an entry without a digest": ("soft-count-entered", set_(digest="4x100"), 0, "without a digest"),
    "an entry of something else": ("soft-count-entered", set_(digest="0" * 64), 2, "not what two people entered"),
    "other notes than were entered": ("soft-count-made", set_(notes=NOTES, amount=400), 0, "not what two"),
    "another amount than the notes are worth": (
        "soft-count-made",
        set_(amount=400, variance=0),
        1,
        "recorded difference",
    ),
    "another expectation": ("soft-count-made", set_(expected=350, variance=0), 1, "recorded difference of box"),
    "somebody else is said to have entered": ("soft-count-made", set_(second="auditor"), 1, "not what two people"),
    "an entry that stands is set aside": ("soft-count-set-aside", set_(why=""), 1, "a valid count of box"),
    "set aside by one who entered": ("soft-count-set-aside", set_(by="dealer"), 1, "a valid count of box"),
    "confirmed by one who entered": ("soft-count-confirmed", set_(by="dealer"), 0, "took part in the count"),
    "confirmed for more": ("soft-count-confirmed", set_(amount=400, variance=0), 0, "not what was found"),
    "approved by who confirmed": ("soft-count-approved", set_(by="casino-supervisor"), 0, "took part in the count"),
    "a variance that nobody explains": ("soft-count-approved", set_(why=" "), 0, "no reason is recorded"),
    "a smaller variance is approved": ("soft-count-approved", set_(variance=-5), 0, "not what was found"),
    "tips where there are none": ("tips-stated", set_(allowed=False), 0, "tips are not allowed"),
    "a larger tip": ("tip-given", set_(amount=200), 0, "are not 200"),
    "tips taken by one": ("tips-taken", set_(second=""), 0, "by only one person"),
    "fewer tips are taken": ("tips-taken", set_(chips={"25": 4}), 0, "not those that were in it"),
    "tips mixed with the float": ("chips-moved", one_more_of_each, 2, "without a reason"),
}


@pytest.mark.parametrize(("kind", "change", "number", "why"), FORGED.values(), ids=FORGED)
def test_what_is_forged_is_found(kind, change, number, why):
    made = entries()
    place = place_of(made, kind, number)
    event = copy.deepcopy(made[place].event)
    change(event)
    made[place] = made[place]._replace(event=event)
    finds(made, why)


LEFT_OUT = ("box-placed", "soft-count-entered", "soft-count-made", "soft-count-confirmed", "tip-given")


@pytest.mark.parametrize("kind", LEFT_OUT)
def test_what_is_left_out_is_found(kind):
    made = entries()
    del made[place_of(made, kind)]
    with pytest.raises(Bad):
        fed(made)


def test_a_box_leaves_once():
    made = entries()
    place = place_of(made, "box-removed", 1)
    finds([*made[: place + 1], made[place], *made[place + 1 :]], "not on the table")


def test_a_manager_who_stands_alone_counts_alone_and_that_is_told():
    made = entries()
    for number in (6, 7):
        place = place_of(made, "soft-count-entered", number)
        made[place] = made[place]._replace(event=made[place].event | {"by": "boss", "second": ALONE})
    place = place_of(made, "soft-count-made", 2)
    made[place] = made[place]._replace(event=made[place].event | {"by": "boss", "second": ALONE})
    fed(made)
