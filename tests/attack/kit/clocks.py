"""Clocks that somebody sets."""

from types import SimpleNamespace


class Time:
    """What the house's clock shows, and nothing else."""

    def __init__(self, monkeypatch):
        self.at_s = 1_800_000_000.0
        monkeypatch.setattr("taisai.house.clock.time", SimpleNamespace(time=lambda: self.at_s))

    def goes_on(self, seconds):
        self.at_s += seconds
