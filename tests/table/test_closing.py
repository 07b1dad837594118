"""What goes back at closing: whatever is over the Differential, and nothing for the house's own exposure limit."""

from hypothesis import given, settings
from hypothesis import strategies as st
from scenario.playing import played

from taisai import paytable
from taisai.journal.memory import MemoryFile
from taisai.rules.risk import Risk
from taisai.scenario.play import Scenario
from taisai.table.events import ExcessRejected

SPOTS = ["big", "small", "odd", "double-2", "total-11", "triple-6", "domino-5-6", "single-6"]
SHOWN = {"rws-6/2": " differential 5000", "etg/1": ""}  # what players see beside minimum and maximum


def test_a_withdrawal_that_uncovers_the_house_takes_no_wager_back():
    text = """open rws-6/2
        limits minimum 10 maximum 5000 differential 5000 exposure 100
        seat 1 wagers 100 on small
        seat 2 wagers 150 on big
        seat 3 wagers 50 on big
        refused stake-above-exposure: seat 3 wagers 10 on big
        seat 1 withdraws 100 from small
        no more bets"""
    desk = played(text).desk
    assert (desk.table.seats[3].credit, desk.table.seats[2].credit) == (950, 850)
    assert desk.table.current.boxes["big"] == 200


WAGERS = st.lists(st.tuples(st.integers(1, 3), st.sampled_from(SPOTS), st.integers(1, 60)), max_size=12)


def test_what_goes_back_for_the_differential_is_all_that_goes_back():
    text = """open rws-6/2
        limits minimum 10 maximum 5000 differential 100 exposure 150
        seat 1 wagers 100 on small
        seat 2 wagers 100 on big
        seat 3 wagers 100 on big
        seat 3 wagers 20 on odd
        seat 1 withdraws 100 from small
        no more bets"""
    desk = played(text).desk
    assert desk.table.current.boxes == {"small": 0, "big": 100, "odd": 20}


@settings(max_examples=30)
@given(wagers=WAGERS, withdrawn=st.sets(st.integers(0, 11)), ref=st.sampled_from(["rws-6/2", "etg/1"]))
def test_the_cap_refuses_what_would_cost_more_and_takes_nothing_back(wagers, withdrawn, ref):
    lines = [f"open {ref}", f"limits minimum 1 maximum 5000{SHOWN[ref]} exposure 300", "place your bets"]
    lines += [f"seat {seat} buys in 5000" for seat in (1, 2, 3)]
    scenario = Scenario(MemoryFile().store, lambda: "now")
    list(scenario.play("\n".join(lines)))
    desk, table = scenario.desk, paytable(ref)
    uncovered = False
    for number, (seat, spot, stake) in enumerate(wagers):
        step = table[spot].stake_step
        room = Risk(table, desk.table.current.boxes).headroom(spot, 300) // step * step
        if room >= stake * step:
            list(scenario.play(f"seat {seat} wagers {stake * step} on {spot}"))
        if number in withdrawn and desk.table.current.stake(seat, spot):
            list(scenario.play(f"seat {seat} withdraws {desk.table.current.stake(seat, spot)} from {spot}"))
            uncovered = True
    lying = dict(desk.table.current.boxes)
    (line,) = scenario.play("no more bets")
    assert not [event for reply in line.replies for event in reply.events if isinstance(event, ExcessRejected)]
    assert desk.table.current.boxes == lying
    assert uncovered or Risk(table, lying).worst <= 300 * table.per
    assert desk.ledger.trial == 0
