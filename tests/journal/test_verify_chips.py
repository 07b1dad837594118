"""The stand-alone verifier follows every chip, every count and every slip: whoever changes one of them is found."""

import copy
import json

import pytest
from journal.forging import Told, fed, kept, place_of
from journal.test_verify_money import is_found, numbers, with_another
from scenario.playing import played

from taisai.journal.verify_taisai import Bad

EVENING = """
install rws-6/2 with chips
limits minimum 5 maximum 10000 differential 10000
count 100x5,40x25,20x100,8x500 for opening
drop box A comes to the table
open table
seat 1 arrives with 2x100,4x25
seat 2 changes cash for 100
seat 2 plays blue chips worth 5
seat 2 takes 20 colour chips for 100
seat 1 wagers 130 on big
seat 2 wagers 15 on small
no more bets
roll 4-5-6
settle
request fill of 10x100
slip 1 is prepared
slip 1 is carried
slip 1 is received
request credit of 4x25
slip 2 is void because "not needed"
seat 2 gives 16 colour chips for 3x25,5
seat 2 lost 1 colour chips because "never found"
seat 1 leaves with 4x100,25,5
count 500x5 for closing
approve count because "it was a bad night"
close table
"""


def entries():
    bodies = [json.loads(stored.body) for stored in played(EVENING).desk.store.read()]
    return [Told(body["event"], body["by"]["role"], body["cause"], body["at"]) for body in bodies]


def forged(kind, change, number=0):
    made = entries()
    place = place_of(made, kind, number)
    event = copy.deepcopy(made[place].event)
    change(event)
    made[place] = made[place]._replace(event=event)
    return made


def finds(made, why):
    with pytest.raises(Bad, match=why):
        fed(made)


def test_an_evening_with_chips_is_sound_and_nothing_is_left_on_the_table():
    money = fed(entries())
    assert money.counted
    assert not any(pile for holder, pile in money.piles.items() if holder.startswith(("seat:", "layout:", "float")))
    assert money.balances["variance"] != 0


def set_(**fields):
    return lambda event: event.update(fields)


def a_chip_more(event):
    move = event["moves"][0]
    kind = next(iter(move[2]))
    move[2][kind] += 1


FORGED = {
    "a chip more is moved": ("chips-moved", a_chip_more, 1, "other chips moved"),
    "a wager of other chips": ("wager-placed", set_(chips={"500": 1}), 0, "are not 130"),
    "a wager without its chips": ("wager-placed", lambda event: event.pop("chips"), 0, "chips"),
    "chips are brought that are worth more": ("chips-brought", set_(chips={"100": 9}), 0, "are not 300"),
    "an opening that nobody counted": ("table-opened", set_(opening_float=9), 0, "not counted"),
    "a count by one person": ("float-counted", lambda event: event.update(second=event["by"]), 0, "one person"),
    "a count whose difference is hidden": ("float-counted", set_(differs=False), 1, "the recorded difference"),
    "a variance that is told smaller": ("float-counted", set_(variance=0), 1, "the recorded difference"),
    "another expectation": ("float-counted", set_(expected={"5": 500}), 1, "the recorded difference"),
    "another variance is approved": ("count-approved", set_(variance=-5), 0, "a count that is not waiting"),
    "a variance that nobody explains": ("count-approved", set_(why=" "), 0, "no reason for the difference"),
    "a slip out of the series": ("slip-requested", set_(slip=7), 0, "next slip of the series"),
    "a slip of other chips": ("slip-requested", set_(chips={"100": 1}), 0, "are not 1000"),
    "a slip prepared by who requested it": ("slip-prepared", set_(by="dealer"), 0, "same hands twice"),
    "a slip received by its carrier": ("slip-received", set_(second="shift-manager"), 0, "same hands twice"),
    "a slip received by one": ("slip-received", set_(second=""), 0, "by only one person"),
    "a void slip without why": ("slip-voided", set_(why=""), 0, "without a reason"),
    "a fill of more than its slip": ("float-filled", set_(chips=[100] * 11, amount=1100), 0, "no fill slip"),
    "colour chips written off dearer": ("colour-written-off", set_(amount=50), 0, "are not worth 50"),
    "colour chips of another seat": ("colour-written-off", set_(seat=1), 0, "at seat 1 are not worth 5|falls to"),
    "more of a colour is written off": (
        "colour-written-off",
        set_(count=2),
        0,
        "2 chips of blue at seat 2 are not worth 5",
    ),
    "a fill in other chips than its slip": ("float-filled", set_(chips=[500] * 2), 0, "in these chips was received"),
    "an exchange by another seat": (
        "chips-exchanged",
        set_(seat=3),
        0,
        "chips of another value|falls to|other chips moved",
    ),
    "an exchange that loses": ("chips-exchanged", set_(colour_received=19), 0, "chips of another value"),
}


