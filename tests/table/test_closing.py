"""What withdrawals leave over a limit goes back at closing, the newest first."""

from hypothesis import given, settings
from hypothesis import strategies as st

from taisai import paytable
from taisai.house.scenario import Scenario
from taisai.journal.memory import MemoryFile

SPOTS = ["big", "small", "odd", "double-2", "total-11", "triple-6", "domino-5-6", "single-6"]


def played(text):
    scenario = Scenario(MemoryFile().store, lambda: "now")
    list(scenario.play(text))
    return scenario.desk


def test_a_withdrawal_that_uncovers_the_house_sends_the_newest_wager_back():
    text = """open rws-6/2
        limits minimum 10 maximum 5000 exposure 100
        seat 1 wagers 100 on small
        seat 2 wagers 150 on big
        seat 3 wagers 50 on big
        seat 1 withdraws 100 from small
        no more bets"""
    desk = played(text)
    assert (desk.table.seats[3].credit, desk.table.seats[2].credit) == (1000, 900)
    assert desk.table.current.boxes["big"] == 100


WAGERS = st.lists(st.tuples(st.integers(1, 3), st.sampled_from(SPOTS), st.integers(1, 60)), max_size=12)


def test_what_goes_back_for_one_limit_does_not_leave_another_exceeded():
    text = """open rws-6/2
        limits minimum 10 maximum 5000 differential 100 exposure 150
        seat 1 wagers 100 on small
        seat 2 wagers 200 on big
        seat 3 wagers 50 on odd
        seat 1 withdraws 100 from small
        no more bets"""
    desk = played(text)
    boxes = desk.table.current.boxes
    assert boxes["big"] - boxes["small"] <= 100
    assert max(desk.game.losses(boxes)) <= 150


@settings(max_examples=30)
@given(wagers=WAGERS, withdrawn=st.sets(st.integers(0, 11)), ref=st.sampled_from(["rws-6/2", "etg/1"]))
def test_after_closing_no_roll_costs_more_than_the_cap(wagers, withdrawn, ref):
    lines = [f"open {ref}", "limits minimum 1 maximum 5000 exposure 300", "place your bets"]
    lines += [f"seat {seat} buys in 5000" for seat in (1, 2, 3)]
    scenario = Scenario(MemoryFile().store, lambda: "now")
    list(scenario.play("\n".join(lines)))
    desk, table = scenario.desk, paytable(ref)
    for number, (seat, spot, stake) in enumerate(wagers):
        step = table[spot].stake_step
        room = desk.game.headroom(spot, desk.table.current.boxes, 300) // step * step
        if room >= stake * step:
            list(scenario.play(f"seat {seat} wagers {stake * step} on {spot}"))
        if number in withdrawn and desk.table.current.stake(seat, spot):
            list(scenario.play(f"seat {seat} withdraws {desk.table.current.stake(seat, spot)} from {spot}"))
    list(scenario.play("no more bets"))
    assert max(desk.game.losses(desk.table.current.boxes)) <= 300 * table.per
    assert desk.ledger.trial == 0
