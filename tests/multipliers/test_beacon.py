"""A table with multipliers and a beacon, both honest, is sound: the value is taken once, for the throw and for what is
struck."""

from house.test_beacon import ONE, PLAYER, WINDOW_S, Night
from multipliers.playing import write

from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.state import Betting


def test_what_the_beacon_published_is_taken_once_for_the_throw_and_for_what_is_struck(tmp_path):
    night = Night(write(tmp_path / "house"))
    for _ in range(6):
        while not isinstance(night.table.phase, Betting):
            night.waits(1)
        night.do(c.PlaceWager(1, "big", 10, contribution=ONE), PLAYER)
        night.plays(WINDOW_S + 10)
    drawn = [event for event in night.events if isinstance(event, e.MultipliersDrawn)]
    assert any(event.struck for event in drawn)
    report = night.report()
    assert (report.sound, report.bad_why) == (True, "")
    assert report.throws["beacons"] == report.throws["thrown"] == len(drawn) >= 5
