"""Clocks that somebody sets."""

import time
from types import SimpleNamespace

true_time = time.time


class Time:
    """What the house's clock shows, and nothing else."""

    def __init__(self, monkeypatch):
        self.at_s = 1_800_000_000.0
        monkeypatch.setattr("taisai.house.clock.time", SimpleNamespace(time=lambda: self.at_s))

    def goes_on(self, seconds):
        self.at_s += seconds


class SetClock:
    """The clock of the whole machine, which somebody sets; seconds pass as before."""

    def __init__(self, monkeypatch):
        self._off_s = 0.0
        monkeypatch.setattr(time, "time", lambda: true_time() + self._off_s)

    def jump(self, seconds):
        self._off_s += seconds