@pytest.mark.parametrize(("kind", "change", "number", "why"), FORGED.values(), ids=FORGED)
def test_what_is_forged_is_found(kind, change, number, why):
    finds(forged(kind, change, number), why)


ONCE = {
    # what the seal alone vouches for once chips are counted
    "dice-tumbled": {"times"},
    "limits-changed": {"new"},
    "losers-collected": {"overflow"},
    "rules-stated": {"tumbles_min"},
    "table-installed": {"chips", "seats"},  # values of which no chip was ever seen
    "wager-placed": {"excess"},
}


def test_of_counted_chips_every_number_is_followed():
    made, missed = entries(), {}
    for place, one in enumerate(made):
        for path in numbers(one.event):
            for by in (1, -1):
                other = one._replace(event=with_another(one.event, path, by))
                if not is_found([*made[:place], other, *made[place + 1 :]]):
                    missed.setdefault(one.event["is"], set()).add(path[0])
    assert missed == ONCE


def in_other_chips(pile):
    """Worth the same: a large chip for five or four of the next one, or the other way round."""
    for large, small, many in (("100", "25", 4), ("500", "100", 5), ("25", "5", 5)):
        for one, other, less, more in ((large, small, 1, many), (small, large, many, 1)):
            if pile.get(one, 0) >= less:
                changed = pile | {one: pile[one] - less, other: pile.get(other, 0) + more}
                yield {kind: count for kind, count in changed.items() if count}


def test_chips_that_are_worth_the_same_are_not_the_same_chips():
    """The float's are told again by the next count, those of the cage and of players by what they do."""
    made, tried = entries(), 0
    for place, one in enumerate(made):
        for number, move in enumerate(one.event.get("moves", ())):
            for pile in in_other_chips(move[2]):
                event = copy.deepcopy(one.event)
                event["moves"][number][2] = pile
                assert is_found([*made[:place], one._replace(event=event), *made[place + 1 :]]), event
                tried += 1
    assert tried > 20


OUT_AND_IN = {
    "to the cage": ["float", "cage", {"5": 1}],
    "from elsewhere": ["elsewhere", "seat:1", {"5": 1}],
    "to the variance": ["float", "variance", {"5": 1}],
    "to another seat": ["seat:1", "seat:2", {"25": 1}],
    "a loop that leaves nothing": ["cage", "cage", {"5": 1}],
}


@pytest.mark.parametrize("move", OUT_AND_IN.values(), ids=OUT_AND_IN)
@pytest.mark.parametrize("number", range(1, 5))
def test_no_chip_comes_or_goes_beside_what_is_told(move, number):
    finds(
        forged("chips-moved", lambda event: event["moves"].append(move), number),
        "without a reason|has chips worth|does not have",
    )


def test_chips_of_a_wager_lie_on_its_own_spot():
    finds(forged("wager-placed", set_(spot="small"), 0), "wagers that are not on the layout")
    made = kept("table-05-pro-rata")  # what was shared out is moved beside the settlement
    place = next(at for at, one in enumerate(made) if "layout:" in str(one.event.get("moves")))
    event = copy.deepcopy(made[place].event)
    event["moves"][0][0] = "layout:2:big"
    finds([*made[:place], made[place]._replace(event=event), *made[place + 1 :]], "not have that many|has chips worth")


def test_chips_that_nobody_counted_do_not_move():
    made = entries()
    moved = made[place_of(made, "chips-moved")]
    finds([made[0], moved, *made[1:]], "before any count")


@pytest.mark.parametrize("kind", ["chips-moved", "float-counted", "count-approved", "slip-received", "chips-brought"])
def test_what_is_left_out_is_found(kind):
    made = entries()
    del made[place_of(made, kind)]
    with pytest.raises(Bad):
        fed(made)


def test_whoever_counted_does_not_approve():
    made = entries()
    place = place_of(made, "count-approved")
    made[place] = made[place]._replace(role="dealer")
    counted = place_of(made, "float-counted", 1)
    made[counted] = made[counted]._replace(event=made[counted].event | {"by": "a dealer"})
    finds(made, "approved their own count")


def noted(duty, name, *, due):
    return Told({"is": "duty-noted", "duty": duty, "name": name, "count_due": due}, "automation")


def with_change(*told):
    """Before the first round."""
    made = entries()
    place = place_of(made, "round-begun")
    return [*made[:place], *told, *made[place:]]


def test_a_round_after_a_change_without_a_count_is_found():
    fed(with_change(noted("dealer", "ann", due=False)))
    finds(with_change(noted("dealer", "ann", due=False), noted("dealer", "bea", due=True)), "after a change")


def test_a_change_that_says_it_needs_no_count_is_found():
    finds(
        with_change(noted("dealer", "ann", due=False), noted("dealer", "bea", due=False)),
        "whether a count is due is wrong",
    )
    finds(with_change(noted("dealer", "ann", due=True)), "whether a count is due is wrong")
