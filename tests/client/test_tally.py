"""Figures of a load."""

from taisai.client.tally import Bucket, Tally, Times, buckets, times


def test_every_figure_is_one_that_was_measured():
    assert times([number / 1000 for number in range(100, 0, -1)]) == Times(100, 50.0, 90.0, 99.0, 100.0)
    assert times([0.007]) == Times(1, 7.0, 7.0, 7.0, 7.0)
    assert times([]) == Times(0, 0.0, 0.0, 0.0, 0.0)


def test_a_histogram_counts_each_once_in_the_narrowest_bucket():
    assert buckets([0.001, 0.0011, 0.002, 0.049, 9.0]) == [Bucket(1, 1), Bucket(2, 2), Bucket(50, 1), Bucket(0, 1)]


def test_spreads_and_open_times_are_by_round(monkeypatch):
    clock = iter([1.0, 1.5, 3.0, 9.0, 10.0, 12.0])
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    tally = Tally()
    tally.told_roll(1)
    tally.told_roll(1)
    tally.told_roll(2)
    assert tally.spreads_s() == [0.5, 0.0]
    tally.taken(1, 0.5)
    tally.taken(1, 0.5)
    tally.taken(2, 1.0)
    assert tally.open_s() == 1.5 + 1.0
    assert len(tally.taken_s) == 3
